import type { Diagnosis } from '#contract/charge-diagnosis';
import { readDiagnosis } from '#server/charges/charge-diagnosis.service';
import type { ChargeRecord } from '#server/charges/charge-records.service';
import type { Deps } from '#server/deps';
import type { PrintedPatient, PrintedPayment, PrintedReceipt } from '#server/pdf/printable';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { isServingAssistant } from '#server/platform/database/request-role';
import { type ChargedVisit, findVisit } from './receipts.store.ts';

/** What a receipt of a charge shows now. */
export interface PaidCharge {
  /** Undefined when the patient was deleted. */
  patientId: string | undefined;
  paymentIds: string[];
  patient: PrintedPatient;
  content: PrintedReceipt;
}

/** Throws when nothing is paid. An assistant gets the charge without its diagnosis. */
export async function readPaidCharge(
  db: OwnerSql,
  deps: Pick<Deps, 'cipher'>,
  charge: ChargeRecord,
): Promise<PaidCharge> {
  const payments = validPayments(requirePaid(charge));
  const [visit, diagnosis] = await Promise.all([
    findVisit(db, charge.id),
    isServingAssistant() ? null : readDiagnosis(db, deps, charge.id),
  ]);
  return {
    patientId: presentPatientId(charge),
    paymentIds: payments.map(({ id }) => id),
    patient: printedPatient(charge, visit),
    content: printedReceipt(charge, payments, visit, diagnosis),
  };
}

export function requirePaid(charge: ChargeRecord): ChargeRecord {
  if (charge.voided) throw new AppError('CHARGE_VOID');
  if (validPayments(charge).length === 0) throw new AppError('NOTHING_PAID');
  return charge;
}

export const presentPatientId = ({ patientId, isPatientDeleted }: ChargeRecord): string | undefined =>
  isPatientDeleted ? undefined : patientId;

/** By date, and on one day in the order in which they were registered. */
const validPayments = ({ payments }: ChargeRecord) =>
  payments.filter(({ voided }) => !voided).toSorted((a, b) => Number(a.date > b.date) - Number(a.date < b.date));

const printedPatient = (
  { patient: { name, rut, documentType } }: ChargeRecord,
  { birthDate, socialName }: ChargedVisit,
): PrintedPatient => ({ name, rut, documentType, ...(birthDate && { birthDate }), ...(socialName && { socialName }) });

const printedReceipt = (
  { date, concept, amount, invoiceNumber }: ChargeRecord,
  payments: ChargeRecord['payments'],
  { appointment }: ChargedVisit,
  diagnosis: Diagnosis | null,
): PrintedReceipt => ({
  date,
  ...(appointment && { appointment }),
  concept: decrypted(concept),
  amount,
  payments: payments.map(printedPayment),
  ...(invoiceNumber && { invoiceNumber }),
  ...(diagnosis && { diagnosis }),
});

const printedPayment = ({ date, method, amount, reference }: ChargeRecord['payments'][number]): PrintedPayment => ({
  date,
  method,
  amount,
  ...(reference !== undefined && { reference: decrypted(reference) }),
});

/** What stands in place of the encrypted text must not be printed as if it were the text. */
function decrypted(text: string | null): string {
  if (text === null) throw new AppError('UNDECRYPTABLE');
  return text;
}
