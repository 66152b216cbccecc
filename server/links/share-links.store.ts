import type { OwnerTx, PublicSql } from '#server/platform/database/database';

interface NewShareLink {
  tokenHash: Buffer;
  shareId: string;
  expiresAt: Date;
}

export async function insertShareLink(tx: OwnerTx, { tokenHash, shareId, expiresAt }: NewShareLink): Promise<void> {
  await tx`
    insert into share_links (owner_id, token_hash, share_id, expires_at)
    values (${tx.owner}, ${tokenHash}, ${shareId}, ${expiresAt})`;
}

export interface StoredShareLink {
  ownerId: string;
  shareId: string;
  expiresAt: Date;
}

export async function findShareLink(db: PublicSql, tokenHash: Buffer): Promise<StoredShareLink | undefined> {
  const [link] = await db<[StoredShareLink?]>`
    select owner_id as "ownerId", share_id as "shareId", expires_at as "expiresAt"
      from share_links where token_hash = ${tokenHash}`;
  return link;
}
