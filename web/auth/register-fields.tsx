import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { MIN_PASSWORD_LENGTH, type RegistrationForm } from '#contract/auth';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { RutField } from '#web/ui/rut-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

type Form = UseFormReturn<z.input<typeof RegistrationForm>, unknown, z.output<typeof RegistrationForm>>;

export function RegisterFields({ form }: { form: Form }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
      <Field label="Nombre completo" required error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      <RutField field={register('rut')} error={errors.rut?.message} />
      <Field label="Email" required error={errors.email?.message} className="sm:col-span-2">
        <TextInput {...register('email')} type="email" autoComplete="email" placeholder="nombre@ejemplo.cl" />
      </Field>
      <Field
        label="Contraseña"
        required
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres`}
        error={errors.password?.message}
      >
        <PasswordInput {...register('password', { deps: 'confirmPassword' })} autoComplete="new-password" />
      </Field>
      <Field label="Confirmar contraseña" required error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Profesión" required error={errors.profession?.message}>
        <Select {...register('profession')} placeholder="Selecciona tu profesión" options={PROFESSIONS} />
      </Field>
      <Field label="Especialidad" hint="Opcional" error={errors.specialty?.message}>
        <TextInput {...register('specialty')} />
      </Field>
      <Field
        label="RNPI"
        hint="Opcional. Tu número en el Registro Nacional de Prestadores Individuales"
        error={errors.rnpi?.message}
        className="sm:col-span-2"
      >
        <TextInput {...register('rnpi')} autoComplete="off" className="tabular-nums" />
      </Field>
      <Field label="Ciudad" required error={errors.city?.message}>
        <TextInput {...register('city')} autoComplete="address-level2" />
      </Field>
      <Field label="Región" required error={errors.region?.message}>
        <Select {...register('region')} placeholder="Selecciona tu región" options={REGIONS} />
      </Field>
    </div>
  );
}
