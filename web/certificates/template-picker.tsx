import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { fillVariables, type VariableValues } from '#contract/certificate-variables';
import type { CertificateTemplate } from '#contract/certificates';
import type { CertificateForm } from '#web/certificates/certificate-form.ts';
import { templateLabel } from '#web/certificates/template-text.ts';

import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { showToast } from '#web/ui/toast.ts';

interface Props {
  form: CertificateForm;
  templates: readonly CertificateTemplate[];
  variables: VariableValues;
}

/** Fills the content, and asks before it takes the place of something that was typed. */
export function TemplatePicker({ form, templates, variables }: Props) {
  const chosen = useWatch({ control: form.control, name: 'templateId' });
  /** What a template has put there: nobody has typed it. */
  const [filled, setFilled] = useState('');
  const [asked, setAsked] = useState<string>();

  const apply = (templateId: string) => {
    const template = templates.find(({ _id }) => _id === templateId);
    const content = fillVariables(template?.content ?? '', variables);
    setFilled(content);
    form.setValue('templateId', templateId);
    form.setValue('content', content);
    form.clearErrors('content');
    if (template) showToast({ title: 'Éxito', description: 'Plantilla aplicada' });
  };
  const choose = (templateId: string) => {
    const content = form.getValues('content');
    if (content.trim() === '' || content === filled) apply(templateId);
    else setAsked(templateId);
  };

  return (
    <Field
      label="Plantilla"
      hint="Opcional. Reemplaza el contenido por el de la plantilla, con los datos del paciente."
    >
      <Select
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: '', label: 'Certificado en blanco' },
          ...templates.map((template) => ({ value: template._id, label: templateLabel(template) })),
        ]}
      />
      {asked !== undefined && (
        <ConfirmDialog
          title="¿Reemplazar el contenido?"
          confirmLabel="Reemplazar"
          onConfirm={() => {
            apply(asked);
            setAsked(undefined);
          }}
          onCancel={() => setAsked(undefined)}
        >
          <p>Se perderá el contenido que escribiste.</p>
        </ConfirmDialog>
      )}
    </Field>
  );
}
