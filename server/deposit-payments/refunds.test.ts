import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deleteAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { listBookingRequests, rejectBookingRequest } from '#contract/booking-requests';
import { listCharges } from '#contract/charge-summaries';
import { createCharge, getCharge, putInvoiceNumber, refundChargePayment, voidChargePayment } from '#contract/charges';
import { newAssistant } from '#server/testing/assistants';
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
let ana: Person;
beforeAll(async () => {
  testApp = await createDepositTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.startOver();
});

const ownerId = () => ana.user._id;
const statuses = async () => (await testApp.deposits(ownerId())).map(({ status }) => status);
const refundCalls = () => testApp.fakeProvider.requests.filter(({ path }) => path.endsWith('/refunds')).length;
const isVoid = async () => (await testApp.onlinePayments(ownerId())).map((payment) => payment.isVoid);

/** A visit whose deposit was paid. */
async function paid(rules: { approval?: 'automatic' | 'manual' } = {}) {
  const page = await testApp.takesDeposits(ana, rules);
  const booked = await testApp.booked(page);
  const payment = testApp.fakeProvider.pay(booked.preferenceId);
  await testApp.notify(ana, payment);
  const { charges } = (await ana.send(listCharges, { query: {} })).body;
  const [charge] = charges;
  return { ...booked, payment, params: { id: charge?._id ?? '', paymentId: charge?.payments[0]?._id ?? '' } };
}

test('a patient who cancels inside the notice gets the deposit back', async () => {
  const { token } = await paid();
  const cancelled = await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  expect(cancelled.body).toMatchObject({ status: 'cancelled', deposit: { status: 'refunding' } });
  await testApp.runJobs();
  expect([await statuses(), await isVoid()]).toEqual([['refunded'], [true]]);
  const again = await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  expect(again.body.deposit?.status).toBe('refunded');
  expect(refundCalls()).toBe(1);
  // Nobody owes a visit that was cancelled.
  expect((await ana.send(listCharges, { query: { status: 'pending' } })).body.charges).toEqual([]);
  const { charges } = (await ana.send(listCharges, { query: { status: 'void' } })).body;
  expect(charges).toMatchObject([{ voidReason: 'La hora se canceló y su abono se devolvió', paid: 0, pending: 0 }]);
});

test('a deleted visit whose deposit is returned is owed by nobody', async () => {
  const { params } = await paid();
  const [visit] = (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
  expect((await ana.send(deleteAppointment, { params: { id: visit?._id ?? '' } })).status).toBe(204);
  expect((await ana.send(refundChargePayment, { params })).body).toMatchObject({ status: 'void', pending: 0 });
});

test('a payment that the storage quota leaves no room for is returned, and its hour is free', async () => {
  const page = await testApp.takesDeposits(ana);
  const { preferenceId } = await testApp.booked(page);
  await testApp.sql`update storage_usage set bytes = 1e15 where owner_id = ${ownerId()}`;
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  expect(await testApp.bookings(ownerId())).toEqual(['ended']);
  await testApp.runJobs();
  expect([await statuses(), await testApp.onlinePayments(ownerId())]).toEqual([['refunded'], []]);
  await testApp.sql`update storage_usage set bytes = 0 where owner_id = ${ownerId()}`;
  expect((await testApp.booked(page)).status).toBe(201);
});

test('a cancelled visit with another payment or a boleta keeps its charge', async () => {
  const { token, params } = await paid();
  await ana.send(putInvoiceNumber, { params: { id: params.id }, body: { invoiceNumber: '123' } });
  await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  await testApp.runJobs();
  expect(await isVoid()).toEqual([true]);
  expect((await ana.send(listCharges, { query: { status: 'pending' } })).body.charges).toHaveLength(1);
});

test('a patient who cancels too late keeps the visit and the deposit', async () => {
  await testApp.hasNotice(ana, 48);
  const { token } = await paid();
  const refused = await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  expect(refused.error.code).toBe('CANCEL_TOO_LATE');
  expect(await statuses()).toEqual(['paid']);
});

test.each(['rejected', 'withdrawn', 'unanswered'])('a %s request is returned', async (how) => {
  const { token } = await paid({ approval: 'manual' });
  const [request] = (await ana.send(listBookingRequests)).body;
  if (how === 'rejected') await ana.send(rejectBookingRequest, { params: { id: request?._id ?? '' } });
  if (how === 'withdrawn') await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  if (how === 'unanswered') testApp.pass(DAY_MS + 4 * HOUR_MS);
  await testApp.runJobs();
  expect(await statuses()).toEqual(['refunded']);
  const { body } = await testApp.send(links.getLinkedAppointment, { params: { token } });
  expect(body).toMatchObject({ status: 'cancelled', deposit: { status: 'refunded' } });
});

test('an assistant who rejects an unpaid request is in the log as who ended its deposit', async () => {
  await testApp.booked(await testApp.takesDeposits(ana));
  const { send } = (await newAssistant(testApp, [ana])).for(ana);
  const [request] = (await send(listBookingRequests)).body;
  await send(rejectBookingRequest, { params: { id: request?._id ?? '' } });
  await testApp.deps.accessRecorder.flush();
  const { body: log } = await ana.send(getAccountAccessLog);
  expect(log.find(({ act }) => act === 'deposit.ended')?.actor).toBe('Marta Soto (secretaría)');
});

describe('a refund by the professional', () => {
  test('voids the online payment, once', async () => {
    const { params } = await paid();
    const before = refundCalls();
    const { status, body } = await ana.send(refundChargePayment, { params });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paid: 0, payments: [{ voidReason: 'Devuelto por Mercado Pago' }] });
    expect((await ana.send(refundChargePayment, { params })).body).toEqual(body);
    expect(refundCalls() - before).toBe(1);
    expect(await statuses()).toEqual(['refunded']);
  });

  test('is the only way to void an online payment', async () => {
    const { params } = await paid();
    const { status, error } = await ana.send(voidChargePayment, { params, body: { reason: 'No vino' } });
    expect([status, error.code]).toEqual([409, 'PAYMENT_ONLINE']);
    expect([await statuses(), await isVoid()]).toEqual([['paid'], [false]]);
  });

  test('is done later when the provider does not answer', async () => {
    const { params } = await paid();
    testApp.fakeProvider.replyWith(500);
    expect((await ana.send(refundChargePayment, { params })).status).toBe(200);
    expect([await statuses(), await isVoid()]).toEqual([['refunding'], [false]]);
    testApp.pass(MINUTE_MS);
    await testApp.runJobs();
    expect(await isVoid()).toEqual([false]);
    testApp.fakeProvider.replyWith('normal');
    testApp.pass(2 * MINUTE_MS);
    await testApp.runJobs();
    expect([await statuses(), await isVoid()]).toEqual([['refunded'], [true]]);
    testApp.pass(DAY_MS);
    const before = refundCalls();
    await testApp.runJobs();
    expect(refundCalls()).toBe(before);
  });

  test('is made once when the process ended after the provider returned the money', async () => {
    const { params, payment } = await paid();
    // Two calls of which the second one gets lost: the refund is made, its answer is not seen.
    testApp.fakeProvider.replyWith('normal', 'normal', 'disconnect', 'disconnect', 'disconnect');
    await ana.send(refundChargePayment, { params });
    testApp.fakeProvider.replyWith('normal');
    testApp.pass(5 * MINUTE_MS);
    await testApp.runJobs();
    expect([await statuses(), await isVoid()]).toEqual([['refunded'], [true]]);
    expect(testApp.fakeProvider.change(payment, {}).transaction_amount_refunded).toBe(payment.transaction_amount);
  });

  test('refuses a payment that did not come from the provider', async () => {
    const patient = await ana.hasPatient();
    const money = { amount: 5000, date: '2024-11-18' };
    const body = {
      patientId: patient._id,
      concept: 'Consulta',
      ...money,
      payment: { ...money, method: 'cash' as const },
    };
    const charge = (await ana.send(createCharge, { body })).body;
    const params = { id: charge._id, paymentId: charge.payments[0]?._id ?? '' };
    expect((await ana.send(refundChargePayment, { params })).error.code).toBe('PAYMENT_NOT_ONLINE');
    const berta = await testApp.newProfessional();
    expect((await berta.send(refundChargePayment, { params })).status).toBe(404);
  });
});

