import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { generatePath, Link, useNavigate } from 'react-router';
import { type Appointment, durationLabel, endTime } from '#contract/agenda';
import { formatRut } from '#contract/rut';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';

interface Props {
  appointment: Appointment;
  /** The appointment is taking place: its edge is copper. */
  isNow: boolean;
  onDelete: (appointment: Appointment) => void;
}

const BADGE_CLASS =
  'rounded-lg bg-surface px-2 py-1 font-semibold text-fine leading-4 whitespace-nowrap tabular-nums ring-1 ring-line ring-inset';

/** A double click opens the patient's profile. The name is a link to it for keyboard and touch. */
export function AppointmentCard({ appointment, isNow, onDelete }: Props) {
  const nameId = useId();
  const navigate = useNavigate();
  const { patientId, patientName, patientRut, time, duration, note } = appointment;
  const profile = generatePath(PATHS.patient, { id: patientId });

  return (
    <article
      aria-labelledby={nameId}
      onDoubleClick={() => void navigate(profile)}
      className={`my-1 mr-1.5 grid grid-cols-[minmax(0,1fr)_auto] content-start items-start gap-x-3 rounded-control border-l-4 bg-austral-50 pl-3 sm:mr-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:pl-4 ${isNow ? 'border-copper' : 'border-austral-600'}`}
    >
      <div className="py-3 max-sm:pb-0">
        <Link id={nameId} to={profile} className="mr-2 rounded font-bold underline-offset-3 hover:underline">
          {patientName}
        </Link>
        <span className="whitespace-nowrap text-muted text-sm tabular-nums max-sm:block">{formatRut(patientRut)}</span>
        {note && <p className="whitespace-pre-line text-muted text-sm">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-2 pt-3 max-sm:col-start-1 max-sm:row-start-2 max-sm:pt-1 max-sm:pb-3">
        <span className={BADGE_CLASS}>
          {time} - {endTime(appointment)}
        </span>
        <span className={BADGE_CLASS}>{durationLabel(duration)}</span>
      </div>
      <Button
        look="ghost"
        size="icon"
        aria-label={`Eliminar cita de ${patientName}`}
        onClick={() => onDelete(appointment)}
        className="mt-0.5 max-sm:row-span-2 sm:mr-1"
      >
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </article>
  );
}
