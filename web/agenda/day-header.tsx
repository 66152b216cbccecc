import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { addDays } from '#contract/days';
import { holidayOn } from '#web/agenda/availability.ts';
import { formatDayPart, weekOf, weekTitle } from '#web/agenda/week.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** '2026-11-16' → 'lunes 16 de noviembre, 2026' */
export const longDay = (day: string): string =>
  `${formatDayPart(day, { weekday: 'long' })} ${Number(day.slice(8))} de ${formatDayPart(day, { month: 'long' })}, ${Number(day.slice(0, 4))}`;

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

export function DayHeader(props: Props) {
  const { day, today } = props;
  const holiday = holidayOn(day);
  return (
    <PeriodHeader
      {...props}
      title={longDay(day)}
      step={1}
      names={['Día anterior', 'Día siguiente']}
      isNow={day === today}
    >
      {holiday && <Badge tone="red">Feriado: {holiday}</Badge>}
    </PeriodHeader>
  );
}

export function WeekHeader({ children, ...props }: Props & { children?: ReactNode }) {
  const { day, today } = props;
  const week = weekOf(day);
  return (
    <PeriodHeader
      {...props}
      title={weekTitle(week)}
      step={7}
      names={['Semana anterior', 'Semana siguiente']}
      isNow={week.includes(today)}
    >
      {children}
    </PeriodHeader>
  );
}

interface PeriodProps extends Props {
  title: string;
  /** In days. */
  step: number;
  /** The accessible names of the arrows. */
  names: [previous: string, next: string];
  /** Whether it contains today. */
  isNow: boolean;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The length of the date does not move the buttons, so that repeated clicks stay on them. */
function PeriodHeader({ day, today, count, onGo, children, title, step, names, isNow }: PeriodProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 sm:-mt-4 sm:mb-3">
      <Button look="secondary" size="icon" aria-label={names[0]} onClick={() => onGo(addDays(day, -step))}>
        <ChevronLeft size={20} aria-hidden="true" />
      </Button>
      <Button
        look="secondary"
        size="icon"
        aria-label={names[1]}
        onClick={() => onGo(addDays(day, step))}
        className="max-sm:order-2"
      >
        <ChevronRight size={20} aria-hidden="true" />
      </Button>
      <Button look="secondary" aria-disabled={isNow} onClick={() => !isNow && onGo(today)} className="max-sm:order-3">
        Hoy
      </Button>
      <h2
        aria-live="polite"
        className="min-w-0 text-base max-sm:order-1 max-sm:basis-[calc(100%-6.5rem)] max-sm:text-center sm:mx-2 sm:text-subheading"
      >
        {title}
      </h2>
      {/* As wide before as after, so that what follows does not move. */}
      <div className="flex min-h-11 min-w-20 items-center max-sm:order-4">
        {count === undefined ? <Skeleton className="h-6 w-16" /> : <Badge>{appointmentCount(count)}</Badge>}
      </div>
      {children && <div className="flex items-center max-sm:order-5">{children}</div>}
    </div>
  );
}
