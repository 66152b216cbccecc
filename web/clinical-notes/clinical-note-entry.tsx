import { useRef } from 'react';
import { generatePath } from 'react-router';
import { type ClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { confirmFinalizing } from '#web/clinical-notes/allergy-dialog.tsx';
import { useFinalizeNoteFromList } from '#web/clinical-notes/clinical-notes.queries.ts';
import { askToFinalizeNote } from '#web/clinical-notes/finalize-note-question.ts';
import { PrintButton } from '#web/documents/print-button.tsx';
import { FinalizeButton } from '#web/drafts/finalize-from-list.tsx';
import { shownPatient } from '#web/patients/patients.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { Link, useNavigate } from '#web/ui/navigation.tsx';
import { ENTRY_LINK_CLASS, TimelineEntry } from '#web/ui/timeline-entry.tsx';
import { useQuestion } from '#web/ui/use-question.tsx';

interface Props {
  note: ClinicalNote;
  /** The plan does not allow writing: notes cannot be opened. */
  isLimited: boolean;
}

/** A note in the clinical history. */
export function ClinicalNoteEntry({ note, isLimited }: Props) {
  const { _id, patientId, status, reason, diagnoses, undecryptable, addenda = [] } = note;
  const isDraft = status === 'draft';
  const address = generatePath(PATHS.clinicalNote, { id: patientId, noteId: _id });
  const navigate = useNavigate();
  const author = useCurrentUser();
  const { ask, dialog } = useQuestion();
  const edit = () => void navigate(address);
  const finalize = useFinalizeNoteFromList({
    id: _id,
    patientId,
    confirm: async (loaded) => askToFinalizeNote(ask, author, await shownPatient(patientId), loaded, edit),
    confirmAllergies: async (...refusal) => {
      const isConfirmed = await confirmFinalizing(ask, patientId, ...refusal);
      // Prescriptions are reviewed in the note.
      if (!isConfirmed) edit();
      return isConfirmed;
    },
  });
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <TimelineEntry
      tone="blue"
      dimmed={isLimited}
      heading={
        isLimited ? (
          <Moment note={note} />
        ) : (
          <Link ref={link} to={address} className={ENTRY_LINK_CLASS}>
            <Moment note={note} />
          </Link>
        )
      }
      badge={isDraft ? <Badge tone="orange">Nota en edición</Badge> : <Badge tone="green">Finalizada</Badge>}
      action={
        isDraft ? (
          !isLimited && !undecryptable && <FinalizeButton finalize={finalize} onDone={() => link.current?.focus()} />
        ) : (
          <PrintButton
            endpoint={printClinicalNote}
            id={_id}
            label="Imprimir PDF"
            done="PDF generado correctamente"
            failed="No se pudo generar el PDF"
          />
        )
      }
    >
      <Line name="Motivo:" text={reason} />
      <Line name="Diagnósticos:" text={diagnoses.join(', ')} />
      {!reason && diagnoses.length === 0 && <p className="text-muted">Sin motivo ni diagnósticos</p>}
      {dialog}
      {addenda.length > 0 && <p className="text-muted">{addendaText(addenda)}</p>}
    </TimelineEntry>
  );
}

/** '2 adendas · 1 en borrador' */
function addendaText(addenda: NonNullable<ClinicalNote['addenda']>): string {
  const drafts = addenda.filter(({ status }) => status === 'draft').length;
  const count = addenda.length === 1 ? '1 adenda' : `${addenda.length} adendas`;
  return drafts > 0 ? `${count} · ${drafts} en borrador` : count;
}

function Moment({ note: { date, createdAt } }: { note: ClinicalNote }) {
  const timeZone = useTimeZone();
  return (
    <>
      <span className="sr-only">Nota clínica del </span>
      {formatInstant(date, timeZone).day}{' '}
      <span className="font-normal text-muted">{formatInstant(createdAt, timeZone).clock}</span>
    </>
  );
}

/** Fills three lines. A history may have hundreds of entries, so the layout gets no more text. */
const MAX_SHOWN = 500;

function Line({ name, text }: { name: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="line-clamp-3">
      <span className="font-semibold">{name}</span> {text.slice(0, MAX_SHOWN)}
    </p>
  );
}
