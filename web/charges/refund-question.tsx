import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Appointment, patientOf } from '#contract/agenda';
import type { Charge } from '#contract/charges';
import { formatDay } from '#contract/days';
import { nameWithSocial } from '#contract/patient-identity';
import { formatMoney } from '#contract/plans';
import { chargesOfAppointment, useRefundPayment } from '#web/charges/charges.queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface Props {
  /** It was booked online, and has just been cancelled or deleted. */
  appointment: Appointment;
  onClose: () => void;
}

const deposit = ({ payments }: Charge) =>
  payments.find(({ method, voidedAt, refund }) => method === 'online' && !voidedAt && !refund);

/** Offers to return the deposit of an appointment. Without a deposit it closes by itself. */
export function RefundQuestion({ appointment, onClose }: Props) {
  // The charges of the agenda leave out deleted appointments.
  const { data, isError } = useQuery(chargesOfAppointment(appointment._id));
  const charge = data?.charges.find((one) => deposit(one));
  const refund = useRefundPayment(charge?._id ?? '');
  const payment = charge && deposit(charge);
  const isNothing = isError || (data !== undefined && !payment && !refund.isPending);
  useEffect(() => {
    if (isNothing) onClose();
  }, [isNothing, onClose]);
  if (!payment) return null;
  const amount = formatMoney(payment.amount);
  return (
    <ConfirmDialog
      title="¿Devolver el abono?"
      confirmLabel={`Devolver ${amount}`}
      busyLabel="Devolviendo..."
      cancelLabel="Ahora no"
      harmless
      busy={refund.isPending}
      onConfirm={() => refund.mutate(payment._id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        <strong className="text-ink">{nameWithSocial(patientOf(appointment))}</strong> pagó un abono de{' '}
        <strong className="text-ink">{amount}</strong> por la cita del {formatDay(appointment.date)} a las{' '}
        {appointment.time}. Mercado Pago lo devuelve al medio con que se pagó. También puedes hacerlo más tarde, desde
        el cobro.
      </p>
    </ConfirmDialog>
  );
}
