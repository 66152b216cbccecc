import type { Credentials } from '#server/payments/deposit-providers';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

interface PaymentAccountState {
  /** When the provider last accepted the credentials. */
  checkedAt: Date;
  collectorId: string;
}

export async function findPaymentAccount(db: OwnerSql): Promise<PaymentAccountState | undefined> {
  const [row] = await db<[PaymentAccountState?]>`
    select checked_at as "checkedAt", collector_id as "collectorId" from payment_accounts where owner_id = ${db.owner}`;
  return row;
}

const encryptionContext = (owner: string, column: 'access_token' | 'webhook_secret') => ({
  table: 'payment_accounts',
  column,
  owner,
  row: owner,
});

export async function findCredentials(db: OwnerSql, cipher: FieldCipher): Promise<Credentials | undefined> {
  const [row] = await db<[{ accessToken: Buffer; webhookSecret: Buffer }?]>`
    select access_token as "accessToken", webhook_secret as "webhookSecret"
      from payment_accounts where owner_id = ${db.owner}`;
  return (
    row && {
      accessToken: cipher.decrypt(row.accessToken, encryptionContext(db.owner, 'access_token')),
      webhookSecret: cipher.decrypt(row.webhookSecret, encryptionContext(db.owner, 'webhook_secret')),
    }
  );
}

export async function savePaymentAccount(
  tx: OwnerTx,
  cipher: FieldCipher,
  { accessToken, webhookSecret, collectorId, checkedAt }: Credentials & PaymentAccountState,
): Promise<void> {
  const token = cipher.encrypt(accessToken, encryptionContext(tx.owner, 'access_token'));
  const secret = cipher.encrypt(webhookSecret, encryptionContext(tx.owner, 'webhook_secret'));
  await tx`
    insert into payment_accounts (owner_id, access_token, webhook_secret, collector_id, checked_at)
    values (${tx.owner}, ${token}, ${secret}, ${collectorId}, ${checkedAt})
    on conflict (owner_id) do update
      set access_token = excluded.access_token, webhook_secret = excluded.webhook_secret,
          collector_id = excluded.collector_id, checked_at = excluded.checked_at`;
}

export async function removePaymentAccount(tx: OwnerTx): Promise<void> {
  await tx`delete from payment_accounts where owner_id = ${tx.owner}`;
}

/**
 * Whether a payment to the account is still awaited, or a refund from it. An ended deposit that nobody began to pay does
 * not count: otherwise strangers who book could keep the account from being changed. Deposits of an earlier account do not count: to
 * return them, enter the credentials of that account again.
 */
export async function awaitsDeposits(
  tx: OwnerTx,
  { collectorId }: Pick<PaymentAccountState, 'collectorId'>,
): Promise<boolean> {
  const [row] = await tx`
    select from deposits
     where owner_id = ${tx.owner} and provider = 'mercado-pago'
       and (collector_id is null or collector_id = ${collectorId})
       and (status in ('open', 'unplaced', 'refunding')
         or next_check_at is not null and exists (
           select from deposit_payments p where p.owner_id = deposits.owner_id and p.deposit_id = deposits.id))
     limit 1`;
  return row !== undefined;
}
