import { useState } from 'react';
import type { PaymentAccount } from '#contract/deposits';
import {
  PAYMENT_ACCOUNT_NOT_LOADED,
  useDeletePaymentAccount,
  usePaymentAccount,
} from '#web/deposits/payment-account.queries.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PaymentAccountForm = onDemand(
  async () => (await import('#web/deposits/payment-account-form.tsx')).PaymentAccountForm,
  () => <Skeleton className="h-96" />,
);

/** The professional's own account of Mercado Pago, where patients pay their deposits. */
export function PaymentAccountCard() {
  const { data, isError, refetch } = usePaymentAccount();
  return (
    <Card title="Pagos de pacientes con Mercado Pago">
      <p className="mb-4 max-w-prose text-muted">
        Tus pacientes pueden pagar un abono al reservar en línea. El dinero llega directo a tu cuenta de Mercado Pago:
        no pasa por Ficha Austral ni cobramos comisión. Cuánto se abona lo eliges en cada servicio.
      </p>
      {data && <Account account={data} />}
      {!data && isError && <InlineFailure text={PAYMENT_ACCOUNT_NOT_LOADED} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-24" />}
    </Card>
  );
}

function Account({ account }: { account: PaymentAccount }) {
  const [isOpen, setOpen] = useState(false);
  const { configured, isTest } = account;
  return (
    <>
      {isTest && (
        <p className="mb-4 max-w-prose rounded-control bg-orange-tint px-4 py-3">
          <strong className="text-orange">Modo de prueba.</strong> Sin credenciales, en esta instalación los abonos se
          pagan en una página de prueba y no se mueve dinero.
        </p>
      )}
      {configured && <Configured account={account} isChanging={isOpen} onChange={() => setOpen(true)} />}
      {!configured && !isOpen && (
        <Button look="secondary" className="max-sm:w-full" onClick={() => setOpen(true)}>
          Conectar mi cuenta
        </Button>
      )}
      {isOpen && <PaymentAccountForm account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ConfiguredProps {
  account: PaymentAccount;
  isChanging: boolean;
  onChange: () => void;
}

function Configured({ account: { checkedAt }, isChanging, onChange }: ConfiguredProps) {
  const zone = useTimeZone();
  const deletion = useDeletePaymentAccount();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="min-w-0">
        <strong>Cuenta conectada.</strong>{' '}
        {checkedAt && `Mercado Pago aceptó tus credenciales el ${formatMoment(checkedAt, zone)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isChanging && (
          <Button look="secondary" onClick={onChange}>
            Cambiar credenciales
          </Button>
        )}
        <Button look="secondary" onClick={() => setAsking(true)}>
          Borrar credenciales
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="¿Borrar tus credenciales?"
          confirmLabel="Sí, borrarlas"
          busyLabel="Borrando..."
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(undefined, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Tus pacientes podrán seguir reservando, sin abono. Los abonos que ya recibiste quedan en tus cobros; para
            devolver uno tendrás que hacerlo desde Mercado Pago.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
