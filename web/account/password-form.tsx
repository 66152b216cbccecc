import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { PasswordChangeForm } from '#contract/account';
import { MIN_PASSWORD_LENGTH } from '#contract/auth';
import { useChangePassword } from '#web/account/account.queries.ts';
import { usePasswordHint } from '#web/auth/password-hint.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

const BLANK = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm({ notice }: { notice?: ReactNode }) {
  const person = useCurrentUser();
  const change = useChangePassword();
  const button = useRef<HTMLButtonElement>(null);
  const form = useForm({ resolver: zodResolver(PasswordChangeForm), defaultValues: BLANK });
  const { errors } = form.formState;
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const passwordHint = usePasswordHint(newPassword, person);
  const done = () => {
    form.reset();
    // The button is disabled until the next frame.
    requestAnimationFrame(() => button.current?.focus());
  };
  const submit = form.handleSubmit(({ confirmPassword: _, ...passwords }) =>
    change.mutate(passwords, {
      onSuccess: done,
      onError: (error) => showServerErrors(form, error, 'currentPassword'),
    }),
  );

  return (
    <Form onSubmit={submit} busy={change.isPending} className="space-y-5 [&_input]:scroll-mt-12">
      {/* Tells password managers which account it is. */}
      <input type="email" autoComplete="username" value={person.email} readOnly hidden />
      <Field label="Contraseña actual" required error={errors.currentPassword?.message}>
        <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field
        label="Nueva contraseña"
        required
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres`}
        warning={passwordHint}
        error={errors.newPassword?.message}
      >
        <PasswordInput {...form.register('newPassword', { deps: 'confirmPassword' })} autoComplete="new-password" />
      </Field>
      <Field label="Confirmar nueva contraseña" required error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <p className="text-muted text-sm">
        Al cambiar tu contraseña se cerrarán las demás sesiones de tu cuenta, en cualquier dispositivo. Esta seguirá
        abierta.
        {notice}
      </p>
      <Button ref={button} type="submit" className="max-sm:w-full">
        {change.isPending ? 'Actualizando...' : 'Actualizar contraseña'}
      </Button>
    </Form>
  );
}
