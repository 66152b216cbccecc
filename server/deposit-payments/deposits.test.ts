import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { acceptBookingRequest, countBookingRequests, listBookingRequests } from '#contract/booking-requests';
import { listCharges } from '#contract/charge-summaries';
import {
  createDepositTestApp,
  DEPOSIT,
  type DepositTestApp,
  MINUTE_MS,
  PRICE,
  START,
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
const linked = async (token: string) => (await testApp.send(links.getLinkedAppointment, { params: { token } })).body;
const visits = async () => (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
const charges = async () => (await ana.send(listCharges, { query: {} })).body;

describe('a booking of a service with a deposit', () => {
  test('waits for the payment, holds its hour for an hour, and shows where to pay', async () => {
    const page = await testApp.takesDeposits(ana);
    expect((await testApp.page(page)).services[0]?.deposit).toBe(DEPOSIT);
    const { status, body, token } = await testApp.booked(page);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'unpaid',
      expiresAt: new Date(START.getTime() + 3_600_000).toISOString(),
      paymentUrl: expect.stringContaining('mercadopago.cl'),
    });
    expect((await testApp.booked(page)).error.code).toBe('SLOT_TAKEN');
    expect((await ana.send(countBookingRequests)).body.total).toBe(0);
    const [request] = (await ana.send(listBookingRequests)).body;
    expect(request).toMatchObject({ status: 'unpaid', deposit: { amount: DEPOSIT, isPaid: false } });
    expect(await linked(token)).toMatchObject({
      status: 'scheduled',
      canCancel: true,
      isBookingToConfirm: false,
      deposit: { amount: DEPOSIT, status: 'open', paymentUrl: body.paymentUrl, isReturnedOnCancel: false },
    });
    // Only the provider says that it was paid.
    const confirmed = await testApp.send(links.confirmLinkedAppointment, { params: { token } });
    expect(confirmed.body.deposit?.status).toBe('open');
  });

  test('becomes an appointment with a charge when its payment is approved', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId, token } = await testApp.booked(page);
    const payment = testApp.fakeProvider.pay(preferenceId);
    expect((await testApp.notify(ana, payment)).status).toBe(200);
    expect(await statuses()).toEqual(['paid']);
    expect(await visits()).toHaveLength(1);
    const { charges: listed, totals } = await charges();
    expect(listed).toMatchObject([
      { amount: PRICE, paid: DEPOSIT, pending: PRICE - DEPOSIT, status: 'partial', payments: [{ method: 'online' }] },
    ]);
    expect(totals.byMethod.online).toBe(DEPOSIT);
    // The visit begins on Tuesday at 10:00 in Santiago. It can be cancelled until twelve hours before.
    expect(await linked(token)).toMatchObject({
      deposit: { status: 'paid', isReturnedOnCancel: true, returnedUntil: '2024-11-19T01:00:00.000Z' },
    });
    testApp.setNow(new Date('2024-11-19T01:00:00.001Z'));
    const { deposit } = await linked(token);
    expect(deposit).toEqual({ amount: DEPOSIT, status: 'paid', isReturnedOnCancel: false });
  });

  test('asks the professional where approval is manual, and is charged when accepted', async () => {
    const page = await testApp.takesDeposits(ana, { approval: 'manual' });
    const { preferenceId } = await testApp.booked(page);
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    expect((await ana.send(countBookingRequests)).body.total).toBe(1);
    const [request] = (await ana.send(listBookingRequests)).body;
    expect(request).toMatchObject({ status: 'requested', deposit: { isPaid: true } });
    expect((await charges()).charges).toEqual([]);
    const { status, body } = await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    expect(status).toBe(201);
    expect((await charges()).charges).toMatchObject([{ appointmentId: body._id, paid: DEPOSIT }]);
  });

  test('is of the day of the visit, with a payment of the day on which the patient paid', async () => {
    // Monday, 23:55.
    testApp.setNow(new Date('2024-11-19T02:55:00Z'));
    ana = await testApp.newProfessional();
    const page = await testApp.takesDeposits(ana, { approval: 'manual' });
    const { preferenceId } = await testApp.booked(page, { date: '2024-11-21' });
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    testApp.pass(10 * MINUTE_MS);
    const [request] = (await ana.send(listBookingRequests)).body;
    await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    const [charge] = (await charges()).charges;
    expect([charge?.date, charge?.payments[0]?.date]).toEqual(['2024-11-21', '2024-11-18']);
  });

  test('without a price is charged at its deposit', async () => {
    const page = await testApp.takesDeposits(ana, {}, { price: null });
    const { preferenceId } = await testApp.booked(page);
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    expect((await charges()).charges).toMatchObject([{ amount: DEPOSIT, status: 'paid' }]);
  });

  test('is charged once for a notification that comes twenty times at once', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    const payment = testApp.fakeProvider.pay(preferenceId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => testApp.notify(ana, payment)));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await testApp.onlinePayments(ownerId())).toEqual([{ amount: DEPOSIT, isVoid: false, charged: PRICE }]);
  });

  test('ignores an older state that comes after the approval', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    const payment = testApp.fakeProvider.pay(preferenceId);
    await testApp.notify(ana, payment);
    const earlier = { status: 'pending', date_last_updated: payment.date_created };
    await testApp.notify(ana, testApp.fakeProvider.change(payment, earlier));
    expect(await statuses()).toEqual(['paid']);
  });

  test('stays unpaid after a rejected attempt, and takes the next one', async () => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId, { status: 'rejected' }));
    expect(await statuses()).toEqual(['open']);
    await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
    expect(await statuses()).toEqual(['paid']);
  });

  test.each([
    ['another amount', { transaction_amount: DEPOSIT - 1 }],
    ['another currency', { currency_id: 'USD' }],
    ['an unknown reference', { external_reference: 'abono-0190f3a0-0000-7000-8000-000000000000' }],
    ['a reference of the subscription', { external_reference: 'fa-0190f3a0-0000-7000-8000-000000000000' }],
  ])('is not settled by a payment with %s', async (_, details) => {
    const page = await testApp.takesDeposits(ana);
    const { preferenceId } = await testApp.booked(page);
    const before = testApp.warnings.length;
    expect((await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId, details))).status).toBe(200);
    expect(await statuses()).toEqual(['open']);
    expect(testApp.warnings.slice(before)).toMatchObject([{ message: 'deposit refused' }]);
  });

  test('is not settled by a notification with another signature, or of another account', async () => {
    const page = await testApp.takesDeposits(ana);
    const berta = await testApp.newProfessional();
    await testApp.takesDeposits(berta);
    const { preferenceId } = await testApp.booked(page);
    const payment = testApp.fakeProvider.pay(preferenceId);
    expect((await testApp.notify(ana, payment, { secret: 'otra' })).status).toBe(401);
    // A deposit of somebody else is unknown.
    expect((await testApp.notify(berta, payment)).status).toBe(200);
    expect(await statuses()).toEqual(['open']);
  });

  test('frees its hour at once when the provider does not answer', async () => {
    const page = await testApp.takesDeposits(ana);
    testApp.fakeProvider.replyWith(500);
    const { status, error } = await testApp.booked(page);
    expect([status, error.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect([await statuses(), await testApp.bookings(ownerId())]).toEqual([['ended'], ['ended']]);
    testApp.fakeProvider.replyWith('normal');
    expect((await testApp.booked(page)).status).toBe(201);
  });

  test('counts among the bookings that one person may have', async () => {
    const page = await testApp.takesDeposits(ana);
    const email = 'rosa@ejemplo.cl';
    await testApp.booked(page, { time: '09:00', email });
    await testApp.booked(page, { time: '10:00', email });
    expect((await testApp.booked(page, { time: '11:00', email })).error.code).toBe('TOO_MANY_BOOKINGS');
  });

  test('is one of at most four that a network holds unpaid with a professional, whoever books', async () => {
    const page = await testApp.takesDeposits(ana);
    const first = await testApp.booked(page, { time: '09:00' });
    for (const time of ['09:30', '10:00', '10:30']) expect((await testApp.booked(page, { time })).status).toBe(201);
    const fifth = () => testApp.booked(page, { time: '11:00' });
    expect((await fifth()).error.code).toBe('TOO_MANY_UNPAID');
    const berta = await testApp.newProfessional();
    expect((await testApp.booked(await testApp.takesDeposits(berta))).status).toBe(201);
    await testApp.notify(ana, testApp.fakeProvider.pay(first.preferenceId));
    expect((await fifth()).status).toBe(201);
    expect((await testApp.booked(page, { time: '11:30' })).error.code).toBe('TOO_MANY_UNPAID');
    testApp.pass(61 * MINUTE_MS);
    expect((await testApp.booked(page, { time: '11:30' })).status).toBe(201);
  });
});
