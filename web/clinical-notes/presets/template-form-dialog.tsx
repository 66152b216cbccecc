import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { NewNoteTemplate, type NoteTemplate } from '#contract/presets';
import { TEMPLATE_TEXTS, type TemplateText } from '#web/clinical-notes/presets/copy-template.ts';
import { useSaveNoteTemplate } from '#web/clinical-notes/presets/presets.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  title: string;
  description?: string;
  /** Undefined for a new one. */
  template?: NoteTemplate | undefined;
  /** The texts of a new one. */
  texts?: Partial<Record<TemplateText, string | undefined>>;
  onClose: () => void;
}

export function TemplateFormDialog({ title, description, template, texts = template ?? {}, onClose }: Props) {
  const save = useSaveNoteTemplate();
  const form = useForm({
    resolver: zodResolver(NewNoteTemplate),
    defaultValues: {
      name: template?.name ?? '',
      reason: texts.reason ?? '',
      anamnesis: texts.anamnesis ?? '',
      plansAndIndications: texts.plansAndIndications ?? '',
    },
  });
  const { errors, isDirty } = form.formState;
  const showRefusal = (error: Error) => {
    if (isError(error, 'NOTE_TEMPLATE_EXISTS')) form.setError('name', { message: error.message });
    showServerErrors(form, error, 'name');
  };
  const submit = form.handleSubmit((body) =>
    save.mutate({ id: template?._id, body }, { onSuccess: onClose, onError: showRefusal }),
  );
  return (
    <FormDialog
      title={title}
      description={description ?? 'Escribe al menos uno de los tres textos.'}
      isDirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Nombre de la plantilla" required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" placeholder="Control de hipertensión" />
      </Field>
      {TEMPLATE_TEXTS.map((text) => (
        <Field key={text.name} label={text.title} error={errors[text.name]?.message}>
          <TextArea {...form.register(text.name)} />
        </Field>
      ))}
    </FormDialog>
  );
}
