import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { chargeTotals } from '#contract/charge-amounts';
import * as api from '#contract/charge-summaries';
import * as charges from '#contract/charges';
import { addDays, dayIn } from '#contract/days';
import { deletePatient } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import { charge, pay, payment } from '#server/testing/charges';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  await ana.pays();
});

const today = () => dayIn('America/Santiago', testApp.deps.now());
const list = async (query: Parameters<typeof ana.send<typeof api.listCharges>>[1] = {}) =>
  (await ana.send(api.listCharges, query)).body;
const listedIds = async (query: NonNullable<Parameters<typeof list>[0]>['query']) =>
  (await list({ query })).charges.map(({ _id }) => _id);
async function voidFirstPayment(id: string, paid: charges.Charge) {
  const params = { id, paymentId: paid.payments[0]?._id ?? '' };
  await ana.send(charges.voidChargePayment, { params, body: { reason: 'Otro monto' } });
}

describe('the list', () => {
  test('has the last charges first, with their totals', async () => {
    const old = await charge(ana, { date: '2026-01-10', amount: 10_000, payment: payment({ amount: 4000 }) });
    const recent = await charge(ana, { date: '2026-01-20', amount: 30_000 });
    await pay(ana, recent._id, { amount: 30_000, method: 'transfer' });
    const later = await charge(ana, { date: '2026-01-20', amount: 1 });
    const { charges: listed, totals } = await list();
    expect(listed.map(({ _id }) => _id)).toEqual([later._id, recent._id, old._id]);
    expect(totals).toEqual({
      charged: 40_001,
      paid: 34_000,
      pending: 6001,
      byMethod: { cash: 4000, transfer: 30_000, debit: 0, credit: 0, bono: 0, other: 0, online: 0 },
    });
  });

  test('finds by period, patient and status', async () => {
    const [first, second, third] = [
      await charge(ana, { date: '2026-01-10' }),
      await charge(ana, { date: '2026-01-11', payment: payment() }),
      await charge(ana, { date: '2026-01-12', payment: payment({ amount: 25_000 }) }),
    ];
    expect(await listedIds({ from: '2026-01-11' })).toEqual([third._id, second._id]);
    expect(await listedIds({ from: '2026-01-10', to: '2026-01-11' })).toEqual([second._id, first._id]);
    expect(await listedIds({ patientId: second.patientId ?? '' })).toEqual([second._id]);
    expect(await listedIds({ status: 'pending' })).toEqual([first._id]);
    expect(await listedIds({ status: 'partial' })).toEqual([second._id]);
    expect(await listedIds({ status: 'paid' })).toEqual([third._id]);
  });

  test('has void charges only when they are asked for, and then they count nothing', async () => {
    const valid = await charge(ana);
    const { _id: id } = await charge(ana);
    await ana.send(charges.voidCharge, { params: { id }, body: { reason: 'No vino' } });
    expect(await listedIds({})).toEqual([valid._id]);
    const voided = await list({ query: { status: 'void' } });
    expect(voided.charges.map(({ _id }) => _id)).toEqual([id]);
    expect(voided.totals).toMatchObject({ charged: 0, paid: 0, pending: 0 });
  });

  test('is searched without case and accents by name, concept, reference and boleta', async () => {
    const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Núñez' });
    const { _id: id } = await charge(ana, { patientId, concept: 'Evaluación inicial' });
    await pay(ana, id, { reference: 'BONO-77' });
    await ana.send(charges.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '4501' } });
    await charge(ana);
    for (const search of ['NUNEZ', 'evaluacion', 'bono-77', '4501', ' rosa  INICIAL ']) {
      expect([search, await listedIds({ search })]).toEqual([search, [id]]);
    }
    expect(await listedIds({ search: 'rosa control' })).toEqual([]);
  });

  test('is searched by RUT, with and without dots and dash', async () => {
    const { _id: patientId } = await ana.hasPatient({ rut: '12.345.678-5' });
    const { _id: id } = await charge(ana, { patientId });
    await charge(ana);
    for (const search of ['12.345.678-5', '12345678-5', '123456785', '12.345', '12 345 678-5', '123456785 consulta']) {
      expect([search, await listedIds({ search })]).toEqual([search, [id]]);
    }
    for (const search of ['345678', '12345678-5 control']) expect(await listedIds({ search })).toEqual([]);
  });

  test('has pages, and totals of all pages, also of a search', async () => {
    const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz' });
    const ids: string[] = [];
    for (const day of ['01', '02', '03', '03', '04'])
      ids.unshift((await charge(ana, { patientId, date: `2026-01-${day}`, payment: payment({ amount: 1000 }) }))._id);
    await charge(ana, { amount: 7, date: addDays(today(), 1) });
    for (const search of [undefined, 'rosa', 'nadie']) {
      const query = { limit: 2, to: '2026-01-31', ...(search && { search }) };
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ query: { ...query, page } })));
      const listed = search === 'nadie' ? [] : ids;
      expect(pages.flatMap(({ charges }) => charges.map(({ _id }) => _id))).toEqual(listed);
      for (const { total, totals, due } of pages) {
        const pending = listed.length * 24_000;
        expect({ total, due, ...totals }).toMatchObject({
          total: listed.length,
          charged: listed.length * 25_000,
          paid: listed.length * 1000,
          pending,
          due: pending,
        });
      }
    }
    expect(await list({ query: { limit: 2 } })).toMatchObject({ total: 6, due: 120_000, totals: { pending: 120_007 } });
  });

  test('searches more charges than it reads at once', async () => {
    const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz' });
    const { _id: id } = await charge(ana, { patientId, date: '2025-01-01', concept: 'Evaluación' });
    await testApp.sql`
      insert into charges (owner_id, id, patient_id, patient_name, patient_rut, patient_document_type, concept, amount,
                           date, created_at)
      select owner_id, gen_random_uuid(), patient_id, patient_name, patient_rut, patient_document_type, concept, amount,
             date '2025-01-02' + n % 3, created_at
        from charges, generate_series(1, 4200) n where id = ${id}`;
    expect((await list({ query: { search: 'rosa' } })).total).toBe(4201);
    // The copies have the text of another row, which does not decrypt.
    expect(await listedIds({ search: 'evaluacion' })).toEqual([id]);
  });

  test('finds the charge of an appointment', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const visit = { patientId, date: addDays(today(), 3), time: '09:00', duration: 30 } as const;
    const { body: appointment } = await ana.send(createAppointment, { body: visit });
    const { _id: id } = await charge(ana, { patientId, appointmentId: appointment._id });
    await charge(ana, { patientId });
    expect(await listedIds({ appointmentId: appointment._id })).toEqual([id]);
  });

  test('refuses a period that ends before it begins', async () => {
    const { status, error } = await ana.send(api.listCharges, { query: { from: '2026-01-02', to: '2026-01-01' } });
    const message = 'El período termina antes de empezar';
    expect([status, error.details]).toEqual([400, [{ field: 'to', message }]]);
  });

  test('has the social name, and is searched by it', async () => {
    const { _id: patientId } = await ana.hasPatient({ name: 'Pedro Soto', socialName: 'Amanda Núñez' });
    const { _id: id } = await charge(ana, { patientId });
    await charge(ana);
    const named = { patientName: 'Pedro Soto', patientSocialName: 'Amanda Núñez' };
    expect((await list({ query: { search: 'amanda nunez' } })).charges).toMatchObject([{ _id: id, ...named }]);
    expect((await ana.send(api.listPendingCharges)).body).toContainEqual(expect.objectContaining(named));
  });

  test('shows what is paid and has no boleta', async () => {
    await charge(ana);
    const partial = await charge(ana, { payment: payment() });
    const { _id: id } = await charge(ana, { payment: payment() });
    await ana.send(charges.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '1' } });
    expect(await listedIds({ withoutInvoice: 'true' })).toEqual([partial._id]);
  });
});

