import type { OwnerTx, PublicSql } from '#server/platform/database/database';
import { fragment, sequence } from '#server/platform/database/sql';

/**
 * 'patient' and 'booking' name whose address the link was sent to, 'booking-key' is the key of a booking, 'checkout' is
 * the link that the payment provider knows.
 */
export type LinkPurpose = 'patient' | 'booking' | 'booking-key' | 'checkout';

export interface NewLink {
  tokenHash: Buffer;
  appointmentId: string;
  expiresAt: Date;
  /** The patient's by default. */
  purpose?: LinkPurpose;
}

export async function insertLinks(tx: OwnerTx, links: readonly NewLink[], at: Date): Promise<void> {
  if (links.length === 0) return;
  // Citus chooses the worker of each row by its hash, and does not find the hash in an unnested array.
  const rows = links.map(
    ({ tokenHash, appointmentId, expiresAt, purpose = 'patient' }) =>
      fragment`(${tx.owner}, ${tokenHash}, ${appointmentId}, ${at}, ${expiresAt}, ${purpose})`,
  );
  await tx`
    insert into appointment_links (owner_id, token_hash, appointment_id, created_at, expires_at, purpose)
    values ${sequence(rows)}`;
}

/**
 * Links that work follow their appointment: they work until a day after its new hour. A link that the payment provider
 * knows ends when it was to end.
 */
export async function extendLinks(
  tx: OwnerTx,
  expiries: readonly { appointmentId: string; at: Date }[],
  now: Date,
): Promise<void> {
  await tx`
    update appointment_links l set expires_at = e.at
      from (select unnest(${expiries.map(({ appointmentId }) => appointmentId)}::uuid[]) as appointment_id,
                   unnest(${expiries.map(({ at }) => at)}::timestamptz[]) as at) e
     where l.owner_id = ${tx.owner} and l.appointment_id = e.appointment_id and l.expires_at > ${now}
       and l.purpose <> 'checkout'`;
}

/** Lets a link lead to another appointment. */
export async function redirectLink(tx: OwnerTx, { tokenHash, appointmentId, expiresAt }: NewLink): Promise<void> {
  await tx`
    update appointment_links set appointment_id = ${appointmentId}, expires_at = ${expiresAt}
     where owner_id = ${tx.owner} and token_hash = ${tokenHash}`;
}

/** All links of an appointment, or those of one purpose. */
export async function deleteLinks(tx: OwnerTx, appointmentId: string, purpose?: LinkPurpose): Promise<number> {
  const ofPurpose = purpose ? fragment`and purpose = ${purpose}` : fragment``;
  const deleted = await tx`
    delete from appointment_links
     where owner_id = ${tx.owner} and appointment_id = ${appointmentId} ${ofPurpose}`;
  return deleted.count;
}

export interface StoredLink {
  ownerId: string;
  appointmentId: string;
  createdAt: Date;
  expiresAt: Date;
  purpose: LinkPurpose;
}

export async function findLink(db: PublicSql, tokenHash: Buffer): Promise<StoredLink | undefined> {
  const [link] = await db<[StoredLink?]>`
    select owner_id as "ownerId", appointment_id as "appointmentId", created_at as "createdAt",
           expires_at as "expiresAt", purpose
      from appointment_links where token_hash = ${tokenHash}`;
  return link;
}
