import type { Region } from '#contract/regions';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';

export interface OpenInvitation {
  id: string;
  ownerId: string;
  name: string;
  email: string;
  /** The name of the professional. */
  professional: string;
  professionalEmail: string;
  region: Region | undefined;
  expiresAt: Date;
}

/** The invitation of a link, while it works. A closed account of the professional ends it. */
export async function findInvitation(
  db: IdentitySql,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [row] = await db<[(Omit<OpenInvitation, 'region'> & { region: Region | null })?]>`
    select a.id, a.owner_id as "ownerId", a.name, a.email, a.expires_at as "expiresAt", u.name as professional,
           u.email as "professionalEmail", u.region
      from assistants a
      join users u on u.id = a.owner_id
     where a.token_hash = ${tokenHash} and a.ended_at is null and a.expires_at > ${now}`;
  return row && { ...row, region: row.region ?? undefined };
}

/** False when the link has ended meanwhile. Exactly one of several requests with the same link is accepted. */
export async function acceptInvitation(
  tx: IdentityTx,
  { id, tokenHash, accountId, at }: { id: string; tokenHash: Buffer; accountId: string; at: Date },
): Promise<boolean> {
  const accepted = await tx`
    update assistants set account_id = ${accountId}, accepted_at = ${at}, token_hash = null
     where id = ${id} and token_hash = ${tokenHash} and ended_at is null`;
  return accepted.count === 1;
}
