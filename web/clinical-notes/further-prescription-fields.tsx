import { useId } from 'react';
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

export function FurtherPrescriptionFields({ form }: { form: NoteForm }) {
  const isPermanent = useWatch({ control: form.control, name: 'newPrescription.permanente' });
  const errors = form.formState.errors.newPrescription;
  return (
    <div className="grid gap-4 pb-4 sm:grid-cols-3">
      {FURTHER_FIELDS.map((field) => (
        <FurtherField key={field} form={form} field={field} error={errors?.[field]?.message} />
      ))}
      <div className="self-end">
        <Switch
          label={PERMANENT_LABEL}
          checked={isPermanent}
          onChange={(next) => form.setValue('newPrescription.permanente', next)}
        />
      </div>
    </div>
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
