import { type Act, READ_ACTS } from '#contract/audit-acts';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

export type ImportKind = 'patients' | 'appointments';

interface NewImport {
  id: string;
  kind: ImportKind;
  at: Date;
  count: number;
  entryId: string;
}

export async function insertImport(tx: OwnerTx, { id, kind, at, count, entryId }: NewImport): Promise<void> {
  await tx`
    insert into imports (owner_id, id, kind, imported_at, count, entry_id)
    values (${tx.owner}, ${id}, ${kind}, ${at}, ${count}, ${entryId})`;
}

export async function insertImportedRows(tx: OwnerTx, importId: string, ids: readonly string[]): Promise<void> {
  await tx`
    insert into imported_rows (owner_id, id, import_id)
    values (${tx.owner}, unnest(${ids}::uuid[]), ${importId})`;
}

export interface StoredImport {
  id: string;
  importedAt: Date;
  count: number;
  entryId: string;
}

/** The imports after `since` that are not undone, newest first. */
export async function importsSince(db: OwnerSql, kind: ImportKind, since: Date): Promise<StoredImport[]> {
  return db<StoredImport[]>`
    select id, imported_at as "importedAt", count, entry_id as "entryId" from imports
     where owner_id = ${db.owner} and kind = ${kind} and undone_at is null and imported_at > ${since}
     order by imported_at desc, id desc limit 20`;
}

export async function findImport(tx: OwnerTx, kind: ImportKind, id: string): Promise<StoredImport | undefined> {
  const [found] = await tx<[StoredImport?]>`
    select id, imported_at as "importedAt", count, entry_id as "entryId" from imports
     where owner_id = ${tx.owner} and kind = ${kind} and id = ${id} and undone_at is null`;
  return found;
}

export async function importedIds(tx: OwnerTx, importId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from imported_rows where owner_id = ${tx.owner} and import_id = ${importId}`;
  return rows.map(({ id }) => id);
}

/** Acts that change nothing, and the deletion, after which there is nothing left to undo. */
const HARMLESS_ACTS = {
  // A deleted appointment was created or imported before, and that act counts.
  patients: [
    ...READ_ACTS,
    'patient.searched',
    'appointment.listed',
    'patient.exported',
    'patient.deleted',
    'appointment.deleted',
  ],
  // Each imported appointment has its own entry, after the entry of the import.
  appointments: [...READ_ACTS, 'appointment.imported', 'appointment.deleted'],
} satisfies Record<ImportKind, readonly Act[]>;

/**
 * Whether something was done since to a row of the import, or for its patient. The access log has every act. The import
 * of an appointment that no longer exists does not count.
 */
export async function isChangedSince(tx: OwnerTx, kind: ImportKind, { id, entryId }: StoredImport): Promise<boolean> {
  const [row] = await tx<[{ found: boolean }]>`
    select exists (
      select from audit_entries e
        join imported_rows r on r.owner_id = e.owner_id and r.id in (e.patient_id, e.subject_id)
       where e.owner_id = ${tx.owner} and r.owner_id = ${tx.owner} and r.import_id = ${id}
         and e.number > (select i.number from audit_entries i where i.owner_id = ${tx.owner} and i.id = ${entryId})
         and e.act <> all (${HARMLESS_ACTS[kind]}::text[])
         and not (
           e.act = 'appointment.imported'
           and not exists (select from appointments a where a.owner_id = ${tx.owner} and a.id = e.subject_id))
    ) as found`;
  return row.found;
}

export async function markUndone(tx: OwnerTx, importId: string, at: Date): Promise<void> {
  await tx`delete from imported_rows where owner_id = ${tx.owner} and import_id = ${importId}`;
  await tx`update imports set undone_at = ${at} where owner_id = ${tx.owner} and id = ${importId}`;
}
