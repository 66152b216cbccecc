import type { FreeHours } from '#contract/appointment-links';
import { type Actor, actBy, record } from '#server/audit/audit.store';
import { askForRefund, depositOfBooking, moveDeposit } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { bookableHours } from './bookable-hours.service.ts';
import { queueBookingMail } from './booking-mails.service.ts';
import { isLive, type ProgressDeps } from './booking-progress.service.ts';
import { findBookingSettings } from './booking-settings.store.ts';
import { keptAfter } from './booking-times.ts';
import { findBooking, lockBooking, storeHour, storeState } from './bookings.store.ts';
import { holdBookedHour, proceedPaid } from './paid-booking.service.ts';

interface Linked {
  id: string;
  timeZone: string;
}

/** The free hours for a person whose deposit was paid after the hour was gone. */
export function slotsOfUnplaced(
  deps: Pick<Deps, 'tenantRead' | 'cipher' | 'now'>,
  ownerId: string,
  { id, timeZone }: Linked,
  period: { from: string; to: string },
): Promise<FreeHours[]> {
  const now = deps.now();
  return deps.tenantRead(ownerId, async (db) => {
    const [booking, settings] = await Promise.all([findBooking(db, id, deps.cipher), findBookingSettings(db)]);
    if (booking?.status !== 'unplaced' || !isLive(booking, now)) throw new AppError('MOVE_NOT_ALLOWED');
    if (!settings?.enabled) return [];
    return bookableHours(db, settings, { ...period, duration: booking.duration, timeZone, now });
  });
}

/** The booking goes on with another hour, as a paid booking. Repeated, it changes nothing. */
export function moveUnplaced(
  deps: ProgressDeps,
  actor: Actor,
  { id, timeZone }: Linked,
  { date, time }: { date: string; time: string },
): Promise<void> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const [booking, deposit] = [await lockBooking(tx, id, deps.cipher), await depositOfBooking(tx, id)];
    if (!booking || !deposit) throw new AppError('LINK_ENDED');
    const isMoved = booking.status === 'requested' || booking.status === 'accepted';
    if (isMoved && booking.date === date && booking.time === time) return;
    if (booking.status !== 'unplaced' || !isLive(booking, at)) throw new AppError('MOVE_NOT_ALLOWED');
    const settings = await findBookingSettings(tx);
    const search = { from: date, to: date, duration: booking.duration, timeZone, now: at };
    const [day] = settings?.enabled ? await bookableHours(tx, settings, search) : [];
    const moved = { ...booking, date, time };
    const moment = { timeZone, at };
    if (!day?.times.includes(time) || !(await holdBookedHour(tx, moved, moment))) throw new AppError('SLOT_TAKEN');
    await storeHour(tx, id, moved);
    await moveDeposit(tx, deposit.id, { status: 'paid', nextCheckAt: deposit.nextCheckAt });
    await proceedPaid(deps, tx, { actor, booking: moved }, moment);
  });
}

/** The person wants the money instead of another hour. Repeated, it changes nothing. */
export function refundUnplaced(deps: ProgressDeps, actor: Actor, id: string): Promise<void> {
  return deps.tenantTransaction(actor.id, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const [booking, deposit] = [await lockBooking(tx, id, deps.cipher), await depositOfBooking(tx, id)];
    if (!booking || !deposit) throw new AppError('LINK_ENDED');
    if (deposit.status === 'refunding' || deposit.status === 'refunded') return;
    if (deposit.status !== 'unplaced') throw new AppError('DEPOSIT_ENDED');
    await askForRefund(tx, actor, deposit, at);
    await storeState(tx, id, { status: 'ended', keptUntil: keptAfter(at) });
    await record(tx, { ...actBy(actor, id), act: 'booking.ended', at });
  });
}

/** The provider has returned the money. An unplaced booking ends with it. The owner is locked. */
export async function finishRefundedBooking(deps: ProgressDeps, tx: OwnerTx, id: string, at: Date): Promise<void> {
  const booking = await lockBooking(tx, id, deps.cipher);
  if (!booking) return;
  if (booking.status === 'unplaced') await storeState(tx, id, { status: 'ended', keptUntil: keptAfter(at) });
  await queueBookingMail(deps, tx, { kind: 'refunded', bookingId: id }, at);
}
