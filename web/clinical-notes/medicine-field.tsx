import { useWatch } from 'react-hook-form';
import { type Medication, medicationName } from '#contract/medications';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { clearFilledOfOther, fillPrescription } from '#web/clinical-notes/filled-prescription.ts';
import { useSuggestions } from '#web/medications/medications.queries.ts';
import { ComboboxList, comboboxProps, useCombobox } from '#web/ui/combobox.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const NAME = 'newPrescription.medicamento';

const keyOf = ({ dci, formaFarmaceutica, concentracion = '' }: Medication) =>
  `${dci}-${formaFarmaceutica}-${concentracion}`.replaceAll(/\s/g, '_');

/** The medicine: free text with suggestions. A chosen one fills the substance, the form, the strength and the route. */
export function MedicineField({ form }: { form: NoteForm }) {
  const text = useWatch({ control: form.control, name: NAME });
  const combobox = useCombobox({
    text,
    // The form reads the input itself.
    onType: (typed) => clearFilledOfOther(form, typed),
    options: useSuggestions(text),
    keyOf,
    onChoose: (medication) => {
      form.clearErrors(NAME);
      form.setValue(NAME, medicationName(medication));
      fillPrescription(form, medication);
    },
    isPopup: true,
    isFree: true,
  });
  const suggesting = comboboxProps(combobox);
  const { onBlur, ...field } = form.register(NAME, { onChange: () => form.clearErrors(NAME) });
  return (
    <div className="relative">
      <TextInput
        {...field}
        {...suggesting}
        onInput={(event) => combobox.type(event.currentTarget.value)}
        onBlur={(event) => {
          void onBlur(event);
          suggesting.onBlur();
        }}
        autoComplete="off"
      />
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
    </div>
  );
}
