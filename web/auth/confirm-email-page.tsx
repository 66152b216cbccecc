import { MailCheck } from 'lucide-react';
import { useLinkToken } from '#web/auth/link-token.ts';
import { useConfirmEmail } from '#web/auth/recovery.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { Link } from '#web/ui/navigation.tsx';

/** Where the link of a confirmation leads. A press confirms, because mail programs open links to inspect them. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const confirm = useConfirmEmail();
  return (
    <PublicFrame className="mx-auto w-full max-w-xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <h1 className="text-title">Confirmar correo</h1>
      <div className={`${CARD_CLASS} mt-8 p-6`}>
        <div role="status" className="not-empty:mb-5">
          {confirm.isSuccess && (
            <p className="flex items-start gap-3">
              <MailCheck className="mt-0.5 size-5 shrink-0 text-green" aria-hidden="true" />
              Listo: confirmaste que esta dirección de correo es tuya.
            </p>
          )}
        </div>
        {confirm.isSuccess ? (
          <Link to={PATHS.home} className={buttonClass({ size: 'lg' })}>
            Ir a Ficha Austral
          </Link>
        ) : (
          <Form busy={confirm.isPending} onSubmit={() => confirm.mutate(token)}>
            <p className="mb-5">Confirma que la dirección de correo de tu cuenta es tuya.</p>
            <Button type="submit" size="lg">
              {confirm.isPending ? 'Confirmando...' : 'Confirmar mi correo'}
            </Button>
          </Form>
        )}
        <div role="alert" className="not-empty:mt-5">
          {confirm.error && (
            <p className="rounded-control bg-red-tint px-4 py-3 text-red">
              {confirm.error.message} Puedes pedir otro enlace desde tu cuenta.
            </p>
          )}
        </div>
      </div>
    </PublicFrame>
  );
}
