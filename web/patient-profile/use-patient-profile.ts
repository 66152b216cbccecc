import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Permission } from '#contract/billing';
import type { Certificate } from '#contract/certificates';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';
import { certificatesOf } from '#web/certificates/certificates.queries.ts';
import { clinicalNotesOf } from '#web/clinical-notes/clinical-notes.queries.ts';
import { clinicalPermission } from '#web/drafts/clinical-permission.queries.ts';
import { type PatientAppointments, useAppointmentPages } from '#web/patient-profile/patient-appointments.ts';
import { patientOf } from '#web/patients/patients.queries.ts';

/** In milliseconds. What arrives within it is shown together, without a placeholder. */
export const SHOW_TOGETHER_MS = 100;

/** What the profile reads of a query. */
export type Answer<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isError' | 'isFetched' | 'isFetchedAfterMount' | 'refetch'
>;

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
  const joinPages = useAppointmentPages(id);
  if (!answers) return undefined;
  const { firstPage, ...others } = answers;
  return { ...others, appointments: joinPages(firstPage) };
}

/** A failed patient is shown without waiting for the rest. */
const hasArrived = (results: UseQueryResult[]): boolean =>
  results[0]?.isError === true || results.every(({ isFetched }) => isFetched);

const answerOf = <Data>(result: UseQueryResult<Data>): Answer<Data> => {
  const { data, error, isError, isFetched, isFetchedAfterMount, refetch } = result;
  return { data, error, isError, isFetched, isFetchedAfterMount, refetch };
};
