import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReauthenticate } from '#web/auth/auth.queries.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import type { ProofKind } from '#web/platform/reauthentication.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const PasskeyProof = onDemand(async () => (await import('#web/auth/passkey-proof.tsx')).PasskeyProof);

interface Props {
  /** What the server asks for. */
  kind?: ProofKind;
  label: string;
  busyLabel: string;
  onProved: () => void;
  /** Another button, before that of the form. */
  otherAction: ReactNode;
}

/** Asks the signed-in user for the password, a code or a passkey, and proves it to the server. */
export function ProofForm({ kind = 'password', label, busyLabel, onProved, otherAction }: Props) {
  const { email } = useCurrentUser();
  const { mutate, isPending } = useReauthenticate();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<{ reason: string }>();
  useEffect(() => input.current?.focus(), []);
  // While it is pending, the field is disabled and cannot have the focus.
  useEffect(() => {
    if (!refusal || isPending) return;
    input.current?.focus();
    input.current?.select();
  }, [refusal, isPending]);

  function prove(): void {
    const entered = input.current?.value ?? '';
    const proof = kind === 'code' ? { code: entered } : { password: entered };
    if (entered) mutate(proof, { onSuccess: onProved, onError: ({ message }) => setRefusal({ reason: message }) });
    else setRefusal({ reason: kind === 'code' ? 'El código es requerido' : 'La contraseña es requerida' });
  }

  return (
    <Form
      busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        prove();
      }}
    >
      {/* Tells password managers which account it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {kind === 'code' ? (
        <Field label="Código" error={refusal?.reason}>
          <TextInput ref={input} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
        </Field>
      ) : (
        <Field label="Contraseña" error={refusal?.reason}>
          <PasswordInput ref={input} autoComplete="current-password" />
        </Field>
      )}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {otherAction}
        <Button type="submit">{isPending ? busyLabel : label}</Button>
      </div>
      <PasskeyProof onProved={onProved} />
    </Form>
  );
}
