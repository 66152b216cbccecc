import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccount } from '#contract/account';
import * as admin from '#contract/admin';
import * as api from '#contract/billing';
import { canWriteClinically } from '#contract/clinical-notes';
import { canCreatePatient, createPatient } from '#contract/patients';
import { addMonths, type SubscriptionType } from '#contract/plans';
import { decideTestCheckout, type TestOutcome } from '#contract/test-checkout';
import type { AppDeps } from '#server/app';
import { choosePayments } from '#server/payments/choose-payments';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { patientInput } from '#server/testing/inputs';
import { subscriptionInfo } from './billing.service.ts';

let testApp: BillingTestApp;
let administrator: Awaited<ReturnType<BillingTestApp['newAdmin']>>;
let ana: Buyer;
const configurations = {} as Record<'test' | 'token' | 'production', AppDeps['payments']>;
beforeAll(async () => {
  testApp = await createBillingTestApp();
  administrator = await testApp.newAdmin();
  const around = { publicUrl: testApp.deps.publicUrl, now: testApp.deps.now, deliver: testApp.deliver };
  const none = { mercadoPago: undefined };
  configurations.test = choosePayments({ ...none, isProduction: false }, around);
  configurations.token = choosePayments({ mercadoPago: testApp.fakeProvider.config, isProduction: false }, around);
  configurations.production = choosePayments({ ...none, isProduction: true }, around);
});
beforeEach(async () => {
  startWith('test');
  ana = await testApp.newBuyer();
});
afterAll(() => testApp.close());

/** Simulates a restart with another configuration. */
const startWith = (configuration: keyof typeof configurations) => {
  const payments = configurations[configuration];
  Object.assign(testApp.deps, { payments, countsTestPayments: payments.testCheckout !== undefined });
};

async function buysInTest(subscriptionType: SubscriptionType = 'annual', outcome: TestOutcome = 'approved') {
  startWith('test');
  const { body } = await ana.send(api.createPreference, { body: { subscriptionType } });
  const id = body.preference.initPoint.split('/').at(-1) ?? '';
  expect((await ana.send(decideTestCheckout, { params: { id }, body: { outcome } })).status).toBe(200);
}

async function buysForReal(subscriptionType: SubscriptionType = 'monthly') {
  startWith('token');
  const payment = testApp.fakeProvider.pay(await ana.buys(subscriptionType));
  expect((await testApp.notify(payment)).status).toBe(200);
  return payment;
}

/** Everything that Ana and an administrator can read about Ana's plan. */
async function seen() {
  const { body: settings } = await ana.send(getAccount);
  const { body: subscription } = await administrator.send(admin.getSubscriptionOfUser, {
    params: { id: ana.user._id },
  });
  const { body: user } = await administrator.send(admin.getUser, { params: { id: ana.user._id } });
  const { body: figures } = await administrator.send(admin.getStatistics);
  const { body: first } = await administrator.send(admin.listUsers, {
    query: { sort: 'subscriptionStatus', order: 'desc' },
  });
  return {
    info: await ana.info(),
    subscription,
    plan: settings.subscriptionStatus,
    limit: settings.patientLimit,
    nextPayment: settings.nextPaymentDate,
    administered: [user.subscriptionStatus, user.patientLimit, user.nextPaymentDate],
    mayAdd: (await ana.send(canCreatePatient)).body.canCreate,
    mayWrite: (await ana.send(canWriteClinically)).body.canCreate,
    paidUsers: figures.paidUsers,
    isListedAsPaid: first.findIndex(({ _id }) => _id === ana.user._id) < figures.paidUsers,
  };
}

