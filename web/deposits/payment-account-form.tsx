import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { type PaymentAccount, PaymentCredentials } from '#contract/deposits';
import { useSavePaymentAccount } from '#web/deposits/payment-account.queries.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Field } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

const DEVELOPERS_SITE = 'https://www.mercadopago.cl/developers/panel/app';

interface Props {
  account: PaymentAccount;
  onClose: () => void;
}

/** The credentials are typed here and sent once. Nothing shows them again. */
export function PaymentAccountForm({ account, onClose }: Props) {
  const save = useSavePaymentAccount();
  const form = useForm({
    resolver: zodResolver(PaymentCredentials),
    defaultValues: { accessToken: '', webhookSecret: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((credentials) =>
    save.mutate(credentials, {
      onSuccess: onClose,
      onError: (error) => showServerErrors(form, error, 'accessToken'),
    }),
  );
  return (
    <Form onSubmit={submit} busy={save.isPending} className="mt-5 border-line border-t pt-5">
      <ol className="max-w-prose list-decimal space-y-4 pl-5">
        <Step title="Crea una aplicación en Mercado Pago">
          Entra con tu cuenta a{' '}
          <a href={DEVELOPERS_SITE} target="_blank" rel="noreferrer" className={TEXT_LINK_CLASS}>
            Tus integraciones
          </a>{' '}
          y presiona «Crear aplicación». Elige pagos en línea y el producto Checkout Pro.
        </Step>
        <Step title="Copia el Access Token">
          En la aplicación, abre «Credenciales de producción». Actívalas si te lo pide, copia el Access Token y pégalo
          más abajo.
        </Step>
        <Step title="Configura las notificaciones">
          Abre «Webhooks» y «Configurar notificaciones». En modo productivo, pega esta dirección y marca solo el evento
          «Pagos». Sin este paso, una reserva pagada puede demorar en confirmarse.
          <div className="mt-3">
            <CopyText
              label="Dirección de las notificaciones"
              text={account.notificationUrl}
              copyLabel="Copiar dirección"
              short
            />
          </div>
        </Step>
        <Step title="Copia la clave secreta">
          Al guardar las notificaciones, Mercado Pago muestra una clave secreta. Cópiala y pégala más abajo.
        </Step>
      </ol>
      <div className="mt-6 max-w-prose space-y-5">
        <Field
          label="Access Token"
          required
          hint="Empieza con APP_USR-. No lo compartas: quien lo tenga puede operar tu cuenta."
          error={errors.accessToken?.message}
        >
          <SecretInput {...form.register('accessToken')} />
        </Field>
        <Field label="Clave secreta de las notificaciones" required error={errors.webhookSecret?.message}>
          <SecretInput {...form.register('webhookSecret')} />
        </Field>
        <p className="text-muted text-sm">
          Las guardamos cifradas y no las volvemos a mostrar. Antes de guardarlas, las probamos con una llamada a
          Mercado Pago que no mueve dinero. Te pediremos tu contraseña si hace rato que no la escribes.
        </p>
      </div>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:flex-col">
        <Button type="submit">{save.isPending ? 'Probando...' : 'Probar y guardar'}</Button>
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </Form>
  );
}

/** Without `current-password`, a browser would offer to keep the secret as the password of the account. */
const SecretInput = (props: ReturnType<ReturnType<typeof useForm<PaymentCredentials>>['register']>) => (
  <TextInput {...props} type="password" autoComplete="new-password" spellCheck={false} autoCapitalize="none" />
);

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="pl-1">
    <strong>{title}.</strong> {children}
  </li>
);
