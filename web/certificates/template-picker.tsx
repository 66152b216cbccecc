import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { fillVariables, type VariableValues } from '#contract/certificate-variables';
import type { CertificateTemplate } from '#contract/certificates';
import { type CertificateForm, setTemplate } from '#web/certificates/certificate-form.ts';
import { templateChoices } from '#web/certificates/template-choices.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { showToast } from '#web/ui/toast.ts';

interface Props {
  form: CertificateForm;
  templates: readonly CertificateTemplate[];
  variables: VariableValues;
}

/** Replaces the content by a template. Asks first when the content was typed. */
export function TemplatePicker({ form, templates, variables }: Props) {
  const [templateId, templateVersion] = useWatch({ control: form.control, name: ['templateId', 'templateVersion'] });
  const { chosen, options, templateOf } = templateChoices(templates, { _id: templateId, version: templateVersion });
  /** The content that the last template filled in. */
  const [filled, setFilled] = useState('');
  /** The choice that waits for a confirmation. */
  const [unconfirmed, setUnconfirmed] = useState<string>();

  const apply = (choice: string) => {
    const template = templateOf(choice);
    const content = fillVariables(template?.content ?? '', variables);
    setFilled(content);
    setTemplate(form, template);
    form.setValue('content', content);
    form.clearErrors('content');
    if (template) showToast({ title: 'Éxito', description: 'Plantilla aplicada' });
  };
  const choose = (choice: string) => {
    const content = form.getValues('content');
    if (content.trim() === '' || content === filled) apply(choice);
    else setUnconfirmed(choice);
  };

  return (
    <Field
      label="Plantilla"
      hint="Opcional. Reemplaza el contenido por el de la plantilla, con los datos del paciente."
    >
      <Select value={chosen} onChange={(event) => choose(event.target.value)} options={options} />
      {unconfirmed !== undefined && (
        <ConfirmDialog
          title="¿Reemplazar el contenido?"
          confirmLabel="Reemplazar"
          onConfirm={() => {
            apply(unconfirmed);
            setUnconfirmed(undefined);
          }}
          onCancel={() => setUnconfirmed(undefined)}
        >
          <p>Se perderá el contenido que escribiste.</p>
        </ConfirmDialog>
      )}
    </Field>
  );
}
