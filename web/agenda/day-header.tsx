import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays } from '#contract/days';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const part = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`));

/** '2026-11-16' → 'lunes 16 de noviembre, 2026' */
export const longDay = (day: string): string =>
  `${part(day, { weekday: 'long' })} ${Number(day.slice(8))} de ${part(day, { month: 'long' })}, ${Number(day.slice(0, 4))}`;

export function appointmentCount(count: number): string {
  if (count === 0) return 'Sin citas';
  return count === 1 ? '1 cita' : `${count} citas`;
}

interface Props {
  day: string;
  today: string;
  /** Undefined until the day is loaded. */
  count: number | undefined;
  onGo: (day: string) => void;
}

/** The length of the date does not move the arrows, so that repeated clicks stay on them. */
export function DayHeader({ day, today, count, onGo }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
        <Button look="secondary" size="icon" aria-label="Día anterior" onClick={() => onGo(addDays(day, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <h2
          aria-live="polite"
          className="min-w-0 text-base max-sm:flex-1 max-sm:text-center sm:order-last sm:ml-2 sm:text-subheading"
        >
          {longDay(day)}
        </h2>
        <Button look="secondary" size="icon" aria-label="Día siguiente" onClick={() => onGo(addDays(day, 1))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className="flex min-h-11 items-center gap-2 max-sm:w-full max-sm:justify-center">
        {count === undefined ? <Skeleton className="h-6 w-16" /> : <Badge>{appointmentCount(count)}</Badge>}
        {day !== today && (
          <Button look="ghost" onClick={() => onGo(today)}>
            Ir a hoy
          </Button>
        )}
      </div>
    </div>
  );
}
