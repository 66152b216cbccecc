import { releaseHour } from '#server/agenda/held-hours.service';
import { record } from '#server/audit/audit.store';
import { giveBackDeposit } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { endLinks } from '#server/links/links';
import type { OutboxDeps } from '#server/mail/outbox';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { queueBookingMail, queueNotice } from './booking-mails.service.ts';
import { isLive } from './booking-progress.service.ts';
import { keptAfter } from './booking-times.ts';
import { type Booking, lockBooking, storeState } from './bookings.store.ts';

export type EndingDeps = OutboxDeps & Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

/** Ends a booking that nobody answered in time. A request that holds its hour tells both; the others tell nobody. */
export function endBooking(deps: EndingDeps, ownerId: string, id: string): Promise<void> {
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockBooking(tx, id, deps.cipher);
    // The provider is asked once more about an unpaid booking, before it ends.
    if (!booking?.expiresAt || isLive(booking, at) || booking.status === 'unpaid') return;
    await endLocked(deps, tx, booking, at);
  });
}

/** Ends an unpaid booking whose payment did not come in time. A payment may still come: its link goes on working. */
export async function endUnpaidBooking(deps: EndingDeps, tx: OwnerTx, id: string, at: Date): Promise<void> {
  const booking = await lockBooking(tx, id, deps.cipher);
  if (booking?.status === 'unpaid' && !isLive(booking, at)) await endLocked(deps, tx, booking, at);
}

/** Ends an unpaid booking whose payment goes back, because it cannot become an appointment. */
export async function endRefusedBooking(deps: EndingDeps, tx: OwnerTx, id: string, at: Date): Promise<void> {
  const booking = await lockBooking(tx, id, deps.cipher);
  if (booking?.status === 'unpaid') await endLocked(deps, tx, booking, at);
}

async function endLocked(deps: EndingDeps, tx: OwnerTx, { id, status, holdsHour }: Booking, at: Date): Promise<void> {
  await releaseHour(tx, id);
  const deposit = await giveBackDeposit(tx, { id: tx.owner, address: undefined }, id, at);
  // The person sees there what becomes of the money.
  if (!deposit) await endLinks(tx, id);
  await storeState(tx, id, { status: 'ended', keptUntil: keptAfter(at) });
  // Nobody has confirmed the address of a request without an hour.
  if (status === 'requested' && holdsHour) {
    await queueBookingMail(deps, tx, { kind: 'ended', bookingId: id }, at);
    await queueNotice(deps, tx, { kind: 'ended', bookingId: id }, at);
  }
  await record(tx, { act: 'booking.ended', at, actorId: tx.owner, subjectId: id, address: undefined });
}
