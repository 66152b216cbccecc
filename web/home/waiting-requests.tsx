import { CalendarClock, type LucideIcon, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS, type Path } from '#web/platform/paths.ts';
import { useToday } from '#web/platform/today.ts';
import { type Clock, clockText, clockTone } from '#web/rights-requests/rights-clock.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { Link } from '#web/ui/navigation.tsx';

/** Leads to the bookings that wait for the professional. Nothing is shown while there is none. */
export const WaitingRequests = ({ total = 0 }: { total: number | undefined }) =>
  total > 0 && (
    <WaitingLink to={PATHS.bookingRequests} icon={CalendarClock} colour="text-orange">
      Tienes {formatCount(total, 'solicitud de hora', 'solicitudes de hora')}
    </WaitingLink>
  );

const COLOURS = { green: 'text-green', orange: 'text-orange', red: 'text-red' };

/** The same for requests of rights, with the clock of the first that is due. */
export function WaitingRights({ total = 0, next }: { total: number | undefined; next: Clock | undefined }) {
  const today = useToday();
  if (total === 0 || !next) return null;
  const colour = COLOURS[clockTone(next, today)];
  return (
    <WaitingLink to={PATHS.rightsRequests} icon={Scale} colour={colour}>
      <span className="min-w-0">
        Tienes {formatCount(total, 'solicitud de derechos', 'solicitudes de derechos')} por responder.{' '}
        <span className={colour}>
          {total > 1 && 'La primera: '}
          {total > 1 ? clockText(next, today).toLowerCase() : clockText(next, today)}
        </span>
      </span>
    </WaitingLink>
  );
}

interface LinkProps {
  to: Path;
  icon: LucideIcon;
  colour: string;
  children: ReactNode;
}

const WaitingLink = ({ to, icon: Icon, colour, children }: LinkProps) => (
  <Link
    to={to}
    className={`${CARD_CLASS} mb-6 flex min-h-12 items-center gap-3 px-4 py-2 font-semibold transition-colors duration-150 hover:border-austral-600`}
  >
    <Icon size={20} aria-hidden="true" className={`shrink-0 ${colour}`} />
    {children}
  </Link>
);
