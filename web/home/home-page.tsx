import { useQuery } from '@tanstack/react-query';
import { CalendarDays, type LucideIcon, Settings, UsersRound } from 'lucide-react';
import type { User } from '#contract/auth';
import { greetingAt, hourIn } from '#contract/days';
import { singularProfession } from '#contract/professions';
import { timeZoneOf } from '#contract/regions';
import { requestCount } from '#web/booking/booking-requests.queries.ts';
import { WithFirstSteps } from '#web/first-steps/first-steps-card.tsx';
import { WaitingRequests, WaitingRights } from '#web/home/waiting-requests.tsx';
import { useDay, YourDay } from '#web/home/your-day.tsx';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS, type Path } from '#web/platform/paths.ts';
import { useProcessingAgreement } from '#web/processing-agreement/processing-agreement.queries.ts';
import { ProcessingAgreementNotice } from '#web/processing-agreement/processing-agreement-notice.tsx';
import { rightsCount } from '#web/rights-requests/rights-requests.queries.ts';
import { BlockedShares } from '#web/shares/blocked-shares.tsx';
import { blockedShares } from '#web/shares/shares.queries.ts';
import { CARD_CLASS, Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';

interface Shortcut {
  path: Path;
  icon: LucideIcon;
  title: string;
}

const SHORTCUTS: readonly Shortcut[] = [
  { path: PATHS.agenda, icon: CalendarDays, title: 'Ver agenda' },
  { path: PATHS.patients, icon: UsersRound, title: 'Gestionar pacientes' },
  { path: PATHS.account, icon: Settings, title: 'Configuración' },
];

export function HomePage() {
  const user = useCurrentUser();
  const greeting = greetingAt(hourIn(timeZoneOf(user.region), new Date()));
  // Appointments and drafts are of a patient, and an administrator has none.
  const hasDay = user.role !== 'admin' && user.patientCount > 0;
  const day = useDay(hasDay);
  const requests = useQuery(requestCount());
  const blocked = useQuery(blockedShares());
  const rights = useQuery(rightsCount());
  // An administrator has no patients.
  const agreement = useProcessingAgreement(user.role !== 'admin');
  // What is below the day is shown when the length of the day is known, so that it does not move.
  const isSettled = !hasDay || !(day.appointments.isPending || day.drafts.isPending || day.answers.isPending);

  return (
    <Page title={`${greeting}, ${user.name || 'Usuario'}`} subtitle="¿Qué necesitas hacer hoy?">
      <WithFirstSteps isSettled={isSettled}>
        <h2 className="sr-only">Accesos rápidos</h2>
        <ul className="mb-6 grid grid-cols-3 gap-2 sm:gap-4">
          {SHORTCUTS.map((shortcut) => (
            <li key={shortcut.path} className="flex">
              <ShortcutCard {...shortcut} />
            </li>
          ))}
        </ul>
        <ShownWhen ready={!(requests.isPending || rights.isPending || blocked.isPending || agreement.isLoading)}>
          <BlockedShares query={blocked} />
          <ProcessingAgreementNotice agreement={agreement.data} />
          <WaitingRights total={rights.data?.total} next={rights.data?.next} />
          <WaitingRequests total={requests.data?.total} />
          {hasDay && <YourDay {...day} />}
          {user.profession && isSettled && <ProfileCard user={user} />}
        </ShownWhen>
      </WithFirstSteps>
    </Page>
  );
}

const ShortcutCard = ({ path, icon: Icon, title }: Shortcut) => (
  <Link
    to={path}
    className={`${CARD_CLASS} flex min-h-12 w-full items-center gap-x-3 gap-y-1 px-4 py-2 font-semibold transition-colors duration-150 hover:border-austral-600 max-sm:flex-col max-sm:justify-center max-sm:px-1 max-sm:text-center max-sm:text-fine max-sm:leading-4`}
  >
    <Icon size={20} aria-hidden="true" className="shrink-0 text-austral-700" />
    {title}
  </Link>
);

function ProfileCard({ user }: { user: User }) {
  const facts = [
    { name: 'Profesión', value: user.profession && singularProfession(user.profession) },
    { name: 'Especialidad', value: user.specialty },
    { name: 'Ciudad', value: user.city },
    { name: 'Región', value: user.region },
  ].filter(({ value }) => value);
  return (
    <div className="mt-6">
      <Card title="Tu Perfil Profesional">
        <Facts facts={facts} layout="row" />
      </Card>
    </div>
  );
}
