import type { BookingSettings } from '#contract/booking-settings';
import type { Deps } from '#server/deps';
import { siteNetwork } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { mayCauseMail } from '#server/platform/rate-limit';
import { type Booking, bookingsSince } from './bookings.store.ts';

/** Unconfirmed and unanswered hours that one network holds with one professional. A family books several. */
export const MAX_HELD = 4;
/** Requests without an hour that wait for one professional. More are hardly read. */
const MAX_WITHOUT_HOUR = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Asked {
  network: string;
  approval: BookingSettings['approval'];
  at: Date;
}

/**
 * Whether a network has as many hours as it may hold. Under automatic approval the bookings that were accepted in the
 * last day count too: otherwise invented people with a mailbox of their own would become patients without end.
 */
export async function hasManyHours(
  { cipher }: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  { network, approval, at }: Asked,
): Promise<boolean> {
  const since = new Date(at.getTime() - DAY_MS);
  const bookings = await bookingsSince(tx, { since, now: at }, cipher);
  const counts = (one: Booking) =>
    one.status === 'accepted' ? approval === 'automatic' : one.holdsHour && one.status !== 'unpaid';
  return bookings.filter((one) => one.network === network && counts(one)).length >= MAX_HELD;
}

type MailDeps = Pick<Deps, 'identity'> & { limitsNetworks: boolean };

/** Counts a mail that somebody on the page causes. False when no more are sent today. */
export const mayMailStranger = (
  deps: MailDeps,
  { owner }: OwnerTx,
  { email, address }: { email: string; address: string },
  at: Date,
): Promise<boolean> => {
  const network = deps.limitsNetworks ? siteNetwork(address) : undefined;
  return mayCauseMail(deps, { owner, email, network }, at);
};

/** Refuses a request without an hour when the professional has too many of them. Returns how many wait already. */
export async function requireFewWithoutHour({ cipher }: Pick<Deps, 'cipher'>, tx: OwnerTx, at: Date): Promise<number> {
  const bookings = await bookingsSince(tx, { since: at, now: at }, cipher);
  const waiting = bookings.filter(({ status, holdsHour }) => status === 'requested' && !holdsHour);
  if (waiting.length >= MAX_WITHOUT_HOUR) throw new AppError('BOOKING_CLOSED');
  return waiting.length;
}

/** Numbers the networks of several requests: the professional sees which belong together, and no address. */
export function connectionNumbers(all: readonly { network: string | undefined }[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [network, requests] of Map.groupBy(all, (one) => one.network)) {
    if (network !== undefined && requests.length > 1) numbers.set(network, numbers.size + 1);
  }
  return numbers;
}
