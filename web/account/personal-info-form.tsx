import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { type Account, PersonalInfo } from '#contract/account';
import { PROFESSIONS } from '#contract/professions';
import { REGIONS } from '#contract/regions';
import { useUpdatePersonalInfo } from '#web/account/account.queries.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  account: Account;
  onClose: () => void;
}

export function PersonalInfoForm({ account, onClose }: Props) {
  const { name, email, profession, specialty, city, region } = account;
  const update = useUpdatePersonalInfo();
  const form = useForm({
    resolver: zodResolver(PersonalInfo),
    defaultValues: { name, profession, specialty: specialty ?? '', city: city ?? '', region },
  });
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit((info) =>
    update.mutate(info, { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'name') }),
  );
  // The button that opened the form is gone, and the focus with it.
  useEffect(() => form.setFocus('name'), [form]);

  return (
    <Form onSubmit={submit} busy={update.isPending} className="[&_:is(input,select)]:scroll-mt-12">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nombre completo" required error={errors.name?.message}>
          <TextInput {...register('name')} autoComplete="name" />
        </Field>
        <Field label="Email" hint="El email de tu cuenta no se puede cambiar.">
          <TextInput value={email} readOnly autoComplete="off" className="text-muted read-only:bg-paper" />
        </Field>
        <Field label="Profesión" required error={errors.profession?.message}>
          <Select {...register('profession')} placeholder="Selecciona tu profesión" options={PROFESSIONS} />
        </Field>
        <Field label="Especialidad" hint="Opcional" error={errors.specialty?.message}>
          <TextInput {...register('specialty')} />
        </Field>
        <Field label="Ciudad" required error={errors.city?.message}>
          <TextInput {...register('city')} autoComplete="address-level2" />
        </Field>
        <Field label="Región" required error={errors.region?.message}>
          <Select {...register('region')} placeholder="Selecciona tu región" options={REGIONS} />
        </Field>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">{update.isPending ? 'Guardando...' : 'Guardar'}</Button>
      </div>
    </Form>
  );
}
