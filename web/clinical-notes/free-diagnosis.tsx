import { Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { addDiagnosis } from '#web/clinical-notes/note-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export function FreeDiagnosis({ form }: { form: NoteForm }) {
  const add = () => {
    form.setFocus('newDiagnosis');
    addDiagnosis(form, form.getValues('newDiagnosis'));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const field = form.register('newDiagnosis', { onChange: () => form.clearErrors('newDiagnosis') });
  return (
    <Field label="Diagnóstico" error={form.formState.errors.newDiagnosis?.message}>
      {/* The error is shown below this row, so that the button stays aligned with the input. */}
      <div className="flex gap-3">
        <TextInput {...field} autoComplete="off" onKeyDown={press} />
        <Button look="secondary" onClick={add} className="shrink-0">
          <Plus size={18} aria-hidden="true" />
          Agregar
        </Button>
      </div>
    </Field>
  );
}
