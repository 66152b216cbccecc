import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { generatePath } from 'react-router';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { cancelledOn } from '#web/agenda/agenda.queries.ts';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { ChargeSign } from '#web/agenda/charge-sign.tsx';
import { LastAct } from '#web/agenda/last-act.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { AnswerText } from '#web/reminders/reminder-signs.tsx';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  day: string;
  actions: AppointmentActions;
}

/** The cancelled appointments of a day, below the others. They are loaded when they are asked for. */
export function CancelledAppointments({ day, actions }: Props) {
  const [isOpened, setOpened] = useState(false);
  const listId = useId();
  return (
    <div className="mt-3">
      <Button look="ghost" aria-expanded={isOpened} aria-controls={listId} onClick={() => setOpened(!isOpened)}>
        <ChevronDown size={18} aria-hidden="true" className={isOpened ? 'rotate-180' : ''} />
        {isOpened ? 'Ocultar canceladas' : 'Ver canceladas'}
      </Button>
      <div id={listId}>{isOpened && <CancelledList day={day} actions={actions} />}</div>
    </div>
  );
}

function CancelledList({ day, actions }: Props) {
  const { data, isError, refetch } = useQuery(cancelledOn(day));
  if (!data) {
    return (
      <div className={`${CARD_CLASS} mt-1 p-4`}>
        {isError ? (
          <InlineFailure text="No se pudieron cargar las citas canceladas" onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Cargando las citas canceladas">
            <Skeleton className="h-11" />
          </div>
        )}
      </div>
    );
  }
  if (data.length === 0) return <p className="px-4 py-2 text-muted">No hay citas canceladas este día.</p>;
  return (
    <ul aria-label="Citas canceladas" className={`${CARD_CLASS} mt-1 divide-y divide-line`}>
      {data.map((appointment) => (
        <li key={appointment._id}>
          <CancelledAppointment appointment={appointment} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

function CancelledAppointment({ appointment, actions }: { appointment: Appointment; actions: AppointmentActions }) {
  const { patientId, time } = appointment;
  const name = nameWithSocial(patientOf(appointment));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-5">
      <span className="text-muted tabular-nums">
        {time} - {endTime(appointment)}
      </span>
      <div className="min-w-0 grow basis-48 max-sm:order-last max-sm:basis-full max-sm:pb-1">
        <Link
          to={generatePath(PATHS.patient, { id: patientId })}
          className="wrap-anywhere rounded font-semibold underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <p className="empty:hidden">
          <AnswerText appointment={appointment} />
        </p>
        <p className="empty:hidden">
          <LastAct appointment={appointment} />
        </p>
      </div>
      <ChargeSign appointment={appointment} actions={actions} />
      <Button
        look="ghost"
        aria-label={`Reactivar la cita de ${name} a las ${time}`}
        onClick={() => actions.onStatus(appointment, 'scheduled')}
        className="-mr-2 ml-auto shrink-0"
      >
        Reactivar
      </Button>
    </div>
  );
}
