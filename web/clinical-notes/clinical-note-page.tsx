import { useState } from 'react';
import { generatePath, useParams } from 'react-router';
import type { ClinicalNote } from '#contract/clinical-notes';
import { noteDraft } from '#web/clinical-notes/clinical-note-draft.ts';
import { ClinicalNoteEditor } from '#web/clinical-notes/clinical-note-editor.tsx';
import { useClinicalNote, useDraftOfAppointment } from '#web/clinical-notes/clinical-notes.queries.ts';
import { DocumentLoader, type LoadedDocument } from '#web/drafts/document-loader.tsx';
import { DocumentScreen } from '#web/drafts/document-screen.tsx';
import type { DocumentSubject } from '#web/drafts/draft.ts';
import { EditorSkeleton } from '#web/drafts/editor-skeleton.tsx';
import { useDocumentId } from '#web/drafts/use-document-id.ts';
import { useAppointmentInAddress } from '#web/platform/note-of-appointment.ts';
import { PATHS } from '#web/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Link, Navigate } from '#web/ui/navigation.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { UnavailablePage } from '#web/ui/unavailable-page.tsx';

const FinalizedClinicalNote = onDemand(
  async () => (await import('#web/clinical-notes/finalized-clinical-note.tsx')).FinalizedClinicalNote,
  () => <ClinicalNoteSkeleton isNew={false} />,
);

/** A new note and an existing one share this page: the first save of a new one only changes the address. */
export function ClinicalNotePage() {
  const { id: patientId = '', noteId } = useParams();
  const appointment = useAppointmentInAddress();
  const isNew = noteId === undefined;
  const subject = { patientId, appointmentId: isNew ? appointment : undefined };
  const id = useDocumentId('clinical-note', subject, noteId);
  const begun = useDraftOfAppointment(subject);
  if (begun === undefined) return <ClinicalNoteSkeleton isNew />;
  if (begun) {
    return <Navigate replace to={generatePath(PATHS.clinicalNote, { id: begun.patientId, noteId: begun._id })} />;
  }
  return <ClinicalNoteLoader key={`${patientId}/${id}`} subject={subject} id={id} isNew={isNew} />;
}

interface LoaderProps {
  subject: DocumentSubject;
  id: string;
  isNew: boolean;
}

function ClinicalNoteLoader({ id, ...props }: LoaderProps) {
  // After the first save the note is already in the editor: it is not loaded.
  const [{ isNew, subject }] = useState(props);
  const { patientId } = subject;
  const note = useClinicalNote(isNew ? undefined : id);
  return (
    <DocumentLoader
      patientId={patientId}
      document={isNew ? undefined : note}
      title="Nota Clínica"
      failedTitle="No se pudo cargar la información"
      skeleton={<ClinicalNoteSkeleton isNew={isNew} />}
      notFound={<ClinicalNoteNotFound patientId={patientId} />}
    >
      {(loaded) => <LoadedClinicalNote subject={subject} id={id} loaded={loaded} />}
    </DocumentLoader>
  );
}

interface LoadedProps {
  subject: DocumentSubject;
  id: string;
  loaded: LoadedDocument<ClinicalNote>;
}

function LoadedClinicalNote({ subject, id, loaded }: LoadedProps) {
  const { patient, document: note } = loaded;
  const kind = noteDraft(subject);
  return (
    <DocumentScreen
      kind={kind}
      id={id}
      loaded={loaded}
      restricted="No tienes permisos para crear o editar notas clínicas"
      notFound={<ClinicalNoteNotFound patientId={patient._id} />}
      editor={(onFinalized) => (
        <ClinicalNoteEditor
          kind={kind}
          id={id}
          patient={patient}
          note={note}
          appointmentId={note?.appointmentId ?? subject.appointmentId}
          onFinalized={onFinalized}
        />
      )}
      finalized={({ document, unsaved, onDismiss }) => (
        <FinalizedClinicalNote
          patient={patient}
          note={document}
          canWrite={loaded.permission.canCreate}
          unsaved={unsaved}
          onDismiss={onDismiss}
        />
      )}
    />
  );
}

/** Shown for a note that was deleted, never existed, or belongs to another professional or patient. */
function ClinicalNoteNotFound({ patientId }: { patientId: string }) {
  return (
    <UnavailablePage
      title="Nota no encontrada"
      text="Puede que haya sido eliminada o que la dirección no sea la correcta."
      actions={
        <Link to={generatePath(PATHS.patient, { id: patientId })} className={buttonClass()}>
          Volver al Paciente
        </Link>
      }
    />
  );
}

/** A note that exists is more often read than edited, and has then nothing beside its text. */
function ClinicalNoteSkeleton({ isNew }: { isNew: boolean }) {
  return (
    <EditorSkeleton wide={isNew} label="Cargando nota clínica">
      <div className="items-start gap-6 xl:flex">
        <div className="flex-1 space-y-4 sm:space-y-6">
          <SectionSkeleton height="h-28" />
          <SectionSkeleton height="h-28" />
          <SectionSkeleton height="h-18" />
          <SectionSkeleton height="h-28" />
        </div>
        {isNew && <Skeleton className="h-80 w-72 shrink-0 max-xl:hidden min-[90rem]:w-80" />}
      </div>
    </EditorSkeleton>
  );
}

function SectionSkeleton({ height }: { height: string }) {
  return (
    <div className={`${CARD_CLASS} p-4 sm:p-6`}>
      <Skeleton className="mt-1 mb-4 h-5 w-44" />
      <Skeleton className={height} />
    </div>
  );
}
