import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/agenda';
import { weekdayOf } from '#contract/days';
import { appointmentsBetween } from '#web/agenda/agenda.queries.ts';
import { useWorkingWeekdays } from '#web/agenda/availability.ts';
import { CancelledAppointments } from '#web/agenda/cancelled-appointments.tsx';
import { type AgendaProps, AppointmentsNotLoaded } from '#web/agenda/day-agenda.tsx';
import { WeekHeader } from '#web/agenda/day-header.tsx';
import { PrintedAgenda } from '#web/agenda/printed-agenda.tsx';
import { SlotList, SlotSkeletons } from '#web/agenda/slot-list.tsx';
import { WeekDays } from '#web/agenda/week-days.tsx';
import { WeekGrid, type WeekProps } from '#web/agenda/week-grid.tsx';
import { Button } from '#web/ui/button.tsx';
import { weekAround } from '#web/ui/day-words.ts';
import { useMediaQuery } from '#web/ui/media-query.ts';

const WEEKEND = 5;

/** The weekend folds when nobody works then: it has no working hours, no appointments and no bookings, and was not asked for. */
function useWeekendFold(day: string, taken: readonly Pick<Appointment, 'date'>[]) {
  const [isOpened, setOpened] = useState(false);
  const weekdays = useWorkingWeekdays();
  const weekend = weekAround(day).slice(WEEKEND);
  const isInUse =
    weekend.includes(day) ||
    weekend.some((date) => weekdays.has(weekdayOf(date)) || taken.some((one) => one.date === date));
  return { canFold: !isInUse, isFolded: !isInUse && !isOpened, toggle: () => setOpened(!isOpened) };
}

/** The whole week on a wide screen, Monday to Friday or the weekend on a tablet, one day on a telephone. */
function shownDays(day: string, screen: 'wide' | 'tablet' | 'telephone', isFolded: boolean): readonly string[] {
  const week = weekAround(day);
  if (screen === 'telephone') return [day];
  if (screen === 'wide') return isFolded ? week.slice(0, WEEKEND) : week;
  return week.indexOf(day) < WEEKEND ? week.slice(0, WEEKEND) : week.slice(WEEKEND);
}

function useScreen() {
  const isWide = useMediaQuery('(min-width: 80rem)');
  const isTablet = useMediaQuery('(min-width: 40rem)');
  if (isWide) return 'wide';
  return isTablet ? 'tablet' : 'telephone';
}

export function WeekAgenda(props: AgendaProps) {
  const { day, today, held, goTo } = props;
  const week = weekAround(day);
  const screen = useScreen();
  const { data: appointments, isError, refetch } = useQuery(appointmentsBetween(week[0] ?? day, week.at(-1) ?? day));
  const { canFold, isFolded, toggle } = useWeekendFold(day, [...(appointments ?? []), ...held.requests]);
  const days = shownDays(day, screen, isFolded);
  const Shown = days.length === 1 ? OneDay : WeekGrid;
  return (
    <>
      <WeekHeader day={day} today={today} count={appointments?.length} onGo={goTo}>
        {screen === 'wide' && appointments && canFold && (
          <Button look="ghost" aria-expanded={!isFolded} onClick={toggle}>
            {isFolded ? 'Mostrar fin de semana' : 'Ocultar fin de semana'}
          </Button>
        )}
      </WeekHeader>
      {screen !== 'wide' && <WeekDays week={week} shown={days} />}
      {!appointments && isError ? (
        <AppointmentsNotLoaded onRetry={() => void refetch()} />
      ) : (
        <Shown {...props} days={days} appointments={appointments} />
      )}
      {appointments && <PrintedAgenda days={week} appointments={appointments} requests={held.requests} />}
    </>
  );
}

function OneDay({ day, today, clock, reasonAt, actions, held, onCreate, appointments }: WeekProps) {
  if (!appointments) return <SlotSkeletons />;
  return (
    <>
      <SlotList
        day={day}
        appointments={appointments.filter(({ date }) => date === day)}
        clock={day === today ? clock : undefined}
        reasonAt={reasonAt}
        onPick={day < today ? undefined : onCreate}
        actions={actions}
        held={held}
      />
      <CancelledAppointments day={day} actions={actions} />
    </>
  );
}
