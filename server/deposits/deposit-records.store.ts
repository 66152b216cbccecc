import type { PaymentStatus } from '#contract/billing';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { conceptContext, type DepositStatus } from './deposits.store.ts';

/** A payment of a deposit in an export, or a deposit without payments. */
export interface DepositRecord {
  id: string;
  status: DepositStatus;
  /** Null when it could not be decrypted. */
  concept: string | null;
  amount: number;
  price: number;
  createdAt: Date;
  /** The charge that follows from the deposit. */
  chargeId: string | undefined;
  payment: { id: string; status: PaymentStatus; at: Date; amount: number; refunded: number } | undefined;
}

interface RecordRow {
  id: string;
  status: DepositStatus;
  concept: Buffer;
  amount: number;
  price: number;
  createdAt: Date;
  chargeId: string | null;
  paymentId: string | null;
  paymentStatus: PaymentStatus;
  paidAt: Date;
  paid: number;
  refunded: number;
}

/** The deposits that follow `after`, of a patient or of all bookings, in the order of their ids. */
export async function depositRecordsAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<DepositRecord[]> {
  const isOfPatient = fragment`
    and (c.patient_id = ${patientId ?? null} or exists (
      select from bookings b
       where b.owner_id = ${db.owner} and b.id = d.booking_id and b.patient_id = ${patientId ?? null}))`;
  const rows = await db<RecordRow[]>`
    select d.*, p.provider_payment_id as "paymentId", p.status as "paymentStatus", p.created_at as "paidAt",
           p.amount as paid, p.refunded
      from (
        select d.id, d.status, d.concept, d.amount, d.price, d.created_at as "createdAt", c.id as "chargeId"
          from deposits d
          left join charge_payments v on v.owner_id = d.owner_id and v.id = d.charge_payment_id
          left join charges c on c.owner_id = v.owner_id and c.id = v.charge_id
         where d.owner_id = ${db.owner} ${after === undefined ? fragment`` : fragment`and d.id > ${after}`}
           ${patientId === undefined ? fragment`` : isOfPatient}
         order by d.id limit ${limit}) d
      left join deposit_payments p on p.owner_id = ${db.owner} and p.deposit_id = d.id
     order by d.id, p.created_at, p.provider_payment_id`;
  return rows.map((row) => toRecord(db.owner, row, cipher));
}

function toRecord(owner: string, row: RecordRow, cipher: FieldCipher): DepositRecord {
  const { id, status, amount, price, createdAt, chargeId, paymentId, paymentStatus, paidAt, paid, refunded } = row;
  return {
    id,
    status,
    concept: cipher.tryDecrypt(row.concept, conceptContext(owner, id)) ?? null,
    amount,
    price,
    createdAt,
    chargeId: chargeId ?? undefined,
    payment: paymentId ? { id: paymentId, status: paymentStatus, at: paidAt, amount: paid, refunded } : undefined,
  };
}
