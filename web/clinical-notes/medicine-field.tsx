import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import type { SuggestingProps, SuggestionsProps } from '#web/clinical-notes/medicine-suggestions.tsx';
import { whenScreenIsIdle } from '#web/platform/screen-idle.ts';
import { TextInput } from '#web/ui/text-input.tsx';

const NAME = 'newPrescription.medicamento';

/**
 * The medicine: free text. The suggestions are loaded on demand and attached to the same input, which is never replaced,
 * because somebody may be typing in it.
 */
export function MedicineField({ form }: { form: NoteForm }) {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const [suggesting, setSuggesting] = useState<SuggestingProps>();
  const load = useCallback(() => {
    import('#web/clinical-notes/medicine-suggestions.tsx').then(
      ({ MedicineSuggestions }) => setSuggestions(() => MedicineSuggestions),
      () => undefined,
    );
  }, []);
  useEffect(() => whenScreenIsIdle(load), [load]);
  const { onBlur, ...field } = form.register(NAME, { onChange: () => form.clearErrors(NAME) });
  return (
    <div className="relative">
      <TextInput
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        onFocus={load}
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