describe('the pages of what is pending', () => {
  test('have each patient once, and the totals are of all', async () => {
    for (const days of [70, 40, 40, 5])
      await charge(ana, { date: addDays(today(), -days), amount: 1000 + days, payment: payment({ amount: 1000 }) });
    const pageOf = async (page: number) =>
      (await ana.send(api.listPendingCharges, { query: { page, limit: 3 } })).body.map(({ pending }) => pending);
    expect([await pageOf(1), await pageOf(2), await pageOf(3)]).toEqual([[70, 40, 40], [5], []]);
    expect((await ana.send(api.sumPendingCharges)).body).toEqual({
      patients: 4,
      pending: 155,
      byAge: { recent: 5, month: 80, old: 70 },
    });
    const [first] = (await ana.send(api.listPendingCharges, { query: { page: 2, limit: 3 } })).body;
    const query = { patientId: first?.patientId ?? '' };
    expect((await ana.send(api.listPendingCharges, { query })).body).toEqual([first]);
  });
});

describe('what is pending', () => {
  const pending = async () => (await ana.send(api.listPendingCharges)).body;

  test('is listed by patient and age, the oldest first', async () => {
    const rosa = await ana.hasPatient({ name: 'Rosa Díaz', phone: '9 1234 5678', email: 'rosa@ejemplo.cl' });
    const luis = await ana.hasPatient({ name: 'Luis Vera' });
    const daysAgo = (days: number) => addDays(today(), -days);
    const owed = (patientId: string, days: number, amount: number) =>
      charge(ana, { patientId, amount, date: daysAgo(days) });
    const recent = await owed(rosa._id, 30, 10);
    const month = await owed(rosa._id, 60, 200);
    await pay(ana, month._id, { amount: 100, date: today() });
    const old = await owed(luis._id, 61, 3000);
    await charge(ana, { patientId: luis._id, payment: payment({ amount: 25_000 }) });
    // A visit to come is not owed yet.
    await owed(luis._id, -1, 50_000);
    expect(await pending()).toEqual([
      {
        patientId: luis._id,
        patientName: 'Luis Vera',
        pending: 3000,
        byAge: { recent: 0, month: 0, old: 3000 },
        oldest: daysAgo(61),
        chargeIds: [old._id],
      },
      {
        patientId: rosa._id,
        patientName: 'Rosa Díaz',
        email: 'rosa@ejemplo.cl',
        phone: '9 1234 5678',
        pending: 110,
        byAge: { recent: 10, month: 100, old: 0 },
        oldest: daysAgo(60),
        chargeIds: [month._id, recent._id],
      },
    ]);
  });

  test('marks the blocked, and keeps what a deleted patient owes', async () => {
    const { patientId: blockedId } = await charge(ana, { date: '2026-01-01' });
    await ana.send(setPatientBlocked, { params: { id: blockedId ?? '' }, body: { blocked: true } });
    const elena = await ana.hasPatient({ name: 'Elena Fuentes', email: 'elena@ejemplo.cl' });
    await charge(ana, { patientId: elena._id, date: '2026-01-02' });
    await ana.send(deletePatient, { params: { id: elena._id } });
    const [blocked, deleted, ...others] = await pending();
    expect(blocked).toMatchObject({ patientId: blockedId, blocked: true });
    expect(deleted).toMatchObject({ patientId: null, patientName: 'Elena Fuentes', pending: 25_000 });
    expect([deleted?.email, others]).toEqual([undefined, []]);
  });

  test('is nothing of void charges, and again what a void payment had paid', async () => {
    const { _id: id } = await charge(ana);
    const { body: paid } = await pay(ana, id, { amount: 25_000 });
    expect(await pending()).toEqual([]);
    await voidFirstPayment(id, paid);
    expect(await pending()).toMatchObject([{ pending: 25_000 }]);
    await ana.send(charges.voidCharge, { params: { id }, body: { reason: 'No vino' } });
    expect(await pending()).toEqual([]);
  });
});

