import { Stethoscope } from 'lucide-react';
import { type Appointment, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { noteOfAppointmentAddress } from '#web/platform/note-of-appointment.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/navigation.tsx';

interface Props {
  appointment: Appointment;
  /** The next appointment stands out among the others. */
  isNext: boolean;
  /** The note has been begun. The same address opens its draft. */
  isBegun?: boolean;
  className?: string;
}

export function StartNoteLink({ appointment, isNext, isBegun = false, className = '' }: Props) {
  const text = isBegun ? 'Continuar atención' : 'Iniciar atención';
  return (
    <Link
      to={noteOfAppointmentAddress(appointment)}
      draggable={false}
      aria-label={`${text} de ${nameWithSocial(patientOf(appointment))}`}
      className={`${buttonClass({ look: isNext ? 'primary' : 'secondary' })} shrink-0 px-3 dense:gap-1.5 dense:rounded-lg dense:px-2.5 dense:text-fine ${className}`}
    >
      <Stethoscope size={16} aria-hidden="true" className="shrink-0" />
      {text}
    </Link>
  );
}
