import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setSubscription } from '#contract/admin';
import { addMonths } from '#contract/plans';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { eventually } from '#server/testing/eventually';

let testApp: BillingTestApp;
let admin: Awaited<ReturnType<BillingTestApp['newAdmin']>>;
beforeAll(async () => {
  testApp = await createBillingTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const set = ({ user }: Buyer, status: 'free' | 'paid') =>
  admin.send(setSubscription, { params: { id: user._id }, body: { status } });

async function paysForMonth(buyer: Buyer): Promise<void> {
  await testApp.notify(testApp.fakeProvider.pay(await buyer.buys()));
}

test('ending a plan also voids a payment that is credited while the request waits for the lock', async () => {
  const ana = await testApp.newBuyer();
  const payment = testApp.fakeProvider.pay(await ana.buys());
  const blocker = Promise.withResolvers<void>();
  const transactions = vi.spyOn(testApp.deps, 'billingTransaction');
  const queued = (count: number) => eventually(() => expect(transactions).toHaveBeenCalledTimes(count));

  const held = testApp.deps.billingTransaction(ana.user._id, () => blocker.promise);
  const notified = testApp.notify(payment);
  await queued(2);
  const ended = set(ana, 'free');
  await queued(3);
  testApp.passTime(1000);
  blocker.resolve();
  await Promise.all([held, notified, ended]);
  transactions.mockRestore();
  expect(await ana.info()).toMatchObject({ status: 'free', subscriptionType: null });

  testApp.passTime(1000);
  await paysForMonth(ana);
  const [last] = await ana.history();
  const end = addMonths(new Date(last?.processedAt ?? 0), 1).toISOString();
  expect(await ana.info()).toMatchObject({ subscriptionExpiresAt: end, subscriptionType: 'monthly' });
});

test('a plan granted after an expired period has no end date', async () => {
  const ana = await testApp.newBuyer();
  await paysForMonth(ana);
  testApp.passTime(40 * 24 * 3600 * 1000);
  admin = { ...admin, ...(await testApp.logIn(admin.user.email)) };
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'expired' });
  expect((await set(ana, 'paid')).status).toBe(204);
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
});

test('a plan ended by an administrator has no subscription type', async () => {
  const ana = await testApp.newBuyer();
  await paysForMonth(ana);
  expect(await ana.info()).toMatchObject({ subscriptionType: 'monthly' });
  await set(ana, 'free');
  expect(await ana.info()).toMatchObject({ subscriptionType: null });
});
