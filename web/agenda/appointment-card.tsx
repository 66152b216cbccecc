import { CalendarClock, Trash2 } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { generatePath } from 'react-router';
import { type Appointment, durationLabel, endTime, isOpen, patientOf } from '#contract/agenda';
import { nameWithSocial, shortDocumentText } from '#contract/patient-identity';
import type { AppointmentActions } from '#web/agenda/appointment-actions.ts';
import { blockClass } from '#web/agenda/appointment-status.ts';
import { ChargeSign } from '#web/agenda/charge-sign.tsx';
import { DRAGGABLE_CLASS, useDraggable } from '#web/agenda/drag.ts';
import { LastAct } from '#web/agenda/last-act.tsx';
import { StartNoteLink } from '#web/agenda/start-note-link.tsx';
import { StatusButton } from '#web/agenda/status-button.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { useIsAssistant } from '#web/platform/professional.ts';
import { ReminderSigns } from '#web/reminders/reminder-signs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link, useNavigate } from '#web/ui/navigation.tsx';

interface Props {
  appointment: Appointment;
  /** The appointment is taking place. */
  isNow: boolean;
  isToday: boolean;
  /** The first appointment of today that is still to come. */
  isNext: boolean;
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
    if (currentTarget.contains(clicked) && !clicked.closest('button, a')) void navigate(profile);
  };
  return { profile, open };
}

/** A double click opens the patient's profile. The name is a link to it for keyboard and touch. */
export function AppointmentCard({ appointment, isNow, isToday, isNext, actions }: Props) {
  const nameId = useId();
  const { profile, open } = useProfile(appointment);
  const { time, duration, note, status, overbooked, serviceName, bookedOnline } = appointment;
  const patient = patientOf(appointment);
  const isAssistant = useIsAssistant();
  const name = nameWithSocial(patient);

  return (
    <article
      {...useDraggable(appointment, actions)}
      aria-labelledby={nameId}
      onDoubleClick={open}
      className={`relative my-1 mr-1.5 grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-3 rounded-control border-l-4 pl-3 sm:mr-3 sm:pl-4 @3xl:grid-cols-[minmax(0,1fr)_auto_auto] dense:my-px dense:rounded-lg ${DRAGGABLE_CLASS} ${blockClass(status, isNow)}`}
    >
      <div className="pt-3 @3xl:pb-3 dense:pt-[3px] dense:@3xl:pb-[3px]">
        <Link
          id={nameId}
          to={profile}
          draggable={false}
          className="mr-2 rounded font-bold underline-offset-3 hover:underline"
        >
          {name}
        </Link>{' '}
        <span className="mr-2 whitespace-nowrap text-muted text-sm tabular-nums max-sm:block">
          {shortDocumentText(patient)}
        </span>
        {serviceName && <span className="mr-2 wrap-anywhere text-sm max-sm:block">{serviceName}</span>}
        {note && <p className="mr-2 whitespace-pre-line text-muted text-sm dense:inline">{note}</p>}
        <p className="empty:hidden dense:inline">
          <LastAct appointment={appointment} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 pt-1 pb-3 @max-3xl:col-start-1 @max-3xl:row-start-2 sm:@max-3xl:col-span-2 @3xl:pt-3 dense:pt-[3px] dense:pb-[3px] dense:@3xl:pt-[3px]">
        {isToday && isOpen(appointment) && !isAssistant && (
          <StartNoteLink appointment={appointment} isNext={isNext} className="dense:min-h-6" />
        )}
        {bookedOnline && <span className={BADGE_CLASS}>Reservada en línea</span>}
        {overbooked && <Badge tone="orange">Sobrecupo</Badge>}
        <StatusButton appointment={appointment} actions={actions} />
        <ReminderSigns appointment={appointment} />
        <ChargeSign appointment={appointment} actions={actions} />
        <span className={BADGE_CLASS}>
          {time} - {endTime(appointment)}
        </span>
        <span className={BADGE_CLASS}>{durationLabel(duration)}</span>
      </div>
      <div className="mt-0.5 flex max-sm:row-span-2 max-sm:flex-col sm:mr-1 dense:mt-px">
        <Button
          look="ghost"
          size="icon"
          aria-label={`Cambiar hora de ${name}`}
          title="Cambiar hora"
          onClick={() => actions.onReschedule(appointment)}
          className="@4xl:w-auto @4xl:px-2.5 dense:h-7 dense:text-fine dense:@max-4xl:w-7"
        >
          <CalendarClock size={18} aria-hidden="true" />
          <span className="@max-4xl:hidden">Cambiar hora</span>
        </Button>
        <Button
          look="ghost"
          size="icon"
          aria-label={`Eliminar cita de ${name}`}
          onClick={() => actions.onDelete(appointment)}
          className="dense:size-7"
        >
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      </div>
    </article>
  );
}
