import { putChargeSettings, sendChargeReminder } from '#contract/charge-reminders';
import * as api from '#contract/charges';
import { printReceipt } from '#contract/receipts';
import type { Person } from './test-app.ts';

const CONCEPT = 'Consulta de psicología';

/** A charge of the patient in the details, or of a new one. */
export async function charge(
  { send, hasPatient }: Pick<Person, 'send' | 'hasPatient'>,
  details: Partial<api.NewCharge> = {},
): Promise<api.Charge> {
  const patientId = details.patientId ?? (await hasPatient())._id;
  const body = { concept: CONCEPT, amount: 25_000, date: '2026-01-15', ...details, patientId };
  return (await send(api.createCharge, { body })).body;
}

export const payment = (details: Partial<api.PaymentOfCharge> = {}): api.PaymentOfCharge => ({
  amount: 10_000,
  method: 'cash',
  date: '2026-01-15',
  ...details,
});

export const pay = ({ send }: Pick<Person, 'send'>, id: string, details: Partial<api.PaymentOfCharge> = {}) =>
  send(api.addChargePayment, { params: { id }, body: payment(details) });

/** A paid charge of a visit with a diagnosis and a receipt, a void charge, and a pending charge of which the patient was reminded. */
export async function chargeAndRemind(
  person: Pick<Person, 'send' | 'hasPatient'>,
  { patientId, appointmentId }: { patientId: string; appointmentId: string },
): Promise<void> {
  const { send } = person;
  const reason = { reason: 'Otro monto' };
  const { _id: id } = await charge(person, { patientId, appointmentId, payment: payment({ reference: 'Folio 1' }) });
  const diagnosis = { code: 'F41.1', description: 'Trastorno de ansiedad generalizada' };
  await send(api.putChargeDiagnosis, { params: { id }, body: { diagnosis } });
  await send(printReceipt, { params: { id } });
  await send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '101' } });
  const { body: paid } = await pay(person, id, { amount: 5000, method: 'transfer' });
  const paymentId = paid.payments[1]?._id ?? '';
  await send(api.voidChargePayment, { params: { id, paymentId }, body: reason });
  const { _id: voided } = await charge(person, { patientId });
  await send(api.voidCharge, { params: { id: voided }, body: reason });
  await send(putChargeSettings, { body: { message: 'Hola {paciente}: quedan {monto}.' } });
  await send(sendChargeReminder, { params: { id: patientId }, body: { channel: 'whatsapp' } });
}
