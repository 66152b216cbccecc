import { agendaSearch } from '#web/agenda/agenda-address.ts';
import { holidayOn } from '#web/agenda/availability.ts';
import { formatDayPart, longDay } from '#web/ui/day-words.ts';
import { Link } from '#web/ui/navigation.tsx';

interface Props {
  week: readonly string[];
  /** The days that are shown below. */
  shown: readonly string[];
}

/** The days of a week of which not all are shown: each leads to the part of the week with that day. */
export function WeekDays({ week, shown }: Props) {
  const [only] = shown;
  const holiday = shown.length === 1 && only ? holidayOn(only) : undefined;
  return (
    <>
      <nav aria-label="Días de la semana" className="mb-4 grid grid-cols-7 gap-1">
        {week.map((day) => (
          <Link
            key={day}
            to={agendaSearch('week', day)}
            preventScrollReset
            aria-current={shown.includes(day) ? 'date' : undefined}
            aria-label={`${formatDayPart(day, { weekday: 'short' })} ${Number(day.slice(8))}, ${longDay(day)}`}
            className="flex min-h-11 flex-col items-center justify-center rounded-control border border-line bg-surface font-semibold text-fine text-muted leading-4 hover:text-ink aria-[current]:border-austral-600 aria-[current]:bg-austral-100 aria-[current]:text-austral-700"
          >
            <span>{formatDayPart(day, { weekday: 'short' })}</span>{' '}
            <span className="tabular-nums">{Number(day.slice(8))}</span>
          </Link>
        ))}
      </nav>
      {holiday && <p className="mb-4 font-semibold text-red text-sm">Feriado: {holiday}</p>}
    </>
  );
}
