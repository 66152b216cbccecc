import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { type Medication, medicationName } from '#contract/medications';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import { useSuggestions } from '#web/medications/medications.queries.ts';
import { ComboboxList, comboboxProps, useCombobox } from '#web/ui/combobox.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const keyOf = ({ dci, formaFarmaceutica, concentracion = '' }: Medication) =>
  `${dci}-${formaFarmaceutica}-${concentracion}`.replaceAll(/\s/g, '_');

/** The medicine: free text, with suggestions that fill the substance, the form, the strength and the route as well. */
export function MedicineInput({ form }: { form: NoteForm }) {
  const { field } = useController({ control: form.control, name: 'newPrescription.medicamento' });
  /** What the last suggestion filled. The next one replaces it, but nothing that was typed. */
  const filled = useRef<Partial<Record<string, string>>>({});
  const type = (text: string) => {
    form.clearErrors('newPrescription.medicamento');
    form.setValue('newPrescription.medicamento', text);
  };
  const fill = (medication: Medication) => {
    type(medicationName(medication));
    for (const name of ['dci', 'formaFarmaceutica', 'concentracion', 'via'] as const) {
      const current = form.getValues(`newPrescription.${name}`);
      if (current !== '' && current !== filled.current[name]) continue;
      filled.current[name] = medication[name] ?? '';
      form.setValue(`newPrescription.${name}`, medication[name] ?? '');
    }
  };
  const combobox = useCombobox({
    text: field.value,
    onType: type,
    options: useSuggestions(field.value),
    keyOf,
    onChoose: fill,
    isPopup: true,
    isFree: true,
  });
  const { onBlur, ...attributes } = comboboxProps(combobox);
  const close = () => {
    onBlur();
    field.onBlur();
  };
  return (
    <div className="relative">
      <TextInput
        {...attributes}
        ref={field.ref}
        name={field.name}
        value={field.value}
        onChange={(event) => combobox.type(event.target.value)}
        onBlur={close}
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
