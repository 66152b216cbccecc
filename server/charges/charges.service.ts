import type { Charge, ChargeContent, NewCharge } from '#contract/charges';
import { requireAppointmentOfPatient } from '#server/agenda/patient-appointments.service';
import { type Actor, actBy, recordWithDetail } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { requirePatientIdentity } from '#server/patients/patient-identity.service';
import { AppError } from '#server/platform/app-error';
import type { OwnerTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import {
  addDepositAgain,
  addPayment,
  isSamePayment,
  type ReceiptVoiding,
  requirePaymentDate,
  requireWithin,
  voidPayment,
} from './charge-payments.service.ts';
import type { StoredPayment } from './charge-payments.store.ts';
import {
  type ChargeReadDeps,
  type ChargeRecord,
  lockAndReadCharge,
  readCharge,
  readCharges,
  toSentCharge,
} from './charge-records.service.ts';
import { hasCharge, insertCharge, replaceCharge, storeInvoiceNumber, storeVoidCharge } from './charges.store.ts';

export type ChargeDeps = Pick<Deps, 'tenantRead' | 'tenantTransaction' | 'now'> & ChargeReadDeps;

export const getCharge = (deps: ChargeDeps, owner: Owner, id: string): Promise<Charge> =>
  deps.tenantRead(owner.id, async (db) => toSentCharge(db, deps, owner, await readCharge(db, deps, id)));

export function createCharge(deps: ChargeDeps, owner: Owner, body: NewCharge): Promise<Charge> {
  const { _id: chosenId, patientId, appointmentId, payment, onlyOnce, ...content } = body;
  if (payment) {
    requirePaymentDate(deps, owner, payment, 'payment.date');
    requireWithin(content.amount, payment, 'payment.amount');
  }
  return deps.tenantTransaction(owner.id, async (tx) => {
    const at = deps.now();
    const [patient] = await Promise.all([
      requirePatientIdentity(tx, patientId),
      appointmentId === undefined ? undefined : requireAppointmentOfPatient(tx, appointmentId, patientId),
    ]);
    const id = chosenId ?? uuidv7(at);
    if (onlyOnce) await requireNoEqual(deps, tx, { ...content, id, patientId, appointmentId });
    const charge = { ...content, id, patientId, patient, appointmentId, createdBy: owner.actorId };
    if (!(await insertCharge(tx, charge, deps.cipher, at))) return createdBefore(deps, tx, owner, id, body);
    const amount = { content: { amount: content.amount }, cipher: deps.cipher };
    await recordWithDetail(tx, { ...actBy(owner, id, patientId), act: 'charge.created', at }, amount);
    if (payment)
      await addPayment(deps, tx, owner, { charge: { id, patientId, revision: 1 }, payment, id: undefined, at });
    return toSentCharge(tx, deps, owner, await readCharge(tx, deps, id));
  });
}

interface EqualCharge extends ChargeContent {
  id: string;
  patientId: string;
  appointmentId: string | undefined;
}

/**
 * Two people who charge the same at the same time wait for each other. Sending the same request again, with its id, is not
 * refused.
 */
async function requireNoEqual(
  deps: ChargeDeps,
  tx: OwnerTx,
  { id, patientId, appointmentId, concept, amount, date }: EqualCharge,
): Promise<void> {
  await lockOwner(tx);
  const sameDay = await readCharges(tx, deps, { patientId, from: date, to: date });
  // The appointment has a charge: its insertion says so.
  if (appointmentId && sameDay.some((one) => one.appointmentId === appointmentId && !one.voided)) return;
  const isEqual = (one: ChargeRecord) => one.concept === concept && one.amount === amount && !one.voided;
  if (sameDay.some((one) => isEqual(one) && one.id !== id)) throw new AppError('CHARGE_REPEATED');
}

/**
 * Answers a repeated creation with the charge that the first one made. A charge that says something else, or is void by
 * now, is refused. Without such a charge, the appointment has another one.
 */
async function createdBefore(
  deps: ChargeDeps,
  tx: OwnerTx,
  owner: Owner,
  id: string,
  body: NewCharge,
): Promise<Charge> {
  if (!(await hasCharge(tx, id))) throw new AppError('APPOINTMENT_CHARGED');
  const charge = await readCharge(tx, deps, id);
  if (!isSameCharge(charge, body)) throw new AppError('CHARGE_CHANGED');
  return toSentCharge(tx, deps, owner, charge);
}

function isSameCharge(charge: ChargeRecord, { payment, ...content }: NewCharge): boolean {
  // What was paid at once was registered in the same instant as the charge.
  const paidAtOnce = charge.payments.filter(({ createdAt }) => createdAt.getTime() === charge.createdAt.getTime());
  const isPaymentSame = payment
    ? paidAtOnce.some((paid) => !paid.voided && isSamePayment(paid, payment))
    : paidAtOnce.length === 0;
  return !charge.voided && isPaymentSame && CHARGE_FIELDS.every((field) => charge[field] === content[field]);
}

const CHARGE_FIELDS = ['patientId', 'appointmentId', 'concept', 'amount', 'date'] as const;

/** A deposit stays: the visit may cost less than planned, or nothing more when the patient did not come. */
export const updateCharge = (
  deps: ChargeDeps & ReceiptVoiding,
  owner: Owner,
  id: string,
  content: ChargeContent,
): Promise<Charge> =>
  changeCharge(deps, owner, id, async (tx, charge, at) => {
    const deposits = requireOnlyDeposits(charge);
    if (charge.concept === null) throw new AppError('UNDECRYPTABLE');
    if (content.amount < charge.paid) {
      throw new AppError('INVALID_INPUT', { fields: { amount: 'No puede ser menos que el abono que ya se pagó' } });
    }
    const voiding = { at, by: owner.actorId, reason: 'Se corrigió el cobro' };
    for (const payment of deposits) await voidPayment(deps, tx, owner, { charge, payment, voiding });
    await replaceCharge(tx, id, content, deps.cipher);
    const revised = { id, patientId: charge.patientId, revision: charge.revision + 1 };
    for (const payment of deposits) await addDepositAgain(deps, tx, owner, { charge: revised, payment, at });
    const entry = { ...actBy(owner, id, charge.patientId), act: 'charge.changed', at } as const;
    await recordWithDetail(tx, entry, { content: { amount: content.amount }, cipher: deps.cipher });
  });

export const voidCharge = (deps: ChargeDeps, owner: Owner, id: string, reason: string): Promise<Charge> =>
  changeCharge(deps, owner, id, async (tx, charge, at) => {
    requireNoPayments(charge);
    await storeVoidCharge(tx, id, { at, by: owner.actorId, reason }, deps.cipher);
    await recordOnCharge(deps, tx, owner, { charge, act: 'charge.voided', at });
  });

export const putInvoiceNumber = (
  deps: ChargeDeps,
  owner: Owner,
  id: string,
  invoiceNumber: string | undefined,
): Promise<Charge> =>
  changeCharge(deps, owner, id, async (tx, charge, at) => {
    await storeInvoiceNumber(tx, id, invoiceNumber);
    await recordOnCharge(deps, tx, owner, { charge, act: 'charge.invoice-set', at });
  });

/** Changes a charge that is not void, while nobody else does. Returns the charge as it is then. */
function changeCharge(
  deps: ChargeDeps,
  owner: Owner,
  id: string,
  change: (tx: OwnerTx, charge: ChargeRecord, at: Date) => Promise<void>,
): Promise<Charge> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    const charge = await lockAndReadCharge(tx, deps, id);
    if (charge.voided) throw new AppError('CHARGE_VOID');
    await change(tx, charge, deps.now());
    return toSentCharge(tx, deps, owner, await readCharge(tx, deps, id));
  });
}

function requireNoPayments({ payments }: ChargeRecord): void {
  if (payments.some(({ voided }) => !voided)) throw new AppError('CHARGE_HAS_PAYMENTS');
}

/** Returns the valid payments, which nobody can void: the others have to be voided before. */
function requireOnlyDeposits({ payments }: ChargeRecord): StoredPayment[] {
  const valid = payments.filter(({ voided }) => !voided);
  if (valid.some(({ method }) => method !== 'online')) throw new AppError('CHARGE_HAS_PAYMENTS');
  return valid;
}

async function recordOnCharge(
  { cipher }: Pick<Deps, 'cipher'>,
  tx: OwnerTx,
  actor: Actor,
  { charge, act, at }: { charge: ChargeRecord; act: 'charge.voided' | 'charge.invoice-set'; at: Date },
): Promise<void> {
  const entry = { ...actBy(actor, charge.id, charge.patientId), act, at };
  await recordWithDetail(tx, entry, { content: { amount: charge.amount }, cipher });
}
