import { endTime } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { SLOTS } from '#contract/slots';
import type { Placed } from '#web/agenda/week.ts';
import { WEEK_SLOT_REM } from '#web/agenda/week-skeleton.tsx';
import type { HeldHours } from '#web/booking/use-held-hours.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** No appointment looks like this: nothing is decided yet. */
const HELD_CLASS =
  'cursor-pointer border border-control-line border-dashed bg-surface text-left transition-colors duration-150 hover:border-austral-600 hover:bg-austral-50';

/** What the hour waits for. */
export const heldText = (status: BookingRequest['status']): string =>
  status === 'requested' ? 'Espera tu respuesta' : 'Por confirmar';

interface Props {
  request: BookingRequest;
  onOpen: HeldHours['onOpen'];
}

/** An hour of the day that a booking holds. It opens what can be done about the booking. */
export function HeldCard({ request, onOpen }: Props) {
  const { name, serviceName, time, status } = request;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(request)}
      className={`my-1 mr-1.5 flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control py-2 pr-3 pl-3 sm:mr-3 sm:pl-4 dense:my-px dense:rounded-lg dense:py-0.5 ${HELD_CLASS}`}
    >
      <span className="min-w-0">
        <span className="wrap-anywhere mr-2 font-bold">{name}</span>{' '}
        <span className="wrap-anywhere text-muted text-sm">{serviceName}</span>
      </span>{' '}
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={status === 'requested' ? 'orange' : 'neutral'}>{heldText(request.status)}</Badge>{' '}
        <span className="text-muted text-sm tabular-nums">
          {time} - {endTime(request)}
        </span>
      </span>
    </button>
  );
}

interface CompactProps extends Omit<Placed<BookingRequest>, 'span'>, Props {}

/** The same in the week, beside overbooked appointments whose time it shares. */
export function CompactHeldCard({ request, column, columns, onOpen }: CompactProps) {
  const { name, serviceName, time, duration } = request;
  const slots = Math.min(duration / 30, SLOTS.length - SLOTS.indexOf(time));
  const width = 100 / columns;
  return (
    <div
      style={{ height: `${slots * WEEK_SLOT_REM}rem`, left: `${column * width}%`, width: `${width}%` }}
      className="absolute top-0 z-10 p-0.5"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        title={`${name}, ${time} - ${endTime(request)}, ${serviceName}`}
        onClick={() => onOpen(request)}
        className={`flex h-full w-full flex-col items-start overflow-hidden rounded-lg px-1.5 pt-0.5 ${HELD_CLASS}`}
      >
        <span className="w-full shrink-0 truncate font-bold text-fine leading-4">{name}</span>{' '}
        <span
          className={`w-full shrink-0 truncate font-semibold text-[0.6875rem] leading-4 ${request.status === 'requested' ? 'text-orange' : 'text-muted'}`}
        >
          {heldText(request.status)}
        </span>{' '}
        <span className="w-full shrink-0 truncate text-[0.6875rem] text-muted leading-4">{serviceName}</span>{' '}
        <span className="sr-only">
          {time} - {endTime(request)}
        </span>
      </button>
    </div>
  );
}
