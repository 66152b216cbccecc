import { Plus } from 'lucide-react';
import { type Appointment, type SlotOfDay, slotsOfDay } from '#contract/agenda';
import { AppointmentCard } from '#web/agenda/appointment-card.tsx';
import { SLOTS_CLASS, SlotRow } from '#web/agenda/slot-row.tsx';
import { containsTime, slotsTaken } from '#web/agenda/spans.ts';

interface Props {
  appointments: readonly Appointment[];
  /** What the clock shows, when the day is today. */
  clock?: string;
  /** Takes a free hour; left out where nothing can be taken any more. */
  onPick?: (time: string) => void;
  onDelete: (appointment: Appointment) => void;
}

export function SlotList({ appointments, clock, onPick, onDelete }: Props) {
  return (
    <ol aria-label="Citas del día" className={SLOTS_CLASS}>
      {slotsOfDay(appointments).map((slot) => {
        const present = clock !== undefined && containsTime(slot, clock);
        return (
          <SlotRow key={slot.time} time={slot.time} slots={slotsTaken(slot)} present={present}>
            {slot.appointment ? (
              <AppointmentCard appointment={slot.appointment} present={present} onDelete={onDelete} />
            ) : (
              <FreeSlot slot={slot} onPick={onPick} />
            )}
          </SlotRow>
        );
      })}
    </ol>
  );
}

const FREE_CLASS = 'flex items-center justify-between gap-3 px-2 text-left text-muted text-sm sm:pr-5';

function FreeSlot({ slot: { time }, onPick }: { slot: SlotOfDay; onPick?: (time: string) => void }) {
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
