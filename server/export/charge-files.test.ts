import { afterAll, beforeAll, expect, test } from 'vitest';
import { finalizeCertificate } from '#contract/certificates';
import { putChargeSettings, sendChargeReminder } from '#contract/charge-reminders';
import * as api from '#contract/charges';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { deletePatient } from '#contract/patients';
import { printReceipt } from '#contract/receipts';
import { charge, pay, payment } from '#server/testing/charges';
import { damage } from '#server/testing/damage';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
const NOW = new Date('2026-11-23T15:00:00Z');
const MADE = '23/11/2026 12:00:00';
const RUT = '12345678-5';

/** Charges and payments are exported in the order in which they were made. */
let ticks = 0;
let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(NOW.getTime() + ++ticks) });
  ana = await testApp.newProfessional({ name: 'Ana Pérez', region: 'Región Metropolitana' });
  await ana.pays();
});
afterAll(() => testApp.close());

function cellsIn(files: Map<string, Buffer>, name: string): string[][] | undefined {
  const lines = files.get(name)?.toString().trim().split('\r\n').slice(1);
  return lines?.map((line) => line.slice(1, -1).split('";"'));
}

test('an export has the charges with their payments, void ones included, and the reminders', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz', rut: RUT, phone: '9 1234 5678' });
  const { _id: id } = await charge(ana, { patientId, concept: '=1+1', date: '2026-11-20' });
  const { body: paid } = await pay(ana, id, { method: 'bono', reference: '77', date: '2026-11-21' });
  await pay(ana, id, { amount: 1000, date: '2026-11-22' });
  const params = { id, paymentId: paid.payments[0]?._id ?? '' };
  await ana.send(api.voidChargePayment, { params, body: { reason: 'Otro bono' } });
  await ana.send(api.putInvoiceNumber, { params: { id }, body: { invoiceNumber: '9' } });
  const diagnosis = { code: 'F41.1', description: 'Ansiedad' };
  await ana.send(api.putChargeDiagnosis, { params: { id }, body: { diagnosis } });
  await ana.send(putChargeSettings, { body: { message: 'Quedan {monto}.' } });
  await ana.send(sendChargeReminder, { params: { id: patientId }, body: { channel: 'whatsapp' } });
  const other = await charge(ana, { payment: payment() });
  const trigger = (change: string) => `alter table charges ${change} trigger charges_unchanged`;
  const run = (text: string) => testApp.sql(Object.assign([text], { raw: [text] }));
  await run(trigger('disable'));
  await damage(testApp.sql, 'charges', 'concept', other._id);
  await run(trigger('enable'));

  const acted = [MADE, 'Ana Pérez', '', '', ''];
  const expected = [
    [
      id,
      '2026-11-20',
      'Rosa Díaz',
      RUT,
      'RUT',
      "'=1+1",
      '25000',
      '1000',
      '24000',
      'Pago parcial',
      '9',
      'F41.1 Ansiedad',
      ...acted,
    ],
  ];
  const payments = [
    [id, '2026-11-21', 'Bono', '77', '10000', MADE, 'Ana Pérez', MADE, 'Ana Pérez', 'Otro bono'],
    [id, '2026-11-22', 'Efectivo', '', '1000', ...acted],
  ];
  const whole = readZip((await ana.send(exportAccount)).body as unknown as Uint8Array);
  expect(cellsIn(whole, 'cobros.csv')?.slice(0, 1)).toEqual(expected);
  expect(cellsIn(whole, 'cobros.csv')?.[1]?.[5]).toBe('No se pudo descifrar');
  expect(cellsIn(whole, 'pagos-de-cobros.csv')?.slice(0, 2)).toEqual(payments);
  expect(cellsIn(whole, 'recordatorios-de-pagos.csv')).toEqual([['Rosa Díaz', MADE, 'WhatsApp', 'Enviado', '24000']]);
  expect(JSON.parse(whole.get('cuenta.json')?.toString() ?? '').charges).toEqual({ message: 'Quedan {monto}.' });
  const one = readZip((await ana.send(exportPatient, { params: { id: patientId } })).body as unknown as Uint8Array);
  expect(cellsIn(one, 'cobros.csv')).toEqual(expected);
  expect(cellsIn(one, 'pagos-de-cobros.csv')).toEqual(payments);
  expect(cellsIn(one, 'recordatorios-de-pagos.csv')).toHaveLength(1);
});

test('an export has the receipts as they were printed, those that are void too', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: 'Juan Soto', rut: '9.876.543-3' });
  const { _id: id } = await charge(ana, { patientId, payment: payment() });
  const print = async () =>
    Buffer.from((await ana.send(printReceipt, { params: { id } })).body as unknown as Uint8Array);
  const receipts = [await print()];
  const { body: paid } = await pay(ana, id, { amount: 1000, date: '2026-11-22' });
  receipts.push(await print());
  await ana.send(api.voidChargePayment, {
    params: { id, paymentId: paid.payments[1]?._id ?? '' },
    body: { reason: 'Se registró dos veces' },
  });
  // Never printed.
  await charge(ana, { patientId, payment: payment() });
  const receiptsIn = (reply: { body: unknown }) => {
    const files = readZip(reply.body as Uint8Array);
    const printed = [...files].filter(([name]) => /^documentos\/COB-\d{4}-\d{6}-[0-9A-F]{12}\.pdf$/.test(name));
    const index = files.get('LEEME.html')?.toString();
    for (const [name] of printed) expect(index).toContain(name);
    return printed.map(
      ([, bytes]) => bytes.equals(receipts[0] ?? Buffer.of()) || bytes.equals(receipts[1] ?? Buffer.of()),
    );
  };
  expect(receipts[0]).not.toEqual(receipts[1]);
  expect(receiptsIn(await ana.send(exportPatient, { params: { id: patientId } }))).toEqual([true, true]);
  const { _id: certificate } = await ana.hasCertificate({ patientId });
  await ana.send(finalizeCertificate, { params: { id: certificate } });
  await ana.send(deletePatient, { params: { id: patientId } });
  expect(receiptsIn(await ana.send(exportCustody, { params: { patientId } }))).toEqual([true, true]);
});
