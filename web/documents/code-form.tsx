import { useForm } from 'react-hook-form';
import { generatePath } from 'react-router';
import { canonicalCode, readableCode } from '#contract/documents';
import { PATHS } from '#web/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** For a paper document whose QR code cannot be scanned. */
export function CodeForm() {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { typed: '' } });
  const field = form.register('typed', {
    validate: (typed) => canonicalCode(typed) !== undefined || 'El código no está completo',
  });
  const submit = form.handleSubmit(({ typed }) =>
    navigate(generatePath(PATHS.verification, { code: readableCode(canonicalCode(typed) ?? '') })),
  );
  return (
    <Form busy={false} onSubmit={submit} className="space-y-4">
      <Field
        label="Código de verificación"
        hint="Está impreso junto al código QR. Puedes escribirlo con o sin guiones."
        error={form.formState.errors.typed?.message}
      >
        <TextInput
          {...field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="tabular-nums"
        />
      </Field>
      <Button type="submit">Verificar</Button>
    </Form>
  );
}
