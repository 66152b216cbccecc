import { generatePath } from 'react-router';
import type { ClinicalNote } from '#contract/clinical-notes';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { CurrentMedication } from '#web/clinical-notes/summary/current-medication.tsx';
import { PreviousDiagnoses } from '#web/clinical-notes/summary/previous-diagnoses.tsx';
import {
  type LastMeasurement,
  lastMeasurements,
  previousDiagnoses,
  usePreviousNotes,
} from '#web/clinical-notes/summary/previous-notes.ts';
import { SummaryPart } from '#web/clinical-notes/summary/summary-part.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

export interface SummaryProps {
  form: NoteForm;
  patientId: string;
  /** The date of the note that is being written. Undefined for a new one. */
  date: string | undefined;
  confirmPrescriptions: ConfirmPrescriptions;
}

/** What the finalised notes of the patient tell. Loaded when it is shown. */
export function SummaryContent({ form, patientId, date, confirmPrescriptions }: SummaryProps) {
  const { data: notes, isError, refetch } = usePreviousNotes(patientId);
  if (!notes && isError) {
    return <InlineFailure text="No se pudieron cargar las notas anteriores" onRetry={() => void refetch()} />;
  }
  if (!notes) return <SummarySkeleton />;
  if (notes.length === 0) return <p className="text-muted text-sm">Este paciente aún no tiene notas finalizadas.</p>;
  const last = notes.find((note) => date === undefined || note.date < date);
  const diagnoses = previousDiagnoses(notes);
  const measurements = lastMeasurements(notes);
  return (
    <div className="space-y-5 text-sm">
      {last && <LastNote note={last} />}
      <CurrentMedication form={form} notes={notes} confirmPrescriptions={confirmPrescriptions} />
      {diagnoses.length > 0 && <PreviousDiagnoses form={form} diagnoses={diagnoses} />}
      {measurements.length > 0 && <LastMeasurements measurements={measurements} />}
    </div>
  );
}

/** The beginning of each text. The link opens another tab, because this one has the note that is being written. */
function LastNote({ note }: { note: ClinicalNote }) {
  const { day } = formatInstant(note.date, useTimeZone());
  const texts = [
    ['Motivo', note.reason],
    ['Anamnesis', note.anamnesis],
    ['Diagnósticos', note.diagnoses.join('; ')],
    ['Indicaciones', note.plansAndIndications],
  ] as const;
  return (
    <SummaryPart title={`Última nota, ${day}`}>
      {note.undecryptable ? (
        <p className="text-muted">{UNDECRYPTABLE_TEXT}</p>
      ) : (
        <dl className="space-y-1.5">
          {texts.map(
            ([label, text]) =>
              text && (
                <div key={label}>
                  <dt className="text-fine text-muted">{label}</dt>
                  <dd className="line-clamp-3 whitespace-pre-line break-words">{text}</dd>
                </div>
              ),
          )}
        </dl>
      )}
      <Link
        to={generatePath(PATHS.clinicalNote, { id: note.patientId, noteId: note._id })}
        target="_blank"
        className={`mt-1 inline-flex min-h-11 items-center xl:min-h-9 ${TEXT_LINK_CLASS}`}
      >
        Ver la nota completa
        <span className="sr-only"> (se abre en otra pestaña)</span>
      </Link>
    </SummaryPart>
  );
}

function LastMeasurements({ measurements }: { measurements: readonly LastMeasurement[] }) {
  const timeZone = useTimeZone();
  return (
    <SummaryPart title="Últimas mediciones">
      <dl className="space-y-1">
        {measurements.map(({ label, text, date }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">
              <span className="font-semibold">{text}</span>{' '}
              <span className="text-fine text-muted">{formatInstant(date, timeZone).day}</span>
            </dd>
          </div>
        ))}
      </dl>
    </SummaryPart>
  );
}

const SummarySkeleton = () => (
  <div role="status" aria-label="Cargando el resumen clínico" className="space-y-3">
    <Skeleton className="h-5 w-40" />
    <Skeleton className="h-16" />
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-16" />
  </div>
);
