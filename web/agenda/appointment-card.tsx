import { CalendarClock, Trash2 } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { generatePath, Link, useNavigate } from 'react-router';
import { type Appointment, durationLabel, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { DRAGGABLE_CLASS, useDraggable } from '#web/agenda/drag.ts';
import { StatusButton } from '#web/agenda/status-button.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

interface Props {
  appointment: Appointment;
  /** The appointment is taking place: its edge is copper. */
  isNow: boolean;
  actions: AppointmentActions;
}

const BADGE_CLASS =
  'rounded-lg bg-surface px-2 py-1 font-semibold text-fine leading-4 whitespace-nowrap tabular-nums ring-1 ring-line ring-inset';

/** The address of the patient, and what opens it by a double click on the card. */
export function useProfile({ patientId }: Appointment) {
  const navigate = useNavigate();
  const profile = generatePath(PATHS.patient, { id: patientId });
  const open = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const clicked = target as Element;
    if (currentTarget.contains(clicked) && !clicked.closest('button')) void navigate(profile);
  };
  return { profile, open };
}

/** A double click opens the patient's profile. The name is a link to it for keyboard and touch. */
export function AppointmentCard({ appointment, isNow, actions }: Props) {
  const nameId = useId();
  const { profile, open } = useProfile(appointment);
  const { time, duration, note, overbooked } = appointment;
  const patient = patientOf(appointment);
  const name = nameWithSocial(patient);

  return (
    <article
      {...useDraggable(appointment, actions)}
      aria-labelledby={nameId}
      onDoubleClick={open}
      className={`relative my-1 mr-1.5 grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-3 rounded-control border-l-4 bg-austral-50 pl-3 sm:mr-3 sm:pl-4 @xl:grid-cols-[minmax(0,1fr)_auto_auto] ${DRAGGABLE_CLASS} ${isNow ? 'border-copper' : 'border-austral-600'}`}
    >
      <div className="py-3 @max-xl:pb-0">
        <Link
          id={nameId}
          to={profile}
          draggable={false}
          className="mr-2 rounded font-bold underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <span className="whitespace-nowrap text-muted text-sm tabular-nums max-sm:block">
          {shortDocumentText(patient)}
        </span>
        {note && <p className="whitespace-pre-line text-muted text-sm">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2 pt-3 @max-xl:col-start-1 @max-xl:row-start-2 @max-xl:pt-1 @max-xl:pb-3">
        {overbooked && <Badge tone="orange">Sobrecupo</Badge>}
        <StatusButton appointment={appointment} actions={actions} />
        <span className={BADGE_CLASS}>
          {time} - {endTime(appointment)}
        </span>
        <span className={BADGE_CLASS}>{durationLabel(duration)}</span>
      </div>
      <CardActions>
        <Button
          look="ghost"
          size="icon"
          aria-label={`Cambiar hora de ${name}`}
          title="Cambiar hora"
          onClick={() => actions.onReschedule(appointment)}
        >
          <CalendarClock size={18} aria-hidden="true" />
        </Button>
        <Button
          look="ghost"
          size="icon"
          aria-label={`Eliminar cita de ${name}`}
          onClick={() => actions.onDelete(appointment)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </CardActions>
    </article>
  );
}

const CardActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-0.5 flex @max-xl:row-span-2 max-sm:flex-col sm:mr-1">{children}</div>
);
