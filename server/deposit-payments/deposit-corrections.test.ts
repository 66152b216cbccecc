import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAppointment, listAppointments } from '#contract/agenda';
import { listCharges, listPendingCharges } from '#contract/charge-summaries';
import { addChargePayment, type ChargeContent, refundChargePayment, updateCharge } from '#contract/charges';
import { printReceipt } from '#contract/receipts';
import {
  createDepositTestApp,
  DAY_MS,
  DEPOSIT,
  type DepositTestApp,
  MINUTE_MS,
  PRICE,
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

/** The charge of a visit on Tuesday whose deposit was paid. */
async function chargeWithDeposit() {
  const { preferenceId } = await testApp.booked(await testApp.takesDeposits(ana));
  await testApp.notify(ana, testApp.fakeProvider.pay(preferenceId));
  const [charge] = (await ana.send(listCharges)).body.charges;
  testApp.pass(MINUTE_MS);
  if (!charge) throw new Error('the deposit made no charge');
  const params = { id: charge._id };
  const correct = (change: Partial<ChargeContent>) => {
    const { concept, amount, date } = { ...charge, ...change };
    return ana.send(updateCharge, { params, body: { concept, amount, date } });
  };
  return { charge, params, correct };
}

const owed = async () => (await ana.send(listPendingCharges)).body.map(({ pending }) => pending);
const validPayments = (payments: readonly { _id: string; voidedAt?: string | undefined }[]) =>
  payments.filter(({ voidedAt }) => voidedAt === undefined);

test('a patient who did not come owes nothing when the charge is lowered to the deposit, which can still be returned', async () => {
  const { charge, params, correct } = await chargeWithDeposit();
  await ana.send(printReceipt, { params });
  const { body } = await correct({ amount: DEPOSIT });
  expect(body).toMatchObject({ amount: DEPOSIT, paid: DEPOSIT, pending: 0, status: 'paid' });
  const [formerPayment] = body.payments;
  expect(formerPayment).toMatchObject({ _id: charge.payments[0]?._id, voidReason: 'Se corrigió el cobro' });
  const [payment, ...others] = validPayments(body.payments);
  expect([payment, others]).toEqual([expect.objectContaining({ amount: DEPOSIT, method: 'online' }), []]);
  // The receipt says another amount, so it counts no more.
  const receipts = await testApp.sql`
    select from receipts where owner_id = ${ana.user._id} and voided_at is not null`;
  expect(receipts).toHaveLength(1);

  const { body: returned } = await ana.send(refundChargePayment, {
    params: { ...params, paymentId: payment?._id ?? '' },
  });
  expect([returned.paid, validPayments(returned.payments)]).toEqual([0, []]);
  expect((await testApp.deposits(ana.user._id)).map(({ status }) => status)).toEqual(['refunded']);
});

test('a charge is not lowered below its deposit, nor corrected after another payment', async () => {
  const { params, correct } = await chargeWithDeposit();
  const below = await correct({ amount: DEPOSIT - 1 });
  expect([below.status, below.error.details]).toEqual([
    400,
    [{ field: 'amount', message: 'No puede ser menos que el abono que ya se pagó' }],
  ]);
  const payment = { amount: 1000, method: 'cash', date: '2024-11-18' } as const;
  await ana.send(addChargePayment, { params, body: payment });
  const { status, error } = await correct({ concept: 'Control' });
  expect([status, error.code]).toEqual([409, 'CHARGE_HAS_PAYMENTS']);
});

test('what a deposit left is owed from the day to which the visit was moved', async () => {
  await chargeWithDeposit();
  const [visit] = (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
  const later = { date: '2024-11-26', time: '10:00' };
  const params = { id: visit?._id ?? '' };
  expect((await ana.send(changeAppointment, { params, body: later })).status).toBe(200);
  testApp.pass(2 * DAY_MS);
  ana = await testApp.logIn(ana.user.email);
  expect(await owed()).toEqual([]);
  testApp.pass(6 * DAY_MS);
  ana = await testApp.logIn(ana.user.email);
  expect(await owed()).toEqual([PRICE - DEPOSIT]);
});
