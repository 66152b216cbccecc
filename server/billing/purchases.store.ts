import type { SubscriptionType } from '#contract/plans';
import type { Preference } from '#server/payments/payment-provider';
import type { BillingSql, BillingTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export interface Purchase {
  id: string;
  provider: string;
  subscriptionType: SubscriptionType;
  amount: number;
  currency: string;
  createdAt: Date;
  expiresAt: Date;
  /** Undefined until the provider has created the preference. */
  preference: Preference | undefined;
}

type PurchaseRow = Omit<Purchase, 'preference'> & {
  [K in `preference_${'id' | 'init' | 'sandbox' | 'collector'}`]: string | null;
};

const COLUMNS = fragment`
  id, provider, subscription_type as "subscriptionType", amount, currency, created_at as "createdAt",
  expires_at as "expiresAt", preference_id, init_point as preference_init, sandbox_init_point as preference_sandbox,
  collector_id as preference_collector`;

function toPurchase({
  preference_id: id,
  preference_init: initPoint,
  preference_sandbox: sandbox,
  preference_collector: collectorId,
  ...purchase
}: PurchaseRow): Purchase {
  const isPrepared = id !== null && initPoint !== null && collectorId !== null;
  const preference = isPrepared ? { id, initPoint, sandboxInitPoint: sandbox ?? undefined, collectorId } : undefined;
  return { ...purchase, preference };
}

/** Finds a purchase of the same provider, type and price that is still open at `openAt` and has no payment attempt. */
export async function findOpenPurchase(
  tx: BillingTx,
  { provider, subscriptionType, amount }: Pick<Purchase, 'provider' | 'subscriptionType' | 'amount'>,
  openAt: Date,
): Promise<Purchase | undefined> {
  const [row] = await tx<[PurchaseRow?]>`
    select ${COLUMNS} from purchases p
     where owner_id = ${tx.owner} and provider = ${provider} and subscription_type = ${subscriptionType}
       and amount = ${amount} and expires_at > ${openAt}
       and not exists (select from payments y where y.owner_id = p.owner_id and y.purchase_id = p.id)`;
  return row && toPurchase(row);
}

export async function insertPurchase(tx: BillingTx, purchase: Omit<Purchase, 'preference'>): Promise<void> {
  const { id, provider, subscriptionType, amount, currency, createdAt, expiresAt } = purchase;
  await tx`
    insert into purchases (owner_id, id, provider, subscription_type, amount, currency, created_at, expires_at)
    values (${tx.owner}, ${id}, ${provider}, ${subscriptionType}, ${amount}, ${currency}, ${createdAt}, ${expiresAt})`;
}

export async function findPurchase(tx: BillingTx, id: string): Promise<Purchase | undefined> {
  const [row] = await tx<[PurchaseRow?]>`
    select ${COLUMNS} from purchases where owner_id = ${tx.owner} and id = ${id}`;
  return row && toPurchase(row);
}

/** Stores the preference. If two requests create one at the same time, the first stored preference stays. */
export async function savePreference(
  tx: BillingTx,
  id: string,
  { id: preferenceId, initPoint, sandboxInitPoint, collectorId }: Preference,
): Promise<void> {
  await tx`
    update purchases
       set preference_id = ${preferenceId}, init_point = ${initPoint},
           sandbox_init_point = ${sandboxInitPoint ?? null}, collector_id = ${collectorId}
     where owner_id = ${tx.owner} and id = ${id} and preference_id is null`;
}

export async function ownerOfPurchase(db: BillingSql, id: string): Promise<string | undefined> {
  const [row] = await db<[{ owner: string }?]>`select owner_id as owner from purchases where id = ${id}`;
  return row?.owner;
}
