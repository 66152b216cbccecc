import type { UseFormRegisterReturn } from 'react-hook-form';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  /** Registered by the form, because the focus goes to the first invalid field in the order of registration. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

export const NameField = ({ field, error }: Props) => (
  <Field label="Nombre completo" required error={error}>
    <TextInput {...field} autoComplete="name" />
  </Field>
);

export const ProfessionField = ({ field, error }: Props) => (
  <Field label="Profesión" required error={error}>
    <Select {...field} placeholder="Selecciona tu profesión" options={PROFESSIONS} />
  </Field>
);

export const SpecialtyField = ({ field, error }: Props) => (
  <Field label="Especialidad" hint="Opcional" error={error}>
    <TextInput {...field} />
  </Field>
);

export const RnpiField = ({ field, error, className = '' }: Props & { className?: string }) => (
  <Field
    label="RNPI"
    hint="Opcional. Tu número en el Registro Nacional de Prestadores Individuales"
    error={error}
    className={className}
  >
    <TextInput {...field} autoComplete="off" className="tabular-nums" />
  </Field>
);

export const CityField = ({ field, error }: Props) => (
  <Field label="Ciudad" required error={error}>
    <TextInput {...field} autoComplete="address-level2" />
  </Field>
);

export const RegionField = ({ field, error }: Props) => (
  <Field label="Región" required error={error}>
    <Select {...field} placeholder="Selecciona tu región" options={REGIONS} />
  </Field>
);
