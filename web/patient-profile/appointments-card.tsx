import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Appointment, endTime } from '#contract/agenda';
import { formatDay } from '#contract/days';
import type { Patient } from '#contract/patients';
import { agendaSearch } from '#web/agenda/agenda-address.ts';
import { AppointmentBadges } from '#web/agenda/appointment-badges.tsx';
import { useChangeAppointment } from '#web/agenda/change-appointment.ts';
import { useNow } from '#web/agenda/now.ts';
import { VISITS_CLASS, VisitSkeletons } from '#web/patient-profile/appointments-skeleton.tsx';
import type { PatientAppointments } from '#web/patient-profile/use-patient-profile.ts';
import { visitsAt } from '#web/patient-profile/visits.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

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
  const visits = appointments && visitsAt(appointments, now);
  const hidden = visits ? Math.max(visits.coming.length, visits.past.length) - limit : 0;
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
      <div className={VISITS_CLASS}>
        {visits && <Absences count={visits.absences} isPartial={Boolean(loadMore || isLoadingMore)} />}
        {appointments?.length === 0 && <p className="text-muted">Este paciente no tiene citas.</p>}
        {visits && (
          <>
            <VisitList title="Próximas" visits={visits.coming.slice(0, limit)} onReactivate={reactivate} />
            <VisitList title="Anteriores" visits={visits.past.slice(0, limit)} onReactivate={reactivate} />
          </>
        )}
        {!visits && !isError && <VisitSkeletons />}
        {isError && <InlineFailure text="No se pudieron cargar las citas" onRetry={retry} />}
        {!isError && isMore && <EarlierButton label="Ver más" isLoading={isLoadingMore} onPress={showMore} />}
      </div>
      {isCreating && (
        <NewAppointmentDialog day={now.today} today={now.today} patient={patient} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
}

/** `isPartial` while earlier appointments are not loaded. */
function Absences({ count, isPartial }: { count: number; isPartial: boolean }) {
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
  visits: Appointment[];
  onReactivate: (visit: Appointment) => void;
}

function VisitList({ title, visits, onReactivate }: ListProps) {
  if (visits.length === 0) return null;
  return (
    <div className="not-first:mt-4">
      <h3 className="mb-1 font-semibold text-muted text-sm">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line">
        {visits.map((visit) => (
          <li key={visit._id}>
            {visit.status === 'cancelled' ? (
              <CancelledVisit visit={visit} onReactivate={() => onReactivate(visit)} />
            ) : (
              <Link
                to={{ pathname: PATHS.agenda, search: agendaSearch('day', visit.date) }}
                className={`${ROW_CLASS} -mx-2 rounded-control px-2 hover:bg-austral-50`}
              >
                <VisitTime visit={visit} />
                <AppointmentBadges appointment={visit} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ROW_CLASS = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1.5 text-sm';

const VisitTime = ({ visit }: { visit: Appointment }) => (
  <span className="tabular-nums">
    <span className="font-semibold">{formatDay(visit.date)}</span> {visit.time} - {endTime(visit)}
  </span>
);

/** The day of the agenda does not show it, so it is no link. */
function CancelledVisit({ visit, onReactivate }: { visit: Appointment; onReactivate: () => void }) {
  return (
    <div className={ROW_CLASS}>
      <VisitTime visit={visit} />
      <span className="flex items-center gap-1">
        <AppointmentBadges appointment={visit} />
        <Button
          look="ghost"
          className="-my-1.5 -mr-4"
          aria-label={`Reactivar la cita del ${formatDay(visit.date)} a las ${visit.time}`}
          onClick={onReactivate}
        >
          Reactivar
        </Button>
      </span>
    </div>
  );
}
