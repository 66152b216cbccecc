import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Charge } from '#contract/charges';
import { formatMoney, formatPesos } from '#contract/plans';
import { paymentForm } from '#web/charges/charge-form.ts';
import { useAddPayment } from '#web/charges/charges.queries.ts';
import { PaymentFields } from '#web/charges/payment-fields.tsx';
import { isError } from '#web/platform/api-error.ts';
import { showServerErrors } from '#web/platform/server-errors.ts';
import { useToday } from '#web/platform/today.ts';
import { uuidv7 } from '#web/platform/uuid.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  charge: Charge;
  reload: () => Promise<Charge | undefined>;
  onClose: () => void;
}

/**
 * A further payment. What was pending when the dialog opened goes with it, so that two people who register the same
 * payment make one.
 */
export function PaymentDialog({ charge, reload, onClose }: Props) {
  const today = useToday();
  const add = useAddPayment(charge._id);
  // Sent again after a lost answer, the payment is registered once.
  const [id, setId] = useState(() => uuidv7());
  const [pending, setPending] = useState(charge.pending);
  const [isChanged, setChanged] = useState(false);
  const [isReloading, setReloading] = useState(false);
  const form = useForm({
    resolver: zodResolver(paymentForm({ pending, today })),
    defaultValues: { payment: { amount: formatPesos(pending), method: '', reference: '', date: today } },
  });
  const showChange = async () => {
    setReloading(true);
    const current = await reload();
    setReloading(false);
    if (!current) return;
    setPending(current.pending);
    setId(uuidv7());
    setChanged(true);
  };
  const fail = (error: Error) => {
    if (isError(error, 'CHARGE_CHANGED')) void showChange();
    showServerErrors(form, error, 'payment.amount');
  };
  const submit = form.handleSubmit(({ payment }) =>
    add.mutate({ ...payment, _id: id, pending }, { onSuccess: onClose, onError: fail }),
  );
  return (
    <FormProvider {...form}>
      <FormDialog
        title="Registrar pago"
        description={`Pendiente: ${formatMoney(pending)}`}
        isDirty={form.formState.isDirty}
        busy={add.isPending || isReloading}
        onSubmit={submit}
        onClose={onClose}
      >
        {isChanged && (
          <p role="alert" className="rounded-control border border-orange/40 bg-orange-tint p-4 font-semibold">
            Este cobro cambió mientras tanto:{' '}
            {pending === 0 ? 'ya no hay nada pendiente.' : `ahora hay ${formatMoney(pending)} pendientes.`}
          </p>
        )}
        <PaymentFields />
      </FormDialog>
    </FormProvider>
  );
}
