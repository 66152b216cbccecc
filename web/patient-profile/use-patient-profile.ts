import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { APPOINTMENTS_PER_PAGE, type Appointment } from '#contract/agenda';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';
import { certificatesOf } from '#web/certificates/certificates.queries.ts';
import { clinicalNotesOf } from '#web/clinical-notes/clinical-notes.queries.ts';
import { permission } from '#web/drafts/clinical-permission.queries.ts';
import { patientOf } from '#web/patients/patients.queries.ts';
import { MOMENT } from '#web/ui/shown-when.tsx';

export interface PatientAppointments {
  /** From the last one, as far as they are loaded. Undefined while there are none. */
  appointments: Appointment[] | undefined;
  isError: boolean;
  retry: () => void;
  isLoadingMore: boolean;
  /** Undefined when all are loaded or being loaded. */
  loadMore: (() => void) | undefined;
}

/**
 * Requests at once all that the profile shows. Undefined for a moment, unless everything arrives before: what arrives
 * meanwhile renders nothing.
 */
export function usePatientProfile(id: string) {
  const [isMomentOver, setMomentOver] = useState(false);
  const results = useQueries({
    queries: [patientOf(id), permission, clinicalNotesOf(id), certificatesOf(id), appointmentsOfPatient(id)],
    combine: (some) => (isMomentOver || hasArrived(some) ? some : undefined),
  });
  // Each page of appointments after the first, by the appointment before which it begins.
  const [starts, setStarts] = useState<string[]>([]);
  const laterPages = useQueries({ queries: starts.map((before) => appointmentsOfPatient(id, before)) });
  const isWaiting = results === undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setMomentOver(true), MOMENT);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (!results) return undefined;
  const [patient, plan, notes, certificates, firstPage] = results;
  const visits = appointmentsIn([firstPage, ...laterPages], (start) => setStarts([...starts, start]));
  return { patient, permission: plan, notes, certificates, visits };
}

/** A patient who cannot be shown is told without waiting for the rest. */
const hasArrived = ([patient, ...others]: UseQueryResult[]): boolean =>
  patient?.isError === true || [patient, ...others].every((result) => result?.isFetched);

function appointmentsIn(pages: UseQueryResult<Appointment[]>[], onMore: (start: string) => void): PatientAppointments {
  const last = pages.at(-1)?.data;
  const next = last?.length === APPOINTMENTS_PER_PAGE ? last.at(-1)?._id : undefined;
  return {
    appointments: pages[0]?.data && pages.flatMap(({ data }) => data ?? []),
    isError: pages.some(({ data, isError }) => isError && !data),
    retry: () => {
      for (const { isError, refetch } of pages) if (isError) void refetch();
    },
    isLoadingMore: pages.length > 1 && pages.at(-1)?.isLoading === true,
    loadMore: next === undefined ? undefined : () => onMore(next),
  };
}
