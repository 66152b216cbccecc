import type { BillingSql, BillingTx } from '#server/platform/database/database';

/** Sets a plan without an end date. Returns false if the account does not exist. */
export async function grantPlan(tx: BillingTx): Promise<boolean> {
  const granted = await tx`
    insert into subscriptions (owner_id, status)
    select id, 'paid' from users where id = ${tx.owner} and role <> 'assistant'
    on conflict (owner_id) do update set status = 'paid', expires_at = null, test_expires_at = null`;
  return granted.count === 1;
}

/** Ends the plan. Earlier payments no longer count. Returns false if the account does not exist. */
export async function endPlan(tx: BillingTx, now: Date): Promise<boolean> {
  const ended = await tx`
    insert into subscriptions (owner_id, status, reset_at)
    select id, 'free', ${now}::timestamptz from users where id = ${tx.owner} and role <> 'assistant'
    on conflict (owner_id) do update
      set status = 'free', expires_at = null, test_expires_at = null, reset_at = excluded.reset_at`;
  return ended.count === 1;
}

/** A closed account is not there for the role of billing. */
export async function ownerOfPayment(db: BillingSql, id: string): Promise<string | undefined> {
  const [row] = await db<[{ owner: string }?]>`
    select p.owner_id as owner from payments p join users u on u.id = p.owner_id where p.id = ${id}`;
  return row?.owner;
}

/** Returns false if the payment does not exist or is already hidden. */
export async function unlistPayment(tx: BillingTx, id: string, now: Date): Promise<boolean> {
  const payment = await tx`
    update payments set deleted_at = ${now} where owner_id = ${tx.owner} and id = ${id} and deleted_at is null`;
  return payment.count === 1;
}

/** `userId` is null if the owner is unknown. Returns undefined if the webhook does not exist. */
export async function findWebhook(db: BillingSql, id: string): Promise<{ userId: string | null } | undefined> {
  const [row] = await db<[{ userId: string | null }?]>`
    select w.user_id as "userId" from webhooks w
     where w.id = ${id} and (w.user_id is null or w.user_id in (select u.id from users u))`;
  return row;
}

export async function unlistWebhook(tx: BillingTx, id: string, now: Date): Promise<boolean> {
  const webhook = await tx`update webhooks set deleted_at = ${now} where id = ${id} and deleted_at is null`;
  return webhook.count === 1;
}
