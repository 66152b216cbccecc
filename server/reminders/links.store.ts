import type { OwnerTx } from '#server/platform/database/database';
import { fragment, sequence } from '#server/platform/database/sql';

export interface NewLink {
  tokenHash: Buffer;
  appointmentId: string;
  expiresAt: Date;
}

export async function insertLinks(tx: OwnerTx, links: readonly NewLink[], at: Date): Promise<void> {
  if (links.length === 0) return;
  // Citus chooses the worker of each row by its hash, and does not find the hash in an unnested array.
  const rows = links.map(
    ({ tokenHash, appointmentId, expiresAt }) =>
      fragment`(${tx.owner}, ${tokenHash}, ${appointmentId}, ${at}, ${expiresAt})`,
  );
  await tx`
    insert into appointment_links (owner_id, token_hash, appointment_id, created_at, expires_at)
    values ${sequence(rows)}`;
}

/** Links that work follow their appointment: they work until a day after its new hour. */
export async function extendLinks(
  tx: OwnerTx,
  expiries: readonly { appointmentId: string; at: Date }[],
  now: Date,
): Promise<void> {
  await tx`
    update appointment_links l set expires_at = e.at
      from (select unnest(${expiries.map(({ appointmentId }) => appointmentId)}::uuid[]) as appointment_id,
                   unnest(${expiries.map(({ at }) => at)}::timestamptz[]) as at) e
     where l.owner_id = ${tx.owner} and l.appointment_id = e.appointment_id and l.expires_at > ${now}`;
}

/** Lets a link lead to another appointment. */
export async function redirectLink(tx: OwnerTx, { tokenHash, appointmentId, expiresAt }: NewLink): Promise<void> {
  await tx`
    update appointment_links set appointment_id = ${appointmentId}, expires_at = ${expiresAt}
     where owner_id = ${tx.owner} and token_hash = ${tokenHash}`;
}

export async function deleteLinks(tx: OwnerTx, appointmentId: string): Promise<number> {
  const deleted = await tx`
    delete from appointment_links where owner_id = ${tx.owner} and appointment_id = ${appointmentId}`;
  return deleted.count;
}
