import { fold } from '#contract/fold';
import type { PatientInput } from '#contract/patients';
import { compactRut } from '#contract/rut';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerTx } from '#server/platform/database/database';
import { encryptedColumns } from './patient-columns.ts';
import { suffixesOf } from './patient-search.ts';
import { foldedName, type NewPatient } from './patients.store.ts';

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
