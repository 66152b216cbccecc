import { useQuery } from '@tanstack/react-query';
import { appointmentsBetween } from '#web/agenda/agenda.queries.ts';
import { type AgendaProps, AppointmentsNotLoaded } from '#web/agenda/day-agenda.tsx';
import { WeekHeader } from '#web/agenda/day-header.tsx';
import { PrintedAgenda } from '#web/agenda/printed-agenda.tsx';
import { SlotList, SlotSkeletons } from '#web/agenda/slot-list.tsx';
import { weekOf } from '#web/agenda/week.ts';
import { WeekDays } from '#web/agenda/week-days.tsx';
import { WeekGrid, type WeekProps } from '#web/agenda/week-grid.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';

const WEEKEND = 5;

/** Seven days on a wide screen, Monday to Friday or the weekend on a tablet, one day on a telephone. */
function useShownDays(day: string): readonly string[] {
  const isWide = useMediaQuery('(min-width: 80rem)');
  const isTablet = useMediaQuery('(min-width: 40rem)');
  const week = weekOf(day);
  if (isWide) return week;
  if (!isTablet) return [day];
  return week.indexOf(day) < WEEKEND ? week.slice(0, WEEKEND) : week.slice(WEEKEND);
}

export function WeekAgenda(props: AgendaProps) {
  const { day, today, goTo } = props;
  const week = weekOf(day);
  const days = useShownDays(day);
  const { data: appointments, isError, refetch } = useQuery(appointmentsBetween(week[0] ?? day, week.at(-1) ?? day));
  const Shown = days.length === 1 ? OneDay : WeekGrid;
  return (
    <>
      <WeekHeader day={day} today={today} count={appointments?.length} onGo={goTo} />
      {days.length < week.length && <WeekDays week={week} shown={days} />}
      {!appointments && isError ? (
        <AppointmentsNotLoaded onRetry={() => void refetch()} />
      ) : (
        <Shown {...props} days={days} appointments={appointments} />
      )}
      {appointments && <PrintedAgenda days={week} appointments={appointments} />}
    </>
  );
}

function OneDay({ day, today, clock, reasonAt, actions, onCreate, appointments }: WeekProps) {
  if (!appointments) return <SlotSkeletons />;
  return (
    <SlotList
      day={day}
      appointments={appointments.filter(({ date }) => date === day)}
      clock={day === today ? clock : undefined}
      reasonAt={reasonAt}
      onPick={day < today ? undefined : onCreate}
      actions={actions}
    />
  );
}
