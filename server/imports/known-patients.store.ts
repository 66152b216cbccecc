import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** The given document keys that already belong to a patient. */
export async function knownDocuments(db: OwnerSql, keys: readonly string[]): Promise<Set<string>> {
  const numbers = keys.map((key) => key.slice(key.indexOf('/') + 1));
  const rows = await db<{ key: string }[]>`
    select document_type || '/' || compact_rut as key from patients
     where owner_id = ${db.owner} and compact_rut = any (${numbers}::text[])`;
  const given = new Set(keys);
  return new Set(rows.map(({ key }) => key).filter((key) => given.has(key)));
}

export interface FoundPatient {
  id: string;
  foldedName: string;
  /** Empty for a patient with another document, whose number may be the RUT of somebody else. */
  rut: string;
}

/** The patients with one of the names or social names, in folded form, or of the RUTs, in compact form. */
export async function patientsCalled(
  db: OwnerSql,
  { names, ruts }: { names: readonly string[]; ruts: readonly string[] },
): Promise<FoundPatient[]> {
  const rut = fragment`case document_type when 'rut' then compact_rut else '' end as rut`;
  return db<FoundPatient[]>`
    select id, folded_name as "foldedName", ${rut} from patients
     where owner_id = ${db.owner}
       and (folded_name = any (${names}::text[]) or (document_type = 'rut' and compact_rut = any (${ruts}::text[])))
    union all
    select id, folded_social_name, ${rut} from patients
     where owner_id = ${db.owner} and folded_social_name = any (${names}::text[])`;
}

/** The given ids that are patients of the owner. */
export async function existingPatients(db: OwnerSql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from patients where owner_id = ${db.owner} and id = any (${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}
