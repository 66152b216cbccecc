import type { PaymentStatus } from '#contract/billing';
import type { Plan, SubscriptionType } from '#contract/plans';
import type { BillingTx, OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { plans } from '#server/platform/plans.store';

export async function planOf(db: OwnerSql | BillingTx, countsTestPayments: boolean): Promise<Plan> {
  const [row] = await db<[{ status: Plan['status']; expires_at: Date | null }?]>`
    select status, expires_at from ${plans(countsTestPayments)} s where owner_id = ${db.owner}`;
  return row ? { status: row.status, expiresAt: row.expires_at } : { status: 'free', expiresAt: null };
}

/** A payment `y` counts if it is approved and was credited after the last reset of subscription `s`. */
export const PAYMENT_COUNTS = fragment`
  y.status = 'approved' and (s.reset_at is null or y.credited_at > s.reset_at)`;

/** The subscription type of the most recent payment that counts. */
export async function lastPaidType(
  db: OwnerSql | BillingTx,
  countsTestPayments: boolean,
): Promise<SubscriptionType | undefined> {
  const [row] = await db<[{ type: SubscriptionType }?]>`
    select p.subscription_type as type
      from payments y
      join purchases p on p.owner_id = y.owner_id and p.id = y.purchase_id
      left join subscriptions s on s.owner_id = y.owner_id
     where y.owner_id = ${db.owner} and ${PAYMENT_COUNTS} and (p.provider <> 'test' or ${countsTestPayments})
     order by y.credited_at desc, y.id desc
     limit 1`;
  return row?.type;
}

export interface PaymentRow {
  id: string;
  subscriptionType: SubscriptionType;
  amount: number;
  createdAt: Date;
  status: PaymentStatus;
  processedAt: Date | null;
  isVoid: boolean;
}

/** An abandoned checkout has no payment row, so it is not listed. */
export async function paymentsOf(db: OwnerSql | BillingTx, countsTestPayments: boolean): Promise<PaymentRow[]> {
  return db<PaymentRow[]>`
    select y.id, p.subscription_type as "subscriptionType", y.amount, y.created_at as "createdAt", y.status,
           y.processed_at as "processedAt", p.provider = 'test' and not ${countsTestPayments} as "isVoid"
      from payments y
      join purchases p on p.owner_id = y.owner_id and p.id = y.purchase_id
     where y.owner_id = ${db.owner} and y.deleted_at is null
     order by y.created_at desc, y.id desc`;
}

interface OwnPurchase {
  id: string;
  provider: string;
  subscriptionType: SubscriptionType;
  amount: number;
  expiresAt: Date;
}

export async function ownPurchase(db: OwnerSql, id: string): Promise<OwnPurchase | undefined> {
  const [row] = await db<[OwnPurchase?]>`
    select id, provider, subscription_type as "subscriptionType", amount, expires_at as "expiresAt"
      from purchases
     where owner_id = ${db.owner} and id = ${id} and preference_id is not null`;
  return row;
}
