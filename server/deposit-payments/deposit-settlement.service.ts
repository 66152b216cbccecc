import { timeZoneOf } from '#contract/regions';
import { type Actor, PAYMENT_PROVIDER, record } from '#server/audit/audit.store';
import { openAccount } from '#server/auth/open-account.service';
import type { ProgressDeps } from '#server/booking/booking-progress.service';
import { endRefusedBooking } from '#server/booking/ending.service';
import { placePaidBooking } from '#server/booking/paid-booking.service';
import { finishRefundedBooking } from '#server/booking/unplaced-booking.service';
import { reduceOnlinePayment, voidOnlinePayment } from '#server/charges/deposit-charges.service';
import {
  askForRefund,
  closeAsRefunded,
  type Deposit,
  depositWithReference,
  moveDeposit,
  planCheck,
} from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { isRefunded, type ProviderPayment } from '#server/payments/payment-provider';
import { supersedes } from '#server/payments/payment-state';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { voidReceiptsWithPayment } from '#server/receipts/receipts.service';
import { paymentsWithDeposit, storePayment, storeRefundAsked } from './deposit-payments.store.ts';

export type SettlementDeps = ProgressDeps & Pick<Deps, 'tenantRead' | 'identity' | 'warn'>;

/**
 * Stores what the provider reports about a payment of a deposit, and acts on it, in one transaction that holds the owner
 * lock. A repeated or older state changes nothing.
 */
export async function settleDepositPayment(
  deps: SettlementDeps,
  ownerId: string,
  payment: ProviderPayment,
): Promise<void> {
  const account = await openAccount(deps, ownerId);
  const timeZone = timeZoneOf(account?.region);
  const settle = (canGoOn: boolean) =>
    deps.tenantTransaction(ownerId, (tx) => settleLocked(deps, tx, payment, { timeZone, canGoOn }));
  // With a closed account, or without room for the appointment and its charge, the money goes back.
  const refusal = await settle(account !== undefined).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'QUOTA_REACHED') return settle(false);
    throw error;
  });
  // Somebody may have paid without an effect, so an operator must check it.
  if (refusal) deps.warn({ ownerId, payment: payment.id, status: payment.status, reason: refusal }, 'deposit refused');
}

/** What receives notifications about deposits, and knows nothing of bookings and charges. */
export const createSettleDeposit =
  (deps: SettlementDeps) =>
  (ownerId: string, payment: ProviderPayment): Promise<void> =>
    settleDepositPayment(deps, ownerId, payment);

interface Rules {
  timeZone: string;
  /** Whether a paid booking goes on. Otherwise its deposit is returned. */
  canGoOn: boolean;
}

/** Returns the reason of a refusal. */
async function settleLocked(
  deps: SettlementDeps,
  tx: OwnerTx,
  reported: ProviderPayment,
  { timeZone, canGoOn }: Rules,
): Promise<string | undefined> {
  await lockOwner(tx);
  const at = deps.now();
  const deposit = await depositWithReference(tx, reported.reference);
  if (!deposit) return 'the reference belongs to no deposit';
  const reason = mismatch(deposit, reported);
  if (reason) return reason;

  const payment = { ...reported, status: isRefunded(reported) ? ('refunded' as const) : reported.status };
  const before = await paymentsWithDeposit(tx, deposit.id);
  const known = before.find((one) => one.id === payment.id);
  // A dispute changes nothing until it is resolved.
  if (payment.isDisputed || (known && !supersedes(payment, known))) return undefined;
  await storePayment(tx, deposit.id, payment);
  const context = { deposit, at, timeZone, canGoOn };
  if (payment.status === known?.status) {
    if (payment.status === 'approved' && payment.refunded > known.refunded) await reduce(deps, tx, payment, context);
    return undefined;
  }
  // A dispute that the patient lost. What the dispute undid is not done again.
  if (payment.status === 'approved' && known?.status === 'refunded' && !known.refundAskedAt)
    return 'the provider gave the money of a dispute back';
  if (payment.status === 'approved') await receive(deps, tx, payment, context);
  if (payment.status === 'refunded') await returned(deps, tx, context);
  return undefined;
}

