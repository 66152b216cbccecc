import type { PatientInput } from '#contract/patients';
import { compactRut } from '#contract/rut';
import type { OwnerSql } from '#server/platform/database/database';

export async function hasPatientWithDocument(
  db: OwnerSql,
  { rut, documentType }: Pick<PatientInput, 'rut' | 'documentType'>,
  exceptId: string,
): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`
    select exists (
      select from patients
       where owner_id = ${db.owner} and compact_rut = ${compactRut(rut)} and document_type = ${documentType}
         and id <> ${exceptId}
    ) as found`;
  return row.found;
}

/** A document as patients are found by it. */
export interface StoredDocument {
  compactRut: string;
  documentType: PatientInput['documentType'];
}

export interface IdentifiedPatient extends StoredDocument {
  id: string;
  birthDate: string;
  /** Since when the patient is blocked. */
  blockedAt: Date | null;
}

export async function findPatientsByDocument(
  db: OwnerSql,
  documents: readonly StoredDocument[],
): Promise<IdentifiedPatient[]> {
  const rows = await db<IdentifiedPatient[]>`
    select id, compact_rut as "compactRut", document_type as "documentType", birth_date as "birthDate",
           blocked_at as "blockedAt"
      from patients
     where owner_id = ${db.owner} and compact_rut = any (${documents.map(({ compactRut: rut }) => rut)}::text[])`;
  return rows.filter((row) =>
    documents.some((one) => one.compactRut === row.compactRut && one.documentType === row.documentType),
  );
}

export type PatientIdentity = Pick<PatientInput, 'name' | 'rut' | 'documentType'>;

export async function findPatientIdentity(db: OwnerSql, id: string): Promise<PatientIdentity | undefined> {
  const [row] = await db<[PatientIdentity?]>`
    select name, rut, document_type as "documentType" from patients where owner_id = ${db.owner} and id = ${id}`;
  return row;
}
