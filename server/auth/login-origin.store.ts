import type { IdentityTx } from '#server/platform/database/database';

/** Marks the origin as used. False when the account has not signed in from it before. */
export async function touchOrigin(tx: IdentityTx, userId: string, origin: Buffer, now: Date): Promise<boolean> {
  const touched = await tx`
    update login_origins set last_used_at = ${now} where user_id = ${userId} and origin_hash = ${origin}`;
  return touched.count === 1;
}

export async function insertOrigin(tx: IdentityTx, userId: string, origin: Buffer, now: Date): Promise<void> {
  await tx`
    insert into login_origins (user_id, origin_hash, last_used_at) values (${userId}, ${origin}, ${now})
    on conflict do nothing`;
}

export async function hasOrigins(tx: IdentityTx, userId: string): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (select from login_origins where user_id = ${userId}) as found`;
  return row.found;
}
