import { BellRing, CalendarDays, FileUp, Plus, Printer } from 'lucide-react';
import { agendaSearch, draftFrom, useAgendaAddress } from '#web/agenda/agenda-address.ts';
import { useAvailability } from '#web/agenda/availability.ts';
import { DayAgenda } from '#web/agenda/day-agenda.tsx';
import { useNow } from '#web/agenda/now.ts';
import { useAgendaActions } from '#web/agenda/use-agenda-actions.tsx';
import { ViewSwitch } from '#web/agenda/view-switch.tsx';
import { WeekAgenda } from '#web/agenda/week-agenda.tsx';
import { useHeldHours } from '#web/booking/use-held-hours.tsx';
import { useCreationRequest } from '#web/platform/creation-request.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useProfessional } from '#web/platform/professional.ts';
import { usePatientAnswers } from '#web/reminders/use-patient-answers.ts';
import { usePrefetchServices } from '#web/services/services.queries.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CalendarPopover } from '#web/ui/calendar-popover.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Page } from '#web/ui/page.tsx';

/** An icon with its word where there is room for it. */
const WORD_CLASS = 'text-sm min-[90rem]:w-auto min-[90rem]:px-4';

export function AgendaPage() {
  const now = useNow();
  const { today, clock } = now;
  const { view, day, goTo } = useAgendaAddress(today);
  const professional = useProfessional();
  usePrefetchServices();
  const reasonAt = useAvailability();
  const { actions, onCreate, dialog } = useAgendaActions(now, reasonAt);
  const { held, dialog: requestDialog } = useHeldHours();
  usePatientAnswers();
  useCreationRequest((request) => onCreate(draftFrom(request, day)));
  const Agenda = view === 'week' ? WeekAgenda : DayAgenda;

  return (
    <Page
      title="Agenda"
      subtitle={professional ? `Citas de ${professional.name}` : 'Gestiona tus citas diarias'}
      actions={
        <>
          {!professional && (
            <Link
              to={PATHS.importAppointments}
              title="Importar citas"
              className={`${buttonClass({ look: 'secondary', size: 'icon' })} ${WORD_CLASS}`}
            >
              <FileUp size={18} aria-hidden="true" />
              <span className="max-[90rem]:sr-only">Importar citas</span>
            </Link>
          )}
          <Link
            // Without a day to come, the page shows tomorrow.
            to={{ pathname: PATHS.dayReminders, search: day > today ? agendaSearch('day', day) : '' }}
            title="Por recordar"
            className={`${buttonClass({ look: 'secondary', size: 'icon' })} ${WORD_CLASS}`}
          >
            <BellRing size={18} aria-hidden="true" />
            <span className="max-[90rem]:sr-only">Por recordar</span>
          </Link>
          <ViewSwitch view={view} day={day} />
          <Button look="secondary" size="icon" title="Imprimir" onClick={() => print()} className={WORD_CLASS}>
            <Printer size={18} aria-hidden="true" />
            <span className="max-[90rem]:sr-only">Imprimir</span>
          </Button>
          <CalendarPopover
            label="Elegir un día"
            align="end"
            day={day}
            today={today}
            onPick={goTo}
            trigger={
              <Button look="secondary">
                <CalendarDays size={18} aria-hidden="true" />
                Calendario
              </Button>
            }
          />
          <Button onClick={() => onCreate({ date: day })} className="max-sm:grow">
            <Plus size={18} aria-hidden="true" />
            Nueva Cita
          </Button>
        </>
      }
    >
      <Agenda
        day={day}
        today={today}
        clock={clock}
        reasonAt={reasonAt}
        actions={actions}
        held={held}
        onCreate={onCreate}
        goTo={goTo}
      />
      {dialog}
      {requestDialog}
    </Page>
  );
}
