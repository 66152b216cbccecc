import type { NoticeKind } from '#contract/notice-content';
import { ADVISORY_LOCKS } from '#server/platform/database/advisory-locks';
import type { IdentitySql, IdentityTx, MailSql, OwnerTx } from '#server/platform/database/database';

interface NewNotice {
  id: string;
  kind: NoticeKind;
  day: string;
  at: Date;
}

export async function insertNotice(tx: OwnerTx, { id, kind, day, at }: NewNotice): Promise<void> {
  await tx`
    insert into push_notices (id, owner_id, kind, day, created_at) values (${id}, ${tx.owner}, ${kind}, ${day}, ${at})`;
}

export interface StoredSubscription {
  sessionId: string;
  endpointHash: Buffer;
  /** Encrypted. */
  subscription: Buffer;
}

export async function findSubscription(db: IdentitySql, sessionId: string): Promise<StoredSubscription | undefined> {
  const [row] = await db<[StoredSubscription?]>`
    select session_id as "sessionId", endpoint_hash as "endpointHash", subscription
      from push_subscriptions where session_id = ${sessionId}`;
  return row;
}

/**
 * The browser now belongs to this session alone, and the session to this browser. Two accounts that turn the same browser
 * on at once wait for each other.
 */
export async function replaceSubscription(
  tx: IdentityTx,
  { sessionId, endpointHash, subscription }: StoredSubscription,
  at: Date,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.pushSubscriptions})`;
  await tx`delete from push_subscriptions where session_id = ${sessionId} or endpoint_hash = ${endpointHash}`;
  await tx`
    insert into push_subscriptions (session_id, endpoint_hash, subscription, created_at)
    values (${sessionId}, ${endpointHash}, ${subscription}, ${at})`;
}

/** Keeps the devices of an account that were turned on last. */
export async function deleteOldestSubscriptions(tx: IdentityTx, userId: string, kept: number): Promise<void> {
  await tx`
    delete from push_subscriptions
     where session_id in (
       select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
        where s.user_id = ${userId} order by p.created_at desc, p.session_id desc offset ${kept})`;
}

/** False when there is none. */
export async function deleteSubscription(tx: IdentityTx, sessionId: string): Promise<boolean> {
  const deleted = await tx`delete from push_subscriptions where session_id = ${sessionId}`;
  return deleted.count === 1;
}

/** The browser has unsubscribed. A subscription that it made again meanwhile stays. */
export async function deleteGoneSubscription(
  db: IdentitySql | MailSql,
  { sessionId, endpointHash }: Pick<StoredSubscription, 'sessionId' | 'endpointHash'>,
): Promise<void> {
  await db`delete from push_subscriptions where session_id = ${sessionId} and endpoint_hash = ${endpointHash}`;
}
