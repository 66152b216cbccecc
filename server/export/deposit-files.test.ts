import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCharges } from '#contract/charge-summaries';
import { exportAccount, exportPatient } from '#contract/export';
import { createDepositTestApp, DEPOSIT, type DepositTestApp, PRICE } from '#server/testing/deposits';
import { readZip } from '#server/testing/read-zip';
import type { Person } from '#server/testing/test-app';

/** When the deposits are asked for and paid, in Santiago. */
const MADE = '18/11/2024 07:10:00';

let testApp: DepositTestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createDepositTestApp();
  ana = await testApp.newProfessional();
});
afterAll(() => testApp.close());

function cellsIn(file: unknown): string[][] {
  const text =
    readZip(file as Uint8Array)
      .get('abonos.csv')
      ?.toString() ?? '';
  const lines = text.trim().split('\r\n').slice(1);
  return lines.map((line) => line.slice(1, -1).split('";"'));
}

test('an export has the deposits with their payments, also unpaid ones, and of a patient the own ones', async () => {
  const page = await testApp.takesDeposits(ana, {}, { name: 'Evaluación' });
  const { preferenceId } = await testApp.booked(page, { time: '10:00' });
  const payment = testApp.fakeProvider.pay(preferenceId);
  await testApp.notify(ana, payment);
  await testApp.booked(page, { time: '11:00' });
  const [charge] = (await ana.send(listCharges, { query: {} })).body.charges;
  const asked = [expect.any(String), MADE, 'Evaluación', String(PRICE), String(DEPOSIT)];
  const paid = [...asked, 'Pagado', String(payment.id), MADE, 'Aprobado', String(DEPOSIT), '0', charge?._id];
  const unpaid = [...asked, 'Por pagar', '', '', '', '', '', ''];
  const whole = cellsIn((await ana.send(exportAccount)).body);
  expect(whole).toHaveLength(2);
  expect(whole).toEqual(expect.arrayContaining([paid, unpaid]));
  // More than are read at once.
  await testApp.sql`
    insert into deposits
    select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'booking_id', gen_random_uuid(),
                                                        'charge_payment_id', null))).*
      from deposits d, generate_series(1, 600) where d.owner_id = ${ana.user._id} and d.charge_payment_id is null`;
  const ids = cellsIn((await ana.send(exportAccount)).body).map(([id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([602, 602]);
  const params = { id: charge?.patientId ?? '' };
  expect(cellsIn((await ana.send(exportPatient, { params })).body)).toEqual([paid]);
});
