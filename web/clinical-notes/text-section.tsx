import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface Props {
  form: NoteForm;
  name: 'reason' | 'anamnesis' | 'plansAndIndications';
  title: string;
}

/** One text of the note, which grows with what is written in it. */
export function TextSection({ form, name, title }: Props) {
  return (
    <div className={`${CARD_CLASS} p-4 sm:p-6`}>
      <Field heading label={title} error={form.formState.errors[name]?.message}>
        <TextArea {...form.register(name)} endless />
      </Field>
    </div>
  );
}
