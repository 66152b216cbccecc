import { Stethoscope, TriangleAlert } from 'lucide-react';
import { generatePath, Link } from 'react-router';
import { type Appointment, endTime, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { AppointmentBadges } from '#web/agenda/appointment-badges.tsx';
import { usePatient } from '#web/patients/patients.queries.ts';
import { noteOfAppointmentAddress } from '#web/platform/note-of-appointment.ts';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

/** Who comes next, and what must not be forgotten about this patient. */
export function NextAppointment({ appointment }: { appointment: Appointment }) {
  const { patientId, time } = appointment;
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="-m-0.5 min-h-0 grow overflow-y-auto p-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold text-lg tabular-nums">
            {time} - {endTime(appointment)}
          </span>
          <AppointmentBadges appointment={appointment} />
        </p>
        <Link to={generatePath(PATHS.patient, { id: patientId })} className={TEXT_LINK_CLASS}>
          {nameWithSocial(patientOf(appointment))}
        </Link>
        <Warnings patientId={patientId} />
      </div>
      <Link to={noteOfAppointmentAddress(appointment)} className={`${buttonClass()} shrink-0`}>
        <Stethoscope size={18} aria-hidden="true" />
        Iniciar atención
      </Link>
    </div>
  );
}

function Warnings({ patientId }: { patientId: string }) {
  const { data: patient, isError } = usePatient(patientId);
  if (!patient) {
    // Not the text for none: unknown allergies must not look like none.
    if (isError) return <p className="mt-2 text-red text-sm">No se pudieron cargar sus alertas y alergias.</p>;
    return <Skeleton className="mt-2 h-11" />;
  }
  const { alertas, allergies } = patient;
  if (!alertas && !allergies) return <p className="mt-2 text-muted text-sm">Sin alertas ni alergias registradas.</p>;
  return (
    <div className="mt-2 flex gap-2 rounded-control bg-red-tint px-3 py-2 text-sm">
      <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-red" />
      <div className="min-w-0 whitespace-pre-line wrap-anywhere">
        {allergies && <Warning title="Alergias" text={allergies} />}
        {alertas && <Warning title="Alertas" text={alertas} />}
      </div>
    </div>
  );
}

/** The end of a long text is on the profile. Without the dots it would not show that there is more. */
const Warning = ({ title, text }: { title: string; text: string }) => (
  <p className="line-clamp-3">
    <span className="font-semibold text-red">{title}: </span>
    {text}
  </p>
);