test('a second payment of one deposit is returned', async () => {
  const { preferenceId } = await paid();
  const second = testApp.fakeProvider.pay(preferenceId);
  await testApp.notify(ana, second);
  await testApp.runJobs();
  expect([await statuses(), await isVoid()]).toEqual([['paid'], [false]]);
  const refunds = testApp.fakeProvider.requests.filter(({ path }) => path.endsWith('/refunds'));
  expect(refunds.at(-1)?.path).toContain(String(second.id));
});

test('a part that the provider returned is no longer paid, and a cancellation returns the rest', async () => {
  const { payment, params, token } = await paid();
  testApp.pass(MINUTE_MS);
  await testApp.notify(ana, testApp.fakeProvider.change(payment, { transaction_amount_refunded: 4000 }));
  expect(await statuses()).toEqual(['paid']);
  const { body } = await ana.send(getCharge, { params });
  expect(body).toMatchObject({ paid: 6000, payments: [{ voidReason: 'Mercado Pago devolvió una parte' }, {}] });
  await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  await testApp.runJobs();
  expect([await statuses(), await isVoid()]).toEqual([['refunded'], [true, true]]);
  expect(testApp.fakeProvider.change(payment, {}).transaction_amount_refunded).toBe(10_000);
});

test('the money of a dispute that the provider gives back is not returned again', async () => {
  const { payment } = await paid();
  await testApp.notify(ana, testApp.fakeProvider.change(payment, { status: 'charged_back' }));
  testApp.pass(MINUTE_MS);
  const before = refundCalls();
  await testApp.notify(ana, testApp.fakeProvider.change(payment, { status: 'approved' }));
  testApp.pass(HOUR_MS);
  await testApp.runJobs();
  expect(refundCalls()).toBe(before);
});

test('a payment that cannot be stored keeps no other one from being returned', async () => {
  const { token, preferenceId } = await paid();
  testApp.fakeProvider.change(testApp.fakeProvider.pay(preferenceId), { transaction_amount_refunded: 0.5 });
  await testApp.send(links.cancelLinkedAppointment, { params: { token } });
  await testApp.runJobs();
  expect(await isVoid()).toEqual([true]);
});

test.each([
  ['refunded', { status: 'refunded', transaction_amount_refunded: 10_000 }],
  ['charged_back', { status: 'charged_back' }],
])('a payment that the provider reports as %s voids the online payment', async (_, details) => {
  const { payment } = await paid();
  await testApp.notify(ana, testApp.fakeProvider.change(payment, details));
  expect([await statuses(), await isVoid()]).toEqual([['refunded'], [true]]);
});
