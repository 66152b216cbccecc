import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/**
 * 'open' waits for the payment, 'unplaced' was paid when its hour was gone, 'refunding' is being returned, 'ended' was not
 * paid, or nobody owes it any more.
 */
export type DepositStatus = 'open' | 'paid' | 'unplaced' | 'refunding' | 'refunded' | 'ended';

/** What a booking costs in advance. */
export interface Deposit {
  id: string;
  bookingId: string;
  status: DepositStatus;
  amount: number;
  /** What the visit costs: the amount of the charge. */
  price: number;
  provider: 'mercado-pago' | 'test';
  /** Where it is paid, and who receives the money. Undefined until the provider has answered. */
  preference: { id: string; paymentUrl: string; collectorId: string } | undefined;
  createdAt: Date;
  /** Until when the hour is held for the payment. */
  expiresAt: Date;
  /** When the provider is asked again. */
  nextCheckAt: Date | undefined;
  /** The payment of the charge that follows from it. */
  chargePaymentId: string | undefined;
}

interface DepositRow extends Omit<Deposit, 'preference' | 'nextCheckAt' | 'chargePaymentId'> {
  preferenceId: string | null;
  paymentUrl: string | null;
  collectorId: string | null;
  nextCheckAt: Date | null;
  chargePaymentId: string | null;
}

const COLUMNS = fragment`
  id, booking_id as "bookingId", status, amount, price, provider, preference_id as "preferenceId",
  payment_url as "paymentUrl", collector_id as "collectorId", created_at as "createdAt", expires_at as "expiresAt",
  next_check_at as "nextCheckAt", charge_payment_id as "chargePaymentId"`;

function toDeposit(row: DepositRow): Deposit {
  const { preferenceId, paymentUrl, collectorId, nextCheckAt, chargePaymentId, ...deposit } = row;
  const isOffered = preferenceId !== null && paymentUrl !== null && collectorId !== null;
  return {
    ...deposit,
    preference: isOffered ? { id: preferenceId, paymentUrl, collectorId } : undefined,
    nextCheckAt: nextCheckAt ?? undefined,
    chargePaymentId: chargePaymentId ?? undefined,
  };
}

export type NewDeposit = Pick<
  Deposit,
  'id' | 'bookingId' | 'amount' | 'price' | 'provider' | 'createdAt' | 'expiresAt'
> & { concept: string; nextCheckAt: Date };

export const conceptContext = (owner: string, row: string) => ({ table: 'deposits', column: 'concept', owner, row });

export async function insertDeposit(tx: OwnerTx, deposit: NewDeposit, cipher: FieldCipher): Promise<void> {
  const { id, bookingId, amount, price, concept, provider, createdAt, expiresAt, nextCheckAt } = deposit;
  const encrypted = cipher.encrypt(concept, conceptContext(tx.owner, id));
  await tx`
    insert into deposits (owner_id, id, booking_id, status, amount, price, concept, provider, created_at, expires_at,
                          next_check_at)
    values (${tx.owner}, ${id}, ${bookingId}, 'open', ${amount}, ${price}, ${encrypted}, ${provider}, ${createdAt},
            ${expiresAt}, ${nextCheckAt})`;
}

export async function findDeposit(db: OwnerSql, id: string): Promise<Deposit | undefined> {
  const [row] = await db<[DepositRow?]>`
    select ${COLUMNS} from deposits where owner_id = ${db.owner} and id = ${id}`;
  return row && toDeposit(row);
}

export async function depositsWithBookings(db: OwnerSql, bookingIds: readonly string[]): Promise<Deposit[]> {
  if (bookingIds.length === 0) return [];
  const rows = await db<DepositRow[]>`
    select ${COLUMNS} from deposits where owner_id = ${db.owner} and booking_id = any (${bookingIds}::uuid[])`;
  return rows.map(toDeposit);
}

export async function depositsWithChargePayments(db: OwnerSql, paymentIds: readonly string[]): Promise<Deposit[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db<DepositRow[]>`
    select ${COLUMNS} from deposits where owner_id = ${db.owner} and charge_payment_id = any (${paymentIds}::uuid[])`;
  return rows.map(toDeposit);
}

export async function storePreference(
  tx: OwnerTx,
  id: string,
  { id: preferenceId, paymentUrl, collectorId }: NonNullable<Deposit['preference']>,
): Promise<void> {
  await tx`
    update deposits
       set preference_id = ${preferenceId}, payment_url = ${paymentUrl}, collector_id = ${collectorId}
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeDepositStatus(
  tx: OwnerTx,
  id: string,
  { status, nextCheckAt }: { status: DepositStatus; nextCheckAt: Date | undefined },
): Promise<void> {
  await tx`
    update deposits set status = ${status}, next_check_at = ${nextCheckAt ?? null}
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeRefunded(tx: OwnerTx, id: string, at: Date): Promise<void> {
  await tx`
    update deposits set status = 'refunded', next_check_at = null, refunded_at = ${at}
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeNextCheck(tx: OwnerTx, id: string, nextCheckAt: Date | undefined): Promise<void> {
  await tx`update deposits set next_check_at = ${nextCheckAt ?? null} where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeChargePayment(tx: OwnerTx, id: string, chargePaymentId: string): Promise<void> {
  await tx`update deposits set charge_payment_id = ${chargePaymentId} where owner_id = ${tx.owner} and id = ${id}`;
}

/** When the deposit was paid. Undefined when no payment of it counts. */
export async function paymentTime(db: OwnerSql, depositId: string): Promise<Date | undefined> {
  const [row] = await db<[{ at: Date }?]>`
    select created_at as at from deposit_payments
     where owner_id = ${db.owner} and deposit_id = ${depositId} and status = 'approved' and refund_asked_at is null
     order by created_at limit 1`;
  return row?.at;
}

/** All approved payments of a deposit are to be returned. */
export async function askToRefundPayments(tx: OwnerTx, depositId: string, at: Date): Promise<void> {
  await tx`
    update deposit_payments set refund_asked_at = ${at}
     where owner_id = ${tx.owner} and deposit_id = ${depositId} and status = 'approved' and refund_asked_at is null`;
}
