import { type ComponentType, useEffect, useState } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  form: NoteForm;
}

const NAME = 'newPrescription.medicamento';

/** A plain input until the one with suggestions has arrived. It is not replaced while somebody types in it. */
export function MedicineField({ form }: Props) {
  const [Suggesting, setSuggesting] = useState<ComponentType<Props>>();
  const [isTyping, setTyping] = useState(false);
  useEffect(
    () =>
      whenScreenIsIdle(() => {
        import('#web/clinical-notes/medicine-input.tsx').then(
          ({ MedicineInput }) => setSuggesting(() => MedicineInput),
          () => undefined,
        );
      }),
    [],
  );
  if (Suggesting && !isTyping) return <Suggesting form={form} />;
  const { onBlur, ...field } = form.register(NAME, { onChange: () => form.clearErrors(NAME) });
  return (
    <TextInput
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        void onBlur(event);
        setTyping(false);
      }}
      autoComplete="off"
    />
  );
}
