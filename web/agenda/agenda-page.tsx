import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { CalendarDays, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Appointment } from '#contract/agenda';
import { addDays, isDay } from '#contract/days';
import { appointmentsOn, appointmentsWithoutToast } from '#web/agenda/agenda.queries.ts';
import { DayHeader } from '#web/agenda/day-header.tsx';
import { DeleteAppointmentDialog } from '#web/agenda/delete-appointment-dialog.tsx';
import { ImportLink } from '#web/agenda/import-link.tsx';
import { useNow } from '#web/agenda/now.ts';
import { SlotList, SlotSkeletons } from '#web/agenda/slot-list.tsx';
import { useCreationRequest } from '#web/platform/creation-request.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarPopover } from '#web/ui/calendar-popover.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';

const NewAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/new-appointment-dialog.tsx')).NewAppointmentDialog,
);

const DAY_PARAMETER = 'fecha';

/** A parameter that is not a day means today. */
export const dayFrom = (parameter: string | null, today: string): string =>
  parameter !== null && isDay(parameter) ? parameter : today;

/** The day in the address, and a function that navigates to another day without scrolling. */
function useSelectedDay(today: string): [day: string, goTo: (day: string) => void] {
  const [params, setParams] = useSearchParams();
  const goTo = (day: string) => setParams({ [DAY_PARAMETER]: day }, { preventScrollReset: true });
  return [dayFrom(params.get(DAY_PARAMETER), today), goTo];
}

export function AgendaPage() {
  const { today, clock } = useNow();
  const [day, goTo] = useSelectedDay(today);
  const [creating, setCreating] = useState<{ time?: string }>();
  const [deleting, setDeleting] = useState<Appointment>();
  const { data: appointments, isError, refetch } = useQuery(appointmentsOn(day));
  useCreationRequest(() => setCreating({}));
  usePrefetchQuery(appointmentsWithoutToast(addDays(day, -1)));
  usePrefetchQuery(appointmentsWithoutToast(addDays(day, 1)));

  return (
    <Page
      title="Agenda"
      subtitle="Gestiona tus citas diarias"
      actions={
        <>
          <ImportLink />
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
          <Button onClick={() => setCreating({})}>
            <Plus size={18} aria-hidden="true" />
            Nueva Cita
          </Button>
        </>
      }
    >
      <DayHeader day={day} today={today} count={appointments?.length} onGo={goTo} />
      {appointments && (
        <SlotList
          appointments={appointments}
          clock={day === today ? clock : undefined}
          onPick={day < today ? undefined : (time) => setCreating({ time })}
          onDelete={setDeleting}
        />
      )}
      {!appointments && !isError && <SlotSkeletons />}
      {/* Not an empty day: an unknown slot must not look free. */}
      {!appointments && isError && (
        <LoadFailure title="No se pudieron cargar las citas" onRetry={() => void refetch()} />
      )}
      {creating && (
        <NewAppointmentDialog
          day={day < today ? today : day}
          time={creating.time}
          today={today}
          onClose={() => setCreating(undefined)}
        />
      )}
      {deleting && <DeleteAppointmentDialog appointment={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}
