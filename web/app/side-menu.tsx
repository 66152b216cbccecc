import { NavLink } from 'react-router';
import { SECTIONS, type Section } from '#web/app/sections.ts';

const ENTRY = 'flex min-h-12 items-center gap-3 rounded-control px-3.5 py-2 font-semibold';

export function SideMenu({ isAdmin }: { isAdmin: boolean }) {
  const entries = SECTIONS.filter((section) => section.icon && (isAdmin || !section.adminOnly));
  return (
    <nav aria-label="Menú principal">
      <ul className="space-y-1">
        {entries.map((section) => (
          <li key={section.path}>
            <Entry section={section} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ section: { path, label, icon: Icon, Count } }: { section: Section }) {
  return (
    <NavLink
      to={path}
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
