import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPayments } from '#contract/billing';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { PATIENCE } from './mercado-pago.ts';
import type { PaymentProvider } from './payment-provider.ts';
import * as reconcile from './reconcile.service.ts';

let testApp: BillingTestApp;
let ana: Buyer;
let startedAt: Date;
beforeAll(async () => {
  testApp = await createBillingTestApp();
});
beforeEach(async () => {
  testApp.standIn.answers('well');
  await testApp.sql`delete from purchases`;
  ana = await testApp.newBuyer();
  startedAt = testApp.deps.now();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  testApp.warnings.length = 0;
});
afterAll(() => testApp.close());

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ask = (deps = testApp.deps) => reconcile.askForDue(deps, startedAt, () => false);

/** A round of questions: for how many purchases. */
async function round(): Promise<number> {
  const before = searches();
  await ask();
  return searches() - before;
}

const searches = () => testApp.standIn.asked.filter(({ path }) => path.endsWith('/search')).length;

const status = async (buyer = ana) => (await buyer.info()).status;

/** Time goes by, and the process is started anew. */
const restart = () => {
  testApp.passTime(1);
  startedAt = testApp.deps.now();
};

test('what was paid while nobody listened is made up for at the start', async () => {
  const berta = await testApp.newBuyer();
  testApp.standIn.pay(await ana.buys());
  testApp.standIn.pay(await berta.buys(), { status: 'rejected' });
  const stop = reconcile.startReconciling(testApp.deps);
  await vi.waitFor(async () => expect(await status()).toBe('active'), 20_000);
  await vi.waitFor(async () => expect(await berta.history()).toMatchObject([{ status: 'rejected' }]), 20_000);
  stop();
  expect(testApp.warnings).toEqual([]);
});

test('it goes on every five minutes, until it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const timer = vi.spyOn(globalThis, 'setInterval');
  await ana.buys();
  // Each round ends with a warning, and leaves the purchase to the next.
  testApp.standIn.answers(401);
  const stop = reconcile.startReconciling(testApp.deps);
  expect(timer.mock.calls).toEqual([[expect.any(Function), 5 * MINUTE]]);
  const roundsDone = (count: number) => vi.waitFor(() => expect(testApp.warnings).toHaveLength(count), 20_000);
  await roundsDone(1);
  for (const count of [2, 3]) {
    testApp.passTime(5 * MINUTE);
    vi.advanceTimersToNextTimer();
    await roundsDone(count);
  }
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a notification that then comes after all changes nothing', async () => {
  const payment = testApp.standIn.pay(await ana.buys());
  await round();
  const paid = await ana.info();
  await testApp.notify(payment);
  expect(await ana.info()).toEqual(paid);
  expect(await testApp.sql`select from payments where owner_id = ${ana.user._id}`).toHaveLength(1);
});

