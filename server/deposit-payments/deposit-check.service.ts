import { endUnpaidBooking } from '#server/booking/ending.service';
import { type DepositProviderDeps, findProviderNamed } from '#server/deposits/deposit-provider.service';
import { type Deposit, paymentReference, planCheck, readDeposit } from '#server/deposits/deposits.service';
import type { PaymentProvider } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { type DepositPayment, paymentsWithDeposit } from './deposit-payments.store.ts';
import { type SettlementDeps, settleDepositPayment } from './deposit-settlement.service.ts';

export type CheckDeps = SettlementDeps & DepositProviderDeps;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIN_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = 6 * HOUR_MS;
/** For how long after the hour is free the provider is still asked about an undecided payment. */
const ASKED_FOR_MS = 48 * HOUR_MS;

/**
 * Asks the provider about the payments of a deposit, whose notification may be lost, and returns what is to be returned.
 * Whatever the provider answers, an unpaid booking ends in time.
 */
export async function checkDeposit(deps: CheckDeps, ownerId: string, id: string): Promise<void> {
  const deposit = await deps.tenantRead(ownerId, (db) => readDeposit(db, id));
  if (!deposit) return;
  const failure = await askProvider(deps, ownerId, deposit).then(
    () => undefined,
    (error: Error) => error,
  );
  await deps.tenantTransaction(ownerId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    await endUnpaidBooking(deps, tx, deposit.bookingId, at);
    const current = await readDeposit(tx, id);
    if (!current) return;
    const payments = await paymentsWithDeposit(tx, id);
    await planCheck(tx, id, nextCheck(current, payments, { at, failed: failure !== undefined }));
  });
  if (failure) throw failure;
}

async function askProvider(deps: CheckDeps, ownerId: string, deposit: Deposit): Promise<void> {
  if (!deposit.preference) return;
  const provider = await deps.tenantRead(ownerId, (db) => findProviderNamed(db, deps, deposit.provider));
  // The credentials are gone. The next round may find others of the same account.
  if (!provider) throw new AppError('PAYMENT_PROVIDER_UNAVAILABLE');
  const payments = await provider.paymentsOf(paymentReference(deposit));
  // A payment that cannot be stored keeps no other one from being returned.
  let failure: unknown;
  for (const payment of payments) {
    await settleDepositPayment(deps, ownerId, payment).catch((error: unknown) => {
      failure ??= error;
    });
  }
  await refundAsked(deps, ownerId, { id: deposit.id, provider });
  if (failure) throw failure;
}

/** The idempotency key is the payment: a repeated call returns the money once. */
async function refundAsked(
  deps: CheckDeps,
  ownerId: string,
  { id, provider }: { id: string; provider: PaymentProvider },
): Promise<void> {
  for (const payment of await deps.tenantRead(ownerId, (db) => paymentsWithDeposit(db, id))) {
    if (!isToReturn(payment)) continue;
    const refunded = await provider.refundPayment(
      { ...payment, reference: paymentReference({ id }) },
      `${id}-${payment.id}`,
    );
    await settleDepositPayment(deps, ownerId, refunded);
  }
}

const isToReturn = ({ status, refundAskedAt }: DepositPayment): boolean =>
  status === 'approved' && refundAskedAt !== undefined;

/** The pauses grow with the time that has passed. Undefined when nothing is awaited. */
function nextCheck(
  { status, createdAt, expiresAt }: Deposit,
  payments: readonly DepositPayment[],
  { at, failed }: { at: Date; failed: boolean },
): Date | undefined {
  const pauseSince = (since: Date) => {
    const passed = at.getTime() - since.getTime();
    return new Date(at.getTime() + Math.min(Math.max(passed / 2, MIN_PAUSE_MS), MAX_PAUSE_MS));
  };
  const asked = payments.filter(isToReturn).map(({ refundAskedAt }) => refundAskedAt ?? at);
  const [firstAsked] = asked.toSorted((a, b) => a.getTime() - b.getTime());
  if (firstAsked) return pauseSince(firstAsked);
  if (status === 'open' && at < expiresAt) {
    const next = pauseSince(createdAt);
    return next < expiresAt ? next : expiresAt;
  }
  if (status !== 'open' && status !== 'ended') return undefined;
  const isAwaited = failed || payments.some((payment) => payment.status === 'pending');
  const isGivenUp = at.getTime() - expiresAt.getTime() > ASKED_FOR_MS;
  // The provider is asked about an ended deposit once more, when its hour would have been free.
  if (at < expiresAt) return expiresAt;
  return isAwaited && !isGivenUp ? pauseSince(expiresAt) : undefined;
}
