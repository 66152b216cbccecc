import { type ComponentProps, memo, useEffect, useLayoutEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { type Medication, medicationName } from '#contract/medications';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { clearFilledOfOther, fillPrescription } from '#web/clinical-notes/filled-prescription.ts';
import { useSuggestions } from '#web/medications/medications.queries.ts';
import { ComboboxList, comboboxProps, useCombobox } from '#web/ui/combobox.tsx';
import { useFieldProps } from '#web/ui/field.tsx';

/** What the input of the medicine gets while it suggests. */
export interface SuggestingProps extends ReturnType<typeof comboboxProps> {
  onInput: ComponentProps<'input'>['onInput'];
}

export interface SuggestionsProps {
  form: NoteForm;
  onChange: (props: SuggestingProps) => void;
}

const keyOf = ({ dci, formaFarmaceutica, concentracion = '' }: Medication) =>
  `${dci}-${formaFarmaceutica}-${concentracion}`.replaceAll(/\s/g, '_');

/**
 * Suggestions for the medicine. A chosen one fills the substance, the form, the strength and the route as well. It is a
 * memo because the change that it reports renders the field around it again.
 */
export const MedicineSuggestions = memo(function MedicineSuggestions({ form, onChange }: SuggestionsProps) {
  const text = useWatch({ control: form.control, name: 'newPrescription.medicamento' });
  const inputId = useFieldProps()?.id;
  const fill = (medication: Medication) => {
    form.clearErrors('newPrescription.medicamento');
    form.setValue('newPrescription.medicamento', medicationName(medication));
    fillPrescription(form, medication);
  };
  const combobox = useCombobox({
    text,
    // The form reads the input itself.
    onType: (typed) => clearFilledOfOther(form, typed),
    options: useSuggestions(text),
    keyOf,
    onChoose: fill,
    isPopup: true,
    isFree: true,
  });
  const { setExpanded } = combobox;
  // The focus that would open the suggestions came before they were attached.
  useEffect(() => {
    if (inputId && document.activeElement?.id === inputId) setExpanded(true);
  }, [inputId, setExpanded]);
  useLayoutEffect(() =>
    onChange({ ...comboboxProps(combobox), onInput: (event) => combobox.type(event.currentTarget.value) }),
  );
  return (
    <ComboboxList
      combobox={combobox}
      label="Sugerencias"
      className="panel absolute inset-x-0 top-full z-10 mt-1 max-h-72 bg-surface py-1 shadow-lift"
      optionClassName="flex-wrap items-baseline gap-x-3"
    >
      {(medication) => (
        <>
          <span className="font-semibold">{medicationName(medication)}</span>{' '}
          <span className="text-muted text-sm">{medication.formaFarmaceutica}</span>
        </>
      )}
    </ComboboxList>
  );
});
