import type { Credit, Plan, SubscriptionType } from '#contract/plans';
import type { ProviderPayment } from '#server/payments/payment-provider';
import type { PaymentState } from '#server/payments/payment-state';
import type { BillingTx } from '#server/platform/database/database';
import { PAYMENT_COUNTS } from './billing.store.ts';

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

type StoredFields = Pick<KnownPayment, 'id' | 'processedAt' | 'creditedAt'>;

export async function insertPayment(
  tx: BillingTx,
  purchaseId: string,
  { id, processedAt, creditedAt }: StoredFields,
  payment: ProviderPayment,
): Promise<void> {
  await tx`
    insert into payments (owner_id, id, purchase_id, provider_payment_id, status, provider_status, status_detail,
                          amount, created_at, provider_updated_at, processed_at, credited_at)
    values (${tx.owner}, ${id}, ${purchaseId}, ${payment.id}, ${payment.status}, ${payment.providerStatus},
            ${payment.statusDetail ?? null}, ${payment.amount}, ${payment.createdAt}, ${payment.updatedAt},
            ${processedAt}, ${creditedAt})`;
}

export async function updatePayment(
  tx: BillingTx,
  { id, processedAt, creditedAt }: StoredFields,
  payment: ProviderPayment,
): Promise<void> {
  await tx`
    update payments
       set status = ${payment.status}, provider_status = ${payment.providerStatus},
           status_detail = ${payment.statusDetail ?? null}, provider_updated_at = ${payment.updatedAt},
           processed_at = ${processedAt}, credited_at = ${creditedAt}
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** The credits of all payments that count, including those of the test checkout. */
export async function creditsOf(tx: BillingTx): Promise<(Credit & { isTest: boolean })[]> {
  return tx<{ subscriptionType: SubscriptionType; creditedAt: Date; isTest: boolean }[]>`
    select p.subscription_type as "subscriptionType", y.credited_at as "creditedAt", p.provider = 'test' as "isTest"
      from payments y
      join purchases p on p.owner_id = y.owner_id and p.id = y.purchase_id
      left join subscriptions s on s.owner_id = y.owner_id
     where y.owner_id = ${tx.owner} and ${PAYMENT_COUNTS}`;
}

/** `testExpiresAt` is the end date with test payments included, or null if they do not change the end date. */
export async function savePlan(tx: BillingTx, { status, expiresAt }: Plan, testExpiresAt: Date | null): Promise<void> {
  await tx`
    insert into subscriptions (owner_id, status, expires_at, test_expires_at)
    values (${tx.owner}, ${status}, ${expiresAt}, ${testExpiresAt})
    on conflict (owner_id) do update
      set status = excluded.status, expires_at = excluded.expires_at, test_expires_at = excluded.test_expires_at`;
}
