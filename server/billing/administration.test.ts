import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setSubscription } from '#contract/admin';
import { addMonths } from '#contract/plans';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';

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
  await testApp.notify(testApp.standIn.pay(await buyer.buys()));
}

test('a payment that is credited while an end waits for its turn is ended with the rest', async () => {
  const ana = await testApp.newBuyer();
  const payment = testApp.standIn.pay(await ana.buys());
  const gate = Promise.withResolvers<void>();
  const turns = vi.spyOn(testApp.deps, 'billingTransaction');
  const queued = (count: number) => vi.waitFor(() => expect(turns).toHaveBeenCalledTimes(count), 20_000);

  const held = testApp.deps.billingTransaction(ana.user._id, () => gate.promise);
  const notified = testApp.notify(payment);
  await queued(2);
  const ended = set(ana, 'free');
  await queued(3);
  testApp.passTime(1000);
  gate.resolve();
  await Promise.all([held, notified, ended]);
  turns.mockRestore();
  expect(await ana.info()).toMatchObject({ status: 'free', subscriptionType: null });

  testApp.passTime(1000);
  await paysForMonth(ana);
  const [last] = await ana.history();
  const end = addMonths(new Date(last?.processedAt ?? 0), 1).toISOString();
  expect(await ana.info()).toMatchObject({ subscriptionExpiresAt: end, subscriptionType: 'monthly' });
});

test('a plan given to somebody whose period had ended has no end either', async () => {
  const ana = await testApp.newBuyer();
  await paysForMonth(ana);
  testApp.passTime(40 * 24 * 3600 * 1000);
  admin = { ...admin, ...(await testApp.logIn(admin.user.email)) };
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'expired' });
  expect((await set(ana, 'paid')).status).toBe(204);
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
});

test('the type of a plan that was ended by hand is not remembered', async () => {
  const ana = await testApp.newBuyer();
  await paysForMonth(ana);
  expect(await ana.info()).toMatchObject({ subscriptionType: 'monthly' });
  await set(ana, 'free');
  expect(await ana.info()).toMatchObject({ subscriptionType: null });
});
