import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Appointment, SLOTS, type SlotOfDay, slotsOfDay } from '#contract/agenda';
import { AppointmentCard } from '#web/agenda/appointment-card.tsx';
import { containsTime, slotsTaken } from '#web/agenda/spans.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const LIST_CLASS = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-lift';

interface Props {
  appointments: readonly Appointment[];
  /** The current time when the day is today. */
  clock: string | undefined;
  /** Undefined on a day in the past, where no slot can be booked. */
  onPick: ((time: string) => void) | undefined;
  onDelete: (appointment: Appointment) => void;
}

export function SlotList({ appointments, clock, onPick, onDelete }: Props) {
  return (
    <ol aria-label="Citas del día" className={LIST_CLASS}>
      {slotsOfDay(appointments).map((slot) => {
        const isNow = clock !== undefined && containsTime(slot, clock);
        return (
          <SlotRow key={slot.time} time={slot.time} slots={slotsTaken(slot)} isNow={isNow}>
            {slot.appointment ? (
              <AppointmentCard appointment={slot.appointment} isNow={isNow} onDelete={onDelete} />
            ) : (
              <FreeSlot slot={slot} onPick={onPick} />
            )}
          </SlotRow>
        );
      })}
    </ol>
  );
}

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
  children: ReactNode;
}

function SlotRow({ time, slots = 1, isNow = false, children }: RowProps) {
  return (
    <li
      aria-current={isNow ? 'time' : undefined}
      style={{ minHeight: `${slots * 3.5}rem` }}
      className={`relative grid grid-cols-[4.25rem_minmax(0,1fr)] sm:grid-cols-[5.5rem_minmax(0,1fr)] ${isNow ? 'before:absolute before:top-6 before:left-1 before:size-2 before:rounded-full before:bg-copper sm:before:left-2' : ''}`}
    >
      <div className="pt-4 pl-4 leading-6 tabular-nums sm:pl-5">
        <time dateTime={time} className={isNow ? 'font-bold' : 'text-muted'}>
          {time}
        </time>
      </div>
      {children}
    </li>
  );
}

const FREE_CLASS = 'flex items-center justify-between gap-3 px-2 text-left text-muted text-sm sm:pr-5';

function FreeSlot({ slot: { time }, onPick }: { slot: SlotOfDay; onPick: ((time: string) => void) | undefined }) {
  if (!onPick) return <p className={FREE_CLASS}>Disponible</p>;
  return (
    <button
      type="button"
      aria-label={`Disponible a las ${time}, agendar`}
      onClick={() => onPick(time)}
      className={`${FREE_CLASS} group -outline-offset-2 transition-colors duration-150 after:absolute after:inset-0 hover:text-austral-700 hover:after:bg-austral-600/6`}
    >
      Disponible
      <Plus
        size={18}
        aria-hidden="true"
        className="text-austral-700 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-60"
      />
    </button>
  );
}
