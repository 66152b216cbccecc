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
import { useDocumentId } from '#web/drafts/use-document-id.ts';

/** Both addresses of a note, without and with its id, lead here. */
export function ClinicalNotePage() {
  const { id: patientId = '', noteId } = useParams();
  const id = useDocumentId('clinical-note', patientId, noteId);
  return <NoteVisit key={`${patientId}/${id}`} patientId={patientId} id={id} isNew={noteId === undefined} />;
}

interface NoteVisitProps {
  patientId: string;
  id: string;
  isNew: boolean;
}

function NoteVisit({ patientId, id, ...props }: NoteVisitProps) {
  // The first save changes the address; the note that is being written is already here.
  const [isNew] = useState(props.isNew);
  const note = useClinicalNote(isNew ? undefined : id);
  return (
    <DocumentVisit
      patientId={patientId}
      document={isNew ? undefined : note}
      title="Nota Clínica"
      notLoaded="No se pudo cargar la información"
      skeleton={<ClinicalNoteSkeleton />}
      missing={<ClinicalNoteMissing patientId={patientId} />}
    >
      {(visited) => <VisitedNote id={id} {...visited} />}
    </DocumentVisit>
  );
}

function VisitedNote(visited: Visited<ClinicalNote> & { id: string }) {
  const { id, patient, document: note } = visited;
  const kind = noteDraft(patient._id);
  return (
    <DocumentScreen
      kind={kind}
      id={id}
      visited={visited}
      restricted="No tienes permisos para crear o editar notas clínicas"
      missing={<ClinicalNoteMissing patientId={patient._id} />}
      editor={(onFinalized) => (
        <ClinicalNoteEditor kind={kind} id={id} patient={patient} note={note} onFinalized={onFinalized} />
      )}
      finalized={({ document, unsaved, onForget }) => (
        <FinalizedClinicalNote patient={patient} note={document} unsaved={unsaved} onForget={onForget} />
      )}
    />
  );
}
