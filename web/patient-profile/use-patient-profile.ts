import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { APPOINTMENTS_PER_PAGE, type Appointment } from '#contract/agenda';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';

export interface PatientAppointments {
  /** From the last one, as far as they are loaded. Undefined while there are none. */
  appointments: Appointment[] | undefined;
  /** The first page has arrived or failed. */
  isFetched: boolean;
  isError: boolean;
  retry: () => void;
  isLoadingMore: boolean;
  /** Undefined when all are loaded or being loaded. */
  loadMore: (() => void) | undefined;
}

export function usePatientAppointments(patientId: string): PatientAppointments {
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const pages = useQueries({ queries: starts.map((before) => appointmentsOfPatient(patientId, before)) });
  const last = pages.at(-1)?.data;
  const next = last?.length === APPOINTMENTS_PER_PAGE ? last.at(-1)?._id : undefined;
  return {
    appointments: pages[0]?.data && pages.flatMap(({ data }) => data ?? []),
    isFetched: pages[0]?.isFetched === true,
    isError: pages.some(({ data, isError }) => isError && !data),
    retry: () => {
      for (const { isError, refetch } of pages) if (isError) void refetch();
    },
    isLoadingMore: starts.length > 1 && pages.at(-1)?.isLoading === true,
    loadMore: next === undefined ? undefined : () => setStarts([...starts, next]),
  };
}
