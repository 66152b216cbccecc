import type { PrintedProfessional } from '#server/pdf/printable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

export interface Link {
  id: string;
  finalizedAt: Date;
  /** SHA-256 of its snapshot, in hexadecimal. */
  contentHash: string;
}

/** The finalised addenda of a note in their order, also those in custody. Nothing is decrypted. */
export const finalizedAddenda = (db: OwnerSql, noteId: string): Promise<Link[]> =>
  db<Link[]>`
    select id, finalized_at as "finalizedAt", encode(content_hash, 'hex') as "contentHash" from addenda
     where owner_id = ${db.owner} and note_id = ${noteId} and finalized_at is not null
     order by finalized_at`;

/** The name of the professional in each finalised addendum of a note. Undecryptable addenda are left out. */
export async function addendumAuthors(
  db: OwnerSql,
  noteId: string,
  cipher: FieldCipher,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; record: Buffer }[]>`
    select id, record from addenda
     where owner_id = ${db.owner} and note_id = ${noteId} and finalized_at is not null`;
  const authors = new Map<string, string>();
  for (const { id, record } of rows) {
    const snapshot = cipher.tryDecrypt(record, { table: 'addenda', column: 'record', owner: db.owner, row: id });
    if (!snapshot) continue;
    const { professional } = JSON.parse(snapshot) as { professional: PrintedProfessional };
    authors.set(id, professional.name);
  }
  return authors;
}

/** Undefined for a draft. */
export async function finalizedNote(db: OwnerSql, noteId: string): Promise<Link | undefined> {
  const [row] = await db<[Link?]>`
    select id, finalized_at as "finalizedAt", encode(content_hash, 'hex') as "contentHash" from clinical_notes
     where owner_id = ${db.owner} and id = ${noteId} and finalized_at is not null`;
  return row;
}

/** The number of addenda of a note, drafts included, without the addendum `id`. */
export async function countOtherAddenda(tx: OwnerTx, noteId: string, id: string | undefined): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from addenda
     where owner_id = ${tx.owner} and note_id = ${noteId} and id is distinct from ${id ?? null}`;
  return row.count;
}

export interface ListedAddendum {
  id: string;
  noteId: string;
  isFinalized: boolean;
}

/** The addenda of a patient by note, finalised ones first and in their order, also those in custody. */
export const addendaOfPatient = (db: OwnerSql, patientId: string): Promise<ListedAddendum[]> =>
  db<ListedAddendum[]>`
    select id, note_id as "noteId", finalized_at is not null as "isFinalized" from addenda
     where owner_id = ${db.owner} and patient_id = ${patientId}
     order by note_id, finalized_at, created_at, id`;
