import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/agenda';
import { APPOINTMENTS_PER_PAGE } from '#contract/appointments-query';
import { appointmentsOfPatient } from '#web/agenda/agenda.queries.ts';

/** What is read of the query of a page. */
type AppointmentPage = Pick<UseQueryResult<Appointment[]>, 'data' | 'isError' | 'refetch'>;

export interface PatientAppointments {
  /** From the last one, as far as they are loaded. Undefined while there are none. */
  appointments: Appointment[] | undefined;
  isError: boolean;
  retry: () => void;
  isLoadingMore: boolean;
  /** Undefined when all are loaded or being loaded. */
  loadMore: (() => void) | undefined;
}

/** The appointments of a patient, whose first page is loaded with the profile. */
export function useAppointmentPages(id: string): (firstPage: AppointmentPage) => PatientAppointments {
  // Each page after the first, by the appointment after which it begins.
  const [starts, setStarts] = useState<string[]>([]);
  const laterPages = useQueries({ queries: starts.map((before) => appointmentsOfPatient(id, before)) });
  return (firstPage) => joinPages([firstPage, ...laterPages], (start) => setStarts([...starts, start]));
}

function joinPages(pages: AppointmentPage[], onMore: (start: string) => void): PatientAppointments {
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
