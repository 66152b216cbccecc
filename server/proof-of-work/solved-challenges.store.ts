import type { IdentitySql } from '#server/platform/database/database';

/** False when the challenge was solved before. */
export async function storeSolved(
  db: IdentitySql,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const stored = await db`
    insert into solved_challenges (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing`;
  return stored.count === 1;
}
