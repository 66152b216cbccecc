import { useState } from 'react';
import type { ClinicalNote } from '#contract/clinical-notes';
import type { Patient } from '#contract/patients';
import { AttachmentsWhenIdle } from '#web/attachments/attachments-when-idle.tsx';
import {
  type ConfirmPrescriptions,
  loadAllergyQuestions,
  useAllergyQuestion,
} from '#web/clinical-notes/allergy-question.tsx';
import type { NoteKind } from '#web/clinical-notes/clinical-note-draft.ts';
import { loadNoteRules, type NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { finalizeNoteVersion } from '#web/clinical-notes/clinical-notes.queries.ts';
import { DiagnosesSection } from '#web/clinical-notes/diagnoses-section.tsx';
import { createKnownAllergies } from '#web/clinical-notes/known-allergies.ts';
import { MeasurementsSection } from '#web/clinical-notes/measurements-section.tsx';
import { PrescriptionsSection } from '#web/clinical-notes/prescriptions-section.tsx';
import { TemplateActions } from '#web/clinical-notes/presets/template-actions.tsx';
import { EditorDialogs } from '#web/drafts/editor-dialogs.tsx';
import { SaveBar } from '#web/drafts/save-bar.tsx';
import { useEditor } from '#web/drafts/use-editor.ts';
import { PatientBar } from '#web/patients/patient-bar.tsx';
import { PatientDocument } from '#web/patients/patient-document.tsx';
import { useCurrentPatient } from '#web/patients/patients.queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { RestoredNotice } from '#web/ui/restored-notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';

interface Props {
  kind: NoteKind;
  id: string;
  patient: Patient;
  /** Undefined for a new one. */
  note: ClinicalNote | undefined;
  onFinalized: (note: ClinicalNote, unsaved?: string) => void;
}

/** Edits a new or an existing note. */
export function ClinicalNoteEditor({ kind, id, patient, note, onFinalized }: Props) {
  const { ask, dialog } = useAllergyQuestion();
  const current = useCurrentPatient(patient);
  const [knownAllergies] = useState(createKnownAllergies);
  const confirmPrescriptions: ConfirmPrescriptions = async (items) => {
    const isConfirmed =
      !current.allergies || (await (await loadAllergyQuestions()).confirmPrescriptions(ask, current, items));
    if (isConfirmed) knownAllergies.remember(items, current.allergies);
    return isConfirmed;
  };
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
        const isConfirmed = await (await loadAllergyQuestions()).confirmFinalizing(ask, patient._id, ...refusal);
        if (!isConfirmed) (await loadNoteRules()).focusMedicine(editor.form);
        return isConfirmed;
      }),
    prepareToSave: async (...attempt) => (await loadNoteRules()).prepareToSave(confirmPrescriptions, ...attempt),
  });
  const { form, state, isNew, pendingAction } = editor;
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);
  return (
    <PatientDocument
      patient={patient}
      title={isNew ? 'Nueva Nota Clínica' : 'Editar Nota Clínica'}
      badge={<Badge tone="orange">Borrador</Badge>}
    >
      <SaveBar
        state={state}
        pendingAction={pendingAction}
        finalizeLabel="Guardar Permanentemente"
        onSave={editor.save}
        onFinalize={isNew ? undefined : editor.finalize}
      >
        <PatientBar patient={patient} />
      </SaveBar>
      {editor.isRestored && !isNoticeDismissed && <RestoredNotice onDismiss={() => setNoticeDismissed(true)} />}
      {editor.unsaved && <UnsavedText text={editor.unsaved} onDismiss={editor.dismissUnsaved} />}
      <fieldset
        disabled={pendingAction === 'finalizing'}
        aria-busy={pendingAction === 'finalizing'}
        className="min-w-0 space-y-4 sm:space-y-6 [&_:is(input,textarea,button)]:scroll-mt-72"
      >
        <TemplateActions form={form} />
        <TextSection form={form} name="reason" title="Motivo de Consulta" />
        <TextSection form={form} name="anamnesis" title="Anamnesis" />
        <MeasurementsSection form={form} patient={patient} />
        <DiagnosesSection form={form} />
        <TextSection form={form} name="plansAndIndications" title="Planes e Indicaciones" />
        <PrescriptionsSection form={form} patientId={patient._id} confirmPrescriptions={confirmPrescriptions} />
      </fieldset>
      <div className="mt-4 sm:mt-6">
        {isNew ? (
          <p className="text-muted text-sm">Guarda la nota para agregarle archivos.</p>
        ) : (
          <AttachmentsWhenIdle patientId={patient._id} noteId={id} />
        )}
      </div>
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

interface TextSectionProps {
  form: NoteForm;
  name: 'reason' | 'anamnesis' | 'plansAndIndications';
  title: string;
}

function TextSection({ form, name, title }: TextSectionProps) {
  return (
    <div className={`${CARD_CLASS} p-4 sm:p-6`}>
      <Field heading label={title} error={form.formState.errors[name]?.message}>
        <TextArea {...form.register(name)} endless />
      </Field>
    </div>
  );
}
