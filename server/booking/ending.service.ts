import { releaseHour } from '#server/agenda/held-hours.service';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { endLinks } from '#server/links/links';
import type { OutboxDeps } from '#server/mail/outbox';
import { lockOwner } from '#server/platform/database/lock-owner';
import { queueBookingMail, queueNotice } from './booking-mails.service.ts';
import { isLive } from './booking-progress.service.ts';
import { keptAfter } from './booking-times.ts';
import { lockBooking, storeState } from './bookings.store.ts';

export type EndingDeps = OutboxDeps & Pick<Deps, 'tenantTransaction' | 'cipher' | 'now'>;

/** Ends a booking that nobody answered in time. A request tells both; an unverified one and an offer tell nobody. */
export function endBooking(deps: EndingDeps, ownerId: string, id: string): Promise<void> {
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockBooking(tx, id, deps.cipher);
    if (!booking?.expiresAt || isLive(booking, at)) return;
    await releaseHour(tx, id);
    await endLinks(tx, id);
    await storeState(tx, id, { status: 'ended', keptUntil: keptAfter(at) });
    if (booking.status === 'requested') {
      await queueBookingMail(deps, tx, { kind: 'ended', bookingId: id }, at);
      await queueNotice(deps, tx, { kind: 'ended', bookingId: id }, at);
    }
    await record(tx, { act: 'booking.ended', at, actorId: ownerId, subjectId: id, address: undefined });
  });
}
