import type { BookingPerson } from '#contract/booking';
import { timeZoneOf } from '#contract/regions';
import { extendHold } from '#server/agenda/held-hours.service';
import { actBy, BOOKING_PERSON, record } from '#server/audit/audit.store';
import { openAccount } from '#server/auth/open-account.service';
import { endLinks, readLink } from '#server/links/links';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { type BookingDeps, requireFewBookings } from './booking.service.ts';
import { queueBookingMail } from './booking-mails.service.ts';
import { isLive } from './booking-progress.service.ts';
import { keptAfter, linkedUntil, startOf, verifiableUntil } from './booking-times.ts';
import { lockBooking, storeResend } from './bookings.store.ts';
import { mayMailStranger } from './network-limits.service.ts';

const MAX_RESENDS = 3;

/**
 * Sends the mail of an unverified booking again, perhaps to a corrected address, and holds its hour as long as the first
 * mail did. Earlier mails stop working.
 */
export async function resendBooking(
  deps: BookingDeps,
  { bookingKey, email, address }: { bookingKey: string; email: string | undefined; address: string },
): Promise<{ expiresAt: string }> {
  const link = await readLink(deps.public, bookingKey, deps.now());
  const account = link?.purpose === 'booking-key' ? await openAccount(deps, link.ownerId) : undefined;
  if (!link || !account) throw new AppError('LINK_ENDED');
  const { ownerId, appointmentId: id } = link;
  const timeZone = timeZoneOf(account.region);
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const booking = await lockBooking(tx, id, deps.cipher);
    if (booking?.status !== 'unverified' || !isLive(booking, at)) throw new AppError('LINK_ENDED');
    if (booking.resends >= MAX_RESENDS) throw new AppError('BOOKING_RESENT_TOO_OFTEN');
    const person: BookingPerson = { ...booking.person, email: email ?? booking.person.email };
    await requireFewBookings(deps, tx, { ownerId, timeZone }, person, id);
    const isAllowed = await mayMailStranger(deps, tx, { email: person.email, address }, at);
    if (!isAllowed) throw new AppError('MAIL_LIMIT_REACHED');
    const start = startOf(booking, timeZone);
    const expiresAt = verifiableUntil(at, start);
    if (!(await extendHold(tx, id, expiresAt))) throw new AppError('LINK_ENDED');
    await storeResend(tx, { ...booking, person }, { expiresAt, keptUntil: keptAfter(expiresAt) }, deps.cipher);
    await endLinks(tx, id, 'booking');
    await queueBookingMail(
      deps,
      tx,
      { kind: 'verify', bookingId: id, linkUntil: linkedUntil(start, booking.duration) },
      at,
    );
    await record(tx, { ...actBy({ id: ownerId, actorId: BOOKING_PERSON, address }, id), act: 'booking.resent', at });
    return { expiresAt: expiresAt.toISOString() };
  });
}
