import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Credentials } from '#contract/auth';
import { useLogin, usePasskeyLogin } from '#web/auth/login.queries.ts';
import { SecondFactorForm } from '#web/auth/second-factor-form.tsx';
import { usePasskeyAutofill } from '#web/auth/use-passkey-autofill.ts';
import { PasskeyButton } from '#web/passkeys/passkey-button.tsx';
import { useSupportsPasskeys } from '#web/passkeys/passkey-support.ts';
import { PATHS } from '#web/platform/paths.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { TALL_TEXT_LINK_CLASS } from '#web/ui/text-link.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

export function LoginPage() {
  const [challenge, setChallenge] = useState<string>();
  if (challenge) return <SecondFactorForm challenge={challenge} onBack={() => setChallenge(undefined)} />;
  return <PasswordLogin onChallenge={setChallenge} />;
}

function PasswordLogin({ onChallenge }: { onChallenge: (challenge: string | undefined) => void }) {
  const login = useLogin();
  const passkeyLogin = usePasskeyLogin();
  const offersPasskeys = useSupportsPasskeys();
  const isHydrated = useHydrated();
  const isBusy = login.isPending || passkeyLogin.isPending;
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((credentials) =>
    login.mutate(credentials, {
      onSuccess: onChallenge,
      onError: (error) => showServerErrors(form, error, 'password'),
    }),
  );

  // Some browsers choose the only passkey by themselves, and would choose a refused passkey again and again.
  const isRefused = passkeyLogin.isError && passkeyLogin.variables !== undefined;
  usePasskeyAutofill(!isBusy && !isRefused, (chosen) =>
    passkeyLogin.mutate(chosen, { onError: (error) => showServerErrors(form, error, 'email') }),
  );

  return (
    <div className="mx-auto w-full max-w-sm">
      <h1 className="text-title max-lg:text-center">Iniciar Sesión</h1>
      <p className="mt-1.5 text-muted max-lg:text-center">Ingresa a tu cuenta para continuar</p>
      <Form onSubmit={submit} busy={isBusy} className="mt-8 space-y-5">
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            {...form.register('email')}
            type="email"
            autoComplete="username webauthn"
            placeholder="nombre@ejemplo.cl"
          />
        </Field>
        <Field label="Contraseña" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" className="w-full">
          {login.isPending ? 'Iniciando sesión...' : 'Iniciar Sesión'}
        </Button>
      </Form>
      {offersPasskeys && (
        <fieldset disabled={!isHydrated} className={`mt-3 ${isHydrated ? '' : '**:disabled:opacity-100'}`}>
          <PasskeyButton
            label="Entrar con llave de acceso"
            size="lg"
            busy={isBusy}
            onPress={() => passkeyLogin.mutate(undefined)}
          />
        </fieldset>
      )}
      <div className="mt-4 flex flex-col items-center text-sm">
        <Link to={PATHS.recovery} className={TALL_TEXT_LINK_CLASS}>
          ¿Olvidaste tu contraseña?
        </Link>
        <p className="text-muted">
          ¿No tienes cuenta?{' '}
          <Link to={PATHS.register} className={TALL_TEXT_LINK_CLASS}>
            Regístrate aquí
          </Link>
        </p>
      </div>
    </div>
  );
}
