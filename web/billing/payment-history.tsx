import { useState } from 'react';
import type { Payment } from '#contract/billing';
import { formatMoney } from '#contract/plans';
import { PAYMENTS_NOT_LOADED, usePayments } from '#web/billing/billing.queries.ts';
import { PaymentBadge } from '#web/billing/payment-badge.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { NightSky } from '#web/ui/pictures.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PER_PAGE = 10;
const ROW_CLASS = 'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 py-3.5 sm:grid-cols-[1fr_auto_7.5rem]';

export function PaymentHistory() {
  const { data: payments, isError, refetch } = usePayments();
  return (
    <Card title="Historial de pagos">
      {payments && payments.length > 0 && <Payments payments={payments} />}
      {payments?.length === 0 && (
        <EmptyState picture={<NightSky />} title="Aún no tienes pagos" text="Cada pago y su estado aparecerán aquí." />
      )}
      {!payments && !isError && <PaymentSkeletons />}
      {/* Not an empty history: unknown payments must not look like none. */}
      {!payments && isError && <InlineFailure text={PAYMENTS_NOT_LOADED} onRetry={() => void refetch()} />}
    </Card>
  );
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  const pages = Math.ceil(payments.length / PER_PAGE);
  const [requestedPage, setRequestedPage] = useState(1);
  const page = Math.min(requestedPage, pages);
  return (
    <>
      <ul aria-label="Pagos" className="-my-3.5 divide-y divide-line">
        {payments.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((payment) => (
          <PaymentRow key={payment._id} payment={payment} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-6 border-line border-t pt-6">
          <Pager page={page} pages={pages} onPage={setRequestedPage} />
        </div>
      )}
    </>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { day, clock } = formatInstant(payment.createdAt, useTimeZone());
  return (
    <li className={`${ROW_CLASS} tabular-nums`}>
      <span className="min-w-0 font-semibold">{payment.description}</span>
      <span className="text-right font-semibold sm:row-span-2">
        {formatMoney(payment.amount)} <span className="font-normal text-muted text-sm">{payment.currency}</span>
      </span>
      <span className="col-start-1 row-start-2 text-muted text-sm">
        {day} {clock}
      </span>
      <span className="row-start-2 justify-self-end sm:col-start-3 sm:row-span-2 sm:row-start-1">
        <PaymentBadge payment={payment} />
      </span>
    </li>
  );
}

const PaymentSkeletons = () => (
  <div role="status" aria-label="Cargando el historial de pagos" className="-my-3.5 divide-y divide-line">
    {[1, 2, 3].map((row) => (
      <div key={row} className={ROW_CLASS}>
        <Skeleton className="my-1 h-4 w-48 max-w-full" />
        <Skeleton className="h-4 w-20 justify-self-end sm:row-span-2" />
        <Skeleton className="col-start-1 row-start-2 my-1 h-3.5 w-32" />
        <Skeleton className="row-start-2 h-6 w-24 justify-self-end sm:col-start-3 sm:row-span-2 sm:row-start-1" />
      </div>
    ))}
  </div>
);
