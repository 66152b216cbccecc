import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { OwnerTx, PublicSql } from '#server/platform/database/database';
import { findShareLink, insertShareLink, type StoredShareLink } from './share-links.store.ts';

/** Makes the link of a share. Returns its token, which is stored nowhere. */
export async function createShareLink(tx: OwnerTx, link: { shareId: string; expiresAt: Date }): Promise<string> {
  const token = newToken();
  await insertShareLink(tx, { ...link, tokenHash: tokenHash(token) });
  return token;
}

/** The link of a token, while it works. */
export async function readShareLink(db: PublicSql, token: string, now: Date): Promise<StoredShareLink | undefined> {
  const link = await findShareLink(db, tokenHash(token));
  return link && link.expiresAt > now ? link : undefined;
}
