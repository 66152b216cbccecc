import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addDays } from '#contract/days';
import { appointmentsOn, appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import type { ReasonAt } from '#web/agenda/availability.ts';
import { CancelledAppointments } from '#web/agenda/cancelled-appointments.tsx';
import { DayHeader } from '#web/agenda/day-header.tsx';
import { PrintedAgenda } from '#web/agenda/printed-agenda.tsx';
import { SlotList, SlotSkeletons } from '#web/agenda/slot-list.tsx';
import type { HeldHours } from '#web/booking/use-held-hours.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

export interface AgendaProps {
  day: string;
  today: string;
  /** The current time. */
  clock: string;
  reasonAt: ReasonAt;
  actions: AppointmentActions;
  held: HeldHours;
  onCreate: (slot: { date: string; time?: string }) => void;
  goTo: (day: string) => void;
}

export function DayAgenda({ day, today, clock, reasonAt, actions, held, onCreate, goTo }: AgendaProps) {
  const { data: appointments, isError, refetch } = useQuery(appointmentsOn(day));
  usePrefetchedNeighbours(day);
  return (
    <>
      <DayHeader day={day} today={today} count={appointments?.length} onGo={goTo} />
      {appointments && (
        <>
          <SlotList
            day={day}
            appointments={appointments}
            clock={day === today ? clock : undefined}
            reasonAt={reasonAt}
            onPick={day < today ? undefined : onCreate}
            actions={actions}
            held={held}
          />
          <CancelledAppointments day={day} actions={actions} />
        </>
      )}
      {!appointments && !isError && <SlotSkeletons />}
      {/* Not an empty day: an unknown slot must not look free. */}
      {!appointments && isError && <AppointmentsNotLoaded onRetry={() => void refetch()} />}
      {appointments && <PrintedAgenda days={[day]} appointments={appointments} requests={held.requests} />}
    </>
  );
}

/** The screen itself comes first. */
const FIRST_PREFETCH_DELAY = 1000;

/** Loads the days before and after the one that is shown, so that a step to them is immediate. */
function usePrefetchedNeighbours(day: string): void {
  const cache = useQueryClient();
  const [firstDay] = useState(day);
  useEffect(() => {
    const load = () => {
      for (const step of [-1, 1]) void cache.prefetchQuery(appointmentsWithoutToast(addDays(day, step)));
    };
    if (day !== firstDay) return load();
    const timer = setTimeout(load, FIRST_PREFETCH_DELAY);
    return () => clearTimeout(timer);
  }, [cache, day, firstDay]);
}

export const AppointmentsNotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <LoadFailure title="No se pudieron cargar las citas" onRetry={onRetry} />
);
