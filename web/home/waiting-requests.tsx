import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatCount } from '#web/ui/format-number.ts';

/** Leads to the bookings that wait for the professional. Nothing is shown while there is none. */
export function WaitingRequests({ total = 0 }: { total: number | undefined }) {
  if (total === 0) return null;
  return (
    <Link
      to={PATHS.bookingRequests}
      className={`${CARD_CLASS} mb-6 flex min-h-12 items-center gap-3 px-4 py-2 font-semibold transition-colors duration-150 hover:border-austral-600`}
    >
      <CalendarClock size={20} aria-hidden="true" className="shrink-0 text-orange" />
      Tienes {formatCount(total, 'solicitud de hora', 'solicitudes de hora')}
    </Link>
  );
}
