import { useState } from 'react';
import { type FieldErrors, useWatch } from 'react-hook-form';
import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { CertificateFields } from '#web/certificates/certificate-fields.tsx';
import { type CertificateValues, payloadOf, setTemplate } from '#web/certificates/certificate-form.ts';
import { CertificatePreview } from '#web/certificates/certificate-preview.tsx';
import { errorText } from '#web/certificates/certificate-rules.ts';
import { CertificateSheet, type CertificateTab } from '#web/certificates/certificate-sheet.tsx';
import { TemplatePicker } from '#web/certificates/template-picker.tsx';
import { useSaveTemplate, useTemplates } from '#web/certificates/templates.queries.ts';
import { useNewCertificate } from '#web/certificates/use-new-certificate.ts';
import { useVariableValues } from '#web/certificates/variable-values.ts';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { notifyInvalid } from '#web/platform/query-client.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { useDiscardQuestion } from '#web/ui/discard-question.tsx';
import { Form } from '#web/ui/form.tsx';
import { RestoredNotice } from '#web/ui/restored-notice.tsx';

const INCOMPLETE = 'Please fill in both title and content';
const INCOMPLETE_TEMPLATE = 'Please fill in both title and content before saving as template';

interface Props {
  patient: Patient;
  onClose: () => void;
}

/** Creates a certificate that can still be edited. */
export function NewCertificateDialog({ patient, onClose }: Props) {
  const variables = useVariableValues(patient);
  const certificate = useNewCertificate(patient._id, variables);
  const { form, isCreating } = certificate;
  const values = useWatch({ control: form.control }) as CertificateValues;
  const { data: templates = [] } = useTemplates();
  const saveTemplate = useSaveTemplate(variables);
  const [shown, show] = useState<CertificateTab>('Editar');
  const [isNoticeDismissed, setNoticeDismissed] = useState(false);

  const refuse = (incomplete: string) => (errors: FieldErrors<CertificateValues>) => {
    notifyInvalid(errorText(form.getValues(), incomplete));
    show('Editar');
    // A hidden field cannot take the focus.
    requestAnimationFrame(() => form.setFocus(errors.title ? 'title' : 'content'));
  };
  const create = async (): Promise<boolean> => {
    let isMade = false;
    const make = async () => {
      isMade = await certificate.create();
    };
    await form.handleSubmit(make, refuse(INCOMPLETE))();
    return isMade;
  };
  const submit = async () => {
    if (await create()) onClose();
  };
  const keepAsTemplate = form.handleSubmit(
    ({ templateId, title, content }) =>
      saveTemplate.mutate(
        { title, content, templateId: templateId || undefined },
        // The next save adds a version to this template instead of creating another one.
        { onSuccess: ({ template }) => setTemplate(form, template) },
      ),
    refuse(INCOMPLETE_TEMPLATE),
  );
  const discard = useDiscardQuestion({
    hasText: certificate.isUnsaved,
    onLeave: () => {
      certificate.discard();
      onClose();
    },
  });
  const leave = () => !isCreating && discard.leave();

  return (
    <Dialog title={`Nuevo Certificado - ${nameWithSocial(patient)}`} wide onClose={leave}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        busy={isCreating}
      >
        {certificate.isRestored && !isNoticeDismissed && <RestoredNotice onDismiss={() => setNoticeDismissed(true)} />}
        <CertificateSheet
          shown={shown}
          onShow={show}
          fields={
            <>
              <TemplatePicker form={form} templates={templates} variables={variables} />
              <CertificateFields form={form} />
            </>
          }
          preview={<CertificatePreview patient={patient} certificate={payloadOf(values, variables)} />}
        />
        <DialogActions>
          <BusyButton
            look="secondary"
            label="Guardar plantilla"
            busy={saveTemplate.isPending}
            busyLabel="Guardando..."
            onPress={() => void keepAsTemplate()}
            className="mr-auto max-sm:w-full"
          />
          <Button look="secondary" onClick={leave} className="max-sm:flex-1">
            Cancelar
          </Button>
          <Button type="submit" className="max-sm:flex-1">
            {isCreating ? 'Creando...' : 'Crear Certificado'}
          </Button>
        </DialogActions>
      </Form>
      {discard.question}
      <LeaveGuard isUnsaved={certificate.isUnsaved} onDiscard={certificate.discard} onSave={create} />
    </Dialog>
  );
}
