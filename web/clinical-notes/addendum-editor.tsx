import { useEffect, useState } from 'react';
import type { Addendum } from '#contract/addenda';
import type { Patient } from '#contract/patients';
import { finalizeAddendumVersion } from '#web/clinical-notes/addenda.queries.ts';
import type { AddendumKind } from '#web/clinical-notes/addendum-draft.ts';
import { prepareToSave } from '#web/clinical-notes/addendum-rules.ts';
import { DeleteAddendumDialog } from '#web/clinical-notes/delete-addendum-dialog.tsx';
import { EditorDialogs } from '#web/drafts/editor-dialogs.tsx';
import { askToFinalize } from '#web/drafts/finalize-dialog.tsx';
import { BELOW_BAR_CLASS, SaveBar } from '#web/drafts/save-bar.tsx';
import { useEditor } from '#web/drafts/use-editor.ts';
import { useCurrentPatient } from '#web/patients/patients.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { RestoredNotice } from '#web/ui/restored-notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';
import { useQuestion } from '#web/ui/use-question.tsx';

interface Props {
  kind: AddendumKind;
  id: string;
  patient: Patient;
  /** Undefined for a new one. */
  addendum: Addendum | undefined;
  onFinalized: (addendum: Addendum, unsaved?: string) => void;
  onDeleted: () => void;
}

const FINALIZING = {
  title: '¿Finalizar la adenda?',
  subject: 'Adenda a una nota clínica',
  consequence:
    'Quedará unida a la nota para siempre, con su fecha y su huella. Después no se puede cambiar ni eliminar.',
};

/** Writes a new addendum, or continues a draft. */
export function AddendumEditor({ kind, id, patient, addendum, onFinalized, onDeleted }: Props) {
  const patientId = patient._id;
  const current = useCurrentPatient(patient);
  const { ask, dialog } = useQuestion();
  const editor = useEditor({
    kind,
    id,
    document: addendum,
    onFinalized,
    finalize: finalizeAddendumVersion,
    prepareToSave: (addendumForm, act) => {
      const isReady = prepareToSave(addendumForm);
      return isReady && act === 'finalizing' ? askToFinalize(ask, { ...FINALIZING, patient: current }) : isReady;
    },
  });
  const { form, state, pendingAction, draft } = editor;
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  // It opens below the note.
  useEffect(() => form.setFocus('content'), [form]);
  const isFinalizing = pendingAction === 'finalizing';
  return (
    <div>
      <SaveBar
        patient={current}
        state={state}
        pendingAction={pendingAction}
        finalizeLabel="Finalizar adenda"
        onSave={editor.save}
        onFinalize={editor.finalize}
      />
      {editor.isRestored && !isNoticeDismissed && <RestoredNotice onDismiss={() => setNoticeDismissed(true)} />}
      {editor.unsaved && <UnsavedText text={editor.unsaved} onDismiss={editor.dismissUnsaved} />}
      <fieldset
        disabled={isFinalizing}
        aria-busy={isFinalizing}
        className={`${CARD_CLASS} min-w-0 p-4 sm:p-6 ${BELOW_BAR_CLASS}`}
      >
        <Field heading label="Texto de la adenda" error={form.formState.errors.content?.message}>
          <TextArea {...form.register('content')} endless />
        </Field>
      </fieldset>
      <div className="mt-4 flex justify-end">
        <Button look="ghost" disabled={pendingAction !== undefined} onClick={() => setDeleting(true)}>
          Eliminar borrador
        </Button>
      </div>
      {isDeleting && (
        <DeleteAddendumDialog
          patientId={patientId}
          id={id}
          pause={draft.pause}
          onDeleted={() => {
            draft.discard();
            onDeleted();
          }}
          onKept={(isFinalized) => {
            setDeleting(false);
            draft.resume();
            if (isFinalized) void draft.flush().catch(() => {});
          }}
          onCancel={() => setDeleting(false)}
        />
      )}
      {dialog}
      <EditorDialogs
        kind={kind}
        editor={editor}
        patientId={patientId}
        subject="Esta adenda"
        finalizedTitle="Esta adenda ya fue finalizada"
        openLabel="Ver adenda finalizada"
        deletedReason="fue eliminada en otra ventana"
      />
    </div>
  );
}
