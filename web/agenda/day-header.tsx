import type { ReactNode } from 'react';
import { addDays } from '#contract/days';
import { holidayOn } from '#web/agenda/availability.ts';
import { Badge } from '#web/ui/badge.tsx';
import { longDay, weekAround, weekTitle } from '#web/ui/day-words.ts';
import { PeriodHeader } from '#web/ui/period-header.tsx';

export function appointmentCount(count: number): string {
  if (count === 0) return 'Sin citas';
  return count === 1 ? '1 cita' : `${count} citas`;
}

interface Props {
  day: string;
  today: string;
  /** Undefined until the appointments are loaded. */
  count: number | undefined;
  onGo: (day: string) => void;
}

const countText = (count: number | undefined) => (count === undefined ? undefined : appointmentCount(count));

export function DayHeader({ day, today, count, onGo }: Props) {
  const holiday = holidayOn(day);
  return (
    <PeriodHeader
      title={longDay(day)}
      names={['Día anterior', 'Día siguiente']}
      count={countText(count)}
      isNow={day === today}
      onStep={(by) => onGo(addDays(day, by))}
      onToday={() => onGo(today)}
    >
      {holiday && <Badge tone="red">Feriado: {holiday}</Badge>}
    </PeriodHeader>
  );
}

export function WeekHeader({ day, today, count, onGo, children }: Props & { children?: ReactNode }) {
  const week = weekAround(day);
  return (
    <PeriodHeader
      title={weekTitle(week)}
      names={['Semana anterior', 'Semana siguiente']}
      count={countText(count)}
      isNow={week.includes(today)}
      onStep={(by) => onGo(addDays(day, 7 * by))}
      onToday={() => onGo(today)}
    >
      {children}
    </PeriodHeader>
  );
}
