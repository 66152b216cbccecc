import * as api from '#contract/charges';
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
