import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportCharges, listChargedMonths, listCharges } from '#contract/charge-summaries';
import * as api from '#contract/charges';
import { charge, pay, payment } from '#server/testing/charges';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
});

async function exported(month = '2026-01') {
  const { body, headers } = await ana.send(exportCharges, { query: { month } });
  const text = Buffer.from(body).toString('utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, delimiter: ';' });
  return { text, rows, headers };
}
const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column]), 0);

test('opens in Excel in Spanish, with a row for each payment and each charge without one', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz', rut: '12.345.678-5' });
  const { _id: id } = await charge(ana, { patientId, concept: 'Evaluación', date: '2026-01-31', amount: 40_000 });
  await pay(ana, id, { amount: 10_000, method: 'bono', reference: '123', date: '2026-01-31' });
  await pay(ana, id, { amount: 5000, method: 'cash', date: '2026-01-31' });
  await ana.send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '88' } });
  await charge(ana, { patientId, concept: 'Control', date: '2026-01-01', amount: 7000 });
  await charge(ana, { patientId, date: '2025-12-31' });
  await charge(ana, { patientId, date: '2026-02-01' });
  const { text, headers } = await exported();
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const common = '"Rosa Díaz";"12.345.678-5"';
  expect(text).toBe(
    [
      '\uFEFF"Fecha del cobro";"Paciente";"RUT";"Concepto";"Monto";"Fecha del pago";"Medio";"Referencia";"Pagado";"Pendiente";"Boleta N°";"Estado"',
      `"01-01-2026";${common};"Control";"7000";"";"";"";"0";"7000";"";"Pendiente"`,
      `"31-01-2026";${common};"Evaluación";"40000";"31-01-2026";"Bono";"123";"10000";"25000";"88";"Pago parcial"`,
      `"31-01-2026";${common};"Evaluación";"0";"31-01-2026";"Efectivo";"";"5000";"0";"88";"Pago parcial"`,
      '',
    ].join('\r\n'),
  );
});

test('void charges and payments are marked and count nothing', async () => {
  const { _id: id } = await charge(ana, { payment: payment() });
  const { body } = await ana.send(api.getCharge, { params: { id } });
  const params = { id, paymentId: body.payments[0]?._id ?? '' };
  await ana.send(api.voidChargePayment, { params, body: { reason: 'Otro monto' } });
  expect((await exported()).rows).toMatchObject([
    { Monto: '25000', Pagado: '0', Pendiente: '25000', Estado: 'Pendiente. Pago anulado ($10.000)' },
  ]);
  await ana.send(api.voidCharge, { params: { id }, body: { reason: 'No vino' } });
  expect((await exported()).rows).toMatchObject([
    { Monto: '0', Pagado: '0', Pendiente: '0', Estado: 'Anulado ($25.000). Pago anulado ($10.000)' },
  ]);
});

test('has more charges than it reads at once', async () => {
  const { _id: id } = await charge(ana, { date: '2026-01-05' });
  await testApp.sql`
    insert into charges (owner_id, id, patient_id, patient_name, patient_rut, patient_document_type, concept, amount,
                         date, created_at)
    select owner_id, gen_random_uuid(), patient_id, patient_name, patient_rut, patient_document_type, concept, amount,
           date '2026-01-01' + n % 31, created_at
      from charges, generate_series(1, 1200) n where id = ${id}`;
  const { rows } = await exported();
  expect(rows).toHaveLength(1201);
  const days = rows.map((row) => row['Fecha del cobro']?.split('-').reverse().join('-') ?? '');
  expect(days).toEqual(days.toSorted());
});

test('no cell is read as a formula', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: '@Rosa' });
  const { _id: id } = await charge(ana, { patientId, concept: '=SUMA(A1)' });
  await pay(ana, id, { reference: '+56 9' });
  await ana.send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '-1' } });
  expect((await exported()).rows).toMatchObject([
    { Paciente: "'@Rosa", Concepto: "'=SUMA(A1)", Referencia: "'+56 9", 'Boleta N°': "'-1" },
  ]);
});

test('has the payments of the month, whatever the month of their charge', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz' });
  const { _id: id } = await charge(ana, { patientId, date: '2025-12-20', amount: 40_000 });
  await pay(ana, id, { amount: 10_000, date: '2025-12-31' });
  await pay(ana, id, { amount: 20_000, date: '2026-01-01' });
  await pay(ana, id, { amount: 5000, date: '2026-01-31' });
  const { _id: later } = await charge(ana, { patientId, date: '2026-02-01', amount: 9000 });
  await pay(ana, later, { amount: 4000, date: '2026-01-30' });
  const { _id: unpaid } = await charge(ana, { patientId, date: '2026-01-10', amount: 7000 });
  await pay(ana, unpaid, { amount: 7000, date: '2026-02-02' });
  const facts = ({ rows }: Awaited<ReturnType<typeof exported>>) =>
    rows.map((row) => [row['Fecha del cobro'], row.Monto, row['Fecha del pago'], row.Pagado, row.Pendiente]);
  expect(facts(await exported('2025-12'))).toEqual([['20-12-2025', '40000', '31-12-2025', '10000', '5000']]);
  expect(facts(await exported('2026-01'))).toEqual([
    ['20-12-2025', '0', '01-01-2026', '20000', '0'],
    ['20-12-2025', '0', '31-01-2026', '5000', '0'],
    ['10-01-2026', '7000', '', '0', '0'],
    ['01-02-2026', '0', '30-01-2026', '4000', '0'],
  ]);
  expect(facts(await exported('2026-02'))).toEqual([
    ['10-01-2026', '0', '02-02-2026', '7000', '0'],
    ['01-02-2026', '9000', '', '0', '5000'],
  ]);
});

test('the sum of each column is the total of the month: what was charged, received and is pending of it', async () => {
  await charge(ana, { date: '2026-02-28', amount: 11, payment: payment({ amount: 4, date: '2026-03-01' }) });
  const { _id: id } = await charge(ana, { date: '2026-02-01', amount: 700 });
  for (const amount of [100, 200, 300]) await pay(ana, id, { amount, date: '2026-02-02' });
  const { _id: older } = await charge(ana, { date: '2026-01-31', amount: 50 });
  await pay(ana, older, { amount: 40, date: '2026-02-28' });
  await ana.send(api.voidCharge, {
    params: { id: (await charge(ana, { date: '2026-02-02' }))._id },
    body: { reason: 'No vino' },
  });
  const { body: months } = await ana.send(listChargedMonths, { query: { until: '2026-03' } });
  const { body: all } = await ana.send(listCharges);
  const pending = { '2026-01': 10, '2026-02': 107, '2026-03': 0 };
  const files = [];
  for (const [month, owed] of Object.entries(pending)) {
    const { rows } = await exported(month);
    const known = months.find((one) => one.month === month);
    expect([month, sum(rows, 'Monto'), sum(rows, 'Pagado'), sum(rows, 'Pendiente')]).toEqual([
      month,
      known?.charged,
      known?.paid,
      owed,
    ]);
    files.push(...rows);
  }
  expect([sum(files, 'Monto'), sum(files, 'Pagado'), sum(files, 'Pendiente')]).toEqual([
    all.totals.charged,
    all.totals.paid,
    all.totals.pending,
  ]);
});
