import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/charges';
import { createService, listServices } from '#contract/services';
import { newAssistant, type TestAssistant } from '#server/testing/assistants';
import { charge, pay, payment } from '#server/testing/charges';
import { newService } from '#server/testing/services';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const DIAGNOSIS = { code: 'F41.1', description: 'Trastorno de ansiedad generalizada' };

let testApp: TestApp;
let ana: Person;
let marta: TestAssistant;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  await ana.pays();
  marta = await newAssistant(testApp, [ana]);
});
afterAll(() => testApp.close());

test('an assistant charges, registers payments and voids, and is named', async () => {
  const { send } = marta.for(ana);
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, concept: 'Control', amount: 25_000, date: '2026-01-15', payment: payment() };
  const { body: created } = await send(api.createCharge, { body });
  expect(created).toMatchObject({ createdBy: 'Marta Soto', payments: [{ createdBy: 'Marta Soto' }] });
  const params = { id: created._id };
  await send(api.putInvoiceNumber, { params, body: { invoiceNumber: '7' } });
  const paymentId = created.payments[0]?._id ?? '';
  await send(api.voidChargePayment, { params: { ...params, paymentId }, body: { reason: 'Otro monto' } });
  await send(api.updateCharge, { params, body: { concept: 'Consulta', amount: 20_000, date: '2026-01-16' } });
  await send(api.voidCharge, { params, body: { reason: 'No vino' } });
  const seen = await ana.send(api.getCharge, { params });
  expect(seen.body).toMatchObject({
    concept: 'Consulta',
    invoiceNumber: '7',
    status: 'void',
    voidedBy: 'Marta Soto',
    payments: [{ voidedBy: 'Marta Soto', voidReason: 'Otro monto' }],
  });
  expect((await send(api.getCharge, { params })).body).toEqual(seen.body);
});

test('what the professional registered has the name of the professional', async () => {
  const { _id: id } = await charge(ana);
  await pay(ana, id);
  const { body } = await marta.for(ana).send(api.getCharge, { params: { id } });
  expect(body).toMatchObject({ createdBy: 'Ana Pérez', payments: [{ createdBy: 'Ana Pérez' }] });
});

test('the diagnosis of the receipt is closed to assistants', async () => {
  const { _id: id } = await charge(ana);
  const params = { id };
  expect((await ana.send(api.getChargeDiagnosis, { params })).body).toEqual({ diagnosis: null });
  const body = { diagnosis: DIAGNOSIS };
  expect((await ana.send(api.putChargeDiagnosis, { params, body })).body).toEqual(body);
  expect((await ana.send(api.getChargeDiagnosis, { params })).body).toEqual(body);
  const { send } = marta.for(ana);
  for (const reply of [
    await send(api.getChargeDiagnosis, { params }),
    await send(api.putChargeDiagnosis, { params, body: { diagnosis: null } }),
  ]) {
    expect([reply.status, reply.error.code]).toEqual([403, 'ASSISTANT_FORBIDDEN']);
  }
  // A change by the assistant keeps it.
  await send(api.updateCharge, { params, body: { concept: 'Control', amount: 1000, date: '2026-01-15' } });
  await send(api.putInvoiceNumber, { params, body: { invoiceNumber: '9' } });
  expect((await ana.send(api.getChargeDiagnosis, { params })).body).toEqual(body);
  const [row] = await testApp.sql<{ text: string }[]>`
    select encode(diagnosis, 'escape') as text from charges where id = ${id}`;
  expect(row?.text).not.toContain('ansiedad');
  await ana.send(api.putChargeDiagnosis, { params, body: { diagnosis: null } });
  expect((await ana.send(api.getChargeDiagnosis, { params })).body).toEqual({ diagnosis: null });
});

test('a diagnosis of a void charge does not change', async () => {
  const params = { id: (await charge(ana))._id };
  await ana.send(api.voidCharge, { params, body: { reason: 'No vino' } });
  const { status, error } = await ana.send(api.putChargeDiagnosis, { params, body: { diagnosis: DIAGNOSIS } });
  expect([status, error.code]).toEqual([409, 'CHARGE_VOID']);
});

test('an assistant without the permission sees nothing of money', async () => {
  const { send } = (await newAssistant(testApp, [ana], { canCharge: false })).for(ana);
  const { status, error } = await send(api.getCharge, { params: { id: (await charge(ana))._id } });
  expect([status, error.code]).toEqual([403, 'ASSISTANT_FORBIDDEN']);
});

test('an assistant sees the deposits that services ask for', async () => {
  const { body: service } = await ana.send(createService, { body: newService({ deposit: 5000 }) });
  expect((await marta.for(ana).send(listServices)).body).toContainEqual(service);
});
