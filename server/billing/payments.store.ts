import type { Credit, Plan, SubscriptionType } from '#contract/plans';
import type { BillingTx } from '#server/platform/database/database';
import { COUNTS } from './billing.store.ts';
import type { ProviderPayment } from './payment-provider.ts';
import type { PaymentState } from './payment-state.ts';

interface KnownPayment extends PaymentState {
  id: string;
  processedAt: Date | null;
  creditedAt: Date | null;
}

export async function findKnownPayment(tx: BillingTx, providerPaymentId: string): Promise<KnownPayment | undefined> {
  const [row] = await tx<[KnownPayment?]>`
    select id, status, provider_updated_at as "updatedAt", processed_at as "processedAt", credited_at as "creditedAt"
      from payments
     where owner_id = ${tx.owner} and provider_payment_id = ${providerPaymentId}`;
  return row;
}

type Kept = Pick<KnownPayment, 'id' | 'processedAt' | 'creditedAt'>;

export async function insertPayment(
  tx: BillingTx,
  purchaseId: string,
  { id, processedAt, creditedAt }: Kept,
  told: ProviderPayment,
): Promise<void> {
  await tx`
    insert into payments (owner_id, id, purchase_id, provider_payment_id, status, provider_status, status_detail,
                          amount, created_at, provider_updated_at, processed_at, credited_at)
    values (${tx.owner}, ${id}, ${purchaseId}, ${told.id}, ${told.status}, ${told.providerStatus},
            ${told.statusDetail ?? null}, ${told.amount}, ${told.createdAt}, ${told.updatedAt}, ${processedAt},
            ${creditedAt})`;
}

export async function updatePayment(
  tx: BillingTx,
  { id, processedAt, creditedAt }: Kept,
  told: ProviderPayment,
): Promise<void> {
  await tx`
    update payments
       set status = ${told.status}, provider_status = ${told.providerStatus},
           status_detail = ${told.statusDetail ?? null}, provider_updated_at = ${told.updatedAt},
           processed_at = ${processedAt}, credited_at = ${creditedAt}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** What counts, real or not. */
export async function creditsOf(tx: BillingTx): Promise<(Credit & { isTest: boolean })[]> {
  return tx<{ subscriptionType: SubscriptionType; creditedAt: Date; isTest: boolean }[]>`
    select p.subscription_type as "subscriptionType", y.credited_at as "creditedAt", p.provider = 'test' as "isTest"
      from payments y
      join purchases p on p.owner_id = y.owner_id and p.id = y.purchase_id
      left join subscriptions s on s.owner_id = y.owner_id
     where y.owner_id = ${tx.owner} and ${COUNTS}`;
}

/** The plan by real payments, and its end where those of the test checkout count too and change it. */
export async function savePlan(tx: BillingTx, { status, expiresAt }: Plan, testExpiresAt: Date | null): Promise<void> {
  await tx`
    insert into subscriptions (owner_id, status, expires_at, test_expires_at)
    values (${tx.owner}, ${status}, ${expiresAt}, ${testExpiresAt})
    on conflict (owner_id) do update
      set status = excluded.status, expires_at = excluded.expires_at, test_expires_at = excluded.test_expires_at`;
}
