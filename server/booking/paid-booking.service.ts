import { toMinutes } from '#contract/days';
import { readFreeHours } from '#server/agenda/free-hours.service';
import { holdHour, releaseHour } from '#server/agenda/held-hours.service';
import { type Actor, actBy, record } from '#server/audit/audit.store';
import { extendLinks } from '#server/links/links.store';
import type { OwnerTx } from '#server/platform/database/database';
import { queueBookingMail, queueNotice } from './booking-mails.service.ts';
import { isLive, type ProgressDeps, proceed } from './booking-progress.service.ts';
import {
  answerableUntil,
  keptAfter,
  linkedUntil,
  type Moment,
  startOf,
  unplacedLinkedUntil,
  unplacedUntil,
} from './booking-times.ts';
import { type Booking, lockBooking, storeState } from './bookings.store.ts';

/**
 * 'placed': the booking has its hour. 'unplaced': the person chooses another hour or a refund. 'impossible': the money is
 * returned.
 */
export type Placement = 'placed' | 'unplaced' | 'impossible';

/**
 * The deposit of a booking was paid, and is stored as paid: the booking goes on like a verified one. A payment that comes
 * late takes the hour again, while nobody else has it. The owner is locked.
 */
export async function placePaidBooking(
  deps: ProgressDeps,
  tx: OwnerTx,
  { actor, bookingId }: { actor: Actor; bookingId: string },
  moment: Moment,
): Promise<Placement> {
  const booking = await lockBooking(tx, bookingId, deps.cipher);
  const isAwaited = booking?.status === 'unpaid' || booking?.status === 'ended';
  if (!booking || !isAwaited) return 'impossible';
  const { at } = moment;
  if (!(booking.status === 'unpaid' && isLive(booking, at)) && !(await holdAgain(tx, booking, moment))) {
    await releaseHour(tx, booking.id);
    const until = unplacedUntil(at);
    const start = startOf(booking, moment.timeZone);
    await storeState(tx, booking.id, { status: 'unplaced', expiresAt: until, keptUntil: keptAfter(until) });
    const linkUntil = unplacedLinkedUntil(at, start, booking.duration);
    await extendLinks(tx, [{ appointmentId: booking.id, at: linkUntil }], at);
    await queueBookingMail(deps, tx, { kind: 'unplaced', bookingId: booking.id, linkUntil }, at);
    await queueNotice(deps, tx, { kind: 'unplaced', bookingId: booking.id }, at);
    return 'unplaced';
  }
  await proceedPaid(deps, tx, { actor, booking }, moment);
  return 'placed';
}

/** Takes the hour again, which others could have booked meanwhile. False when it is gone. */
async function holdAgain(tx: OwnerTx, booking: Booking, { timeZone, at }: Moment): Promise<boolean> {
  const { date, time, duration } = booking;
  if (startOf(booking, timeZone) <= at) return false;
  const search = { from: date, to: date, duration, timeZone, now: at, notBefore: at };
  const [day] = await readFreeHours(tx, search);
  return day?.times.includes(time) === true && holdBookedHour(tx, booking, { timeZone, at });
}

/** Holds the hour of a booking until the booking goes on. False when it is taken. */
export function holdBookedHour(tx: OwnerTx, booking: Booking, { timeZone, at }: Moment): Promise<boolean> {
  const { id, serviceId, serviceName, modality, date, time, duration } = booking;
  const heldUntil = answerableUntil(at, startOf(booking, timeZone));
  const service = { serviceId, serviceName, modality };
  return holdHour(tx, { id, ...service, date, startMinute: toMinutes(time), duration, heldUntil }, at);
}

/** A request is confirmed to the person by a mail with a link. An appointment has a mail of its own. */
export async function proceedPaid(
  deps: ProgressDeps,
  tx: OwnerTx,
  { actor, booking }: { actor: Actor; booking: Booking },
  moment: Moment,
): Promise<void> {
  const { at, timeZone } = moment;
  const isRequest = await proceed(deps, tx, { actor, booking }, moment);
  const linkUntil = linkedUntil(startOf(booking, timeZone), booking.duration);
  if (isRequest) {
    await extendLinks(tx, [{ appointmentId: booking.id, at: linkUntil }], at);
    await queueBookingMail(deps, tx, { kind: 'paid', bookingId: booking.id, linkUntil }, at);
  }
  await record(tx, { ...actBy(actor, booking.id), act: 'booking.verified', at });
}
