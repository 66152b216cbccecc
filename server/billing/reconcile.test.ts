import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPayments } from '#contract/billing';
import { type Buyer, createPayingWorld, type PayingWorld } from '#server/testing/paying-world';
import { askForDue, startReconciling } from './reconcile.ts';

let world: PayingWorld;
let ana: Buyer;
beforeAll(async () => {
  world = await createPayingWorld();
});
beforeEach(async () => {
  world.standIn.answers('well');
  await world.sql`delete from purchases`;
  ana = await world.newBuyer();
});
afterEach(() => warnings.splice(0));
afterAll(() => world.close());

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

const warnings: unknown[] = [];
const warn = (particulars: unknown) => void warnings.push(particulars);

/** A round of questions: for how many purchases. */
async function round(): Promise<number> {
  const before = searches();
  await askForDue(world.deps, () => false, warn);
  return searches() - before;
}

const searches = () => world.standIn.asked.filter(({ path }) => path.endsWith('/search')).length;

const status = async (buyer = ana) => (await buyer.info()).status;

test('what was paid while nobody listened is made up for at the start', async () => {
  const berta = await world.newBuyer();
  world.standIn.pay(await ana.buys());
  world.standIn.pay(await berta.buys(), { status: 'rejected' });
  const stop = startReconciling(world.deps, warn);
  await vi.waitFor(async () => expect(await status()).toBe('active'), 20_000);
  await vi.waitFor(async () => expect(await berta.history()).toMatchObject([{ status: 'rejected' }]), 20_000);
  stop();
  expect(warnings).toEqual([]);
});

test('a notification that then comes after all changes nothing', async () => {
  const payment = world.standIn.pay(await ana.buys());
  await round();
  const paid = await ana.info();
  await world.notify(payment);
  expect(await ana.info()).toEqual(paid);
  expect(await world.sql`select from payments where owner_id = ${ana.user._id}`).toHaveLength(1);
});

describe('asked for is', () => {
  test('what is open, at growing distances: at first every five minutes', async () => {
    await ana.buys();
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    world.passTime(4 * MINUTE);
    expect(await round()).toBe(0);
    world.passTime(2 * MINUTE);
    expect(await round()).toBe(1);
    world.passTime(DAY);
    expect(await round()).toBe(1);
    world.passTime(60 * MINUTE);
    expect(await round()).toBe(0);
    world.passTime(90 * MINUTE);
    expect(await round()).toBe(1);
  });

  test('what nobody paid, for two days', async () => {
    await ana.buys();
    world.passTime(2 * DAY - MINUTE);
    expect(await round()).toBe(1);
    world.passTime(DAY);
    expect(await round()).toBe(0);
  });

  test('what is pending, for a month', async () => {
    const payment = world.standIn.pay(await ana.buys(), { status: 'pending' });
    expect(await round()).toBe(1);
    world.passTime(20 * DAY);
    expect(await round()).toBe(1);
    world.standIn.change(payment, { status: 'approved' });
    world.passTime(10 * DAY);
    expect(await round()).toBe(1);
    expect(await status(await ana.returns())).toBe('active');
    world.passTime(5 * DAY);
    expect(await round()).toBe(0);
  });

  test('what was refused, because it may be tried again; not what is paid', async () => {
    const preference = await ana.buys();
    world.standIn.pay(preference, { status: 'rejected' });
    await round();
    world.standIn.pay(preference);
    world.passTime(6 * MINUTE);
    expect(await round()).toBe(1);
    expect(await status()).toBe('active');
    world.passTime(6 * MINUTE);
    expect(await round()).toBe(0);
  });

  test('each by one process only', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => world.newBuyer()));
    for (const buyer of buyers) await buyer.buys();
    const before = searches();
    await Promise.all(Array.from({ length: 4 }, () => askForDue(world.deps, () => false, warn)));
    expect(searches() - before).toBe(6);
  });
});

test('a provider that does not answer ends the round with one warning, and a later round makes up for it', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => world.newBuyer()));
  for (const buyer of buyers) world.standIn.pay(await buyer.buys());
  world.standIn.answers(401);
  await round();
  expect(warnings).toEqual([{ failures: Array(3).fill('HTTP 401 bad_request') }]);
  world.standIn.answers('well');
  world.passTime(6 * MINUTE);
  await round();
  for (const buyer of buyers) expect(await status(buyer)).toBe('active');
});

test('a payment that is not what was bought is pointed out, and not credited', async () => {
  world.standIn.pay(await ana.buys(), { transaction_amount: 1 });
  await round();
  expect(warnings).toMatchObject([{ reason: 'El monto no es el de la compra: 1 en vez de 3990' }]);
  expect(await status()).toBe('free');
});

describe('on return from the checkout', () => {
  test("one's own payments are asked for, at once and as often as it takes, and nobody else's", async () => {
    const berta = await world.newBuyer();
    const preference = await ana.buys();
    world.standIn.pay(await berta.buys());
    await round();
    world.standIn.pay(preference);
    const before = searches();
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
    expect(searches() - before).toBe(1);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(searches() - before).toBe(1);
  });

  test('a provider that does not answer is no error: it will be asked again', async () => {
    world.standIn.pay(await ana.buys());
    world.standIn.answers(500);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('free');
    world.standIn.answers('well');
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
  });

  test('it may be asked sixty times an hour', async () => {
    const strict = await createPayingWorld({ rateLimit: true });
    const berta = await strict.newBuyer();
    const replies = [];
    for (let i = 0; i < 61; i++) replies.push((await berta.send(checkPayments)).status);
    expect(replies).toEqual([...Array(60).fill(204), 429]);
    await strict.close();
  });
});
