import type { AppointmentStatus } from '#contract/agenda';
import { toClock } from '#contract/days';
import type { PrintedReceipt } from '#server/pdf/printable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

/** What a receipt shows beyond the charge. Empty once the patient or the appointment is deleted. */
export interface ChargedVisit {
  birthDate: string | undefined;
  socialName: string | undefined;
  appointment: PrintedReceipt['appointment'] | undefined;
}

interface VisitRow {
  birthDate: string | null;
  socialName: string | null;
  date: string | null;
  startMinute: number | null;
  status: AppointmentStatus | null;
}

export async function findVisit(db: OwnerSql, chargeId: string): Promise<ChargedVisit> {
  const [row] = await db<[VisitRow?]>`
    select p.birth_date as "birthDate", p.social_name as "socialName", a.date, a.start_minute as "startMinute",
           a.status
      from charges c
      left join patients p on p.owner_id = c.owner_id and p.id = c.patient_id
      left join appointments a on a.owner_id = c.owner_id and a.id = c.appointment_id
     where c.owner_id = ${db.owner} and c.id = ${chargeId}`;
  return {
    birthDate: row?.birthDate ?? undefined,
    socialName: row?.socialName ?? undefined,
    appointment: row && toAppointment(row),
  };
}

function toAppointment({ date, startMinute, status }: VisitRow): ChargedVisit['appointment'] {
  if (date === null || startMinute === null) return undefined;
  const hour = { date, time: toClock(startMinute) };
  if (status === 'attended') return hour;
  return { ...hour, status: status === 'cancelled' || status === 'no-show' ? status : 'planned' };
}

/** A receipt that was made before, without what it shows. */
export interface KnownReceipt {
  id: string;
  createdAt: Date;
  /** Null when it cannot be decrypted. */
  salt: string | null;
  contentHash: Buffer;
}

const receiptContext = (owner: string, row: string, column: 'snapshot' | 'salt') => ({
  table: 'receipts',
  column,
  owner,
  row,
});

/** The receipts of a charge that are not void, with a diagnosis or without. */
export async function validReceipts(
  db: OwnerSql,
  { chargeId, hasDiagnosis }: { chargeId: string; hasDiagnosis: boolean },
  cipher: FieldCipher,
): Promise<KnownReceipt[]> {
  const rows = await db<(Omit<KnownReceipt, 'salt'> & { salt: Buffer })[]>`
    select id, created_at as "createdAt", salt, content_hash as "contentHash" from receipts
     where owner_id = ${db.owner} and charge_id = ${chargeId} and has_diagnosis = ${hasDiagnosis} and voided_at is null
     order by created_at, id`;
  return rows.map((row) => ({
    ...row,
    salt: cipher.tryDecrypt(row.salt, receiptContext(db.owner, row.id, 'salt')) ?? null,
  }));
}

/** Whether the charge has a receipt already, void ones included. */
export async function hasReceipt(db: OwnerSql, chargeId: string): Promise<boolean> {
  const found = await db`select from receipts where owner_id = ${db.owner} and charge_id = ${chargeId} limit 1`;
  return found.count > 0;
}

export interface NewReceipt {
  id: string;
  chargeId: string;
  paymentIds: readonly string[];
  hasDiagnosis: boolean;
  snapshot: string;
  salt: string;
  contentHash: Buffer;
  createdAt: Date;
}

export async function insertReceipt(tx: OwnerTx, receipt: NewReceipt, cipher: FieldCipher): Promise<void> {
  const { id, chargeId, paymentIds, hasDiagnosis, snapshot, salt, contentHash, createdAt } = receipt;
  await tx`
    insert into receipts (owner_id, id, charge_id, payment_ids, has_diagnosis, snapshot, salt, content_hash, created_at)
    values (${tx.owner}, ${id}, ${chargeId}, ${paymentIds}::uuid[], ${hasDiagnosis},
            ${cipher.encrypt(snapshot, receiptContext(tx.owner, id, 'snapshot'))},
            ${cipher.encrypt(salt, receiptContext(tx.owner, id, 'salt'))}, ${contentHash}, ${createdAt})`;
}

/** False when the receipt was voided before it was printed. */
export async function storeCodeHash(tx: OwnerTx, id: string, codeHash: Buffer): Promise<boolean> {
  const stored = await tx`
    update receipts set code_hash = ${codeHash}
     where owner_id = ${tx.owner} and id = ${id} and voided_at is null`;
  return stored.count === 1;
}

/** Voids the receipts that show a payment. Returns by which codes they are verified. */
export async function voidReceiptsOfPayment(tx: OwnerTx, paymentId: string, at: Date): Promise<Buffer[]> {
  const rows = await tx<{ codeHash: Buffer | null }[]>`
    update receipts set voided_at = ${at}
     where owner_id = ${tx.owner} and ${paymentId} = any (payment_ids) and voided_at is null
       and charge_id in (select charge_id from charge_payments where owner_id = ${tx.owner} and id = ${paymentId})
    returning code_hash as "codeHash"`;
  return rows.flatMap(({ codeHash }) => codeHash ?? []);
}

/** The receipts of a patient, the oldest first. For exports. */
export async function receiptsOfPatient(db: OwnerSql, patientId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select r.id from receipts r
      join charges c on c.owner_id = r.owner_id and c.id = r.charge_id
     where r.owner_id = ${db.owner} and c.patient_id = ${patientId}
     order by r.created_at, r.id`;
  return rows.map(({ id }) => id);
}
