import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin';
import type { Payment } from '#contract/billing';
import { amountText, FAILED, NO_VALUE } from '#web/admin/admin-texts.ts';
import { useDeletePayment, usePaymentsOf } from '#web/admin/billing-records.queries.ts';
import { RecordsOfUser } from '#web/admin/records-of-user.tsx';
import { PaymentBadge } from '#web/billing/payment-badge.tsx';
import { useTimeZone } from '#web/platform/today.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoment } from '#web/ui/format-instant.ts';
import { ROW_ACTION_SKELETON, RowAction, RowActions } from '#web/ui/row-action.tsx';
import type { Column } from '#web/ui/table.tsx';

export function PaymentsOfUser({ user }: { user: AdminUser }) {
  const timeZone = useTimeZone();
  const [deleting, setDeleting] = useState<Payment>();
  return (
    <>
      <RecordsOfUser
        label="Pagos"
        records={usePaymentsOf(user._id)}
        columns={paymentColumns(timeZone, setDeleting)}
        minWidth="@2xl:min-w-[50rem]"
        failed={FAILED.payments}
        none="No hay pagos registrados"
      />
      {deleting && <DeletePaymentDialog payment={deleting} user={user} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

const paymentColumns = (timeZone: string, onDelete: (payment: Payment) => void): Column<Payment>[] => [
  { name: 'Descripción', kind: 'title', cell: ({ description }) => description },
  { name: 'Fecha', width: 'w-39', cell: ({ createdAt }) => <When instant={createdAt} timeZone={timeZone} /> },
  {
    name: 'Procesado',
    width: 'w-39',
    cell: ({ processedAt }) => <When instant={processedAt} timeZone={timeZone} />,
  },
  { name: 'Monto', kind: 'number', width: 'w-32', cell: amountText },
  {
    name: 'Estado',
    width: 'w-34',
    cell: (payment) => <PaymentBadge payment={payment} />,
  },
  {
    name: 'Eliminar',
    kind: 'actions',
    width: 'w-24',
    skeleton: ROW_ACTION_SKELETON,
    cell: (payment) => (
      <RowActions>
        <RowAction
          icon={Trash2}
          label="Eliminar pago"
          of={`${payment.description}, ${formatMoment(payment.createdAt, timeZone)}`}
          reason={undefined}
          onPress={() => onDelete(payment)}
        />
      </RowActions>
    ),
  },
];

const When = ({ instant, timeZone }: { instant: string | null; timeZone: string }) => (
  <span className="tabular-nums">{instant ? formatMoment(instant, timeZone) : NO_VALUE}</span>
);

interface DialogProps {
  payment: Payment;
  user: AdminUser;
  onClose: () => void;
}

function DeletePaymentDialog({ payment, user, onClose }: DialogProps) {
  const remove = useDeletePayment(payment._id);
  const timeZone = useTimeZone();
  return (
    <ConfirmDialog
      title="¿Eliminar pago?"
      confirmLabel="Sí, eliminar pago"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        Dejará de aparecer en las listas el pago de <strong className="text-ink">{user.name}</strong> del{' '}
        {formatMoment(payment.createdAt, timeZone)}: {payment.description}, {amountText(payment)}.
      </p>
      <p>El período pagado no cambia. Esta acción no se puede deshacer.</p>
    </ConfirmDialog>
  );
}
