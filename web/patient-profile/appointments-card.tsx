import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Appointment, endTime } from '#contract/agenda';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { agendaSearch } from '#web/agenda/agenda-address.ts';
import { AppointmentBadges } from '#web/agenda/appointment-badges.tsx';
import { useChangeAppointment } from '#web/agenda/change-appointment.ts';
import { useNow } from '#web/agenda/now.ts';
import type { PatientAppointments } from '#web/patient-profile/patient-appointments.ts';
import { splitAppointments } from '#web/patient-profile/split-appointments.ts';
import { PATHS } from '#web/platform/paths.ts';
import { AnswerText } from '#web/reminders/reminder-signs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const NewAppointmentDialog = onDemand(
  async () => (await import('#web/agenda/new-appointment-dialog.tsx')).NewAppointmentDialog,
);

/** How many coming and how many past appointments are shown at first, and how many more each time. */
const SHOWN_FIRST = 3;
const SHOWN_MORE = 20;

interface Props {
  patient: Patient;
  loaded: PatientAppointments;
}

/** The appointments of a patient. */
export function AppointmentsCard({ patient, loaded }: Props) {
  const now = useNow();
  const [limit, setLimit] = useState(SHOWN_FIRST);
  const [isCreating, setCreating] = useState(false);
  const { appointments, isError, retry, isLoadingMore, loadMore } = loaded;
  const { mutate } = useChangeAppointment(now.today);
  const reactivate = (before: Appointment) => mutate({ before, change: { status: 'scheduled' } });
  const split = appointments && splitAppointments(appointments, now);
  const hidden = split ? Math.max(split.coming.length, split.past.length) - limit : 0;
  const isMore = hidden > 0 || loadMore || isLoadingMore;
  const showMore = () => {
    setLimit(limit + SHOWN_MORE);
    if (hidden < SHOWN_MORE) loadMore?.();
  };
  return (
    <Card
      title="Citas"
      action={
        <Button look="secondary" className="-my-2" onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden="true" />
          Nueva Cita
        </Button>
      }
    >
      {/* As tall as a title and three appointments. */}
      <div className="min-h-46">
        {split && <NoShows count={split.noShows} isPartial={Boolean(loadMore || isLoadingMore)} />}
        {appointments?.length === 0 && <p className="text-muted">Este paciente no tiene citas.</p>}
        {split && (
          <>
            <AppointmentList title="Próximas" appointments={split.coming.slice(0, limit)} onReactivate={reactivate} />
            <AppointmentList title="Anteriores" appointments={split.past.slice(0, limit)} onReactivate={reactivate} />
          </>
        )}
        {!split && !isError && <AppointmentSkeletons />}
        {isError && <InlineFailure text="No se pudieron cargar las citas" onRetry={retry} />}
        {!isError && isMore && <EarlierButton label="Ver más" isLoading={isLoadingMore} onPress={showMore} />}
      </div>
      {isCreating && (
        <NewAppointmentDialog day={now.today} today={now.today} patient={patient} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
}

const AppointmentSkeletons = () => (
  <div role="status" aria-label="Cargando las citas">
    <Skeleton className="mb-2 h-4 w-24" />
    <div className="space-y-2">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  </div>
);

/** `isPartial` while earlier appointments are not loaded. */
function NoShows({ count, isPartial }: { count: number; isPartial: boolean }) {
  if (count === 0) return null;
  const text = count === 1 ? '1 inasistencia' : `${count} inasistencias`;
  return (
    <p className="mb-3">
      <Badge tone="orange">{isPartial ? `Al menos ${text}` : text}</Badge>
    </p>
  );
}

interface ListProps {
  title: string;
  appointments: Appointment[];
  onReactivate: (appointment: Appointment) => void;
}

function AppointmentList({ title, appointments, onReactivate }: ListProps) {
  if (appointments.length === 0) return null;
  return (
    <div className="not-first:mt-4">
      <h3 className="mb-1 font-semibold text-muted text-sm">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line">
        {appointments.map((appointment) => (
          <li key={appointment._id}>
            {appointment.status === 'cancelled' ? (
              <CancelledAppointment appointment={appointment} onReactivate={() => onReactivate(appointment)} />
            ) : (
              <Link
                to={{ pathname: PATHS.agenda, search: agendaSearch('day', appointment.date) }}
                className={`${ROW_CLASS} -mx-2 rounded-control px-2 hover:bg-austral-50`}
              >
                <AppointmentTime appointment={appointment} />
                <AppointmentBadges appointment={appointment} />
                <Answer appointment={appointment} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ROW_CLASS = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1.5 text-sm';

const AppointmentTime = ({ appointment }: { appointment: Appointment }) => (
  <span className="tabular-nums">
    <span className="font-semibold">{formatDay(appointment.date)}</span> {appointment.time} - {endTime(appointment)}
  </span>
);

/** In a line of its own below the time and the status. */
const Answer = ({ appointment }: { appointment: Appointment }) => (
  <span className="basis-full empty:hidden">
    <AnswerText appointment={appointment} />
  </span>
);

/** The day of the agenda does not show it, so it is no link. */
function CancelledAppointment({ appointment, onReactivate }: { appointment: Appointment; onReactivate: () => void }) {
  return (
    <div className={ROW_CLASS}>
      <AppointmentTime appointment={appointment} />
      <span className="flex items-center gap-1">
        <AppointmentBadges appointment={appointment} />
        <Button
          look="ghost"
          className="-my-1.5 -mr-4"
          aria-label={`Reactivar la cita del ${formatDay(appointment.date)} a las ${appointment.time}`}
          onClick={onReactivate}
        >
          Reactivar
        </Button>
      </span>
      <Answer appointment={appointment} />
    </div>
  );
}
