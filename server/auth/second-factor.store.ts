import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

interface StoredSecret {
  secret: Buffer;
  isConfirmed: boolean;
}

export async function secretOf(db: IdentitySql, userId: string): Promise<StoredSecret | undefined> {
  const [row] = await db<[StoredSecret?]>`
    select secret, confirmed_at is not null as "isConfirmed" from second_factors where user_id = ${userId}`;
  return row;
}

/** Replaces a secret that was never confirmed. False when the account has a confirmed one. */
export async function storeSecret(tx: IdentityTx, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const stored = await tx`
    insert into second_factors as kept (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
      where kept.confirmed_at is null`;
  return stored.count === 1;
}

interface Confirmation {
  /** The secret that the code was computed from. */
  secret: Buffer;
  step: number;
  codeHashes: readonly Buffer[];
}

/** False when the secret was confirmed or replaced meanwhile. */
export async function confirmSecret(
  tx: IdentityTx,
  userId: string,
  { secret, step, codeHashes }: Confirmation,
  now: Date,
): Promise<boolean> {
  const confirmed = await tx`
    update second_factors set confirmed_at = ${now}, last_step = ${step}
     where user_id = ${userId} and secret = ${secret} and confirmed_at is null`;
  if (confirmed.count !== 1) return false;
  await tx`update users set has_second_factor = true where id = ${userId}`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await tx`insert into recovery_codes (user_id, code_hash) values (${userId}, unnest(${codeHashes}::bytea[]))`;
  return true;
}

/** False when there was none. */
export async function removeSecondFactor(tx: IdentityTx, userId: string): Promise<boolean> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await tx`delete from login_challenges where user_id = ${userId}`;
  await tx`update users set has_second_factor = false where id = ${userId}`;
  const removed = await tx`delete from second_factors where user_id = ${userId}`;
  return removed.count === 1;
}

/**
 * False when a code of this time step, or of a later one, was used before. When two equal codes come at once, one is
 * used. A step after `latest` was used while the clock was ahead, and does not count: it would refuse every code until
 * its time comes.
 */
export async function spendStep(
  tx: IdentityTx,
  userId: string,
  { step, latest }: { step: number; latest: number },
): Promise<boolean> {
  const used = await tx`
    update second_factors set last_step = ${step}
     where user_id = ${userId} and confirmed_at is not null
       and (last_step is null or last_step < ${step} or last_step > ${latest})`;
  return used.count === 1;
}

/** False when the account has no such code, or it was used before. */
export async function spendRecoveryCode(tx: IdentityTx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const used = await tx`
    update recovery_codes set used_at = ${now}
     where user_id = ${userId} and code_hash = ${hash} and used_at is null`;
  return used.count === 1;
}

interface NewChallenge {
  tokenHash: Buffer;
  userId: string;
  passwordDigest: Buffer;
  expiresAt: Date;
}

export async function insertChallenge(db: IdentitySql, challenge: NewChallenge): Promise<void> {
  const { tokenHash, userId, passwordDigest, expiresAt } = challenge;
  await db`
    insert into login_challenges (token_hash, user_id, password_digest, expires_at)
    values (${tokenHash}, ${userId}, ${passwordDigest}, ${expiresAt})`;
}

/** Counts a try at an open challenge. Undefined when it has expired, or had all its tries. */
export async function countTry(
  db: IdentitySql,
  hash: Buffer,
  maxTries: number,
  now: Date,
): Promise<{ userId: string; passwordDigest: Buffer } | undefined> {
  const [row] = await db<[{ userId: string; passwordDigest: Buffer }?]>`
    update login_challenges set tries = tries + 1
     where token_hash = ${hash} and tries < ${maxTries} and expires_at > ${now}
    returning user_id as "userId", password_digest as "passwordDigest"`;
  return row;
}

/** False when another request has completed the challenge. */
export async function completeChallenge(tx: IdentityTx, hash: Buffer): Promise<boolean> {
  const completed = await tx`delete from login_challenges where token_hash = ${hash}`;
  return completed.count === 1;
}
