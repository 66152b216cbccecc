import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { MIN_PASSWORD_LENGTH, type RegistrationForm } from '#contract/auth';
import { usePasswordHint } from '#web/auth/password-hint.ts';
import {
  CityField,
  NameField,
  ProfessionField,
  RegionField,
  RnpiField,
  SpecialtyField,
} from '#web/auth/professional-fields.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { RutField } from '#web/ui/rut-field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type Form = UseFormReturn<z.input<typeof RegistrationForm>, unknown, z.output<typeof RegistrationForm>>;

export function RegisterFields({ form }: { form: Form }) {
  const { register } = form;
  const { errors } = form.formState;
  const [password = '', name, email, rut] = useWatch({
    control: form.control,
    name: ['password', 'name', 'email', 'rut'],
  });
  const passwordHint = usePasswordHint(password, { name, email, rut });
  return (
    <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
      <NameField field={register('name')} error={errors.name?.message} />
      <RutField field={register('rut')} error={errors.rut?.message} />
      <Field label="Email" required error={errors.email?.message} className="sm:col-span-2">
        <TextInput {...register('email')} type="email" autoComplete="email" placeholder="nombre@ejemplo.cl" />
      </Field>
      <Field
        label="Contraseña"
        required
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres`}
        warning={passwordHint}
        error={errors.password?.message}
      >
        <PasswordInput {...register('password', { deps: 'confirmPassword' })} autoComplete="new-password" />
      </Field>
      <Field label="Confirmar contraseña" required error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <ProfessionField field={register('profession')} error={errors.profession?.message} />
      <SpecialtyField field={register('specialty')} error={errors.specialty?.message} />
      <RnpiField field={register('rnpi')} error={errors.rnpi?.message} className="sm:col-span-2" />
      <CityField field={register('city')} error={errors.city?.message} />
      <RegionField field={register('region')} error={errors.region?.message} />
    </div>
  );
}
