import { type Actor, actBy, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { depositIdIn, depositReference } from './deposit-settlement.ts';
import {
  askToRefundPayments,
  depositsWithBookings,
  depositsWithChargePayments,
  findDeposit,
  insertDeposit,
  type NewDeposit,
  paymentTime,
  type Deposit as StoredDeposit,
  storeChargePayment,
  storeDepositStatus,
  storeNextCheck,
  storePreference,
  storeRefunded,
} from './deposits.store.ts';

export type Deposit = StoredDeposit;
export type DepositStatus = StoredDeposit['status'];

const MINUTE_MS = 60_000;
/** The notification of a payment comes within seconds. The provider is first asked after this time. */
const FIRST_CHECK_MS = 5 * MINUTE_MS;

type AskedDeposit = Pick<NewDeposit, 'bookingId' | 'amount' | 'price' | 'concept' | 'provider' | 'expiresAt'>;

/** Asks for a deposit, in the transaction of its booking. */
export async function askForDeposit(
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  actor: Actor,
  asked: AskedDeposit,
  at: Date,
): Promise<string> {
  const id = uuidv7(at);
  const nextCheckAt = new Date(Math.min(at.getTime() + FIRST_CHECK_MS, asked.expiresAt.getTime()));
  await insertDeposit(tx, { ...asked, id, createdAt: at, nextCheckAt }, cipher);
  await record(tx, { ...actBy(actor, asked.bookingId), act: 'deposit.asked', at });
  return id;
}

/** The deposit that a payment names. */
export async function depositWithReference(db: OwnerSql, reference: string | undefined): Promise<Deposit | undefined> {
  const id = depositIdIn(reference);
  return id ? findDeposit(db, id) : undefined;
}

/** How payments name a deposit. */
export const paymentReference = ({ id }: Pick<Deposit, 'id'>): string => depositReference(id);

export const readDeposit = (db: OwnerSql, id: string): Promise<Deposit | undefined> => findDeposit(db, id);

export async function depositOfBooking(db: OwnerSql, bookingId: string): Promise<Deposit | undefined> {
  const [deposit] = await depositsWithBookings(db, [bookingId]);
  return deposit;
}

/** The deposits by the ids of their bookings. */
export const depositsByBooking = async (db: OwnerSql, bookingIds: readonly string[]): Promise<Map<string, Deposit>> =>
  new Map((await depositsWithBookings(db, bookingIds)).map((deposit) => [deposit.bookingId, deposit]));

/** When the deposit was paid. Undefined when no payment of it counts. */
export const depositPaidAt = (db: OwnerSql, { id }: Deposit): Promise<Date | undefined> => paymentTime(db, id);

/** The deposit whose payment a charge lists. */
export async function depositOfChargePayment(db: OwnerSql, paymentId: string): Promise<Deposit | undefined> {
  const [deposit] = await depositsWithChargePayments(db, [paymentId]);
  return deposit;
}

/** Which payments of charges are being returned, and which have been, by the ids of the payments. */
export async function refundStates(
  db: OwnerSql,
  paymentIds: readonly string[],
): Promise<Map<string, 'pending' | 'done'>> {
  const states = new Map<string, 'pending' | 'done'>();
  for (const { status, chargePaymentId } of await depositsWithChargePayments(db, paymentIds)) {
    if (!chargePaymentId) continue;
    if (status === 'refunding') states.set(chargePaymentId, 'pending');
    if (status === 'refunded') states.set(chargePaymentId, 'done');
  }
  return states;
}

/** Nobody owes the deposit any more. A payment that comes later is returned, so the provider is still asked as planned. */
export async function endDeposit(tx: OwnerTx, actor: Actor, deposit: Deposit, at: Date): Promise<void> {
  if (deposit.status !== 'open') return;
  await storeDepositStatus(tx, deposit.id, { status: 'ended', nextCheckAt: deposit.nextCheckAt });
  await record(tx, { ...actBy(actor, deposit.bookingId), act: 'deposit.ended', at });
}

/** What was paid is to be returned. Repeated, it changes nothing. False when there is nothing to return. */
export async function askForRefund(tx: OwnerTx, actor: Actor, deposit: Deposit, at: Date): Promise<boolean> {
  if (deposit.status === 'refunding' || deposit.status === 'refunded') return true;
  if (deposit.status !== 'paid' && deposit.status !== 'unplaced') return false;
  await askToRefundPayments(tx, deposit.id, at);
  await storeDepositStatus(tx, deposit.id, { status: 'refunding', nextCheckAt: at });
  await record(tx, { ...actBy(actor, deposit.bookingId), act: 'deposit.refund-asked', at });
  return true;
}

/**
 * The booking ends without a visit: what was paid is returned, and what was not paid is no longer asked for. Returns the
 * deposit as it was, if there is one.
 */
export async function giveBackDeposit(
  tx: OwnerTx,
  actor: Actor,
  bookingId: string,
  at: Date,
): Promise<Deposit | undefined> {
  const deposit = await depositOfBooking(tx, bookingId);
  if (!deposit) return undefined;
  await endDeposit(tx, actor, deposit, at);
  await askForRefund(tx, actor, deposit, at);
  return deposit;
}

export const offerPreference = (
  tx: OwnerTx,
  id: string,
  preference: NonNullable<Deposit['preference']>,
): Promise<void> => storePreference(tx, id, preference);

export const moveDeposit = (
  tx: OwnerTx,
  id: string,
  state: { status: DepositStatus; nextCheckAt: Date | undefined },
): Promise<void> => storeDepositStatus(tx, id, state);

export const closeAsRefunded = (tx: OwnerTx, id: string, at: Date): Promise<void> => storeRefunded(tx, id, at);

export const planCheck = (tx: OwnerTx, id: string, at: Date | undefined): Promise<void> => storeNextCheck(tx, id, at);

export const linkCharge = (tx: OwnerTx, id: string, paymentId: string): Promise<void> =>
  storeChargePayment(tx, id, paymentId);
