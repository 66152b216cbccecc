import { SLOTS } from '#contract/agenda';
import { SLOTS_CLASS, SlotRow } from '#web/agenda/slot-row.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The day before it is known: its hours stand already, what is in them is on its way. */
export function SlotSkeletons() {
  return (
    <ol aria-busy="true" aria-label="Cargando citas" className={SLOTS_CLASS}>
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
