import { chargeBalance } from '#contract/charge-amounts';
import type { Charge, ChargePayment } from '#contract/charges';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { assistantNames } from '#server/auth/account-names.service';
import { refundStates } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { type ChargeFilter, type ChargeWindow, findCharges, findChargesAndPaidIn } from './charge-list.store.ts';
import { paymentsOfCharges, type StoredPayment } from './charge-payments.store.ts';
import { chargesAfter, findCharge, lockCharge, type StoredCharge } from './charges.store.ts';

/** A charge with its payments and what follows from them. */
export interface ChargeRecord extends StoredCharge, ReturnType<typeof chargeBalance> {
  payments: StoredPayment[];
}

type CipherDeps = Pick<Deps, 'cipher'>;

const withBalance = (charge: StoredCharge, payments: StoredPayment[]): ChargeRecord => ({
  ...charge,
  payments,
  ...chargeBalance(
    charge.amount,
    payments.map(({ amount, voided }) => ({ amount, voidedAt: voided?.at.toISOString() })),
    charge.voided !== undefined,
  ),
});

/** For features that print or return what was paid. */
export async function readCharge(db: OwnerSql, { cipher }: CipherDeps, id: string): Promise<ChargeRecord> {
  const [charge, payments] = await Promise.all([findCharge(db, id, cipher), paymentsOfCharges(db, [id], cipher)]);
  if (!charge) throw new AppError('NOT_FOUND');
  return withBalance(charge, payments);
}

/** Reads the charge and locks it and its payments until the transaction ends. */
export async function lockAndReadCharge(tx: OwnerTx, deps: CipherDeps, id: string): Promise<ChargeRecord> {
  await lockCharge(tx, id);
  return readCharge(tx, deps, id);
}

/** The charges with their payments, the last ones first. */
export const readCharges = async (
  db: OwnerSql,
  { cipher }: CipherDeps,
  filter: ChargeFilter,
  window: ChargeWindow = {},
): Promise<ChargeRecord[]> => withPayments(db, cipher, await findCharges(db, filter, window, cipher));

async function withPayments(
  db: OwnerSql,
  cipher: FieldCipher,
  charges: readonly StoredCharge[],
): Promise<ChargeRecord[]> {
  const payments = await paymentsOfCharges(
    db,
    charges.map(({ id }) => id),
    cipher,
  );
  const byCharge = Map.groupBy(payments, ({ chargeId }) => chargeId);
  return charges.map((charge) => withBalance(charge, byCharge.get(charge.id) ?? []));
}

/** A part of the charges of a period and of those paid in it, with all their payments, the first ones first. */
export const readChargesAndPaidIn = async (
  db: OwnerSql,
  { cipher }: CipherDeps,
  period: { from: string; to: string },
  window: Pick<ChargeWindow, 'limit' | 'after'>,
): Promise<ChargeRecord[]> => withPayments(db, cipher, await findChargesAndPaidIn(db, period, window, cipher));

/** A page of the charges of a patient, or of all, in the order of their ids. For exports. */
export const readChargesAfter = async (
  db: OwnerSql,
  { cipher }: CipherDeps,
  window: { patientId: string | undefined; after: string | undefined; limit: number },
): Promise<ChargeRecord[]> => withPayments(db, cipher, await chargesAfter(db, window, cipher));

/** What it takes to send a charge. */
export type ChargeReadDeps = Pick<Deps, 'identity' | 'cipher'>;

/** The professional whose charges are shown. */
interface Professional {
  id: string;
  user: { name: string };
}

/** Charges as they are sent: whoever acted has a name, and what could not be decrypted says so. */
export async function toCharges(
  db: OwnerSql,
  deps: ChargeReadDeps,
  { id: ownerId, user }: Professional,
  records: readonly ChargeRecord[],
): Promise<Charge[]> {
  const payments = records.flatMap((charge) => charge.payments);
  const accountIds = [...records, ...payments].flatMap(({ createdBy, voided }) => [createdBy, voided?.by]);
  const assistantIds = new Set(accountIds.filter((id) => id !== undefined && id !== ownerId));
  const onlineIds = payments.filter(({ method }) => method === 'online').map(({ id }) => id);
  const [names, refunds] = await Promise.all([
    assistantNames(deps, ownerId, [...assistantIds] as string[]),
    onlineIds.length === 0 ? new Map() : refundStates(db, onlineIds),
  ]);
  const nameBy = (id: string | undefined): string | undefined => {
    if (id === undefined) return undefined;
    return id === ownerId ? user.name : (names.get(id) ?? 'Secretaría');
  };
  return records.map((record) => toCharge(record, { nameBy, refunds }));
}

export async function toSentCharge(
  db: OwnerSql,
  deps: ChargeReadDeps,
  owner: Professional,
  record: ChargeRecord,
): Promise<Charge> {
  const [charge] = await toCharges(db, deps, owner, [record]);
  if (!charge) throw new Error('a charge was lost');
  return charge;
}

interface Context {
  nameBy: (accountId: string | undefined) => string | undefined;
  refunds: ReadonlyMap<string, ChargePayment['refund']>;
}

function toCharge(record: ChargeRecord, context: Context): Charge {
  const { id, patientId, patient, isPatientDeleted, appointmentId, amount, date, invoiceNumber } = record;
  const { paid, pending, status } = record;
  const acts = [record, ...record.payments];
  const isUndecryptable =
    record.concept === null ||
    acts.some(({ voided }) => voided?.reason === null) ||
    record.payments.some(({ reference }) => reference === null);
  return {
    _id: id,
    patientId: isPatientDeleted ? null : patientId,
    patientName: patient.name,
    patientSocialName: patient.socialName,
    appointmentId,
    concept: record.concept ?? UNDECRYPTABLE_TEXT,
    amount,
    paid,
    pending,
    status,
    date,
    invoiceNumber,
    payments: record.payments.map((payment) => toPayment(payment, context)),
    ...actFields(record, context),
    undecryptable: isUndecryptable || undefined,
  };
}

const toPayment = (payment: StoredPayment, context: Context): ChargePayment => ({
  _id: payment.id,
  amount: payment.amount,
  method: payment.method,
  reference: payment.reference === null ? UNDECRYPTABLE_TEXT : payment.reference,
  date: payment.date,
  ...actFields(payment, context),
  refund: context.refunds.get(payment.id),
});

const actFields = ({ createdAt, createdBy, voided }: StoredCharge | StoredPayment, { nameBy }: Context) => ({
  createdAt: createdAt.toISOString(),
  createdBy: nameBy(createdBy),
  voidedAt: voided?.at.toISOString(),
  voidedBy: nameBy(voided?.by),
  voidReason: voided && (voided.reason ?? UNDECRYPTABLE_TEXT),
});
