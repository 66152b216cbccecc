import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDay } from '#contract/days';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { formatDayPart } from '#web/agenda/week.ts';
import { isError } from '#web/platform/api-error.ts';

/** The days on which a series finds its slot taken; empty for a single appointment. */
type Conflict = readonly string[];

/** Remembers the refusal of a taken slot until the form asks for another one. */
export function useSlotConflict({ control }: AppointmentForm) {
  const asked = JSON.stringify(useWatch({ control, name: ['date', 'time', 'duration', 'repeat'] }));
  const [refused, setRefused] = useState<{ asked: string; days: Conflict }>();
  const note = (error: Error) => {
    if (isError(error, 'SLOT_TAKEN')) setRefused({ asked, days: error.details.map(({ field }) => field) });
  };
  return { asked, conflict: refused?.asked === asked ? refused.days : undefined, note };
}

const SHOWN = 12;

const dayText = (day: string) => `${formatDayPart(day, { weekday: 'long' })} ${formatDay(day)}`;

interface Props {
  days: Conflict;
  /** What can be done instead. */
  children: ReactNode;
}

/** What the server refused, before anything was written, and the explicit ways to do it nevertheless. */
export function SlotConflict({ days, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // It is at the end of a long form, and the buttons in it are the way on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal shows other days.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [days]);
  return (
    <div ref={panel} role="alert" className="mt-5 rounded-control border border-orange/40 bg-orange-tint p-4">
      {days.length === 0 ? (
        <p className="font-semibold">Ya existe una cita en ese horario.</p>
      ) : (
        <>
          <p className="font-semibold">Ya existe una cita en ese horario en estas fechas. Todavía no se guardó nada.</p>
          <ul className="mt-2 max-h-40 list-disc overflow-y-auto pl-5 text-sm tabular-nums">
            {days.slice(0, SHOWN).map((day) => (
              <li key={day}>{dayText(day)}</li>
            ))}
            {days.length > SHOWN && <li>y {days.length - SHOWN} más</li>}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
