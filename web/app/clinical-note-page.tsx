import { useState } from 'react';
import { useParams } from 'react-router';
import type { ClinicalNote } from '#contract/clinical-notes';
import { DocumentScreen } from '#web/app/document-screen.tsx';
import { DocumentVisit, type Visited } from '#web/app/document-visit.tsx';
import { noteDraft } from '#web/clinical-notes/clinical-note-draft.ts';
import { ClinicalNoteEditor } from '#web/clinical-notes/clinical-note-editor.tsx';
import { ClinicalNoteMissing } from '#web/clinical-notes/clinical-note-missing.tsx';
import { ClinicalNoteSkeleton } from '#web/clinical-notes/clinical-note-skeleton.tsx';
import { useClinicalNote } from '#web/clinical-notes/clinical-notes.queries.ts';
import { FinalizedClinicalNote } from '#web/clinical-notes/finalized-clinical-note.tsx';
import { useVisit } from '#web/platform/same-screen.ts';

/** Both addresses of a note, without and with its id, lead here. */
export function ClinicalNotePage() {
  const { id = '', noteId } = useParams();
  return <NoteVisit key={useVisit()} patientId={id} noteId={noteId} />;
}

function NoteVisit({ patientId, noteId }: { patientId: string; noteId?: string }) {
  // The first save brings an id into the address; what is being written is already here.
  const [openedId] = useState(noteId);
  const note = useClinicalNote(openedId);
  return (
    <DocumentVisit
      patientId={patientId}
      document={openedId === undefined ? undefined : note}
      title="Nota Clínica"
      notLoaded="No se pudo cargar la información"
      skeleton={<ClinicalNoteSkeleton />}
      missing={<ClinicalNoteMissing patientId={patientId} />}
    >
      {(visited) => <VisitedNote {...visited} />}
    </DocumentVisit>
  );
}

function VisitedNote(visited: Visited<ClinicalNote>) {
  const { patient, document: note } = visited;
  const kind = noteDraft(patient._id);
  return (
    <DocumentScreen
      kind={kind}
      visited={visited}
      restricted="No tienes permisos para crear o editar notas clínicas"
      missing={<ClinicalNoteMissing patientId={patient._id} />}
      editor={(onFinalized) => (
        <ClinicalNoteEditor kind={kind} patient={patient} note={note} onFinalized={onFinalized} />
      )}
      finalized={({ document, unsaved, onForget }) => (
        <FinalizedClinicalNote patient={patient} note={document} unsaved={unsaved} onForget={onForget} />
      )}
    />
  );
}
