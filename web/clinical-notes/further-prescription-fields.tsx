import { useId } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import {
  FURTHER_FIELDS,
  type FurtherField,
  PERMANENT_LABEL,
  PRESCRIPTION_LABELS,
} from '#web/clinical-notes/prescription-fields.ts';
import { Field } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

/** Usual ones. Any other text can be written. */
const CHOICES: Partial<Record<FurtherField, readonly string[]>> = {
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

interface Props {
  register: (field: FurtherField) => UseFormRegisterReturn;
  errors: Partial<Record<FurtherField, FieldError | undefined>> | undefined;
  isPermanent: boolean;
  onPermanentChange: (next: boolean) => void;
}

/** The fields of a prescription beside the five. */
export const FurtherPrescriptionFields = ({ register, errors, isPermanent, onPermanentChange }: Props) => (
  <div className="grid gap-4 sm:grid-cols-3">
    {FURTHER_FIELDS.map((field) => (
      <FurtherInput key={field} field={field} registered={register(field)} error={errors?.[field]?.message} />
    ))}
    <div className="self-end">
      <Switch label={PERMANENT_LABEL} checked={isPermanent} onChange={onPermanentChange} />
    </div>
  </div>
);

interface InputProps {
  field: FurtherField;
  registered: UseFormRegisterReturn;
  error: string | undefined;
}

function FurtherInput({ field, registered, error }: InputProps) {
  const listId = useId();
  const choices = CHOICES[field];
  return (
    <Field label={PRESCRIPTION_LABELS[field]} error={error}>
      <TextInput
        {...registered}
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
