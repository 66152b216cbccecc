import { type ComponentType, type FocusEvent, useState } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import type { SuggestingProps, SuggestionsProps } from '#web/clinical-notes/medicine-suggestions.tsx';
import { loadOnce } from '#web/ui/on-demand.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export const loadMedicineSuggestions = loadOnce(
  async () => (await import('#web/clinical-notes/medicine-suggestions.tsx')).MedicineSuggestions,
);

interface Attached {
  Suggestions: ComponentType<SuggestionsProps>;
  isTyping: boolean;
}

const NAME = 'newPrescription.medicamento';

/**
 * The medicine: free text. The suggestions are attached when it gets the focus, to the same input, which is never
 * replaced, because somebody may be typing in it.
 */
export function MedicineField({ form }: { form: NoteForm }) {
  const [attached, setAttached] = useState<Attached>();
  const [suggesting, setSuggesting] = useState<SuggestingProps>();
  const attach = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (attached) return;
    const { value } = input;
    loadMedicineSuggestions().then(
      (Suggestions) => setAttached({ Suggestions, isTyping: input.value !== value }),
      () => undefined,
    );
  };
  const { onBlur, ...field } = form.register(NAME, { onChange: () => form.clearErrors(NAME) });
  return (
    <div className="relative">
      <TextInput
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        onFocus={attach}
        {...field}
        {...suggesting}
        onBlur={(event) => {
          void onBlur(event);
          suggesting?.onBlur();
        }}
        autoComplete="off"
      />
      {attached && <attached.Suggestions form={form} isTyping={attached.isTyping} onChange={setSuggesting} />}
    </div>
  );
}
