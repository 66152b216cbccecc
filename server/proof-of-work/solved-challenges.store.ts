import type { IdentitySql } from '#server/platform/database/database';

export async function isSolved(db: IdentitySql, hash: Buffer): Promise<boolean> {
  const rows = await db`select from solved_challenges where hash = ${hash}`;
  return rows.length === 1;
}

/** False when the challenge was solved before. */
export async function storeSolved(
  db: IdentitySql,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const stored = await db`
    insert into solved_challenges (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing`;
  return stored.count === 1;
}
