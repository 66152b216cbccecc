import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Appointment } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { SLOT_MINUTES, SLOTS } from '#contract/slots';
import { agendaSearch } from '#web/agenda/agenda-address.ts';
import type { Slot } from '#web/agenda/appointment-actions.ts';
import { holidayOn } from '#web/agenda/availability.ts';
import { CompactCard } from '#web/agenda/compact-card.tsx';
import type { AgendaProps } from '#web/agenda/day-agenda.tsx';
import { slotAttribute } from '#web/agenda/drag.ts';
import { CompactHeldCard } from '#web/agenda/held-card.tsx';
import { overlaps } from '#web/agenda/spans.ts';
import { placedInColumns, slotBeside } from '#web/agenda/week.ts';
import { HEADING_CLASS, Hours, rowHeightClass, WeekFrame, WeekSkeleton } from '#web/agenda/week-skeleton.tsx';
import { formatDayPart, longDay } from '#web/ui/day-words.ts';
import { Link } from '#web/ui/navigation.tsx';

type DatedSpan = Pick<Appointment, 'date' | 'time' | 'duration'>;

/** The free slots of days that are not over, in order. */
const freeSlots = (days: readonly string[], today: string, spans: readonly DatedSpan[]): Slot[] =>
  days
    .filter((date) => date >= today)
    .flatMap((date) => {
      const ofDay = spans.filter((one) => one.date === date);
      const isFree = (time: string) => !ofDay.some((one) => overlaps(one, { time, duration: SLOT_MINUTES }));
      return SLOTS.filter(isFree).map((time) => ({ date, time }));
    });

/** The times of the slots that something on one of the days takes. */
function takenTimes(days: readonly string[], spans: readonly DatedSpan[]): ReadonlySet<string> {
  const shown = spans.filter(({ date }) => days.includes(date));
  return new Set(SLOTS.filter((time) => shown.some((one) => overlaps(one, { time, duration: SLOT_MINUTES }))));
}

export interface WeekProps extends AgendaProps {
  /** The days that are shown. */
  days: readonly string[];
  /** The appointments of the whole week. Undefined until they are loaded. */
  appointments: readonly Appointment[] | undefined;
}

/** The tabulator reaches one free slot, and the arrows the others: a week has almost two hundred. */
export function WeekGrid(props: WeekProps) {
  const { days, today, appointments, held } = props;
  const [reached, setReached] = useState<string>();
  if (!appointments) return <WeekSkeleton days={days} />;
  const spans = [...appointments, ...held.requests];
  const free = freeSlots(days, today, spans);
  const names = free.map(slotAttribute);
  const taken = takenTimes(days, spans);
  const tabStop = reached && names.includes(reached) ? reached : names[0];

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const { free: name } = (event.target as HTMLElement).dataset;
    const from = free[names.indexOf(name ?? '')];
    const next = from && slotBeside(free, from, event.key);
    if (!next) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-free="${slotAttribute(next)}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the buttons inside.
    <div onKeyDown={move} onFocus={({ target }) => target.dataset.free && setReached(target.dataset.free)}>
      <WeekFrame columns={days.length}>
        <div className={HEADING_CLASS} />
        {days.map((date) => (
          <DayHeading key={date} date={date} isToday={date === today} />
        ))}
        <Hours taken={taken} />
        {days.map((date) => (
          <DayColumn
            key={date}
            {...props}
            date={date}
            appointments={appointments.filter((one) => one.date === date)}
            free={new Set(free.filter((slot) => slot.date === date).map(({ time }) => time))}
            taken={taken}
            tabStop={tabStop}
          />
        ))}
      </WeekFrame>
    </div>
  );
}

const isAppointment = (span: Appointment | BookingRequest): span is Appointment => 'overbooked' in span;

function DayHeading({ date, isToday }: { date: string; isToday: boolean }) {
  const holiday = holidayOn(date);
  const text = `${formatDayPart(date, { weekday: 'short' })} ${Number(date.slice(8))}`;
  return (
    <div className={`${HEADING_CLASS} border-l`}>
      <h3 className="text-base leading-5">
        <Link
          to={agendaSearch('day', date)}
          aria-label={`${text}, ${longDay(date)}`}
          aria-current={isToday ? 'date' : undefined}
          className={`rounded underline-offset-3 hover:underline ${isToday ? 'border-copper border-b-2' : ''}`}
        >
          {text}
        </Link>
      </h3>
      {holiday && (
        <p title={holiday} className="line-clamp-2 font-semibold text-[0.6875rem] text-red leading-3.5">
          <span className="sr-only">Feriado: </span>
          {holiday}
        </p>
      )}
    </div>
  );
}

interface ColumnProps extends WeekProps {
  date: string;
  appointments: readonly Appointment[];
  /** The times that are free. */
  free: ReadonlySet<string>;
  /** The times at which some of the days has an appointment. */
  taken: ReadonlySet<string>;
  /** The free slot that the tabulator reaches. */
  tabStop: string | undefined;
}

function DayColumn(props: ColumnProps) {
  const { date, today, clock, reasonAt, actions, held, onCreate, appointments, free, taken, tabStop } = props;
  const hintId = useId();
  const bookings = held.requests.filter((one) => one.date === date);
  const placed = placedInColumns<Appointment | BookingRequest>([...bookings, ...appointments]);
  const isBookable = date >= today;
  const reasons = SLOTS.map((time) => reasonAt(date, { time, duration: SLOT_MINUTES }));
  /** Once for all slots in a row that have the same reason: in the first one that is free. */
  const isRepeated = (index: number): boolean => {
    const run = reasons.findLastIndex((reason, before) => before < index && reason !== reasons[index]) + 1;
    return SLOTS.slice(run, index).some((time) => free.has(time));
  };
  return (
    <ol aria-label={`Citas del ${longDay(date)}`} className="border-line border-l">
      {SLOTS.map((time, index) => {
        const name = slotAttribute({ date, time });
        const reason = reasons[index];
        return (
          <li
            key={time}
            data-slot={isBookable ? name : undefined}
            className={`relative ${rowHeightClass(!taken.has(time))} not-last:border-line not-last:border-b data-drop-target:bg-austral-100 ${reason ? 'bg-line/40' : ''}`}
          >
            {free.has(time) && (
              <button
                type="button"
                data-free={name}
                tabIndex={name === tabStop ? 0 : -1}
                aria-label={`${reason ? 'Hora' : 'Disponible'} el ${longDay(date)} a las ${time}, agendar`}
                aria-describedby={reason && `${hintId}-${time}`}
                onClick={() => onCreate({ date, time })}
                className="group absolute inset-0 flex items-center justify-center -outline-offset-2 hover:bg-austral-600/6"
              >
                <Plus
                  size={18}
                  aria-hidden="true"
                  className="text-austral-700 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                />
              </button>
            )}
            {reason && free.has(time) && (
              <span
                id={`${hintId}-${time}`}
                className={
                  isRepeated(index)
                    ? 'sr-only'
                    : 'pointer-events-none absolute inset-x-1.5 top-1 truncate text-fine text-muted'
                }
              >
                {reason}
              </span>
            )}
            {placed
              .filter(({ span }) => span.time === time)
              .map(({ span, ...place }) =>
                isAppointment(span) ? (
                  <CompactCard
                    key={span._id}
                    {...place}
                    appointment={span}
                    clock={date === today ? clock : undefined}
                    actions={actions}
                  />
                ) : (
                  <CompactHeldCard key={span._id} {...place} request={span} onOpen={held.onOpen} />
                ),
              )}
          </li>
        );
      })}
    </ol>
  );
}
