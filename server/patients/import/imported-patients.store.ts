import { fold } from '#contract/fold';
import type { PatientInput } from '#contract/patients';
import { compactRut } from '#contract/rut';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { encryptedColumns } from '../patient-columns.ts';
import { suffixesOf } from '../patient-search.ts';
import { foldedName, type NewPatient } from '../patients.store.ts';

/** Inserts many patients at once. */
export async function insertPatients(
  tx: OwnerTx,
  patients: readonly NewPatient[],
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const column = <T>(read: (input: PatientInput) => T) => patients.map(({ input }) => read(input));
  const encrypted = patients.map(({ id, input }) => encryptedColumns(tx.owner, id, input, cipher));
  const inserted = tx`
    insert into patients (owner_id, id, ficha_number, name, folded_name, social_name, folded_social_name, rut,
                          compact_rut, document_type, birth_date, sex, contact, background, created_at)
    values (${tx.owner}, unnest(${patients.map(({ id }) => id)}::uuid[]),
            unnest(${patients.map(({ fichaNumber }) => fichaNumber)}::integer[]),
            unnest(${column(({ name }) => name)}::text[]), unnest(${column(({ name }) => fold(name))}::text[]),
            unnest(${column(({ socialName }) => socialName ?? null)}::text[]),
            unnest(${column(({ socialName }) => foldedName(socialName))}::text[]),
            unnest(${column(({ rut }) => rut)}::text[]), unnest(${column(({ rut }) => compactRut(rut))}::text[]),
            unnest(${column(({ documentType }) => documentType)}::patient_document[]),
            unnest(${column(({ birthDate }) => birthDate)}::date[]), unnest(${column(({ sex }) => sex ?? null)}::text[]),
            unnest(${encrypted.map(({ contact }) => contact)}::encrypted[]),
            unnest(${encrypted.map(({ background }) => background)}::encrypted[]), ${at})`;
  const suffixes = patients.flatMap(({ id, input }) => suffixesOf(input).map((suffix) => ({ id, suffix })));
  const indexed = tx`
    insert into patient_suffixes (owner_id, suffix, patient_id)
    values (${tx.owner}, unnest(${suffixes.map(({ suffix }) => suffix)}::text[]),
            unnest(${suffixes.map(({ id }) => id)}::uuid[]))`;
  await Promise.all([inserted, indexed]);
}

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
