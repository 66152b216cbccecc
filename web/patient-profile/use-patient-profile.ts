import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Appointment } from '#contract/agenda';
import { APPOINTMENTS_PER_PAGE } from '#contract/appointments-query';
import type { Permission } from '#contract/billing';
import type { Certificate } from '#contract/certificates';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';
import { certificatesOf } from '#web/certificates/certificates.queries.ts';
import { clinicalNotesOf } from '#web/clinical-notes/clinical-notes.queries.ts';
import { clinicalPermission } from '#web/drafts/clinical-permission.queries.ts';
import { patientOf } from '#web/patients/patients.queries.ts';

/** In milliseconds. What arrives within it is shown together, without a placeholder. */
export const SHOW_TOGETHER_MS = 100;

/** What the profile reads of a query. */
export type Answer<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isError' | 'isFetched' | 'isFetchedAfterMount' | 'refetch'
>;

export interface PatientAppointments {
  /** From the last one, as far as they are loaded. Undefined while there are none. */
  appointments: Appointment[] | undefined;
  isError: boolean;
  retry: () => void;
  isLoadingMore: boolean;
  /** Undefined when all are loaded or being loaded. */
  loadMore: (() => void) | undefined;
}

export interface PatientProfileData {
  patient: Answer<Patient>;
  permission: Answer<Permission>;
  notes: Answer<ClinicalNote[]>;
  certificates: Answer<Certificate[]>;
  appointments: PatientAppointments;
}

/**
 * Requests at once all that the profile shows. Returns undefined until everything has arrived, for a moment at most, and
 * what arrives meanwhile renders nothing.
 */
export function usePatientProfile(id: string): PatientProfileData | undefined {
  const [isShown, setShown] = useState(false);
  const answers = useQueries({
    queries: [patientOf(id), clinicalPermission, clinicalNotesOf(id), certificatesOf(id), appointmentsOfPatient(id)],
    combine: (results) => {
      if (!isShown && !hasArrived(results)) return undefined;
      const [patient, permission, notes, certificates, firstPage] = results;
      return {
        patient: answerOf(patient),
        permission: answerOf(permission),
        notes: answerOf(notes),
        certificates: answerOf(certificates),
        firstPage: answerOf(firstPage),
      };
    },
  });
  if (answers && !isShown) setShown(true);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => setShown(true), SHOW_TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  // Each page of appointments after the first, by the appointment after which it begins.
  const [starts, setStarts] = useState<string[]>([]);
  const laterPages = useQueries({ queries: starts.map((before) => appointmentsOfPatient(id, before)) });
  if (!answers) return undefined;
  const { firstPage, ...others } = answers;
  return { ...others, appointments: joinPages([firstPage, ...laterPages], (start) => setStarts([...starts, start])) };
}

/** A failed patient is shown without waiting for the rest. */
const hasArrived = (results: UseQueryResult[]): boolean =>
  results[0]?.isError === true || results.every(({ isFetched }) => isFetched);

const answerOf = <Data>(result: UseQueryResult<Data>): Answer<Data> => {
  const { data, error, isError, isFetched, isFetchedAfterMount, refetch } = result;
  return { data, error, isError, isFetched, isFetchedAfterMount, refetch };
};

function joinPages(pages: Answer<Appointment[]>[], onMore: (start: string) => void): PatientAppointments {
  const last = pages.at(-1)?.data;
  const next = last?.length === APPOINTMENTS_PER_PAGE ? last.at(-1)?._id : undefined;
  return {
    appointments: pages[0]?.data && pages.flatMap(({ data }) => data ?? []),
    isError: pages.some(({ data, isError }) => isError && !data),
    retry: () => {
      for (const { isError, refetch } of pages) if (isError) void refetch();
    },
    isLoadingMore: pages.length > 1 && !last && pages.at(-1)?.isError === false,
    loadMore: next === undefined ? undefined : () => onMore(next),
  };
}
