import { AbsencesCard } from '#web/agenda-settings/absences-card.tsx';
import { CalendarLinkCard } from '#web/agenda-settings/calendar-link-card.tsx';
import { WorkingHoursCard } from '#web/agenda-settings/working-hours-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';

export const AgendaSettingsPage = () => (
  <Page
    title="Configuración de la agenda"
    subtitle="Tu horario, tus bloqueos y tu agenda en otros calendarios"
    narrow
    back={<BackLink to={PATHS.account} label="Volver a Configuración de Cuenta" />}
  >
    <div className="space-y-6">
      <WorkingHoursCard />
      <AbsencesCard />
      <CalendarLinkCard />
    </div>
  </Page>
);