describe.each(['token', 'production'] as const)('a test checkout payment in the %s configuration', (configuration) => {
  test('is void everywhere, and counts again when the test checkout is configured again', async () => {
    startWith(configuration);
    const { paidUsers } = await seen();
    await buysInTest();
    for (let i = 0; i < 2; i++) await ana.hasPatient();
    const before = await seen();
    expect(before).toMatchObject({
      plan: 'paid',
      limit: -1,
      mayAdd: true,
      mayWrite: true,
      isListedAsPaid: true,
      info: { status: 'active', subscriptionType: 'annual' },
    });
    expect(before.administered).toEqual(['paid', -1, before.info.subscriptionExpiresAt]);

    startWith(configuration);
    const after = await seen();
    expect(after).toEqual({
      plan: 'free',
      limit: 1,
      nextPayment: null,
      mayAdd: false,
      mayWrite: false,
      isListedAsPaid: false,
      administered: ['free', 1, null],
      paidUsers,
      info: NOTHING,
      subscription: NOTHING,
    });
    expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(403);

    startWith('test');
    expect(await seen()).toEqual(before);
  });

  test('is listed as void for the user and for administrators, whatever its status', async () => {
    await buysInTest('annual', 'approved');
    await buysInTest('monthly', 'pending');
    await buysForReal();
    const lists = async () => [
      (await ana.history()).map(({ isVoid }) => isVoid),
      (await administrator.send(admin.listPaymentsOfUser, { params: { id: ana.user._id } })).body.map(
        ({ isVoid }) => isVoid,
      ),
    ];
    startWith('test');
    expect((await lists()).map((list) => list.sort())).toEqual(Array(2).fill([false, false, false]));
    startWith(configuration);
    expect((await lists()).map((list) => list.sort())).toEqual(Array(2).fill([false, true, true]));
  });
});

const NOTHING: api.SubscriptionInfo = {
  subscriptionType: null,
  subscriptionStatus: 'free',
  subscriptionExpiresAt: null,
  daysRemaining: null,
  status: 'free',
};

const months = (from: string | null | undefined, count: number) => addMonths(new Date(from ?? 0), count).toISOString();

test.each(['test first', 'real first'])('a test payment does not extend a real period: %s', async (order) => {
  if (order === 'test first') await buysInTest('annual');
  const payment = await buysForReal('monthly');
  if (order === 'real first') await buysInTest('annual');
  const real = (await ana.history()).find(({ amount }) => amount === 3990);
  const [first = ''] = (await ana.history()).map(({ processedAt }) => processedAt ?? '').sort();

  startWith('token');
  expect(await ana.info()).toMatchObject({
    subscriptionType: 'monthly',
    status: 'active',
    subscriptionExpiresAt: months(real?.processedAt, 1),
  });
  startWith('test');
  expect((await ana.info()).subscriptionExpiresAt).toBe(months(first, 13));

  startWith('token');
  testApp.fakeProvider.change(payment, { status: 'refunded' });
  await testApp.notify(payment);
  expect(await ana.info()).toEqual(NOTHING);
  startWith('test');
  expect(await ana.info()).toMatchObject({ status: 'active', subscriptionType: 'annual' });
});

test('two processes with different configurations each count the payments of their configuration', async () => {
  const other = { ...(await testApp.secondProcess()), countsTestPayments: false };
  await buysInTest('annual');
  await buysForReal('monthly');
  await buysInTest('monthly');
  const elsewhere = await subscriptionInfo(other, ana.owner);
  expect(elsewhere).toMatchObject({ subscriptionType: 'monthly', daysRemaining: expect.any(Number) });
  expect(elsewhere.daysRemaining).toBeLessThanOrEqual(31);
  expect((await ana.info()).daysRemaining).toBeGreaterThan(400);
});

test('a plan ended or granted by an administrator applies in every configuration', async () => {
  const set = (status: 'free' | 'paid') =>
    administrator.send(admin.setSubscription, { params: { id: ana.user._id }, body: { status } });
  await buysInTest();
  await set('free');
  expect(await ana.info()).toEqual(NOTHING);
  testApp.passTime(1000);
  await buysInTest();
  await set('paid');
  for (const configuration of ['test', 'token', 'production'] as const) {
    startWith(configuration);
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
  }
});
