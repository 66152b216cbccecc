import { CalendarDays, type LucideIcon, Settings, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#contract/auth';
import { greetingAt, hourIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';
import { WithFirstSteps } from '#web/first-steps/first-steps-card.tsx';
import { YourDay } from '#web/home/your-day.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS, type Path } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { IconTile } from '#web/ui/icon-tile.tsx';
import { Page } from '#web/ui/page.tsx';

interface Shortcut {
  path: Path;
  icon: LucideIcon;
  title: string;
  text: string;
}

const SHORTCUTS: readonly Shortcut[] = [
  {
    path: PATHS.agenda,
    icon: CalendarDays,
    title: 'Ver agenda',
    text: 'Revisa tus citas del día y agenda nuevas horas.',
  },
  {
    path: PATHS.patients,
    icon: UsersRound,
    title: 'Gestionar pacientes',
    text: 'Encuentra una ficha o agrega un paciente.',
  },
  { path: PATHS.account, icon: Settings, title: 'Configuración', text: 'Tus datos, tu suscripción y tu firma.' },
];

export function HomePage() {
  const user = useCurrentUser();
  const greeting = greetingAt(hourIn(timeZoneOf(user.region), new Date()));

  return (
    <Page title={`${greeting}, ${user.name || 'Usuario'}`} subtitle="¿Qué necesitas hacer hoy?">
      <WithFirstSteps>
        {/* Appointments and drafts are of a patient, and an administrator has none. */}
        {user.role !== 'admin' && user.patientCount > 0 && <DayCard />}
        <h2 className="sr-only">Accesos rápidos</h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {SHORTCUTS.map((shortcut) => (
            <li key={shortcut.path} className="flex">
              <ShortcutCard {...shortcut} />
            </li>
          ))}
        </ul>
        {user.profession && <ProfileCard user={user} />}
      </WithFirstSteps>
    </Page>
  );
}

const DayCard = () => (
  <div className="mb-6">
    <Card
      title="Tu día"
      action={
        <Link to={PATHS.agenda} className={`${buttonClass({ look: 'ghost' })} -my-2 -mr-2`}>
          Abrir la agenda
        </Link>
      }
    >
      <YourDay />
    </Card>
  </div>
);

function ShortcutCard({ path, icon, title, text }: Shortcut) {
  return (
    <Link
      to={path}
      className={`${CARD_CLASS} flex w-full flex-col items-start p-6 transition-colors duration-150 hover:border-austral-600`}
    >
      <IconTile icon={icon} />
      <span className="mt-4 font-bold text-lg">{title}</span>
      <span className="mt-1 text-muted text-sm">{text}</span>
    </Link>
  );
}

function ProfileCard({ user }: { user: User }) {
  const facts = [
    { name: 'Profesión', value: user.profession },
    { name: 'Especialidad', value: user.specialty },
    { name: 'Ciudad', value: user.city },
    { name: 'Región', value: user.region },
  ].filter(({ value }) => value);
  return (
    <div className="mt-6">
      <Card title="Tu Perfil Profesional">
        <Facts facts={facts} />
      </Card>
    </div>
  );
}
