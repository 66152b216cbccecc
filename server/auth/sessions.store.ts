import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import type { Owner } from './owner.ts';
import type { SessionLimits } from './session-limits.ts';

interface OpenSession {
  id: string;
  device: string | null;
  startedAt: Date;
  lastSeenAt: Date;
}

/** The open sessions of a user, the one used last first. */
export async function openSessionsOf(
  db: IdentitySql,
  userId: string,
  { usedSince, startedSince, now }: SessionLimits,
): Promise<OpenSession[]> {
  return db<OpenSession[]>`
    select id, device, started_at as "startedAt", last_seen_at as "lastSeenAt"
      from sessions
     where user_id = ${userId} and ended_at is null
       and last_seen_at > ${usedSince} and started_at > ${startedSince} and (ends_at is null or ends_at > ${now})
     order by last_seen_at desc, id desc`;
}

/** False when it has ended. Nobody ends it until the end of the transaction. */
export async function lockSession(tx: IdentityTx, id: string): Promise<boolean> {
  const rows = await tx`select from sessions where id = ${id} and ended_at is null for share`;
  return rows.length === 1;
}

/** False when the user has no such open session. */
export async function endSessionById(tx: IdentityTx, userId: string, id: string, now: Date): Promise<boolean> {
  const ended = await tx`
    update sessions set ended_at = ${now} where id = ${id} and user_id = ${userId} and ended_at is null`;
  return ended.count === 1;
}

/** Replaces a proof from the future too, which the clock had when it was ahead. */
export async function recordProof(
  tx: IdentityTx,
  sessionId: string,
  { isCode, at }: { isCode: boolean; at: Date },
): Promise<void> {
  const codeProvedAt = isCode ? at : null;
  await tx`
    update sessions set proved_at = ${at}, code_proved_at = coalesce(${codeProvedAt}, code_proved_at)
     where id = ${sessionId}`;
}

/**
 * Replaces the refresh token when the password changes. False when the session has ended. The old token is refused from
 * now on. A session that began with a temporary password continues.
 */
export async function replaceRefreshToken(
  tx: IdentityTx,
  { sessionId }: Pick<Owner, 'sessionId'>,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const replaced = await tx`
    update sessions set refresh_token_hash = ${hash}, proved_at = ${now}, ends_at = null
     where id = ${sessionId} and ended_at is null`;
  return replaced.count === 1;
}

export async function touchSession(db: IdentitySql, sessionId: string, now: Date): Promise<void> {
  await db`update sessions set last_seen_at = ${now} where id = ${sessionId} and last_seen_at < ${now}`;
}

/** The open session that a refresh token belongs to, marked as used. */
export async function claimRefreshToken(
  db: IdentitySql,
  hash: Buffer,
  { usedSince, startedSince, now }: SessionLimits,
): Promise<string | undefined> {
  const [row] = await db<[{ id: string }?]>`
    update sessions set last_seen_at = greatest(last_seen_at, ${now})
     where refresh_token_hash = ${hash} and ended_at is null
       and last_seen_at > ${usedSince} and started_at > ${startedSince} and (ends_at is null or ends_at > ${now})
    returning id`;
  return row?.id;
}

/**
 * Ends a session. Its user counts as active until now, but for at most half an hour after the last use. The sum is of
 * times in UTC: with a time zone it depends on a setting, and Citus refuses it in an update.
 */
export async function endSession(
  tx: IdentityTx,
  hash: Buffer,
  now: Date,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await tx<[{ id: string; userId: string }?]>`
    update sessions set ended_at = ${now},
           last_seen_at = greatest(last_seen_at, least(${now}::timestamptz,
             (last_seen_at at time zone 'UTC' + interval '30 minutes') at time zone 'UTC'))
     where refresh_token_hash = ${hash} and ended_at is null
    returning id, user_id as "userId"`;
  return row;
}

interface EndedSession {
  id: string;
  wasInUse: boolean;
}

/**
 * Ends all open sessions of a user but one. Includes the expired ones: a concurrent refresh that read the clock earlier
 * would bring them back.
 */
export async function endOtherSessions(
  tx: IdentityTx,
  { id: userId, sessionId }: Pick<Owner, 'id' | 'sessionId'>,
  { usedSince, startedSince }: SessionLimits,
  now: Date,
): Promise<EndedSession[]> {
  return tx<EndedSession[]>`
    update sessions set ended_at = ${now}
     where user_id = ${userId} and id <> ${sessionId} and ended_at is null
    returning id, last_seen_at > ${usedSince} and started_at > ${startedSince} as "wasInUse"`;
}