interface Context extends Rules {
  deposit: Deposit;
  at: Date;
}

/** A payment counts only if its currency, amount and receiving account match the deposit. */
function mismatch({ amount, preference }: Deposit, payment: ProviderPayment): string | undefined {
  if (payment.currency !== 'CLP') return 'the currency is another one';
  if (payment.amount !== amount) return 'the amount is another one';
  if (!preference) return 'nobody was asked to pay it';
  if (payment.collectorId !== preference.collectorId) return 'another account received it';
  return undefined;
}

/** Money has come in. */
async function receive(
  deps: SettlementDeps,
  tx: OwnerTx,
  payment: ProviderPayment,
  { deposit, at, timeZone, canGoOn }: Context,
): Promise<void> {
  const { id, bookingId } = deposit;
  const actor: Actor = { id: tx.owner, actorId: PAYMENT_PROVIDER, address: undefined };
  if (deposit.status !== 'open' && deposit.status !== 'ended') {
    // The deposit was paid before: the second payment goes back.
    await storeRefundAsked(tx, id, payment.id, at);
    await planCheck(tx, id, at);
    return;
  }
  await moveDeposit(tx, id, { status: 'paid', nextCheckAt: undefined });
  const entry = { at, actorId: PAYMENT_PROVIDER, ownerId: tx.owner, subjectId: bookingId, address: undefined };
  const placement = canGoOn ? await placePaidBooking(deps, tx, { actor, bookingId }, { timeZone, at }) : 'impossible';
  await record(tx, { ...entry, act: placement === 'placed' ? 'deposit.paid' : 'deposit.late' });
  if (placement === 'unplaced') await moveDeposit(tx, id, { status: 'unplaced', nextCheckAt: undefined });
  if (placement === 'impossible') {
    await askForRefund(tx, actor, { ...deposit, status: 'paid' }, at);
    await endRefusedBooking(deps, tx, bookingId, at);
  }
}

/** A part has gone back, which the provider reports of an approved payment. The rest is still paid. */
async function reduce(
  deps: SettlementDeps,
  tx: OwnerTx,
  { amount, refunded }: ProviderPayment,
  { deposit: { status, chargePaymentId }, at }: Context,
): Promise<void> {
  if (status !== 'paid' || !chargePaymentId) return;
  await reduceOnlinePayment(
    tx,
    { ...deps, voidReceiptsWithPayment },
    { id: chargePaymentId, left: amount - refunded },
    at,
  );
}

/** Money has gone back, because it was asked for or by the provider itself. */
async function returned(deps: SettlementDeps, tx: OwnerTx, { deposit, at }: Context): Promise<void> {
  const { id, bookingId, status, chargePaymentId } = deposit;
  const approved = (await paymentsWithDeposit(tx, id)).filter((one) => one.status === 'approved');
  const isKept = approved.some(({ refundAskedAt }) => refundAskedAt === undefined);
  const wasPaid = status === 'paid' || status === 'unplaced' || status === 'refunding';
  if (isKept || !wasPaid) return;
  if (approved.length > 0) {
    await moveDeposit(tx, id, { status: 'refunding', nextCheckAt: at });
    return;
  }
  await closeAsRefunded(tx, id, at);
  if (chargePaymentId) await voidOnlinePayment(tx, { ...deps, voidReceiptsWithPayment }, chargePaymentId, at);
  await finishRefundedBooking(deps, tx, bookingId, at);
  const entry = { at, actorId: PAYMENT_PROVIDER, ownerId: tx.owner, subjectId: bookingId, address: undefined };
  await record(tx, { ...entry, act: 'deposit.refunded' });
}
