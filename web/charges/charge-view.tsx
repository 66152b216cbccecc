import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Charge } from '#contract/charges';
import { formatDay } from '#contract/days';
import { formatMoney } from '#contract/plans';
import { ChargeStatusBadge } from '#web/charges/charge-status-badge.tsx';
import { useCharge, useVoidCharge } from '#web/charges/charges.queries.ts';
import { EditChargeDialog } from '#web/charges/edit-charge-dialog.tsx';
import { InvoiceForm } from '#web/charges/invoice-form.tsx';
import { PaymentDialog } from '#web/charges/payment-dialog.tsx';
import { PaymentList } from '#web/charges/payment-list.tsx';
import { ReceiptActions } from '#web/charges/receipt-actions.tsx';
import { VoidDialog } from '#web/charges/void-dialog.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The content of the dialog of a charge. */
export function ChargeView({ id }: { id: string }) {
  const { data: charge, isError, refetch } = useCharge(id);
  if (charge) return <LoadedCharge charge={charge} reload={() => refetch().then(({ data }) => data)} />;
  if (isError) return <InlineFailure text="No se pudo cargar el cobro" onRetry={() => void refetch()} />;
  return <ChargeSkeleton />;
}

export const ChargeSkeleton = () => (
  <div role="status" aria-label="Cargando el cobro" className="space-y-5">
    <Skeleton className="h-6 w-64 max-w-full" />
    <Skeleton className="h-12" />
    <Skeleton className="h-24" />
    <Skeleton className="h-11 w-48" />
  </div>
);

interface Props {
  charge: Charge;
  reload: () => Promise<Charge | undefined>;
}

type Shown = 'payment' | 'edit' | 'void';

function LoadedCharge({ charge, reload }: Props) {
  const [shown, setShown] = useState<Shown>();
  const voiding = useVoidCharge(charge._id);
  const close = () => setShown(undefined);
  const { concept, amount, paid, pending, status, date, payments } = charge;
  const isVoid = status === 'void';
  const isUnpaid = status === 'pending';
  // A deposit stays when its charge is corrected.
  const canEdit = payments.every(({ voidedAt, method, refund }) => voidedAt || (method === 'online' && !refund));
  return (
    <>
      <div className="space-y-6">
        <Heading charge={charge} />
        <Facts
          layout="row"
          facts={[
            { name: 'Monto', value: formatMoney(amount) },
            { name: 'Pagado', value: formatMoney(paid) },
            { name: 'Pendiente', value: formatMoney(pending) },
            { name: 'Fecha', value: formatDay(date) },
          ]}
        />
        <PaymentList chargeId={charge._id} payments={payments} />
        {!isVoid && <InvoiceForm charge={charge} />}
        {paid > 0 && <ReceiptActions charge={charge} />}
      </div>
      {!isVoid && (canEdit || pending > 0) && (
        <DialogActions>
          {isUnpaid && (
            <Button look="ghost" onClick={() => setShown('void')}>
              Anular cobro
            </Button>
          )}
          {canEdit && (
            <Button look="secondary" onClick={() => setShown('edit')}>
              <Pencil size={18} aria-hidden="true" />
              Editar
            </Button>
          )}
          {pending > 0 && <Button onClick={() => setShown('payment')}>Registrar pago</Button>}
        </DialogActions>
      )}
      {shown === 'payment' && <PaymentDialog charge={charge} reload={reload} onClose={close} />}
      {shown === 'edit' && <EditChargeDialog charge={charge} onClose={close} />}
      {shown === 'void' && (
        <VoidDialog
          title="¿Anular cobro?"
          confirmLabel="Sí, anular cobro"
          busy={voiding.isPending}
          onVoid={(reason) => voiding.mutate(reason, { onSuccess: close })}
          onClose={close}
        >
          <p className="wrap-anywhere">
            El cobro de <strong className="text-ink">{formatMoney(amount)}</strong> por «{concept}» dejará de contar.
            Queda registrado quién lo anuló y por qué.
          </p>
        </VoidDialog>
      )}
    </>
  );
}

function Heading({ charge }: { charge: Charge }) {
  const timeZone = useTimeZone();
  const { concept, status, createdAt, createdBy, voidedAt, voidedBy, voidReason, patientId } = charge;
  return (
    <div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 font-bold text-lg">{concept}</p>
        <ChargeStatusBadge status={status} />
      </div>
      <p className="wrap-anywhere mt-1 text-muted text-sm tabular-nums">
        Registrado el {formatMoment(createdAt, timeZone)}
        {createdBy && ` por ${createdBy}`}
        {patientId === null && '. El paciente ya no está entre tus pacientes.'}
      </p>
      {voidedAt && (
        <p className="wrap-anywhere mt-3 rounded-control border border-line bg-paper px-4 py-3 tabular-nums">
          Anulado el {formatMoment(voidedAt, timeZone)}
          {voidedBy && ` por ${voidedBy}`}
          {voidReason && `: «${voidReason}»`}
        </p>
      )}
    </div>
  );
}
