import { type ComponentType, useState } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import type { SuggestingProps, SuggestionsProps } from '#web/clinical-notes/medicine-suggestions.tsx';
import { loadOnce } from '#web/ui/on-demand.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export const loadMedicineSuggestions = loadOnce(
  async () => (await import('#web/clinical-notes/medicine-suggestions.tsx')).MedicineSuggestions,
);

const NAME = 'newPrescription.medicamento';

/**
 * The medicine: free text. The suggestions are attached when it is used, to the same input, which is never replaced,
 * because somebody may be typing in it.
 */
export function MedicineField({ form }: { form: NoteForm }) {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const [suggesting, setSuggesting] = useState<SuggestingProps>();
  const attach = () => {
    loadMedicineSuggestions().then(
      (loaded) => setSuggestions(() => loaded),
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
        onInput={attach}
        {...field}
        {...suggesting}
        onBlur={(event) => {
          void onBlur(event);
          suggesting?.onBlur();
        }}
        autoComplete="off"
      />
      {Suggestions && <Suggestions form={form} onChange={setSuggesting} />}
    </div>
  );
}