describe('asked for is', () => {
  test('what is open, at growing distances: at first in every round, and at least every hour', async () => {
    testApp.standIn.pay(await ana.buys(), { status: 'pending' });
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    testApp.passTime(3 * MINUTE);
    expect(await round()).toBe(0);
    testApp.passTime(2 * MINUTE);
    expect(await round()).toBe(1);
    for (const age of [DAY, 20 * DAY]) {
      testApp.passTime(age);
      expect(await round()).toBe(1);
      testApp.passTime(55 * MINUTE);
      expect(await round()).toBe(0);
      testApp.passTime(5 * MINUTE);
      expect(await round()).toBe(1);
    }
  });

  test('all of it after a start, however lately it was asked for, and however much it is', async () => {
    testApp.standIn.pay(await ana.buys(), { status: 'pending' });
    await round();
    await testApp.sql`
      insert into purchases (owner_id, id, provider, subscription_type, amount, currency, created_at, expires_at,
                             preference_id, init_point, collector_id, asked_at)
      select owner_id, gen_random_uuid(), provider, subscription_type, amount, currency, created_at, expires_at,
             preference_id, init_point, collector_id, asked_at
        from purchases, generate_series(1, 119)`;
    expect(await round()).toBe(0);
    testApp.passTime(3 * MINUTE);
    restart();
    expect(await round()).toBe(120);
    expect(await round()).toBe(0);
  });

  test('what nobody paid, for two days', async () => {
    await ana.buys();
    testApp.passTime(2 * DAY - MINUTE);
    expect(await round()).toBe(1);
    testApp.passTime(DAY);
    expect(await round()).toBe(0);
  });

  test('what is pending, for a month', async () => {
    const payment = testApp.standIn.pay(await ana.buys(), { status: 'pending' });
    expect(await round()).toBe(1);
    testApp.passTime(20 * DAY);
    expect(await round()).toBe(1);
    testApp.standIn.change(payment, { status: 'approved' });
    testApp.passTime(10 * DAY);
    expect(await round()).toBe(1);
    expect(await status(await ana.returns())).toBe('active');
    testApp.standIn.pay(await (await testApp.newBuyer()).buys(), { status: 'pending' });
    await round();
    testApp.passTime(31 * DAY);
    expect(await round()).toBe(0);
  });

  test('what was refused, because it may be tried again; what is paid, not so soon', async () => {
    const preference = await ana.buys();
    testApp.standIn.pay(preference, { status: 'rejected' });
    await round();
    testApp.standIn.pay(preference);
    testApp.passTime(6 * MINUTE);
    expect(await round()).toBe(1);
    expect(await status()).toBe('active');
    testApp.passTime(6 * MINUTE);
    expect(await round()).toBe(0);
    restart();
    expect(await round()).toBe(0);
  });

  test('nothing that went to another provider', async () => {
    await ana.buys();
    const paid = testApp.standIn.pay(await (await testApp.newBuyer()).buys());
    await testApp.notify(paid);
    await testApp.sql`update purchases set provider = 'test'`;
    testApp.passTime(DAY + MINUTE);
    const before = searches();
    await round();
    expect((await (await ana.returns()).send(checkPayments)).status).toBe(204);
    expect(searches()).toBe(before);
  });

  test('each by one process only', async () => {
    const other = await testApp.secondProcess();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => testApp.newBuyer()));
    for (const buyer of buyers) await buyer.buys();
    const before = searches();
    await Promise.all([testApp.deps, other, testApp.deps, other].map(ask));
    expect(searches() - before).toBe(6);
  });
});

describe('money that was given back, and nobody told us,', () => {
  test.each(['refunded', 'charged_back'])('is found within a day: %s', async (given) => {
    const payment = testApp.standIn.pay(await ana.buys());
    await testApp.notify(payment);
    testApp.standIn.change(payment, { status: given });
    testApp.passTime(DAY - HOUR);
    expect(await round()).toBe(0);
    testApp.passTime(HOUR);
    expect(await round()).toBe(1);
    const returned = await ana.returns();
    expect(await status(returned)).toBe('free');
    expect(await returned.history()).toMatchObject([{ status: 'refunded' }]);
    testApp.passTime(2 * DAY);
    expect(await round()).toBe(0);
  });

  test('is asked for once a day, for as long as a plan runs on', async () => {
    await testApp.notify(testApp.standIn.pay(await ana.buys('annual')));
    for (const days of [1, 200, 160]) {
      testApp.passTime(days * DAY);
      expect(await round()).toBe(1);
      expect(await round()).toBe(0);
    }
    testApp.passTime(6 * DAY);
    expect(await round()).toBe(0);
  });

  test('is not asked for when the purchase is older than thirteen months, or the plan has no end', async () => {
    await testApp.notify(testApp.standIn.pay(await ana.buys('annual')));
    await testApp.notify(testApp.standIn.pay(await ana.buys('annual')));
    testApp.passTime(400 * DAY);
    expect(await status(await ana.returns())).toBe('active');
    expect(await round()).toBe(0);
    const berta = await testApp.newBuyer();
    await testApp.notify(testApp.standIn.pay(await berta.buys('annual')));
    await testApp.sql`update subscriptions set expires_at = null where owner_id = ${berta.user._id}`;
    testApp.passTime(DAY);
    expect(await round()).toBe(0);
  });

  test('is asked for fifty at a time', async () => {
    await testApp.notify(testApp.standIn.pay(await ana.buys('annual')));
    await testApp.sql`
      with more as (
        insert into purchases (owner_id, id, provider, subscription_type, amount, currency, created_at, expires_at,
                               preference_id, init_point, collector_id)
        select owner_id, gen_random_uuid(), provider, subscription_type, amount, currency, created_at, expires_at,
               preference_id, init_point, collector_id
          from purchases, generate_series(1, 59)
        returning owner_id, id)
      insert into payments (owner_id, id, purchase_id, provider_payment_id, status, provider_status, amount, created_at,
                            provider_updated_at, credited_at)
      select owner_id, gen_random_uuid(), id, id, 'approved', 'approved', 1, now(), now(), now() from more`;
    testApp.passTime(DAY);
    expect([await round(), await round(), await round()]).toEqual([50, 10, 0]);
  });
});

