import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { AbsencesCard } from '#web/agenda-settings/absences-card.tsx';
import { CalendarLinkCard } from '#web/agenda-settings/calendar-link-card.tsx';
import { WorkingHoursCard } from '#web/agenda-settings/working-hours-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';

export const AgendaSettingsPage = () => (
  <Page
    title="Configuración de la agenda"
    subtitle="Tu horario, tus bloqueos y tu agenda en otros calendarios"
    narrow
    back={
      <Link
        to={PATHS.account}
        aria-label="Volver a Configuración de Cuenta"
        className={`${buttonClass({ look: 'secondary', size: 'icon' })} shrink-0`}
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
    }
  >
    <div className="space-y-6">
      <WorkingHoursCard />
      <AbsencesCard />
      <CalendarLinkCard />
    </div>
  </Page>
);
