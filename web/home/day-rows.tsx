import { TriangleAlert } from 'lucide-react';
import { generatePath } from 'react-router';
import { type Appointment, endTime, isOpen, patientOf } from '#contract/agenda';
import { nameWithSocial } from '#contract/patient-identity';
import { AppointmentBadges } from '#web/agenda/appointment-badges.tsx';
import { StartNoteLink } from '#web/agenda/start-note-link.tsx';
import { usePatient } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** On a telephone the name and the status are above each other, beside the button. */
const ROW_CLASS =
  'grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-6 py-1.5 dense:min-h-10 dense:py-1';

interface Props {
  appointment: Appointment;
  isNext: boolean;
  /** The note of the appointment has been begun. */
  isBegun: boolean;
}

export function DayRow({ appointment, isNext, isBegun }: Props) {
  const { patientId, time, note } = appointment;
  return (
    <li
      className={`${ROW_CLASS} ${isNext ? 'bg-austral-50 shadow-[inset_4px_0_0_var(--copper)]' : ''} ${isOpen(appointment) ? '' : 'text-muted'}`}
    >
      <span className="font-semibold tabular-nums">
        {time}
        <span className="font-normal text-muted @max-2xl:sr-only"> - {endTime(appointment)}</span>
      </span>
      <div className="flex min-w-0 items-center gap-x-3 gap-y-1 max-sm:flex-wrap">
        <div className="min-w-0 max-sm:contents">
          <Link
            to={generatePath(PATHS.patient, { id: patientId })}
            className="rounded font-semibold underline-offset-3 hover:underline max-sm:w-full"
          >
            {nameWithSocial(patientOf(appointment))}
          </Link>
          {note && <span className="text-muted text-sm max-sm:order-last sm:ml-2">{note}</span>}
        </div>
        <span className="shrink-0 sm:ml-auto">
          <AppointmentBadges appointment={appointment} />
        </span>
      </div>
      {isOpen(appointment) ? (
        <StartNoteLink
          appointment={appointment}
          isNext={isNext}
          isBegun={isBegun}
          className="w-44 justify-start text-left sm:whitespace-nowrap max-sm:w-22 max-sm:px-2.5 max-sm:text-fine max-sm:leading-4 max-sm:[&>svg]:hidden dense:min-h-7"
        />
      ) : (
        <span className="w-44 max-sm:w-22" />
      )}
      {isNext && <Warnings patientId={patientId} />}
    </li>
  );
}

/** What must not be forgotten about the next patient. Its height is fixed: the rows below stay when the answer arrives. */
function Warnings({ patientId }: { patientId: string }) {
  return (
    <div className="col-span-full flex h-11 min-w-0 flex-col text-sm sm:h-6 sm:flex-row sm:gap-x-4">
      <p className="shrink-0 font-semibold text-austral-700 max-sm:sr-only">Próxima cita</p>
      <WarningTexts patientId={patientId} />
    </div>
  );
}

function WarningTexts({ patientId }: { patientId: string }) {
  const { data: patient, isError } = usePatient(patientId);
  if (!patient) {
    // Not the text for none: unknown allergies must not look like none.
    if (isError) return <p className="text-red">No se pudieron cargar sus alertas y alergias.</p>;
    return <Skeleton className="h-5 w-64 max-w-full" />;
  }
  const { alertas, allergies } = patient;
  if (!alertas && !allergies) return <p className="text-muted">Sin alertas ni alergias registradas.</p>;
  const lines = allergies && alertas ? 'truncate' : 'line-clamp-2 sm:line-clamp-1';
  return (
    <>
      {allergies && <Warning title="Alergias" text={allergies} lines={lines} />}
      {alertas && <Warning title="Alertas" text={alertas} lines={lines} />}
    </>
  );
}

/** The end of a long text is on the profile. */
const Warning = ({ title, text, lines }: { title: string; text: string; lines: string }) => (
  <p className={lines}>
    <TriangleAlert size={16} aria-hidden="true" className="mr-1 mb-0.5 inline text-red" />
    <span className="font-semibold text-red">{title}: </span>
    {text}
  </p>
);

const SKELETON_ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export const DayRowSkeletons = () => (
  <div role="status" aria-label="Cargando citas" className="-mx-6 -mb-6">
    {SKELETON_ROWS.map((row) => (
      <div key={row} className={ROW_CLASS}>
        <Skeleton className="h-5 w-12 sm:w-24" />
        <Skeleton className="h-5 w-48 max-w-full" />
        <Skeleton className="h-9 w-22 sm:w-44 dense:h-7" />
      </div>
    ))}
  </div>
);
