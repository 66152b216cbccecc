import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { OwnerTx, PublicSql } from '#server/platform/database/database';
import { deleteLinks, findLink, insertLinks, type LinkPurpose, type NewLink, type StoredLink } from './links.store.ts';

/** Makes a link. Returns its token, which is stored nowhere. */
export async function createLink(tx: OwnerTx, link: Omit<NewLink, 'tokenHash'>, at: Date): Promise<string> {
  const token = newToken();
  await insertLinks(tx, [{ ...link, tokenHash: tokenHash(token) }], at);
  return token;
}

/** The link of a token, while it works. */
export async function readLink(db: PublicSql, token: string, now: Date): Promise<StoredLink | undefined> {
  const link = await findLink(db, tokenHash(token));
  return link && link.expiresAt > now ? link : undefined;
}

/** The links of an appointment stop working: all of them, or those of one purpose. */
export const endLinks = (tx: OwnerTx, appointmentId: string, purpose?: LinkPurpose): Promise<number> =>
  deleteLinks(tx, appointmentId, purpose);
