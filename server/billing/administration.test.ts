import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setSubscription } from '#contract/admin';
import { addMonths } from '#contract/plans';
import { type Buyer, createPayingWorld, type PayingWorld } from '#server/testing/paying-world';

let world: PayingWorld;
let admin: Awaited<ReturnType<PayingWorld['newAdmin']>>;
beforeAll(async () => {
  world = await createPayingWorld();
  admin = await world.newAdmin();
});
afterAll(() => world.close());

const set = ({ user }: Buyer, status: 'free' | 'paid') =>
  admin.send(setSubscription, { params: { id: user._id }, body: { status } });

async function paysForMonth(buyer: Buyer): Promise<void> {
  await world.notify(world.standIn.pay(await buyer.buys()));
}

test('a payment that is credited while an end waits for its turn is ended with the rest', async () => {
  const ana = await world.newBuyer();
  const payment = world.standIn.pay(await ana.buys());
  const gate = Promise.withResolvers<void>();
  const turns = vi.spyOn(world.deps, 'billingInTransaction');
  const queued = (count: number) => vi.waitFor(() => expect(turns).toHaveBeenCalledTimes(count), 20_000);

  const held = world.deps.billingInTransaction(ana.user._id, () => gate.promise);
  const notified = world.notify(payment);
  await queued(2);
  const ended = set(ana, 'free');
  await queued(3);
  world.passTime(1000);
  gate.resolve();
  await Promise.all([held, notified, ended]);
  turns.mockRestore();
  expect(await ana.info()).toMatchObject({ status: 'free', subscriptionType: null });

  world.passTime(1000);
  await paysForMonth(ana);
  const [last] = await ana.history();
  const end = addMonths(new Date(last?.processedAt ?? 0), 1).toISOString();
  expect(await ana.info()).toMatchObject({ subscriptionExpiresAt: end, subscriptionType: 'monthly' });
});

test('a plan given to somebody whose period had ended has no end either', async () => {
  const ana = await world.newBuyer();
  await paysForMonth(ana);
  world.passTime(40 * 24 * 3600 * 1000);
  admin = { ...admin, ...(await world.logIn(admin.user.email)) };
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'expired' });
  expect((await set(ana, 'paid')).status).toBe(204);
  expect(await (await ana.returns()).info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
});

test('the type of a plan that was ended by hand is not remembered', async () => {
  const ana = await world.newBuyer();
  await paysForMonth(ana);
  expect(await ana.info()).toMatchObject({ subscriptionType: 'monthly' });
  await set(ana, 'free');
  expect(await ana.info()).toMatchObject({ subscriptionType: null });
});
