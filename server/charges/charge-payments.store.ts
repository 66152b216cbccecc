import type { PaymentMethod } from '#contract/charge-amounts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import type { StoredVoiding, Voiding } from './charges.store.ts';

/** A text that could not be decrypted is null. */
export interface StoredPayment {
  id: string;
  chargeId: string;
  amount: number;
  method: PaymentMethod;
  reference: string | null | undefined;
  date: string;
  createdAt: Date;
  /** The account that acted. Undefined for a payment that came from the payment provider. */
  createdBy: string | undefined;
  voided: StoredVoiding | undefined;
}

interface PaymentRow {
  id: string;
  chargeId: string;
  amount: number;
  method: PaymentMethod;
  reference: Buffer | null;
  date: string;
  createdAt: Date;
  createdBy: string | null;
  voidedAt: Date | null;
  voidedBy: string | null;
  voidReason: Buffer | null;
}

type EncryptedColumn = 'reference' | 'void_reason';

const encryptionContext = (owner: string, row: string, column: EncryptedColumn) => ({
  table: 'charge_payments',
  column,
  owner,
  row,
});

function toPayment(owner: string, row: PaymentRow, cipher: FieldCipher): StoredPayment {
  const decrypt = (text: Buffer, column: EncryptedColumn) =>
    cipher.tryDecrypt(text, encryptionContext(owner, row.id, column)) ?? null;
  const { reference, createdBy, voidedAt, voidedBy, voidReason, ...payment } = row;
  return {
    ...payment,
    reference: reference ? decrypt(reference, 'reference') : undefined,
    createdBy: createdBy ?? undefined,
    voided:
      voidedAt && voidReason
        ? { at: voidedAt, by: voidedBy ?? undefined, reason: decrypt(voidReason, 'void_reason') }
        : undefined,
  };
}

const columns = fragment`
  id, charge_id as "chargeId", amount, method, reference, date, created_at as "createdAt", created_by as "createdBy",
  voided_at as "voidedAt", voided_by as "voidedBy", void_reason as "voidReason"`;

/** The references of payments that have one, by charge. */
export async function referencesOfCharges(
  db: OwnerSql,
  chargeIds: readonly string[],
  cipher: FieldCipher,
): Promise<{ chargeId: string; reference: string | undefined }[]> {
  const rows = await db<{ id: string; chargeId: string; reference: Buffer }[]>`
    select id, charge_id as "chargeId", reference from charge_payments
     where owner_id = ${db.owner} and charge_id = any (${chargeIds}::uuid[]) and reference is not null`;
  return rows.map(({ id, chargeId, reference }) => ({
    chargeId,
    reference: cipher.tryDecrypt(reference, encryptionContext(db.owner, id, 'reference')),
  }));
}

/** In the order in which they were registered, void ones included. */
export async function paymentsOfCharges(
  db: OwnerSql,
  chargeIds: readonly string[],
  cipher: FieldCipher,
): Promise<StoredPayment[]> {
  const rows = await db<PaymentRow[]>`
    select ${columns} from charge_payments
     where owner_id = ${db.owner} and charge_id = any (${chargeIds}::uuid[])
     order by created_at, id`;
  return rows.map((row) => toPayment(db.owner, row, cipher));
}

export interface PaymentToInsert {
  id: string;
  charge: { id: string; revision: number };
  amount: number;
  method: PaymentMethod;
  reference: string | undefined;
  date: string;
  createdBy: string | undefined;
}

/** The charge is locked. While the payment is valid, the database keeps the charge at its revision. */
export async function insertPayment(
  tx: OwnerTx,
  { id, charge, amount, method, reference, date, createdBy }: PaymentToInsert,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const encrypted =
    reference === undefined ? null : cipher.encrypt(reference, encryptionContext(tx.owner, id, 'reference'));
  await tx`
    insert into charge_payments (owner_id, id, charge_id, charge_revision, amount, method, reference, date, created_at,
                                 created_by)
    values (${tx.owner}, ${id}, ${charge.id}, ${charge.revision}, ${amount}, ${method}, ${encrypted}, ${date}, ${at},
            ${createdBy ?? null})`;
}

export async function storeVoidPayment(
  tx: OwnerTx,
  id: string,
  { at, by, reason }: Voiding,
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = cipher.encrypt(reason, encryptionContext(tx.owner, id, 'void_reason'));
  await tx`
    update charge_payments
       set voided_at = ${at}, voided_by = ${by ?? null}, void_reason = ${encrypted}, charge_revision = null
     where owner_id = ${tx.owner} and id = ${id}`;
}

export async function chargeOfPayment(db: OwnerSql, paymentId: string): Promise<string | undefined> {
  const [row] = await db<[{ charge_id: string }?]>`
    select charge_id from charge_payments where owner_id = ${db.owner} and id = ${paymentId}`;
  return row?.charge_id;
}
