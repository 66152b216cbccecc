import { useCallback, useState } from 'react';
import { type ClinicalNote, ClinicalNoteContent } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { AttachmentsCard } from '#web/attachments/attachments-card.tsx';
import { ChargeButton } from '#web/charges/charge-button.tsx';
import { confirmFinalizing, confirmPrescriptions } from '#web/clinical-notes/allergy-dialog.tsx';
import type { ConfirmPrescriptions } from '#web/clinical-notes/allergy-question.tsx';
import type { NoteKind } from '#web/clinical-notes/clinical-note-draft.ts';
import { finalizeNoteVersion, useBookingNote } from '#web/clinical-notes/clinical-notes.queries.ts';
import { askToFinalizeNote } from '#web/clinical-notes/finalize-note-question.ts';
import { createKnownAllergies } from '#web/clinical-notes/known-allergies.ts';
import { NoteFields } from '#web/clinical-notes/note-fields.tsx';
import { focusMedicine, prepareToSave } from '#web/clinical-notes/note-rules.ts';
import { WithNoteSummary } from '#web/clinical-notes/summary/note-summary.tsx';
import { EditorDialogs } from '#web/drafts/editor-dialogs.tsx';
import { BELOW_BAR_CLASS, SaveBar } from '#web/drafts/save-bar.tsx';
import { useEditor } from '#web/drafts/use-editor.ts';
import { PatientDocument } from '#web/patients/patient-document.tsx';
import { useCurrentPatient } from '#web/patients/patients.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { RestoredNotice } from '#web/ui/restored-notice.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';
import { useFirstFieldFocus } from '#web/ui/use-first-field-focus.ts';
import { useQuestion } from '#web/ui/use-question.tsx';

interface Props {
  kind: NoteKind;
  id: string;
  patient: Patient;
  /** Undefined for a new one. */
  note: ClinicalNote | undefined;
  /** The appointment that the note is about. */
  appointmentId: string | undefined;
  onFinalized: (note: ClinicalNote, unsaved?: string) => void;
}

/** Edits a new or an existing note. */
export function ClinicalNoteEditor({ kind, id, patient, note, appointmentId, onFinalized }: Props) {
  const { ask, dialog } = useQuestion();
  const author = useCurrentUser();
  const current = useCurrentPatient(patient);
  const bookingNote = useBookingNote(patient._id, appointmentId);
  const [knownAllergies] = useState(createKnownAllergies);
  const confirm: ConfirmPrescriptions = useCallback(
    async (items) => {
      const isConfirmed = await confirmPrescriptions(ask, current, items);
      if (isConfirmed) knownAllergies.remember(items, current.allergies);
      return isConfirmed;
    },
    [ask, current, knownAllergies],
  );
  const editor = useEditor({
    kind: {
      ...kind,
      send: (content, stored, ...rest) =>
        kind.send(content, stored, ...rest, knownAllergies.whenAdded(stored?.prescriptions, content.prescriptions)),
    },
    id,
    document: note,
    onFinalized,
    finalize: (stored) =>
      finalizeNoteVersion(stored, async (...refusal) => {
        const isConfirmed = await confirmFinalizing(ask, patient._id, ...refusal);
        if (!isConfirmed) focusMedicine(editor.form);
        return isConfirmed;
      }),
    prepareToSave: async (noteForm, act, isStored) => {
      if (!(await prepareToSave(confirm, noteForm, act, isStored))) return false;
      if (act === 'saving') return true;
      return askToFinalizeNote(ask, author, current, ClinicalNoteContent.parse(kind.contentOf(noteForm.getValues())));
    },
  });
  const { form, state, isNew, pendingAction } = editor;
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);
  const fields = useFirstFieldFocus<HTMLFieldSetElement>(isNew);
  return (
    <PatientDocument
      patient={patient}
      title={isNew ? 'Nueva Nota Clínica' : 'Editar Nota Clínica'}
      badge={<Badge tone="orange">Borrador</Badge>}
      actions={<ChargeButton patient={patient} appointmentId={appointmentId} />}
      wide
    >
      <SaveBar
        patient={current}
        bookingNote={bookingNote}
        state={state}
        pendingAction={pendingAction}
        finalizeLabel="Guardar Permanentemente"
        onSave={editor.save}
        onFinalize={isNew ? undefined : editor.finalize}
      />
      {editor.isRestored && !isNoticeDismissed && <RestoredNotice onDismiss={() => setNoticeDismissed(true)} />}
      {editor.unsaved && <UnsavedText text={editor.unsaved} onDismiss={editor.dismissUnsaved} />}
      <WithNoteSummary
        form={form}
        patientId={patient._id}
        date={note?.date}
        confirmPrescriptions={confirm}
        disabled={pendingAction === 'finalizing'}
      >
        <fieldset
          ref={fields}
          disabled={pendingAction === 'finalizing'}
          aria-busy={pendingAction === 'finalizing'}
          className={`min-w-0 space-y-4 sm:space-y-6 ${BELOW_BAR_CLASS}`}
        >
          <NoteFields form={form} patient={patient} confirmPrescriptions={confirm} />
        </fieldset>
        <div className="mt-4 sm:mt-6">
          {isNew ? (
            <p className="text-muted text-sm">Guarda la nota para agregarle archivos.</p>
          ) : (
            <AttachmentsCard patientId={patient._id} noteId={id} />
          )}
        </div>
      </WithNoteSummary>
      {dialog}
      <EditorDialogs
        kind={kind}
        editor={editor}
        patientId={patient._id}
        subject="Esta nota"
        finalizedTitle="Esta nota ya fue finalizada"
        openLabel="Ver nota finalizada"
        deletedReason="fue eliminada en otra ventana"
      />
    </PatientDocument>
  );
}
