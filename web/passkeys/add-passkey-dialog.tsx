import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { NewPasskey } from '#contract/passkeys';
import { deviceName } from '#web/passkeys/device-name.ts';
import { useAddPasskey } from '#web/passkeys/passkeys.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const NameForm = NewPasskey.pick({ name: true });

interface Props {
  onClose: () => void;
}

export const AddPasskeyDialog = ({ onClose }: Props) => (
  <Dialog
    title="Agregar llave de acceso"
    description="Al continuar, tu navegador pide tu huella, tu rostro o el PIN de este dispositivo. También puede ofrecerte usar tu teléfono."
    onClose={onClose}
  >
    <NewPasskeyForm onClose={onClose} />
  </Dialog>
);

function NewPasskeyForm({ onClose }: Props) {
  const { mutate, reset, isPending, error } = useAddPasskey();
  const form = useForm({ resolver: zodResolver(NameForm), defaultValues: { name: deviceName(navigator) } });
  // The dialog would focus its first button, which closes it.
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form]);
  const prompt = useRef<AbortController>(undefined);
  useEffect(() => () => prompt.current?.abort(), []);
  const submit = form.handleSubmit(
    ({ name }) => {
      prompt.current = new AbortController();
      mutate({ name, signal: prompt.current.signal }, { onSuccess: onClose });
    },
    // An earlier refusal must not stay beside the error of the field.
    () => reset(),
  );
  const refusedName = error instanceof ApiError && error.details.find(({ field }) => field === 'name')?.message;
  const refusal = error && !refusedName && error.name !== 'AbortError' && error.message;
  return (
    <Form onSubmit={submit} busy={isPending}>
      <Field
        label="Nombre"
        required
        hint="Para reconocerla en la lista, por ejemplo «Computador de la consulta»."
        error={form.formState.errors.name?.message ?? refusedName}
      >
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <p className="mt-4 text-muted text-sm">
        No agregues una en un computador donde otras personas usan la misma cuenta de Windows o Mac: podrían entrar con
        ella.
      </p>
      <div aria-live="polite">{refusal && <p className="mt-4 font-medium text-red text-sm">{refusal}</p>}</div>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">{isPending ? 'Agregando...' : 'Continuar'}</Button>
      </DialogActions>
    </Form>
  );
}
