import type { BookingPerson } from '#contract/booking';
import type { Service } from '#contract/services';
import { releaseHour } from '#server/agenda/held-hours.service';
import { type Actor, record } from '#server/audit/audit.store';
import { depositNotificationUrl } from '#server/deposits/deposit-provider.service';
import {
  askForDeposit,
  depositOfBooking,
  endDeposit,
  offerPreference,
  paymentReference,
  planCheck,
} from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { linkAddress } from '#server/links/link-address';
import { createLink, endLinks } from '#server/links/links';
import type { Order, PaymentProvider } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { describeError } from '#server/platform/describe-error';
import { keptAfter, linkedUntil, returnableUntil } from './booking-times.ts';
import { liveBookings, lockBooking, storeState } from './bookings.store.ts';

type CheckoutDeps = Pick<Deps, 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl' | 'sendsMail' | 'warn'>;

interface Asked {
  provider: PaymentProvider;
  made: { id: string; start: Date; expiresAt: Date; service: Service; person: BookingPerson };
  at: Date;
}

/** A deposit to be paid, after its booking is stored. */
export interface ToPay {
  provider: PaymentProvider;
  ownerId: string;
  bookingId: string;
  depositId: string;
  amount: number;
  createdAt: Date;
  expiresAt: Date;
  person: BookingPerson;
  /** The page of the person, to which the provider returns. */
  returnUrl: string;
}

/** Hours that one network holds with one professional while nobody has paid. A family books several at once. */
const MAX_UNPAID = 4;

/** An unpaid hour is held for an hour. Whoever pays nothing must not hold a whole day under many names. */
export async function requireFewUnpaid(
  { cipher }: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  network: string,
  at: Date,
): Promise<void> {
  const live = await liveBookings(tx, at, cipher);
  const unpaid = live.filter((one) => one.status === 'unpaid' && one.network === network);
  if (unpaid.length >= MAX_UNPAID) throw new AppError('TOO_MANY_UNPAID');
}

/** Asks for the deposit in the transaction of its booking, and makes the link to which the payer returns. */
export async function askDeposit(
  deps: CheckoutDeps,
  tx: OwnerTx,
  actor: Actor,
  { provider, made: { id, start, expiresAt, service, person }, at }: Asked,
): Promise<ToPay> {
  const amount = service.deposit ?? 0;
  const asked = { bookingId: id, amount, price: service.price ?? amount, concept: service.name, expiresAt };
  const depositId = await askForDeposit(tx, deps, actor, { ...asked, provider: provider.name }, at);
  // The provider stores the address. Where mails bring other links, this one ends soon.
  const returnLink = deps.sendsMail
    ? ({ purpose: 'checkout', expiresAt: returnableUntil(expiresAt) } as const)
    : ({ purpose: 'booking', expiresAt: linkedUntil(start, service.duration) } as const);
  const returnUrl = linkAddress(deps.publicUrl, await createLink(tx, { ...returnLink, appointmentId: id }, at));
  return { provider, ownerId: tx.owner, bookingId: id, depositId, amount, createdAt: at, expiresAt, person, returnUrl };
}

/** Returns the address where the deposit is paid. Without an answer of the provider the hour is free at once. */
export async function openCheckout(deps: CheckoutDeps, toPay: ToPay): Promise<string> {
  const { ownerId, depositId, provider } = toPay;
  try {
    const { id, initPoint, collectorId } = await provider.createPreference(toOrder(deps, toPay));
    const preference = { id, paymentUrl: initPoint, collectorId };
    await deps.tenantTransaction(ownerId, (tx) => offerPreference(tx, depositId, preference));
    return initPoint;
  } catch (error) {
    // Otherwise the booking ends when its time is over.
    await undoBooking(deps, toPay).catch((failure: Error) => {
      deps.warn({ ownerId, ...describeError(failure) }, 'a booking that nobody can pay was not ended');
    });
    throw error;
  }
}

/** The order names neither the service nor the hour. */
const toOrder = (
  deps: Pick<Deps, 'publicUrl'>,
  { ownerId, depositId: id, amount, createdAt, expiresAt, person, returnUrl }: ToPay,
): Order => ({
  id,
  reference: paymentReference({ id }),
  item: { id: 'abono', description: 'Abono de una hora' },
  amount,
  createdAt,
  expiresAt,
  payer: { email: person.email, rut: person.documentType === 'rut' ? person.rut : undefined },
  returnUrls: { success: returnUrl, failure: returnUrl, pending: returnUrl },
  notificationUrl: depositNotificationUrl(deps, ownerId),
  acceptsPending: false,
  statementDescriptor: undefined,
  metadata: undefined,
});

/** Nobody was told where to pay, so nobody pays. */
function undoBooking(deps: CheckoutDeps, { ownerId, bookingId }: ToPay): Promise<void> {
  return deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const [booking, deposit] = [await lockBooking(tx, bookingId, deps.cipher), await depositOfBooking(tx, bookingId)];
    if (deposit) {
      await endDeposit(tx, { id: ownerId, address: undefined }, deposit, at);
      await planCheck(tx, deposit.id, undefined);
    }
    if (booking?.status !== 'unpaid') return;
    await releaseHour(tx, bookingId);
    await endLinks(tx, bookingId);
    await storeState(tx, bookingId, { status: 'ended', keptUntil: keptAfter(at) });
    await record(tx, { act: 'booking.ended', at, actorId: ownerId, subjectId: bookingId, address: undefined });
  });
}
