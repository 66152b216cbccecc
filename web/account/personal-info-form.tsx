import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { type DefaultValues, useForm } from 'react-hook-form';
import { type Account, PersonalInfo } from '#contract/account';
import { formatRut } from '#contract/rut';
import { useUpdatePersonalInfo } from '#web/account/account.queries.ts';
import {
  CityField,
  NameField,
  ProfessionField,
  RegionField,
  RnpiField,
  SpecialtyField,
} from '#web/auth/professional-fields.tsx';
import { LeaveGuard } from '#web/drafts/leave-guard.tsx';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { RutField } from '#web/ui/rut-field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

interface Props {
  account: Account;
  /** The form is shown, and has the focus. */
  onOpen: () => void;
  onClose: () => void;
}

type Values = Record<string, string | null | undefined>;

/** A missing value and the empty option of a select count as equal. */
const isChanged = (values: Values, before: Values = {}): boolean =>
  Object.entries(values).some(([name, value]) => (value ?? '') !== (before[name] ?? ''));

/** An administrator issues no documents: their account needs neither RUT nor RNPI. */
export const printsDocuments = ({ role }: Pick<Account, 'role'>): boolean => role === 'professional';

function defaultsOf(account: Account): DefaultValues<PersonalInfo> {
  const { name, rut = '', rnpi = '', profession, specialty = '', city = '', region } = account;
  const defaults: DefaultValues<PersonalInfo> = { name, specialty, city };
  if (printsDocuments(account)) Object.assign(defaults, { rut: formatRut(rut), rnpi });
  if (profession) defaults.profession = profession;
  if (region) defaults.region = region;
  return defaults;
}

export function PersonalInfoForm({ account, onOpen, onClose }: Props) {
  const update = useUpdatePersonalInfo();
  const form = useForm({
    resolver: zodResolver(PersonalInfo),
    defaultValues: defaultsOf(account),
  });
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit((info) =>
    update.mutate(info, { onSuccess: onClose, onError: (error) => showServerErrors(form, error, 'name') }),
  );
  const isUnsaved = useCallback(() => isChanged(form.getValues(), form.formState.defaultValues), [form]);
  // The form stays open: closing it would also close the dialog that asks whether to leave.
  const saveToLeave = async (): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(async (info) => {
      const failure = await update.mutateAsync(info).then(
        () => undefined,
        (error: Error) => error,
      );
      if (failure) return showServerErrors(form, failure, 'name');
      form.reset(info);
      isSaved = true;
    })();
    return isSaved;
  };
  const open = useEffectEvent(onOpen);
  // The button that opened the form has the focus, and is removed.
  useEffect(() => {
    form.setFocus('name');
    open();
  }, [form]);

  return (
    <Form onSubmit={submit} busy={update.isPending} className="[&_:is(input,select)]:scroll-mt-12">
      {account.identity === 'verified' && (
        <p className="mb-5 text-muted">
          Tu identidad está verificada. Si cambias tu nombre, RUT, RNPI o profesión, habrá que verificarla de nuevo.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <NameField field={register('name')} error={errors.name?.message} />
        <Field label="Email" hint="El correo de tu cuenta no se puede cambiar.">
          <TextInput value={account.email} readOnly autoComplete="off" className="text-muted read-only:bg-paper" />
        </Field>
        {printsDocuments(account) && (
          <>
            <RutField field={register('rut')} error={errors.rut?.message} />
            <RnpiField field={register('rnpi')} error={errors.rnpi?.message} />
          </>
        )}
        <ProfessionField field={register('profession')} error={errors.profession?.message} />
        <SpecialtyField field={register('specialty')} error={errors.specialty?.message} />
        <CityField field={register('city')} error={errors.city?.message} />
        <RegionField field={register('region')} error={errors.region?.message} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">{update.isPending ? 'Guardando...' : 'Guardar'}</Button>
      </div>
      <LeaveGuard isUnsaved={isUnsaved} onDiscard={() => form.reset()} onSave={saveToLeave} />
    </Form>
  );
}
