import { useState } from 'react';
import { PAYMENT_METHODS } from '#contract/charge-amounts';
import type { ChargePayment } from '#contract/charges';
import { formatDay } from '#contract/days';
import { formatMoney } from '#contract/plans';
import { useRefundPayment, useVoidPayment } from '#web/charges/charges.queries.ts';
import { VoidDialog } from '#web/charges/void-dialog.tsx';
import { useIsAssistant } from '#web/platform/professional.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';

interface Props {
  chargeId: string;
  payments: readonly ChargePayment[];
}

/** The payments of a charge, also the void ones. */
export function PaymentList({ chargeId, payments }: Props) {
  const [asked, setAsked] = useState<{ kind: 'void' | 'refund'; payment: ChargePayment }>();
  const voiding = useVoidPayment(chargeId);
  const refunding = useRefundPayment(chargeId);
  const close = () => setAsked(undefined);
  return (
    <section aria-labelledby={`payments-${chargeId}`}>
      <h3 id={`payments-${chargeId}`} className="font-bold">
        Pagos
      </h3>
      {payments.length === 0 ? (
        <p className="mt-1 text-muted">Aún no hay pagos.</p>
      ) : (
        <ul aria-label="Pagos" className="mt-1 divide-y divide-line">
          {payments.map((payment) => (
            <PaymentRow
              key={payment._id}
              payment={payment}
              onVoid={() => setAsked({ kind: 'void', payment })}
              onRefund={() => setAsked({ kind: 'refund', payment })}
            />
          ))}
        </ul>
      )}
      {payments.some(({ voidedAt, method }) => !voidedAt && method !== 'online') && (
        <p className="mt-1 text-muted text-sm">Para corregir o anular este cobro, anula primero sus pagos.</p>
      )}
      {asked?.kind === 'void' && (
        <VoidDialog
          title="¿Anular pago?"
          confirmLabel="Sí, anular pago"
          busy={voiding.isPending}
          onVoid={(reason) => voiding.mutate({ paymentId: asked.payment._id, reason }, { onSuccess: close })}
          onClose={close}
        >
          <p>
            El pago de <strong className="text-ink">{formatMoney(asked.payment.amount)}</strong> dejará de contar y el
            monto volverá a quedar pendiente. Los comprobantes que lo muestran quedan anulados.
          </p>
        </VoidDialog>
      )}
      {asked?.kind === 'refund' && (
        <ConfirmDialog
          title="¿Devolver pago?"
          confirmLabel="Sí, devolver"
          busyLabel="Devolviendo..."
          cancelLabel="Volver"
          busy={refunding.isPending}
          onConfirm={() => refunding.mutate(asked.payment._id, { onSettled: close })}
          onCancel={close}
        >
          <p>
            Mercado Pago devolverá <strong className="text-ink">{formatMoney(asked.payment.amount)}</strong> al medio
            con que se pagó. No se puede deshacer.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface RowProps {
  payment: ChargePayment;
  onVoid: () => void;
  onRefund: () => void;
}

function PaymentRow({ payment, onVoid, onRefund }: RowProps) {
  const { amount, method, reference, date, voidedAt } = payment;
  const what = `${formatMoney(amount)} del ${formatDay(date)}`;
  const isVoid = voidedAt !== undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-60 tabular-nums">
        <p className={isVoid ? 'text-muted line-through' : 'font-semibold'}>
          {formatMoney(amount)} <span className="font-normal">· {PAYMENT_METHODS[method]}</span>{' '}
          <span className="font-normal">· {formatDay(date)}</span>
          {reference && (
            <span className="wrap-anywhere font-normal">
              {' '}
              · {method === 'bono' ? 'folio ' : ''}
              {reference}
            </span>
          )}
        </p>
        <PaymentHistory payment={payment} />
      </div>
      <PaymentState payment={payment} />
      {!isVoid && <PaymentActions payment={payment} what={what} onVoid={onVoid} onRefund={onRefund} />}
    </li>
  );
}

/** Who registered the payment, and who voided it and why. */
function PaymentHistory({ payment }: { payment: ChargePayment }) {
  const timeZone = useTimeZone();
  const { createdAt, createdBy, voidedAt, voidedBy, voidReason } = payment;
  return (
    <p className="wrap-anywhere text-muted text-sm">
      {formatMoment(createdAt, timeZone)}
      {createdBy && ` · ${createdBy}`}
      {voidedAt && (
        <span className="block">
          Anulado el {formatMoment(voidedAt, timeZone)}
          {voidedBy && ` por ${voidedBy}`}
          {voidReason && `: «${voidReason}»`}
        </span>
      )}
    </p>
  );
}

function PaymentState({ payment: { refund, voidedAt } }: { payment: ChargePayment }) {
  if (refund === 'pending') return <Badge tone="orange">Devolución en curso</Badge>;
  if (refund === 'done') return <Badge tone="neutral">Devuelto</Badge>;
  return voidedAt ? <Badge tone="neutral">Anulado</Badge> : null;
}

function PaymentActions({ payment, what, onVoid, onRefund }: RowProps & { what: string }) {
  const isAssistant = useIsAssistant();
  if (payment.method !== 'online') {
    return (
      <Button look="ghost" aria-label={`Anular el pago de ${what}`} onClick={onVoid} className="-mr-2">
        Anular
      </Button>
    );
  }
  if (isAssistant || payment.refund) return null;
  return (
    <Button look="ghost" aria-label={`Devolver el pago de ${what}`} onClick={onRefund} className="-mr-2">
      Devolver
    </Button>
  );
}
