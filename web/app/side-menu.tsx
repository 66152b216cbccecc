import type { MenuEntry } from '#web/app/sections.ts';
import { PATHS } from '#web/platform/paths.ts';
import { NavLink } from '#web/ui/navigation.tsx';

const ENTRY = 'flex min-h-12 items-center gap-3 rounded-control px-3.5 py-2 font-semibold';

export function SideMenu({ sections }: { sections: readonly MenuEntry[] }) {
  return (
    <nav aria-label="Menú principal">
      <ul className="space-y-1">
        {sections.map((section) => (
          <li key={section.path}>
            <Entry section={section} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ section: { path, label, icon: Icon, Count } }: { section: MenuEntry }) {
  return (
    <NavLink
      to={path}
      // Every address begins with the one of the home page.
      end={path === PATHS.home}
      className={({ isActive }) =>
        `${ENTRY} ${isActive ? 'bg-austral-50 text-austral-700' : 'text-muted hover:bg-austral-50 hover:text-ink'}`
      }
    >
      {Icon && <Icon size={20} aria-hidden="true" className="shrink-0" />}
      <span className="min-w-0 flex-1">{label}</span>
      {Count && <Count />}
    </NavLink>
  );
}
