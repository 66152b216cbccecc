import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { VariableValues } from '#contract/certificate-variables';
import type { Certificate, CertificateTemplate } from '#contract/certificates';
import type { Patient } from '#contract/patients';
import { CancelCertificate } from '#web/certificates/cancel-certificate.tsx';
import type { CertificateKind } from '#web/certificates/certificate-draft.ts';
import { CertificateFields } from '#web/certificates/certificate-fields.tsx';
import { type CertificateValues, isIncomplete, payloadOf } from '#web/certificates/certificate-form.ts';
import { CertificatePreview } from '#web/certificates/certificate-preview.tsx';
import { validateOrNotify } from '#web/certificates/certificate-rules.ts';
import { CertificateSheet, type CertificateTab } from '#web/certificates/certificate-sheet.tsx';
import { finalizeCertificateVersion } from '#web/certificates/certificates.queries.ts';
import { askToFinalizeCertificate } from '#web/certificates/finalize-certificate-question.tsx';
import { TemplatePicker } from '#web/certificates/template-picker.tsx';
import { TemplateUsed } from '#web/certificates/template-used.tsx';
import { EditorDialogs } from '#web/drafts/editor-dialogs.tsx';
import { BELOW_BAR_CLASS, SaveBar } from '#web/drafts/save-bar.tsx';
import { useEditor } from '#web/drafts/use-editor.ts';
import { PatientDocument } from '#web/patients/patient-document.tsx';
import { useCurrentPatient } from '#web/patients/patients.queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { RestoredNotice } from '#web/ui/restored-notice.tsx';
import { UnsavedText } from '#web/ui/unsaved-text.tsx';
import { useFirstFieldFocus } from '#web/ui/use-first-field-focus.ts';
import { useQuestion } from '#web/ui/use-question.tsx';

interface Props {
  kind: CertificateKind;
  id: string;
  patient: Patient;
  variables: VariableValues;
  /** Undefined for a new one. */
  certificate: Certificate | undefined;
  templates: readonly CertificateTemplate[];
  onFinalized: (certificate: Certificate, unsaved?: string) => void;
}

/** Edits a new or an existing certificate. */
export function CertificateEditor(props: Props) {
  const { kind, id, patient, variables, certificate, templates, onFinalized } = props;
  const current = useCurrentPatient(patient);
  const { ask, dialog } = useQuestion();
  const [shown, show] = useState<CertificateTab>('Editar');
  const editor = useEditor({
    kind,
    id,
    document: certificate,
    onFinalized,
    finalize: finalizeCertificateVersion,
    prepareToSave: (certificateForm, act) => {
      const isValid = validateOrNotify(certificateForm, variables, act, () => show('Editar'));
      if (!isValid || act === 'saving') return isValid;
      return askToFinalizeCertificate(ask, current, payloadOf(certificateForm.getValues(), variables));
    },
  });
  const { form, draft, state, isNew, pendingAction } = editor;
  const values = useWatch({ control: form.control }) as CertificateValues;
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);
  const fields = useFirstFieldFocus<HTMLFieldSetElement>(isNew);
  return (
    <PatientDocument
      patient={patient}
      title={isNew ? 'Nuevo Certificado' : 'Editar Certificado'}
      badge={<Badge tone="orange">En edición</Badge>}
    >
      <SaveBar
        patient={current}
        state={state}
        pendingAction={pendingAction}
        disabled={isIncomplete(values)}
        finalizeLabel="Guardar Definitivamente"
        onSave={editor.save}
        onFinalize={editor.finalize}
      />
      {editor.isRestored && !isNoticeDismissed && <RestoredNotice onDismiss={() => setNoticeDismissed(true)} />}
      {editor.unsaved && <UnsavedText text={editor.unsaved} onDismiss={editor.dismissUnsaved} />}
      <Card>
        <fieldset
          ref={fields}
          disabled={pendingAction === 'finalizing'}
          aria-busy={pendingAction === 'finalizing'}
          className={`min-w-0 ${BELOW_BAR_CLASS}`}
        >
          <CertificateSheet
            shown={shown}
            onShow={show}
            fields={
              <>
                {isNew && templates.length > 0 && (
                  <TemplatePicker form={form} templates={templates} variables={variables} />
                )}
                {!isNew && <TemplateUsed template={draft.document()?.templateId} />}
                <CertificateFields form={form} />
              </>
            }
            preview={<CertificatePreview patient={patient} certificate={payloadOf(values, variables)} />}
          />
        </fieldset>
      </Card>
      <div className="mt-4 flex justify-end">
        <CancelCertificate
          patientId={patient._id}
          id={id}
          disabled={pendingAction !== undefined}
          pause={draft.pause}
          onCancelled={draft.discard}
          onKept={draft.resume}
          onFinalizedElsewhere={() => void draft.flush().catch(() => {})}
        />
      </div>
      {dialog}
      <EditorDialogs
        kind={kind}
        editor={editor}
        patientId={patient._id}
        subject="Este certificado"
        finalizedTitle="Este certificado ya fue finalizado"
        openLabel="Ver certificado finalizado"
        deletedReason="fue cancelado en otra ventana"
      />
    </PatientDocument>
  );
}
