import type { OwnerTx } from '#server/platform/database/database';

/** The files of a note with their hashes in hexadecimal, in the order of their ids. */
export const lockAttachmentsOf = (tx: OwnerTx, noteId: string): Promise<{ id: string; sha256: string }[]> =>
  tx<{ id: string; sha256: string }[]>`
    select id, encode(content_hash, 'hex') as sha256 from attachments
     where owner_id = ${tx.owner} and note_id = ${noteId} order by id for update`;

/** For the files of a note that is finalised. */
export async function makePermanent(tx: OwnerTx, noteId: string, at: Date): Promise<void> {
  await tx`
    update attachments set finalized_at = ${at}
     where owner_id = ${tx.owner} and note_id = ${noteId} and finalized_at is null`;
}

/** For the files of patients who are deleted: they stay in custody. */
export async function makePermanentOf(tx: OwnerTx, patientIds: readonly string[], at: Date): Promise<void> {
  await tx`
    update attachments set finalized_at = ${at}
     where owner_id = ${tx.owner} and patient_id = any (${patientIds}::uuid[]) and finalized_at is null`;
}
