import { dayIn } from '#contract/days';
import { isPlanned } from '#server/agenda/patient-appointments.service';
import { actBy, PAYMENT_PROVIDER, recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { requirePatientIdentity } from '#server/patients/patient-identity.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { addDepositAgain, type ReceiptVoiding, voidPayment } from './charge-payments.service.ts';
import { chargeOfPayment, insertPayment, type StoredPayment } from './charge-payments.store.ts';
import { type ChargeRecord, lockAndReadCharge, readCharge } from './charge-records.service.ts';
import { insertCharge, storeVoidCharge } from './charges.store.ts';

/** The deposit of a booking that has become an appointment. */
interface PaidDeposit {
  patientId: string;
  appointmentId: string;
  concept: string;
  /** The day of the visit. */
  date: string;
  /** What the visit costs. */
  amount: number;
  paid: number;
  paidAt: Date;
}

/** Charges the visit, with the deposit as its first payment. */
export async function chargeForDeposit(
  tx: OwnerTx,
  { cipher }: Pick<Deps, 'cipher'>,
  { patientId, appointmentId, concept, date, amount, paid, paidAt }: PaidDeposit,
  { timeZone, at }: { timeZone: string; at: Date },
): Promise<{ chargeId: string; paymentId: string }> {
  const patient = await requirePatientIdentity(tx, patientId);
  const [id, paymentId] = [uuidv7(at), uuidv7(at)];
  const charge = { id, patientId, patient, appointmentId, concept, date, amount, createdBy: undefined };
  if (!(await insertCharge(tx, charge, cipher, at))) throw new AppError('APPOINTMENT_CHARGED');
  const payment = { id: paymentId, charge: { id, revision: 1 }, amount: paid, date: dayIn(timeZone, paidAt) };
  await insertPayment(tx, { ...payment, method: 'online', reference: undefined, createdBy: undefined }, cipher, at);
  const entry = { at, actorId: PAYMENT_PROVIDER, ownerId: tx.owner, subjectId: id, patientId, address: undefined };
  await recordWithDetail(tx, { ...entry, act: 'charge.created' }, { content: { amount }, cipher });
  await recordWithDetail(tx, { ...entry, act: 'charge-payment.added' }, { content: { amount: paid }, cipher });
  return { chargeId: id, paymentId };
}

const RETURNED = 'Devuelto por Mercado Pago';
const RETURNED_IN_PART = 'Mercado Pago devolvió una parte';
const CANCELLED = 'La hora se canceló y su abono se devolvió';

/** The payment provider has returned a payment. Repeated, it changes nothing. */
export async function voidOnlinePayment(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'> & ReceiptVoiding,
  paymentId: string,
  at: Date,
): Promise<void> {
  const { charge, payment } = await lockOnlinePayment(tx, deps, paymentId);
  if (payment.voided) return;
  const actor = { id: tx.owner, actorId: PAYMENT_PROVIDER, address: undefined };
  const voiding = { at, by: undefined };
  await voidPayment(deps, tx, actor, { charge, payment, voiding: { ...voiding, reason: RETURNED } });
  if (!(await isOwedForNothing(tx, deps, charge.id))) return;
  await storeVoidCharge(tx, charge.id, { ...voiding, reason: CANCELLED }, deps.cipher);
  const entry = { ...actBy(actor, charge.id, charge.patientId), act: 'charge.voided', at } as const;
  await recordWithDetail(tx, entry, { content: { amount: charge.amount }, cipher: deps.cipher });
}

/** The payment provider has returned a part of a payment: another payment has what is left. */
export async function reduceOnlinePayment(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'> & ReceiptVoiding,
  { id, left }: { id: string; left: number },
  at: Date,
): Promise<void> {
  const { charge, payment } = await lockOnlinePayment(tx, deps, id);
  if (payment.voided) return;
  const actor = { id: tx.owner, actorId: PAYMENT_PROVIDER, address: undefined };
  const voiding = { at, by: undefined, reason: RETURNED_IN_PART };
  await voidPayment(deps, tx, actor, { charge, payment, voiding });
  await addDepositAgain(deps, tx, actor, { charge, payment: { ...payment, amount: left }, at });
}

async function lockOnlinePayment(
  tx: OwnerTx,
  deps: Pick<Deps, 'cipher'>,
  id: string,
): Promise<{ charge: ChargeRecord; payment: StoredPayment }> {
  const chargeId = await chargeOfPayment(tx, id);
  if (chargeId === undefined) throw new AppError('NOT_FOUND');
  const charge = await lockAndReadCharge(tx, deps, chargeId);
  const payment = charge.payments.find((one) => one.id === id);
  if (payment?.method !== 'online') throw new AppError('PAYMENT_NOT_ONLINE');
  return { charge, payment };
}

/** Whether nothing is left of a charge: its visit is cancelled or deleted, nothing else was paid, and it has no boleta. */
async function isOwedForNothing(tx: OwnerTx, deps: Pick<Deps, 'cipher'>, id: string): Promise<boolean> {
  const { appointmentId, paid, invoiceNumber, createdBy } = await readCharge(tx, deps, id);
  const isUntouched = createdBy === undefined && paid === 0 && invoiceNumber === undefined;
  return isUntouched && appointmentId !== undefined && !(await isPlanned(tx, appointmentId));
}
