import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { createAppointment } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { listCharges } from '#contract/charge-summaries';
import { refundChargePayment } from '#contract/charges';
import {
  createDepositTestApp,
  DAY_MS,
  type DepositTestApp,
  HOUR_MS,
  MINUTE_MS,
  TUESDAY,
} from '#server/testing/deposits';
import type { Person } from '#server/testing/test-app';

let testApp: DepositTestApp;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  testApp = await createDepositTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.startOver();
  admin = await testApp.newAdmin();
});

const statuses = async () => (await testApp.deposits(ana.user._id)).map(({ status }) => status);
const close = async () => {
  expect((await admin.send(deleteUser, { params: { id: ana.user._id } })).status).toBe(204);
};
const booked = async (rules: { approval?: 'automatic' | 'manual' } = {}) =>
  testApp.booked(await testApp.takesDeposits(ana, rules));

test('a refund that the provider did not answer goes on after the account is closed', async () => {
  const { preferenceId } = await booked();
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  const [charge] = (await ana.send(listCharges, { query: {} })).body.charges;
  testApp.fakeProvider.replyWith(500);
  const params = { id: charge?._id ?? '', paymentId: charge?.payments[0]?._id ?? '' };
  await ana.send(refundChargePayment, { params });
  await close();
  testApp.fakeProvider.replyWith('normal');
  testApp.pass(HOUR_MS);
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
  const [payment] = await testApp.onlinePayments(ana.user._id);
  expect(payment?.isVoid).toBe(true);
});

test('a payment that comes after the account is closed is returned', async () => {
  const { preferenceId } = await booked();
  await close();
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
  expect(await testApp.bookings(ana.user._id)).toEqual(['ended']);
  expect(await testApp.onlinePayments(ana.user._id)).toEqual([]);
});

test('a payment after the account is closed whose notification was lost is returned', async () => {
  const { preferenceId } = await booked();
  testApp.fakeProvider.pay(preferenceId);
  await close();
  testApp.pass(6 * MINUTE_MS);
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
});

test('a request that waits when the account is closed is returned when it ends', async () => {
  const { preferenceId } = await booked({ approval: 'manual' });
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  await close();
  testApp.pass(DAY_MS + 4 * HOUR_MS);
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
});

test('a deposit that waits for another hour when the account is closed is returned before it is purged', async () => {
  const { preferenceId, token } = await booked();
  testApp.pass(HOUR_MS + MINUTE_MS);
  await testApp.runJobs();
  ana = await testApp.logIn(ana.user.email);
  const patient = await ana.hasPatient();
  await ana.send(createAppointment, { body: { patientId: patient._id, date: TUESDAY, time: '10:00', duration: 30 } });
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  expect(await statuses()).toEqual(['unplaced']);
  admin = await testApp.logIn(admin.user.email);
  await close();
  expect((await testApp.send(links.getLinkedAppointment, { params: { token } })).status).toBe(404);
  testApp.pass(7 * DAY_MS);
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
});
