import { useQuery } from '@tanstack/react-query';
import { CalendarLinkCard } from '#web/calendar-link/calendar-link-card.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { ReminderSettingsCard } from '#web/reminders/reminder-settings-card.tsx';
import { reminderSettings } from '#web/reminders/reminders.queries.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';
import { AbsencesCard } from '#web/working-hours/absences-card.tsx';
import { useAbsences, useWorkingHours } from '#web/working-hours/working-hours.queries.ts';
import { WorkingHoursCard } from '#web/working-hours/working-hours-card.tsx';

export function WorkingHoursPage() {
  const queries = [useWorkingHours(), useAbsences(), useQuery(reminderSettings())];
  const isFetched = queries.every((query) => query.isFetched);
  return (
    <Page
      title="Configuración de la agenda"
      subtitle="Tu horario, tus bloqueos, tus recordatorios y tu agenda en otros calendarios"
      narrow
      back={<BackLink to={PATHS.account} label="Volver a Configuración de Cuenta" />}
    >
      <div className="space-y-6">
        <WorkingHoursCard />
        {/* The address of the calendar stands below the other cards. */}
        <ShownWhen ready={isFetched}>
          <div className="space-y-6">
            <AbsencesCard />
            <ReminderSettingsCard />
            <CalendarLinkCard />
          </div>
        </ShownWhen>
      </div>
    </Page>
  );
}
