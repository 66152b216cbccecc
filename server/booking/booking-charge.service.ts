import type { Actor } from '#server/audit/audit.store';
import { chargeForDeposit } from '#server/charges/deposit-charges.service';
import { depositOfBooking, depositPaidAt, endDeposit, linkCharge } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import type { OwnerTx } from '#server/platform/database/database';
import type { Moment } from './booking-times.ts';
import type { Booking } from './bookings.store.ts';

/**
 * A booking with a paid deposit becomes a charge with an online payment, when it becomes an appointment. Whoever was
 * accepted before paying owes no deposit any more.
 */
export async function chargeDeposit(
  deps: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  { actor, booking, patientId }: { actor: Actor; booking: Booking; patientId: string },
  { timeZone, at }: Moment,
): Promise<void> {
  const deposit = await depositOfBooking(tx, booking.id);
  if (!deposit) return;
  await endDeposit(tx, actor, deposit, at);
  if (deposit.status !== 'paid') return;
  const { price, amount } = deposit;
  const charge = {
    patientId,
    appointmentId: booking.id,
    concept: booking.serviceName,
    date: booking.date,
    amount: price,
    paid: amount,
    paidAt: (await depositPaidAt(tx, deposit)) ?? at,
  };
  const { paymentId } = await chargeForDeposit(tx, deps, charge, { timeZone, at });
  await linkCharge(tx, deposit.id, paymentId);
}
