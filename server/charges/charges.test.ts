import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { listCharges } from '#contract/charge-summaries';
import * as api from '#contract/charges';
import { addDays, dayIn } from '#contract/days';
import type { ErrorReply } from '#contract/errors';
import { deletePatient } from '#contract/patients';
import { charge, pay, payment } from '#server/testing/charges';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, berta] = await Promise.all([
    testApp.newProfessional({ name: 'Ana Pérez' }),
    testApp.newProfessional({ name: 'Berta Silva' }),
  ]);
  await ana.pays();
});
afterAll(() => testApp.close());

const today = () => dayIn('America/Santiago', testApp.deps.now());
const refusedFields = ({ details = [] }: ErrorReply) => details.map(({ field }) => field);
const recordedActs = async (person: Person) => {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${person.user._id} and act like 'charge%' order by number`;
  return entries.map(({ act }) => act);
};

test('a charge is pending, is paid in parts, and is paid', async () => {
  const person = await testApp.newProfessional({ name: 'Ana Pérez' });
  const { _id: patientId, name } = await person.hasPatient();
  const body = { patientId, concept: ' Consulta\nlarga ', amount: 25_000, date: '2026-01-15' };
  const created = await person.send(api.createCharge, { body });
  expect([created.status, created.body]).toEqual([
    201,
    {
      _id: expect.any(String),
      patientId,
      patientName: name,
      concept: 'Consulta larga',
      amount: 25_000,
      paid: 0,
      pending: 25_000,
      status: 'pending',
      date: '2026-01-15',
      payments: [],
      createdAt: expect.any(String),
      createdBy: 'Ana Pérez',
    },
  ]);
  const { _id: id } = created.body;
  const first = await pay(person, id, { amount: 10_000, method: 'bono', reference: ' 123 ' });
  expect([first.status, first.body]).toMatchObject([201, { paid: 10_000, pending: 15_000, status: 'partial' }]);
  expect(first.body.payments).toEqual([
    {
      _id: expect.any(String),
      amount: 10_000,
      method: 'bono',
      reference: '123',
      date: '2026-01-15',
      createdAt: expect.any(String),
      createdBy: 'Ana Pérez',
    },
  ]);
  const second = await pay(person, id, { amount: 15_000, method: 'transfer', pending: 15_000 });
  expect(second.body).toMatchObject({ paid: 25_000, pending: 0, status: 'paid', payments: [{}, { amount: 15_000 }] });
  expect((await person.send(api.getCharge, { params: { id } })).body).toEqual(second.body);
  expect(await recordedActs(person)).toEqual(['charge.created', 'charge-payment.added', 'charge-payment.added']);
});

test('a charge may be paid at once, whole or in part', async () => {
  const { body: whole } = await ana.send(api.createCharge, {
    body: {
      patientId: (await ana.hasPatient())._id,
      concept: 'Control',
      amount: 20_000,
      date: today(),
      payment: { amount: 20_000, method: 'debit', date: today() },
    },
  });
  expect(whole).toMatchObject({ status: 'paid', pending: 0, payments: [{ amount: 20_000, method: 'debit' }] });
  expect(await charge(ana, { payment: payment({ amount: 1 }) })).toMatchObject({ status: 'partial', pending: 24_999 });
});

test.each([
  ['an amount above the charge', { amount: 25_001 }, 'payment.amount'],
  ['a day to come', { date: addDays(dayIn('America/Santiago', new Date()), 1) }, 'payment.date'],
])('refuses %s at once, and then no charge is made', async (_, details, field) => {
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, concept: 'Control', amount: 25_000, date: '2026-01-15', payment: payment(details) };
  const { status, error } = await ana.send(api.createCharge, { body });
  expect([status, refusedFields(error)]).toEqual([400, [field]]);
  expect((await ana.send(listCharges, { query: { patientId } })).body.charges).toEqual([]);
});

test('refuses a payment of more than is pending, of a day to come, and online', async () => {
  const { _id: id } = await charge(ana);
  await pay(ana, id, { amount: 24_000 });
  const above = await pay(ana, id, { amount: 1001 });
  expect([above.status, above.error.details]).toEqual([
    400,
    [{ field: 'amount', message: 'El pago supera lo que está pendiente' }],
  ]);
  const tomorrow = await pay(ana, id, { amount: 1, date: addDays(today(), 1) });
  expect([tomorrow.status, refusedFields(tomorrow.error)]).toEqual([400, ['date']]);
  const online = await pay(ana, id, { amount: 1, method: 'online' as 'cash' });
  expect([online.status, refusedFields(online.error)]).toEqual([400, ['method']]);
});

test.each([0, -1, 1.5, 100_000_001])('refuses the amount %d', async (amount) => {
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, concept: 'Control', amount, date: '2026-01-15' };
  const { status, error } = await ana.send(api.createCharge, { body });
  expect([status, refusedFields(error)]).toEqual([400, ['amount']]);
});

test('whoever saw another amount pending is told', async () => {
  const { _id: id } = await charge(ana);
  await pay(ana, id, { pending: 25_000 });
  const late = await pay(ana, id, { pending: 25_000 });
  expect([late.status, late.error.code]).toEqual([409, 'CHARGE_CHANGED']);
  expect((await pay(ana, id, { pending: 15_000 })).status).toBe(201);
});

test('a charge is corrected while it has no valid payment', async () => {
  const { _id: id } = await charge(ana);
  const body = { concept: 'Control', amount: 15_000, date: '2026-01-16' };
  expect((await ana.send(api.updateCharge, { params: { id }, body })).body).toMatchObject(body);
  const { body: paid } = await pay(ana, id);
  const refused = await ana.send(api.updateCharge, { params: { id }, body });
  expect([refused.status, refused.error.code]).toEqual([409, 'CHARGE_HAS_PAYMENTS']);
  const params = { id, paymentId: paid.payments[0]?._id ?? '' };
  await ana.send(api.voidChargePayment, { params, body: { reason: 'Se equivocó' } });
  const again = { ...body, amount: 30_000 };
  expect((await ana.send(api.updateCharge, { params: { id }, body: again })).body).toMatchObject(again);
  expect((await pay(ana, id, { amount: 30_000 })).body.status).toBe('paid');
});

test('a payment is voided once, with a reason, and then counts nothing', async () => {
  const { _id: id } = await charge(ana);
  const { body: paid } = await pay(ana, id, { amount: 25_000 });
  const params = { id, paymentId: paid.payments[0]?._id ?? '' };
  const blank = await ana.send(api.voidChargePayment, { params, body: { reason: ' ' } });
  expect([blank.status, refusedFields(blank.error)]).toEqual([400, ['reason']]);
  const voided = await ana.send(api.voidChargePayment, { params, body: { reason: 'Otro paciente' } });
  expect(voided.body).toMatchObject({ paid: 0, pending: 25_000, status: 'pending' });
  const why = { voidedAt: expect.any(String), voidedBy: 'Ana Pérez', voidReason: 'Otro paciente' };
  expect(voided.body.payments).toEqual([{ ...paid.payments[0], ...why }]);
  const again = await ana.send(api.voidChargePayment, { params, body: { reason: 'Otra vez' } });
  expect([again.status, again.error.code]).toEqual([409, 'PAYMENT_VOID']);
  const other = await charge(ana);
  const elsewhere = { id: other._id, paymentId: params.paymentId };
  expect((await ana.send(api.voidChargePayment, { params: elsewhere, body: { reason: 'x' } })).status).toBe(404);
});

test('a charge is voided once, without valid payments, and then nothing changes it', async () => {
  const { _id: id } = await charge(ana);
  const { body: paid } = await pay(ana, id);
  const params = { id };
  const body = { reason: 'No vino' };
  const withPayment = await ana.send(api.voidCharge, { params, body });
  expect([withPayment.status, withPayment.error.code]).toEqual([409, 'CHARGE_HAS_PAYMENTS']);
  const paymentId = paid.payments[0]?._id ?? '';
  await ana.send(api.voidChargePayment, { params: { id, paymentId }, body });
  const voided = await ana.send(api.voidCharge, { params, body });
  expect(voided.body).toMatchObject({ paid: 0, pending: 0, status: 'void', voidReason: 'No vino' });
  const content = { concept: 'Otro', amount: 1, date: '2026-01-15' };
  const changes = await Promise.all([
    ana.send(api.voidCharge, { params, body }),
    ana.send(api.updateCharge, { params, body: content }),
    ana.send(api.putInvoiceNumber, { params, body: { invoiceNumber: '1' } }),
    pay(ana, id),
  ]);
  for (const { status, error } of changes) expect([status, error.code]).toEqual([409, 'CHARGE_VOID']);
  expect((await ana.send(api.getCharge, { params })).body).toEqual(voided.body);
});

test('the folio of the boleta is noted, changed and removed', async () => {
  const { _id: id } = await charge(ana);
  await pay(ana, id);
  const put = async (invoiceNumber: string) =>
    (await ana.send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber } })).body.invoiceNumber;
  expect([await put(' 101 '), await put('102'), await put(' ')]).toEqual(['101', '102', undefined]);
});

test('a payment that is sent again with its id is registered once', async () => {
  const { _id: id } = await charge(ana);
  const _id = 'A197A000-0000-7000-8000-0000000000D1';
  const first = await pay(ana, id, { _id, pending: 25_000 });
  expect([first.status, first.body.paid]).toEqual([201, 10_000]);
  const again = await pay(ana, id, { _id, pending: 25_000 });
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = await pay(ana, id, { _id, pending: 15_000, amount: 5000 });
  expect([other.status, other.error.code]).toEqual([409, 'CHARGE_CHANGED']);
  const elsewhere = await pay(ana, (await charge(ana))._id, { _id });
  expect([elsewhere.status, elsewhere.error.code]).toEqual([409, 'CHARGE_CHANGED']);
  await ana.send(api.voidChargePayment, { params: { id, paymentId: _id }, body: { reason: 'Otro' } });
  expect((await pay(ana, id, { _id, pending: 25_000 })).error.code).toBe('CHARGE_CHANGED');
});

test('a second charge of a visit is told so, also when it is equal', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const visit = { patientId, date: '2030-01-07', time: '12:00' };
  const { _id: appointmentId } = (await ana.send(createAppointment, { body: visit })).body;
  const body = {
    patientId,
    appointmentId,
    concept: 'Control',
    amount: 25_000,
    date: '2026-01-15',
    onlyOnce: true,
  } as const;
  expect((await ana.send(api.createCharge, { body })).status).toBe(201);
  expect((await ana.send(api.createCharge, { body })).error.code).toBe('APPOINTMENT_CHARGED');
});

test('a request that is sent again with its id charges once', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const _id = 'A197A000-0000-7000-8000-0000000000C1';
  const paid = payment({ reference: 'Folio 1' });
  const body = { _id, patientId, concept: 'Informe', amount: 25_000, date: '2026-01-15', payment: paid };
  const create = (details: Partial<api.NewCharge> = {}, person = ana) =>
    person.send(api.createCharge, { body: { ...body, ...details } });
  const replies = await Promise.all(Array.from({ length: 5 }, () => create()));
  const [first] = replies;
  expect(first?.body).toMatchObject({ _id: _id.toLowerCase(), paid: 10_000, payments: [{}] });
  for (const { status, body: same } of replies) expect([status, same]).toEqual([201, first?.body]);
  expect((await ana.send(listCharges, { query: { patientId } })).body.charges).toHaveLength(1);

  // A payment that was registered since changes nothing about the request.
  const { body: now } = await pay(ana, _id, { amount: 5000 });
  expect((await create()).body).toEqual(now);
  const others: Partial<api.NewCharge>[] = [
    { concept: 'Otro' },
    { amount: 24_000 },
    { date: '2026-01-14' },
    { patientId: (await ana.hasPatient())._id },
    { payment: undefined },
    { payment: { ...paid, method: 'debit' } },
    { payment: { ...paid, amount: 5000 } },
  ];
  const refused = await Promise.all(others.map((details) => create(details)));
  expect(refused.map(({ error }) => error.code)).toEqual(others.map(() => 'CHARGE_CHANGED'));
  await ana.send(api.voidChargePayment, {
    params: { id: _id, paymentId: now.payments[0]?._id ?? '' },
    body: { reason: 'Otro' },
  });
  expect((await create()).error.code).toBe('CHARGE_CHANGED');

  const clara = await testApp.newProfessional();
  const theirs = await create({ patientId: (await clara.hasPatient())._id, payment: undefined }, clara);
  expect([theirs.status, theirs.body.paid]).toEqual([201, 0]);
});

test('an appointment has one valid charge, of its own patient', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const { body: appointment } = await ana.send(createAppointment, {
    body: { patientId, date: '2030-01-07', time: '09:00' },
  });
  const body = { patientId, appointmentId: appointment._id, concept: 'Control', amount: 1000, date: '2026-01-15' };
  const first = await ana.send(api.createCharge, { body });
  expect(first.body.appointmentId).toBe(appointment._id);
  const second = await ana.send(api.createCharge, { body });
  expect([second.status, second.error.code]).toEqual([409, 'APPOINTMENT_CHARGED']);
  await ana.send(api.voidCharge, { params: { id: first.body._id }, body: { reason: 'Otro monto' } });
  expect((await ana.send(api.createCharge, { body })).status).toBe(201);

  const other = await ana.send(api.createCharge, { body: { ...body, patientId: (await ana.hasPatient())._id } });
  expect([other.status, refusedFields(other.error)]).toEqual([400, ['appointmentId']]);
});

test('the charges of a deleted patient stay, with the name', async () => {
  const patient = await ana.hasPatient({ name: 'Elena Fuentes' });
  const { _id: id } = await charge(ana, { patientId: patient._id });
  await ana.send(deletePatient, { params: { id: patient._id } });
  const { body } = await pay(ana, id);
  expect(body).toMatchObject({ patientId: null, patientName: 'Elena Fuentes', paid: 10_000 });
});

test('belong to one professional', async () => {
  const { _id: id, patientId } = await charge(ana);
  const { body: paid } = await pay(ana, id);
  const paymentId = paid.payments[0]?._id ?? '';
  const content = { concept: 'Otro', amount: 1, date: '2026-01-15' };
  const replies = await Promise.all([
    berta.send(api.getCharge, { params: { id } }),
    berta.send(api.updateCharge, { params: { id }, body: content }),
    berta.send(api.voidCharge, { params: { id }, body: { reason: 'Otro' } }),
    berta.send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '1' } }),
    berta.send(api.voidChargePayment, { params: { id, paymentId }, body: { reason: 'Otro' } }),
    pay(berta, id),
    berta.send(api.createCharge, { body: { ...content, patientId: patientId ?? '' } }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(404));
  expect((await berta.send(listCharges)).body.charges).toEqual([]);
  expect((await ana.send(api.getCharge, { params: { id } })).body).toEqual(paid);
});
