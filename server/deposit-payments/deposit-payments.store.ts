import type { PaymentStatus } from '#contract/billing';
import type { ProviderPayment } from '#server/payments/payment-provider';
import type { MailSql, OwnerSql, OwnerTx } from '#server/platform/database/database';

/** A payment of the provider, as it was last reported. */
export interface DepositPayment {
  id: string;
  status: PaymentStatus;
  amount: number;
  refunded: number;
  /** Since when it is to be returned. */
  refundAskedAt: Date | undefined;
  /** The time of the provider's last change. */
  updatedAt: Date;
}

interface DepositPaymentRow extends Omit<DepositPayment, 'refundAskedAt'> {
  refundAskedAt: Date | null;
}

export async function paymentsWithDeposit(db: OwnerSql, depositId: string): Promise<DepositPayment[]> {
  const rows = await db<DepositPaymentRow[]>`
    select provider_payment_id as id, status, amount, refunded, refund_asked_at as "refundAskedAt", updated_at as "updatedAt"
      from deposit_payments
     where owner_id = ${db.owner} and deposit_id = ${depositId}
     order by created_at, provider_payment_id`;
  return rows.map(({ refundAskedAt, ...row }) => ({ ...row, refundAskedAt: refundAskedAt ?? undefined }));
}

/** Stores the state that the provider reports. */
export async function storePayment(
  tx: OwnerTx,
  depositId: string,
  { id, status, providerStatus, amount, refunded, createdAt, updatedAt }: ProviderPayment,
): Promise<void> {
  await tx`
    insert into deposit_payments (owner_id, deposit_id, provider_payment_id, status, provider_status, amount, refunded,
                                  created_at, updated_at)
    values (${tx.owner}, ${depositId}, ${id}, ${status}, ${providerStatus}, ${amount}, ${refunded}, ${createdAt},
            ${updatedAt})
    on conflict (owner_id, deposit_id, provider_payment_id) do update
      set status = excluded.status, provider_status = excluded.provider_status, refunded = excluded.refunded,
          updated_at = excluded.updated_at`;
}

export async function storeRefundAsked(tx: OwnerTx, depositId: string, id: string, at: Date): Promise<void> {
  await tx`
    update deposit_payments set refund_asked_at = ${at}
     where owner_id = ${tx.owner} and deposit_id = ${depositId} and provider_payment_id = ${id}`;
}

/** A round asks about no more deposits. */
const MAX_CHECKED = 200;

/** The deposits about which the provider is to be asked. Refunds go on after the account is closed. */
export function dueDeposits(db: MailSql, now: Date): Promise<{ ownerId: string; id: string }[]> {
  return db<{ ownerId: string; id: string }[]>`
    select owner_id as "ownerId", id from deposits
     where next_check_at <= ${now}
     order by next_check_at limit ${MAX_CHECKED}`;
}
