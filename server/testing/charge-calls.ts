import { charge, pay, payment } from './charges.ts';
import type { EndpointCall } from './endpoint-call.ts';
import type { Person } from './endpoint-resources.ts';

const CONTENT = { concept: 'Control', amount: 20_000, date: '2026-01-16' };

const newCharge = async (owner: Person) => ({ params: { id: (await charge(owner))._id } });

async function newPayment(owner: Person) {
  const { _id: id } = await charge(owner);
  const { body } = await pay(owner, id);
  return { params: { id, paymentId: body.payments[0]?._id ?? '' } };
}

/** A patient who owes and has a telephone. */
async function newDebtor(owner: Person) {
  const { _id: id } = await owner.hasPatient({ phone: '9 1234 5678' });
  await charge(owner, { patientId: id });
  return { params: { id } };
}

/** The calls of charges, by the method and path of their endpoint. */
export const chargeCalls: Record<string, (owner: Person) => Promise<EndpointCall> | EndpointCall> = {
  'POST /api/charges': async (owner) => ({
    body: { ...CONTENT, patientId: (await owner.hasPatient())._id },
    bodyIsOwned: true,
  }),
  'GET /api/charges': () => ({}),
  'GET /api/charges/pending': () => ({}),
  'GET /api/charges/pending/totals': () => ({}),
  'GET /api/charges/months': () => ({}),
  'GET /api/charges/appointments': () => ({ query: { from: '2030-01-01', to: '2030-01-31' } }),
  'GET /api/charges/export': () => ({ query: { month: '2026-01' } }),
  'GET /api/charges/{id}': newCharge,
  'PUT /api/charges/{id}': async (owner) => ({ ...(await newCharge(owner)), body: CONTENT }),
  'POST /api/charges/{id}/void': async (owner) => ({ ...(await newCharge(owner)), body: { reason: 'No vino' } }),
  'POST /api/charges/{id}/payments': async (owner) => ({ ...(await newCharge(owner)), body: payment() }),
  'POST /api/charges/{id}/payments/{paymentId}/void': async (owner) => ({
    ...(await newPayment(owner)),
    body: { reason: 'Otro monto' },
  }),
  'PUT /api/charges/{id}/invoice': async (owner) => ({ ...(await newCharge(owner)), body: { invoiceNumber: '101' } }),
  'GET /api/charges/{id}/diagnosis': newCharge,
  'PUT /api/charges/{id}/diagnosis': async (owner) => ({ ...(await newCharge(owner)), body: { diagnosis: null } }),
  'POST /api/patients/{id}/charge-reminders': async (owner) => ({
    ...(await newDebtor(owner)),
    body: { channel: 'whatsapp' },
  }),
  'GET /api/account/charges': () => ({}),
  'PUT /api/account/charges': () => ({ body: { message: 'Hola {paciente}: quedan {monto}.' } }),
};
