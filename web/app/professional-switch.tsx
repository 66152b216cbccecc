import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Professional } from '#contract/assistants';
import { AGENDA_DAY, PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Popover } from '#web/ui/popover.tsx';

/** The pages that every professional has. Any other page is about one patient, or about the own account. */
const SHARED: readonly string[] = [PATHS.home, PATHS.agenda, PATHS.dayReminders, PATHS.patients, PATHS.bookingRequests];
/** What stays of the address: a search or a page of a list is about one professional. */
const KEPT = [AGENDA_DAY, 'vista', 'tab'];

/** Where the same page of that professional is. */
function addressFor(id: string, { pathname, search }: { pathname: string; search: string }): string {
  const isShared = SHARED.includes(pathname);
  const next = new URLSearchParams({ [PROFESSIONAL]: id });
  for (const [name, value] of new URLSearchParams(isShared ? search : ''))
    if (KEPT.includes(name)) next.set(name, value);
  return `${isShared ? pathname : PATHS.agenda}?${next}`;
}

const NAME_CLASS = 'min-w-0 truncate font-semibold';

/**
 * The professional whose agenda and patients are shown, always in sight. With several, it opens a list of them. They are
 * links, so that another tab can hold another professional.
 */
export function ProfessionalSwitch({ professionals }: { professionals: readonly Professional[] }) {
  const current = useProfessional();
  const location = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (!current) return null;
  if (professionals.length === 1) {
    return (
      <p className="flex min-w-0 items-center px-2 sm:px-3" title={current.name}>
        <span className="sr-only">Consulta de </span>
        <span className={NAME_CLASS}>{current.name}</span>
      </p>
    );
  }
  return (
    <Popover
      label="Profesionales"
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Consulta de ${current.name}, cambiar de profesional`}
          title={current.name}
          className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2 hover:bg-austral-50 sm:px-3"
        >
          <span className={NAME_CLASS}>{current.name}</span>
          <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      }
    >
      <p className="px-2.5 pb-1.5 text-fine text-muted">Consulta de</p>
      <ul className="min-w-52">
        {professionals.map(({ _id, name, profession }) => (
          <li key={_id}>
            <Link
              to={addressFor(_id, location)}
              aria-current={_id === current._id || undefined}
              onClick={() => setOpen(false)}
              className="flex min-h-11 items-center justify-between gap-3 rounded-lg px-2.5 py-1 hover:bg-austral-100"
            >
              <span className="min-w-0">
                <span className="wrap-anywhere block font-semibold">{name}</span>
                <span className="block text-fine text-muted">{profession}</span>
              </span>
              {_id === current._id && <Check size={16} aria-hidden="true" className="shrink-0 text-austral-700" />}
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
