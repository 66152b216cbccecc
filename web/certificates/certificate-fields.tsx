import { useWatch } from 'react-hook-form';
import { unknownVariables } from '#contract/certificate-variables';
import type { CertificateForm } from '#web/certificates/certificate-form.ts';
import { unknownVariablesText, VARIABLES_HINT } from '#web/certificates/template-text.ts';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export function CertificateFields({ form }: { form: CertificateForm }) {
  const { errors } = form.formState;
  // An error disappears when its field changes. The next save validates again.
  const register = (name: 'title' | 'content') => form.register(name, { onChange: () => form.clearErrors(name) });
  const [title, content] = useWatch({ control: form.control, name: ['title', 'content'] });
  const warning = (text: string) => unknownVariablesText(unknownVariables(text));
  return (
    <>
      <Field label="Título" required warning={warning(title)} error={errors.title?.message}>
        <TextInput {...register('title')} autoComplete="off" />
      </Field>
      <Field
        label="Contenido"
        required
        hint={VARIABLES_HINT}
        warning={warning(content)}
        error={errors.content?.message}
      >
        <TextArea {...register('content')} endless className="min-h-75" />
      </Field>
    </>
  );
}
