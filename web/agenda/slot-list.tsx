import { type CSSProperties, memo, type ReactNode } from 'react';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { SLOTS } from '#contract/slots';
import type { AppointmentActions, Slot } from '#web/agenda/appointment-actions.ts';
import { AppointmentCard } from '#web/agenda/appointment-card.tsx';
import type { ReasonAt } from '#web/agenda/availability.ts';
import { dayPlan } from '#web/agenda/day-plan.ts';
import { slotAttribute } from '#web/agenda/drag.ts';
import { HeldCard } from '#web/agenda/held-card.tsx';
import { containsTime, rowsOfDay } from '#web/agenda/spans.ts';
import type { HeldHours } from '#web/booking/use-held-hours.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Keeps its identity, so that free rows are not rendered again. */
type OnPick = (slot: Slot) => void;

const LIST_CLASS =
  '[--slot-height:3.5rem] divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-lift dense:[--slot-height:1.75rem]';

interface Props {
  day: string;
  appointments: readonly Appointment[];
  /** The current time when the day is today. */
  clock: string | undefined;
  reasonAt: ReasonAt;
  /** Undefined on a day in the past, where no slot can be booked. */
  onPick: OnPick | undefined;
  actions: AppointmentActions;
  held: HeldHours;
}

export function SlotList({ day, appointments, clock, reasonAt, onPick, actions, held }: Props) {
  const next = clock === undefined ? undefined : dayPlan(appointments, clock).upcoming[0];
  const bookings = held.requests.filter(({ date }) => date === day);
  return (
    <ol aria-label="Citas del día" className={LIST_CLASS}>
      {rowsOfDay(appointments, bookings).map((row) => {
        const { time, running, slots } = row;
        const isNow = clock !== undefined && containsTime(row, clock);
        const reason = reasonAt(day, { time, duration: 30 });
        if (row.appointments.length === 0 && !row.held) {
          return <FreeRow key={time} day={day} time={time} isNow={isNow} reason={reason} onPick={onPick} />;
        }
        return (
          <SlotRow
            key={time}
            time={time}
            slots={slots}
            isNow={isNow}
            isGrey={reason !== undefined}
            dropOn={onPick && slotAttribute({ date: day, time })}
          >
            <div className="grid min-w-0 sm:auto-cols-fr sm:grid-flow-col">
              {running.map((one) => (
                <Continuation key={one._id} appointment={one} />
              ))}
              {row.held && <HeldCard request={row.held} onOpen={held.onOpen} />}
              {row.appointments.map((one) => (
                <div key={one._id} className="@container grid min-w-0">
                  <AppointmentCard
                    appointment={one}
                    isNow={isNow}
                    isToday={clock !== undefined}
                    isNext={one === next}
                    actions={actions}
                  />
                </div>
              ))}
            </div>
          </SlotRow>
        );
      })}
    </ol>
  );
}

/** The appointment beside which an overbooked one is drawn. */
const Continuation = ({ appointment }: { appointment: Appointment }) => (
  <p className="my-1 mr-1.5 rounded-control border border-line border-dashed px-3 py-2 text-muted text-sm sm:mr-3 dense:my-px dense:py-0.5">
    Sigue la cita de {nameWithSocial(patientOf(appointment))} hasta las {endTime(appointment)}
  </p>
);

export function SlotSkeletons() {
  return (
    <ol aria-busy="true" aria-label="Cargando citas" className={LIST_CLASS}>
      {SLOTS.map((time) => (
        <SlotRow key={time} time={time}>
          <div className="flex items-center px-2">
            <Skeleton className="h-5 w-20" />
          </div>
        </SlotRow>
      ))}
    </ol>
  );
}

interface RowProps {
  time: string;
  /** The height of the row, in slots. */
  slots?: number;
  isNow?: boolean;
  /** Outside the working hours, or blocked. */
  isGrey?: boolean;
  /** The slot that a card takes when it is dropped here. */
  dropOn?: string | undefined;
  children: ReactNode;
}

function SlotRow({ time, slots = 1, isNow = false, isGrey = false, dropOn, children }: RowProps) {
  return (
    <li
      data-slot={dropOn}
      aria-current={isNow ? 'time' : undefined}
      style={slots === 1 ? undefined : ({ '--slots': slots } as CSSProperties)}
      className={`relative grid min-h-[calc(var(--slot-height)*var(--slots,1))] grid-cols-[4.25rem_minmax(0,1fr)] data-drop-target:bg-austral-100 sm:grid-cols-[5.5rem_minmax(0,1fr)] ${isGrey ? 'bg-line/40' : ''} ${isNow ? 'before:absolute before:top-6 before:left-1 before:size-2 before:rounded-full before:bg-copper sm:before:left-2 dense:before:top-2.5' : ''}`}
    >
      <time className={`pt-4 pl-4 leading-6 tabular-nums sm:pl-5 dense:pt-0.5 ${isNow ? 'font-bold' : 'text-muted'}`}>
        {time}
      </time>
      {children}
    </li>
  );
}

const FREE_CLASS = 'flex items-center justify-between gap-3 px-2 text-left text-muted text-sm sm:pr-5';

/** Drawn by the style sheet: an icon in each row took as long as the rest of the row. */
const PLUS_CLASS =
  'before:plus-sign before:order-last before:size-4.5 before:text-austral-700 before:opacity-0 hover:before:opacity-100 focus-visible:before:opacity-100 pointer-coarse:before:opacity-60';

interface FreeProps {
  day: string;
  time: string;
  isNow: boolean;
  reason: string | undefined;
  onPick: OnPick | undefined;
}

/** A day has up to 28 of these, and the page is rendered again with each answer of the server and each minute. */
const FreeRow = memo(function FreeRow({ day, time, isNow, reason, onPick }: FreeProps) {
  const slot = { date: day, time };
  // An hour outside the working hours can be booked, and is not offered.
  const text = reason ?? 'Disponible';
  return (
    <SlotRow time={time} isNow={isNow} isGrey={reason !== undefined} dropOn={onPick && slotAttribute(slot)}>
      {onPick ? (
        <button
          type="button"
          aria-label={`${text} a las ${time}, agendar`}
          onClick={() => onPick(slot)}
          className={`${FREE_CLASS} ${PLUS_CLASS} -outline-offset-2 transition-colors duration-150 after:absolute after:inset-0 hover:text-austral-700 hover:after:bg-austral-600/6`}
        >
          {text}
        </button>
      ) : (
        <div className={FREE_CLASS}>{text}</div>
      )}
    </SlotRow>
  );
});