test('twelve months say what was charged by its date, and paid by the date of the payment', async () => {
  const { _id: id } = await charge(ana, { date: '2025-12-31', amount: 10_000 });
  await pay(ana, id, { amount: 6000, date: '2026-01-01' });
  const { body: paid } = await pay(ana, (await charge(ana, { date: '2025-12-01', amount: 500 }))._id, { amount: 500 });
  await voidFirstPayment(paid._id, paid);
  const { body: months } = await ana.send(api.listChargedMonths, { query: { until: '2026-02' } });
  expect(months).toHaveLength(12);
  expect([months[0]?.month, ...months.slice(-3)]).toEqual([
    '2025-03',
    { month: '2025-12', charged: 10_500, paid: 0 },
    { month: '2026-01', charged: 0, paid: 6000 },
    { month: '2026-02', charged: 0, paid: 0 },
  ]);
  const { body: current } = await ana.send(api.listChargedMonths);
  expect(current.at(-1)?.month).toBe(today().slice(0, 7));
  const refused = await ana.send(api.listChargedMonths, { query: { until: '2026-13' } });
  expect(refused.status).toBe(400);
});

describe('the appointments of a period', () => {
  const on = async (from: string, to: string) => ana.send(api.listAppointmentCharges, { query: { from, to } });

  test('say which have a valid charge, and what is pending', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const visit = async (date: string) =>
      (await ana.send(createAppointment, { body: { patientId, date, time: '09:00' } })).body._id;
    const [paid, owed, voided, free, outside] = [
      await visit('2030-01-07'),
      await visit('2030-01-08'),
      await visit('2030-01-09'),
      await visit('2030-01-10'),
      await visit('2030-03-01'),
    ];
    const [first, second, third] = [
      await charge(ana, { patientId, appointmentId: paid, payment: payment({ amount: 25_000 }) }),
      await charge(ana, { patientId, appointmentId: owed, payment: payment() }),
      await charge(ana, { patientId, appointmentId: voided }),
    ];
    await charge(ana, { patientId, appointmentId: outside });
    await ana.send(charges.voidCharge, { params: { id: third._id }, body: { reason: 'No vino' } });
    const { body } = await on('2030-01-07', '2030-02-10');
    expect(body).toEqual([
      { appointmentId: paid, chargeId: first._id, status: 'paid', pending: 0 },
      { appointmentId: owed, chargeId: second._id, status: 'partial', pending: 15_000 },
    ]);
    expect(body.map(({ appointmentId }) => appointmentId)).not.toContain(free);
  });

  test.each([
    ['2030-01-02', '2030-01-01'],
    ['2030-01-01', '2030-02-12'],
    ['mañana', '2030-01-01'],
  ])('refuses from %s to %s', async (from, to) => {
    expect((await on(from, to)).status).toBe(400);
  });
});

test('the totals are the sums over the listed charges', async () => {
  await charge(ana, { payment: payment() });
  await charge(ana);
  const { charges: listed, totals } = await list();
  expect(totals).toEqual(chargeTotals(listed));
});
