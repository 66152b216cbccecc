import type { Region } from '#contract/regions';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

export async function findLink(
  db: IdentitySql,
  userId: string,
): Promise<{ hasNames: boolean; createdAt: Date } | undefined> {
  const [link] = await db<[{ hasNames: boolean; createdAt: Date }?]>`
    select has_names as "hasNames", created_at as "createdAt" from calendar_links where user_id = ${userId}`;
  return link;
}

export async function replaceLink(
  tx: IdentityTx,
  { userId, tokenHash, hasNames, at }: { userId: string; tokenHash: Buffer; hasNames: boolean; at: Date },
): Promise<void> {
  await tx`
    insert into calendar_links (user_id, token_hash, has_names, created_at)
    values (${userId}, ${tokenHash}, ${hasNames}, ${at})
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, has_names = excluded.has_names, created_at = excluded.created_at`;
}

/** False when there is none. */
export async function deleteLink(tx: IdentityTx, userId: string): Promise<boolean> {
  const deleted = await tx`delete from calendar_links where user_id = ${userId}`;
  return deleted.count === 1;
}

/** The account whose address it is. To this role a closed account does not exist. */
export async function accountOfLink(
  db: IdentitySql,
  tokenHash: Buffer,
): Promise<{ id: string; region: Region | undefined; hasNames: boolean } | undefined> {
  const [account] = await db<[{ id: string; region: Region | null; hasNames: boolean }?]>`
    select u.id, u.region, l.has_names as "hasNames"
      from calendar_links l join users u on u.id = l.user_id
     where l.token_hash = ${tokenHash}`;
  return account && { ...account, region: account.region ?? undefined };
}
