import type { Charge, NewChargePayment, PaymentOfCharge } from '#contract/charges';
import { type Actor, actBy, recordWithDetail } from '#server/audit/audit.store';
import { type Owner, todayOf } from '#server/auth/owner';
import { depositOfChargePayment, linkCharge } from '#server/deposits/deposits.service';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { chargeOfPayment, insertPayment, type StoredPayment, storeVoidPayment } from './charge-payments.store.ts';
import {
  type ChargeReadDeps,
  type ChargeRecord,
  lockAndReadCharge,
  readCharge,
  toSentCharge,
} from './charge-records.service.ts';
import type { Voiding } from './charges.store.ts';

type PaymentDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'now'> & ChargeReadDeps;

export async function addChargePayment(
  deps: PaymentDeps,
  owner: Owner,
  id: string,
  { _id: chosenId, pending, ...payment }: PaymentOfCharge,
): Promise<Charge> {
  requirePaymentDate(deps, owner, payment, 'date');
  const begunAt = deps.now();
  return deps.tenantTransaction(owner.id, async (tx) => {
    const charge = await lockAndReadCharge(tx, deps, id);
    if (charge.voided) throw new AppError('CHARGE_VOID');
    if (chosenId !== undefined && (await isAdded(tx, charge, { ...payment, id: chosenId }))) {
      return toSentCharge(tx, deps, owner, charge);
    }
    if (isChanged(charge, { pending, begunAt })) throw new AppError('CHARGE_CHANGED');
    requireWithin(charge.pending, payment, 'amount');
    await addPayment(deps, tx, owner, { charge, payment, id: chosenId, at: deps.now() });
    return toSentCharge(tx, deps, owner, await readCharge(tx, deps, id));
  });
}

/** Whether an earlier attempt of the same request added the payment. Another payment with its id is refused. */
async function isAdded(
  tx: OwnerTx,
  { payments }: ChargeRecord,
  { id, ...payment }: NewChargePayment & { id: string },
): Promise<boolean> {
  if ((await chargeOfPayment(tx, id)) === undefined) return false;
  const added = payments.find((one) => one.id === id);
  if (!added || added.voided || !isSamePayment(added, payment)) throw new AppError('CHARGE_CHANGED');
  return true;
}

const PAYMENT_FIELDS = ['amount', 'method', 'reference', 'date'] as const;

export const isSamePayment = (registered: StoredPayment, payment: NewChargePayment): boolean =>
  PAYMENT_FIELDS.every((field) => registered[field] === payment[field]);

/**
 * Whether somebody else has registered a payment that this request does not know of: what was pending is pending no more,
 * or, in a request that does not say it, a payment came after the request began.
 */
const isChanged = (
  charge: ChargeRecord,
  { pending, begunAt }: { pending: number | undefined; begunAt: Date },
): boolean =>
  pending === undefined ? charge.payments.some(({ createdAt }) => createdAt > begunAt) : charge.pending !== pending;

/** A payment cannot have a date in the future. */
export function requirePaymentDate(
  { now }: Pick<Deps, 'now'>,
  owner: Owner,
  { date }: Pick<NewChargePayment, 'date'>,
  field: string,
): void {
  if (date <= todayOf(owner, now())) return;
  throw new AppError('INVALID_INPUT', { fields: { [field]: 'La fecha del pago no puede ser posterior a hoy' } });
}

/** Nobody pays more than is pending. */
export function requireWithin(pending: number, { amount }: Pick<NewChargePayment, 'amount'>, field: string): void {
  if (amount <= pending) return;
  throw new AppError('INVALID_INPUT', { fields: { [field]: 'El pago supera lo que está pendiente' } });
}

interface Addition {
  charge: { id: string; patientId: string; revision: number };
  payment: NewChargePayment;
  /** Undefined for a payment that is sent with its charge. */
  id: string | undefined;
  at: Date;
}

/** Adds a payment in the transaction of another act. The charge is new or locked. */
export async function addPayment(
  { cipher }: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  owner: Owner,
  { charge, payment, id, at }: Addition,
): Promise<void> {
  const { amount, method, reference, date } = payment;
  const row = { id: id ?? uuidv7(at), charge, amount, method, reference, date, createdBy: owner.actorId };
  await insertPayment(tx, row, cipher, at);
  const entry = { ...actBy(owner, charge.id, charge.patientId), act: 'charge-payment.added', at } as const;
  await recordWithDetail(tx, entry, { content: { amount }, cipher });
}

interface Deposited {
  charge: { id: string; patientId: string; revision: number };
  payment: { id: string; amount: number; date: string };
  at: Date;
}

/** Adds the payment of a deposit in place of a former one, which was voided because its charge or its amount changed. */
export async function addDepositAgain(
  { cipher }: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  actor: Actor,
  { charge, payment: { id: formerId, amount, date }, at }: Deposited,
): Promise<void> {
  const id = uuidv7(at);
  await insertPayment(
    tx,
    { id, charge, amount, date, method: 'online', reference: undefined, createdBy: undefined },
    cipher,
    at,
  );
  const deposit = await depositOfChargePayment(tx, formerId);
  if (deposit) await linkCharge(tx, deposit.id, id);
  const entry = { ...actBy(actor, charge.id, charge.patientId), act: 'charge-payment.added', at } as const;
  await recordWithDetail(tx, entry, { content: { amount }, cipher });
}

/** Receipts import charges and not the reverse, so `app.ts` passes what charges need from receipts. */
export interface ReceiptVoiding {
  voidReceiptsWithPayment(tx: OwnerTx, paymentId: string, at: Date): Promise<void>;
}

export function voidChargePayment(
  deps: PaymentDeps & ReceiptVoiding,
  owner: Owner,
  { id, paymentId }: { id: string; paymentId: string },
  reason: string,
): Promise<Charge> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const charge = await lockAndReadCharge(tx, deps, id);
    const payment = charge.payments.find((one) => one.id === paymentId);
    if (!payment) throw new AppError('NOT_FOUND');
    if (payment.voided) throw new AppError('PAYMENT_VOID');
    if (payment.method === 'online') throw new AppError('PAYMENT_ONLINE');
    const voiding = { at: deps.now(), by: owner.actorId, reason };
    await voidPayment(deps, tx, owner, { charge, payment, voiding });
    return toSentCharge(tx, deps, owner, await readCharge(tx, deps, id));
  });
}

interface VoidedPayment {
  charge: { id: string; patientId: string };
  payment: { id: string; amount: number };
  voiding: Voiding;
}

/** Voids a payment and the receipts that show it. The charge is locked. */
export async function voidPayment(
  { cipher, voidReceiptsWithPayment }: Pick<Deps, 'cipher'> & ReceiptVoiding,
  tx: OwnerTx,
  actor: Actor,
  { charge, payment: { id, amount }, voiding }: VoidedPayment,
): Promise<void> {
  const { at } = voiding;
  await storeVoidPayment(tx, id, voiding, cipher);
  await voidReceiptsWithPayment(tx, id, at);
  const entry = { ...actBy(actor, charge.id, charge.patientId), act: 'charge-payment.voided', at } as const;
  await recordWithDetail(tx, entry, { content: { amount }, cipher });
}