describe('a provider that does not answer', () => {
  test('ends the round with one warning, and the very next round makes up for it', async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => testApp.newBuyer()));
    for (const buyer of buyers) testApp.standIn.pay(await buyer.buys());
    testApp.passTime(2 * DAY - 10 * MINUTE);
    testApp.standIn.answers(401);
    await round();
    expect(testApp.warnings).toEqual([
      { failures: Array(3).fill('HTTP 401 bad_request'), message: 'payments were not reconciled' },
    ]);
    testApp.standIn.answers('well');
    testApp.passTime(5 * MINUTE);
    expect(await round()).toBe(5);
    for (const buyer of buyers) expect(await status(await buyer.returns())).toBe('active');
  });

  test('for some lets the others have their turn: who was not reached goes first', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => testApp.newBuyer()));
    for (const buyer of buyers) await buyer.buys();
    const tried = async () => {
      const rows = await testApp.sql<{ id: string }[]>`select id from purchases where claimed_at is not null`;
      return rows.map(({ id }) => id);
    };
    testApp.standIn.answers(401);
    await round();
    const first = await tried();
    expect(first).toHaveLength(3);
    testApp.passTime(5 * MINUTE);
    await round();
    expect(new Set([...first, ...(await tried())]).size).toBe(6);
  });

  test('leaves what a process that went down had taken to the next, two minutes later', async () => {
    testApp.standIn.pay(await ana.buys());
    await testApp.sql`update purchases set claimed_at = ${testApp.deps.now()}`;
    expect(await round()).toBe(0);
    testApp.passTime(2 * MINUTE);
    expect(await round()).toBe(1);
    expect(await status()).toBe('active');
  });
});

describe('on return from the checkout', () => {
  test("one's own payments are asked for, at once and as often as it takes, and nobody else's", async () => {
    const berta = await testApp.newBuyer();
    const preference = await ana.buys();
    testApp.standIn.pay(await berta.buys());
    await round();
    testApp.standIn.pay(preference);
    const before = searches();
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
    expect(searches() - before).toBe(1);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(searches() - before).toBe(1);
  });

  test('a provider that does not answer is no error: it will be asked again', async () => {
    testApp.standIn.pay(await ana.buys());
    testApp.standIn.answers(500);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('free');
    testApp.standIn.answers('well');
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
  });

  test('a provider that says nothing at all keeps nobody waiting', async () => {
    testApp.standIn.pay(await ana.buys());
    testApp.standIn.answers('silent');
    const patient = testApp.deps.payments;
    testApp.shortenProviderTimeout();
    expect((await ana.send(checkPayments)).status).toBe(204);

    const provider = {
      ...(patient.provider as PaymentProvider),
      paymentsOf: () => new Promise<never>(() => undefined),
    };
    testApp.deps.payments = { provider, testCheckout: undefined };
    await reconcile.checkPayments(testApp.deps, ana.owner, 100);
    testApp.deps.payments = patient;
    expect(await status()).toBe('free');
    expect(await testApp.sql`select from purchases where asked_at is not null`).toHaveLength(0);
  });

  test('it may be asked sixty times an hour', async () => {
    const strict = await createBillingTestApp({ rateLimit: true });
    const berta = await strict.newBuyer();
    const replies = [];
    for (let i = 0; i < 61; i++) replies.push((await berta.send(checkPayments)).status);
    expect(replies).toEqual([...Array(60).fill(204), 429]);
    await strict.close();
  });
});

test('whoever waits is answered before the browser gives up, and the provider before it tries again', () => {
  const longest = PATIENCE.tries * PATIENCE.tryMs + (PATIENCE.tries - 1) * PATIENCE.pauseMs;
  const [browserMs, providerMs] = [30_000, 22_000];
  expect(longest).toBeLessThan(providerMs);
  expect(longest).toBeLessThan(browserMs);
  expect(reconcile.ANSWER_WITHIN_MS).toBeLessThan(browserMs);
});

test('a clock that was set back does not keep us from asking', async () => {
  await ana.buys();
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  testApp.passTime(-20 * DAY);
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  testApp.passTime(20 * DAY);
});
