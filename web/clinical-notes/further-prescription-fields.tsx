import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { NoteForm } from '#web/clinical-notes/clinical-note-form.ts';
import {
  FURTHER_FIELDS,
  PERMANENT_LABEL,
  PRESCRIPTION_LABELS,
  type PrescriptionField,
} from '#web/clinical-notes/prescription-fields.ts';
import { Field } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Usual ones. Any other text can be written. */
const CHOICES: Partial<Record<PrescriptionField, readonly string[]>> = {
  formaFarmaceutica: [
    'Comprimido',
    'Cápsula',
    'Jarabe',
    'Suspensión oral',
    'Gotas orales',
    'Crema',
    'Ungüento',
    'Gel',
    'Colirio',
    'Inhalador',
    'Óvulo',
    'Supositorio',
    'Parche',
    'Solución inyectable',
  ],
  via: [
    'Oral',
    'Sublingual',
    'Tópica',
    'Oftálmica',
    'Ótica',
    'Nasal',
    'Inhalatoria',
    'Vaginal',
    'Rectal',
    'Transdérmica',
    'Subcutánea',
    'Intramuscular',
    'Intravenosa',
  ],
};

/** What a complete prescription has beside the five fields. Shown on request, and when something of it is filled. */
export function FurtherPrescriptionFields({ form }: { form: NoteForm }) {
  const values = useWatch({ control: form.control, name: 'newPrescription' });
  const errors = form.formState.errors.newPrescription;
  const isNeeded = values.permanente || FURTHER_FIELDS.some((field) => values[field] !== '' || errors?.[field]);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  const [isOpen, setOpen] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-4 rounded-control border border-line px-4"
    >
      <summary className="-mx-4 cursor-pointer rounded-control px-4 py-3 font-semibold text-sm">
        Más datos de la receta
      </summary>
      <div className="grid gap-4 pb-4 sm:grid-cols-3">
        {FURTHER_FIELDS.map((field) => (
          <FurtherField key={field} form={form} field={field} error={errors?.[field]?.message} />
        ))}
        <div className="self-end">
          <Switch
            label={PERMANENT_LABEL}
            checked={values.permanente}
            onChange={(isPermanent) => form.setValue('newPrescription.permanente', isPermanent)}
          />
        </div>
      </div>
    </details>
  );
}

interface FieldProps {
  form: NoteForm;
  field: PrescriptionField;
  error: string | undefined;
}

function FurtherField({ form, field, error }: FieldProps) {
  const listId = useId();
  const path = `newPrescription.${field}` as const;
  const choices = CHOICES[field];
  return (
    <Field label={PRESCRIPTION_LABELS[field]} error={error}>
      <TextInput
        {...form.register(path, { onChange: () => form.clearErrors(path) })}
        autoComplete="off"
        list={choices && listId}
        placeholder={field === 'cantidad' ? '30 comprimidos' : undefined}
      />
      {choices && (
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </Field>
  );
}
