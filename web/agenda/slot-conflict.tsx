import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDay } from '#contract/days';
import { ERRORS, type ErrorCode } from '#contract/errors';
import type { AppointmentForm } from '#web/agenda/appointment-form.ts';
import { type ApiError, isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { formatDayPart } from '#web/ui/day-words.ts';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

interface Conflict {
  /** A booking takes the slot, and no appointment. */
  isHeld: boolean;
  /** The days on which a series finds its slot taken; empty for a single appointment. */
  days: readonly { day: string; isHeld: boolean }[];
}

const HELD: ErrorCode = 'SLOT_HELD';

export const isSlotRefusal = (error: Error): error is ApiError => isError(error, 'SLOT_TAKEN') || isError(error, HELD);

/** Remembers the refusal of a taken slot until the form asks for another one. */
export function useSlotConflict({ control }: AppointmentForm) {
  const asked = JSON.stringify(useWatch({ control, name: ['date', 'time', 'duration', 'repeat'] }));
  const [refused, setRefused] = useState<{ asked: string; conflict: Conflict }>();
  const note = (error: Error) => {
    if (!isSlotRefusal(error)) return;
    const days = error.details.map(({ field, message }) => ({ day: field, isHeld: message === ERRORS[HELD].message }));
    setRefused({ asked, conflict: { isHeld: isError(error, HELD), days } });
  };
  return { asked, conflict: refused?.asked === asked ? refused.conflict : undefined, note };
}

const SHOWN = 12;

const dayText = (day: string) => `${formatDayPart(day, { weekday: 'long' })} ${formatDay(day)}`;

interface Props {
  conflict: Conflict;
  /** What can be done instead. */
  children: ReactNode;
}

/** What the server refused, before anything was written, and the explicit ways to do it nevertheless. */
export function SlotConflict({ conflict, children }: Props) {
  const { isHeld, days } = conflict;
  const what = isHeld ? 'Una reserva en línea ocupa ese horario' : 'Ya existe una cita en ese horario';
  const panel = useRef<HTMLDivElement>(null);
  // It is at the end of a long form, and the buttons in it are the way on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal shows other days.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [conflict]);
  return (
    <div ref={panel} role="alert" className="mt-5 rounded-control border border-orange/40 bg-orange-tint p-4">
      {days.length === 0 ? (
        <p className="font-semibold">{what}.</p>
      ) : (
        <>
          <p className="font-semibold">{what} en estas fechas. Todavía no se guardó nada.</p>
          <ul className="mt-2 max-h-40 list-disc overflow-y-auto pl-5 text-sm tabular-nums">
            {days.slice(0, SHOWN).map((one) => (
              <li key={one.day}>
                {dayText(one.day)}
                {one.isHeld && !isHeld && ': la ocupa una reserva en línea'}
              </li>
            ))}
            {days.length > SHOWN && <li>y {days.length - SHOWN} más</li>}
          </ul>
        </>
      )}
      {(isHeld || days.some((one) => one.isHeld)) && (
        <p className="mt-2 text-sm">
          {/* In a tab of its own: the form keeps what was written. */}
          <Link to={PATHS.bookingRequests} target="_blank" rel="noreferrer" className={TEXT_LINK_CLASS}>
            Ver las reservas en línea<span className="sr-only"> (se abre en otra pestaña)</span>
          </Link>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
