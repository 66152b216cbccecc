import { agendaSearch, type View } from '#web/agenda/agenda-address.ts';
import { Link } from '#web/ui/navigation.tsx';

const VIEWS: readonly [View, string][] = [
  ['day', 'Día'],
  ['week', 'Semana'],
];

/** 'Día | Semana'. The date stays. */
export function ViewSwitch({ view, day }: { view: View; day: string }) {
  return (
    <nav aria-label="Vista de la agenda" className="flex rounded-control border border-line bg-surface p-1">
      {VIEWS.map(([name, text]) => (
        <Link
          key={name}
          to={agendaSearch(name, day)}
          preventScrollReset
          aria-current={name === view ? 'page' : undefined}
          className="inline-flex min-h-9 items-center rounded-lg px-3.5 font-semibold text-muted text-sm transition-colors duration-150 hover:text-ink aria-[current]:bg-austral-100 aria-[current]:text-austral-700"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
