import type { MailStatus } from '#contract/mail';
import type { OwnerTx } from '#server/platform/database/database';
import type { BookingStatus } from './bookings.store.ts';

/** What became of the mail about a state, unless the booking has another state since. */
export async function finishMail(
  tx: OwnerTx,
  id: string,
  outcome: { in: readonly BookingStatus[]; as: MailStatus },
): Promise<void> {
  await tx`
    update bookings set mail_status = ${outcome.as}
     where owner_id = ${tx.owner} and id = ${id} and status = any (${outcome.in}::text[])`;
}

export async function storeMailStatus(tx: OwnerTx, id: string, status: MailStatus): Promise<void> {
  await tx`update bookings set mail_status = ${status} where owner_id = ${tx.owner} and id = ${id}`;
}

/** False when there are none already. */
export async function stopBookingReminders(tx: OwnerTx, id: string): Promise<boolean> {
  const stopped = await tx`
    update bookings set reminders = false where owner_id = ${tx.owner} and id = ${id} and reminders`;
  return stopped.count === 1;
}
