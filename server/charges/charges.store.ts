import type { ChargeContent } from '#contract/charges';
import type { DocumentType } from '#contract/patient-identity';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** Who a charge is about. */
export interface ChargedPatient {
  name: string;
  socialName?: string;
  rut: string;
  documentType: DocumentType;
}

/** A charge without its payments. A text that could not be decrypted is null. */
export interface StoredCharge extends Omit<ChargeContent, 'concept'> {
  id: string;
  patientId: string;
  patient: ChargedPatient;
  isPatientDeleted: boolean;
  appointmentId: string | undefined;
  concept: string | null;
  invoiceNumber: string | undefined;
  revision: number;
  createdAt: Date;
  /** The account that acted. Undefined for a charge that follows from a deposit. */
  createdBy: string | undefined;
  voided: StoredVoiding | undefined;
}

/** When and by whom a charge or a payment was voided, and why. */
export interface StoredVoiding {
  at: Date;
  by: string | undefined;
  reason: string | null;
}

export interface ChargeRow {
  id: string;
  patient_id: string;
  name: string;
  social_name: string | null;
  rut: string;
  document_type: DocumentType;
  is_patient_deleted: boolean;
  appointment_id: string | null;
  concept: Buffer;
  amount: number;
  date: string;
  invoice_number: string | null;
  revision: number;
  created_at: Date;
  created_by: string | null;
  voided_at: Date | null;
  voided_by: string | null;
  void_reason: Buffer | null;
}

type EncryptedColumn = 'concept' | 'void_reason';

export const encryptionContext = (owner: string, row: string, column: EncryptedColumn) => ({
  table: 'charges',
  column,
  owner,
  row,
});

/** While the patient exists, the charge shows the present name and document. */
export const selectCharges = (owner: string) => fragment`
  select c.id, c.patient_id, coalesce(p.name, c.patient_name) as name, p.social_name, coalesce(p.rut, c.patient_rut) as rut,
         coalesce(p.document_type, c.patient_document_type) as document_type, p.name is null as is_patient_deleted,
         c.appointment_id, c.concept, c.amount, c.date, c.invoice_number, c.revision, c.created_at, c.created_by,
         c.voided_at, c.voided_by, c.void_reason
    from charges c
    left join lateral (
      select name, social_name, rut, document_type from patients where owner_id = ${owner} and id = c.patient_id limit 1
    ) p on true`;

export function toCharge(owner: string, row: ChargeRow, cipher: FieldCipher): StoredCharge {
  const decrypt = (text: Buffer, column: EncryptedColumn) =>
    cipher.tryDecrypt(text, encryptionContext(owner, row.id, column)) ?? null;
  return {
    id: row.id,
    patientId: row.patient_id,
    patient: {
      name: row.name,
      ...(row.social_name && { socialName: row.social_name }),
      rut: row.rut,
      documentType: row.document_type,
    },
    isPatientDeleted: row.is_patient_deleted,
    appointmentId: row.appointment_id ?? undefined,
    concept: decrypt(row.concept, 'concept'),
    amount: row.amount,
    date: row.date,
    invoiceNumber: row.invoice_number ?? undefined,
    revision: row.revision,
    createdAt: row.created_at,
    createdBy: row.created_by ?? undefined,
    voided:
      row.voided_at && row.void_reason
        ? { at: row.voided_at, by: row.voided_by ?? undefined, reason: decrypt(row.void_reason, 'void_reason') }
        : undefined,
  };
}

export async function findCharge(db: OwnerSql, id: string, cipher: FieldCipher): Promise<StoredCharge | undefined> {
  const [row] = await db<[ChargeRow?]>`${selectCharges(db.owner)} where c.owner_id = ${db.owner} and c.id = ${id}`;
  return row && toCharge(db.owner, row, cipher);
}

export async function hasCharge(db: OwnerSql, id: string): Promise<boolean> {
  const rows = await db`select from charges where owner_id = ${db.owner} and id = ${id}`;
  return rows.count > 0;
}

/** Waits for other changes of the charge and its payments. */
export async function lockCharge(tx: OwnerTx, id: string): Promise<void> {
  await tx`select from charges where owner_id = ${tx.owner} and id = ${id} for update`;
}

/** A page of the charges of a patient, or of all, in the order of their ids. For exports. */
export async function chargesAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<StoredCharge[]> {
  const rows = await db<ChargeRow[]>`
    ${selectCharges(db.owner)}
     where c.owner_id = ${db.owner}
       ${patientId === undefined ? fragment`` : fragment`and c.patient_id = ${patientId}`}
       ${after === undefined ? fragment`` : fragment`and c.id > ${after}`}
     order by c.id limit ${limit}`;
  return rows.map((row) => toCharge(db.owner, row, cipher));
}

export interface ChargeToInsert extends ChargeContent {
  id: string;
  patientId: string;
  patient: ChargedPatient;
  appointmentId: string | undefined;
  createdBy: string | undefined;
}

/** False when the appointment has a valid charge, or when the id is taken. */
export async function insertCharge(
  tx: OwnerTx,
  { id, patientId, patient, appointmentId, concept, amount, date, createdBy }: ChargeToInsert,
  cipher: FieldCipher,
  at: Date,
): Promise<boolean> {
  const encrypted = cipher.encrypt(concept, encryptionContext(tx.owner, id, 'concept'));
  const inserted = await tx`
    insert into charges (owner_id, id, patient_id, patient_name, patient_rut, patient_document_type, appointment_id,
                         concept, amount, date, created_at, created_by)
    values (${tx.owner}, ${id}, ${patientId}, ${patient.name}, ${patient.rut}, ${patient.documentType},
            ${appointmentId ?? null}, ${encrypted}, ${amount}, ${date}, ${at}, ${createdBy ?? null})
    on conflict do nothing`;
  return inserted.count === 1;
}

export async function replaceCharge(
  tx: OwnerTx,
  id: string,
  { concept, amount, date }: ChargeContent,
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = cipher.encrypt(concept, encryptionContext(tx.owner, id, 'concept'));
  await tx`
    update charges set concept = ${encrypted}, amount = ${amount}, date = ${date}, revision = revision + 1
     where owner_id = ${tx.owner} and id = ${id}`;
}

/** An act of voiding. */
export interface Voiding {
  at: Date;
  /** The account that acts. Undefined when the payment provider returned the money. */
  by: string | undefined;
  reason: string;
}

export async function storeVoidCharge(
  tx: OwnerTx,
  id: string,
  { at, by, reason }: Voiding,
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = cipher.encrypt(reason, encryptionContext(tx.owner, id, 'void_reason'));
  await tx`
    update charges
       set voided_at = ${at}, voided_by = ${by ?? null}, void_reason = ${encrypted}, revision = revision + 1
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function storeInvoiceNumber(tx: OwnerTx, id: string, invoiceNumber: string | undefined): Promise<void> {
  await tx`
    update charges set invoice_number = ${invoiceNumber ?? null} where owner_id = ${tx.owner} and id = ${id}`;
}
