import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { MIN_PASSWORD_LENGTH } from '#contract/auth';
import { RecoveryForm } from '#contract/recovery';
import { useLinkToken } from '#web/auth/link-token.ts';
import { useConfirmRecovery } from '#web/auth/recovery.queries.ts';
import { isError } from '#web/platform/api-error.ts';
import { PATHS } from '#web/platform/paths.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

/** Where the link of a recovery leads. Open to everybody, also to somebody who is signed in with another account. */
export function NewPasswordPage() {
  const token = useLinkToken();
  const confirm = useConfirmRecovery();
  return (
    <PublicFrame className="mx-auto w-full max-w-xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <h1 className="text-title">Nueva contraseña</h1>
      {confirm.isSuccess ? (
        <div role="status" className={`${CARD_CLASS} mt-8 space-y-5 p-6`}>
          <p>Tu contraseña cambió y se cerraron todas las sesiones de tu cuenta. Inicia sesión con la nueva.</p>
          <Link to={PATHS.login} className={buttonClass({ size: 'lg' })}>
            Ir a iniciar sesión
          </Link>
        </div>
      ) : (
        <PasswordCard token={token} confirm={confirm} />
      )}
    </PublicFrame>
  );
}

function PasswordCard({ token, confirm }: { token: string; confirm: ReturnType<typeof useConfirmRecovery> }) {
  const form = useForm({ resolver: zodResolver(RecoveryForm), defaultValues: { password: '', confirmPassword: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ password }) =>
    confirm.mutate({ token, password }, { onError: (error) => showServerErrors(form, error, 'password') }),
  );
  return (
    <>
      <p className="mt-2 mb-8 text-muted">Elige la contraseña con la que entrarás a tu cuenta desde ahora.</p>
      <div className={`${CARD_CLASS} p-6`}>
        <Form onSubmit={submit} busy={confirm.isPending} className="space-y-5">
          <Field
            label="Nueva contraseña"
            required
            hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres`}
            error={errors.password?.message}
          >
            <PasswordInput {...form.register('password', { deps: 'confirmPassword' })} autoComplete="new-password" />
          </Field>
          <Field label="Confirmar nueva contraseña" required error={errors.confirmPassword?.message}>
            <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
          </Field>
          <p className="text-muted text-sm">Se cerrarán todas las sesiones de tu cuenta, en cualquier dispositivo.</p>
          <Button type="submit" size="lg" className="max-sm:w-full">
            {confirm.isPending ? 'Guardando...' : 'Guardar contraseña'}
          </Button>
        </Form>
        <div role="alert" className="not-empty:mt-5">
          {confirm.error && <LinkFailure error={confirm.error} />}
        </div>
      </div>
    </>
  );
}

/** A link without its token, cut by a mail program, is refused by the server like one that was used. */
const LinkFailure = ({ error }: { error: Error }) => (
  <div className="space-y-4 rounded-control bg-red-tint px-4 py-3 text-red">
    <p>{error.message}</p>
    {(isError(error, 'LINK_INVALID') || isError(error, 'REQUIRED_FIELDS')) && (
      <Link to={PATHS.recovery} className={buttonClass({ look: 'secondary' })}>
        Pedir otro enlace
      </Link>
    )}
  </div>
);
