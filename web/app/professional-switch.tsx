import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useLocation } from 'react-router';
import type { Professional } from '#contract/assistants';
import { requestLeave } from '#web/platform/leave-request.ts';
import { AGENDA_DAY, PATHS, PROFESSIONAL } from '#web/platform/paths.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { useNavigate } from '#web/ui/navigation.tsx';

/** The pages that every professional has. Any other page is about one patient. */
const SHARED: readonly string[] = [
  PATHS.home,
  PATHS.agenda,
  PATHS.dayReminders,
  PATHS.patients,
  PATHS.bookingRequests,
  PATHS.account,
];
/** What stays of the address: a search or a page of a list is about one professional. */
const KEPT = [AGENDA_DAY, 'vista', 'tab'];

/** Where the same page of that professional is. */
function addressFor(id: string, { pathname, search }: { pathname: string; search: string }): string {
  const isShared = SHARED.includes(pathname);
  const next = new URLSearchParams({ [PROFESSIONAL]: id });
  const present = new URLSearchParams(isShared ? search : '');
  for (const [name, value] of present) if (KEPT.includes(name)) next.set(name, value);
  return `${isShared ? pathname : PATHS.agenda}?${next}`;
}

const NAME_CLASS = 'min-w-0 truncate font-semibold';

/** The professional whose agenda and patients are shown, always in sight. With several, a menu of them. */
export function ProfessionalSwitch({ professionals }: { professionals: readonly Professional[] }) {
  const present = useProfessional();
  const location = useLocation();
  const navigate = useNavigate();
  if (!present) return null;
  if (professionals.length === 1) {
    return (
      <p className="flex min-w-0 items-center" title={present.name}>
        <span className="sr-only">Consulta de </span>
        <span className={NAME_CLASS}>{present.name}</span>
      </p>
    );
  }
  const goTo = (id: string) => {
    const go = () => void navigate(addressFor(id, location));
    if (id !== present._id) requestLeave(go, go);
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={`Consulta de ${present.name}, cambiar de profesional`}
        title={present.name}
        className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2 hover:bg-austral-50 sm:px-3"
      >
        <span className={NAME_CLASS}>{present.name}</span>
        <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          loop
          className="panel z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-lift outline-none"
        >
          <DropdownMenu.Label className="px-2.5 pt-1 pb-1.5 text-fine text-muted">Consulta de</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={present._id} onValueChange={goTo}>
            {professionals.map(({ _id, name, profession }) => (
              <DropdownMenu.RadioItem
                key={_id}
                value={_id}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-2.5 py-1 outline-none data-highlighted:bg-austral-100"
              >
                <span className="min-w-0">
                  <span className="wrap-anywhere block font-semibold">{name}</span>
                  <span className="block text-fine text-muted">{profession}</span>
                </span>
                <DropdownMenu.ItemIndicator className="shrink-0">
                  <Check size={16} aria-hidden="true" className="text-austral-700" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
