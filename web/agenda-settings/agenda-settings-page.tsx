import { AbsencesCard } from '#web/agenda-settings/absences-card.tsx';
import { useAbsences, useWorkingHours } from '#web/agenda-settings/agenda-settings.queries.ts';
import { CalendarLinkCard } from '#web/agenda-settings/calendar-link-card.tsx';
import { WorkingHoursCard } from '#web/agenda-settings/working-hours-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';

export function AgendaSettingsPage() {
  const queries = [useWorkingHours(), useAbsences()];
  const isFetched = queries.every((query) => query.isFetched);
  return (
    <Page
      title="Configuración de la agenda"
      subtitle="Tu horario, tus bloqueos y tu agenda en otros calendarios"
      narrow
      back={<BackLink to={PATHS.account} label="Volver a Configuración de Cuenta" />}
    >
      <div className="space-y-6">
        <WorkingHoursCard />
        {/* The address of the calendar stands below the absences. */}
        <ShownWhen ready={isFetched}>
          <div className="space-y-6">
            <AbsencesCard />
            <CalendarLinkCard />
          </div>
        </ShownWhen>
      </div>
    </Page>
  );
}
