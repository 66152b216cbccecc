import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPayments } from '#contract/billing';
import { RETRY } from '#server/payments/mercado-pago';
import type { PaymentProvider } from '#server/payments/payment-provider';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { eventually } from '#server/testing/eventually';
import * as reconcile from './reconcile.service.ts';

let testApp: BillingTestApp;
let ana: Buyer;
let startedAt: Date;
beforeAll(async () => {
  testApp = await createBillingTestApp();
});
beforeEach(async () => {
  testApp.fakeProvider.replyWith('normal');
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

const reconcileOnce = (deps = testApp.deps) => reconcile.reconcileDue(deps, startedAt, () => false);

/** Runs one round and returns the number of purchases it polls. */
async function round(): Promise<number> {
  const before = searches();
  await reconcileOnce();
  return searches() - before;
}

const searches = () => testApp.fakeProvider.requests.filter(({ path }) => path.endsWith('/search')).length;

const status = async (buyer = ana) => (await buyer.info()).status;

/** Simulates a process restart. */
const restart = () => {
  testApp.passTime(1);
  startedAt = testApp.deps.now();
};

test('payments made while the server was down are found at startup', async () => {
  const berta = await testApp.newBuyer();
  testApp.fakeProvider.pay(await ana.buys());
  testApp.fakeProvider.pay(await berta.buys(), { status: 'rejected' });
  const stop = reconcile.startReconciling(testApp.deps);
  await eventually(async () => expect(await status()).toBe('active'));
  await eventually(async () => expect(await berta.history()).toMatchObject([{ status: 'rejected' }]));
  stop();
  expect(testApp.warnings).toEqual([]);
});

test('a round runs every five minutes until reconciling is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const timer = vi.spyOn(globalThis, 'setInterval');
  await ana.buys();
  // Each round fails with a warning, so the purchase stays due.
  testApp.fakeProvider.replyWith(401);
  const stop = reconcile.startReconciling(testApp.deps);
  expect(timer.mock.calls).toEqual([[expect.any(Function), 5 * MINUTE]]);
  const roundsDone = (count: number) => eventually(() => expect(testApp.warnings).toHaveLength(count));
  await roundsDone(1);
  for (const count of [2, 3]) {
    testApp.passTime(5 * MINUTE);
    vi.advanceTimersToNextTimer();
    await roundsDone(count);
  }
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('the lag is how long the oldest due query is overdue, and an answer ends it', async () => {
  const lag = () => reconcile.reconciliationLag(testApp.deps);
  expect(await lag()).toBe(0);
  await ana.buys();
  await round();
  expect(await lag()).toBe(0);
  // A query is due four minutes after the last one.
  testApp.passTime(10 * MINUTE);
  testApp.fakeProvider.replyWith(401);
  await round();
  expect(Math.round(((await lag()) ?? 0) / 60)).toBe(6);
  testApp.passTime(10 * MINUTE);
  expect(Math.round(((await lag()) ?? 0) / 60)).toBe(16);
  testApp.fakeProvider.replyWith('normal');
  await round();
  expect(await lag()).toBe(0);
  // An unpaid checkout is given up after two days.
  testApp.passTime(3 * DAY);
  expect(await lag()).toBe(0);
  const { payments: _, ...withoutProvider } = testApp.deps;
  const payments = { provider: undefined, testCheckout: undefined };
  expect(await reconcile.reconciliationLag({ ...withoutProvider, payments })).toBeNull();
});

test('a notification that arrives after reconciliation changes nothing', async () => {
  const payment = testApp.fakeProvider.pay(await ana.buys());
  await round();
  const paid = await ana.info();
  await testApp.notify(payment);
  expect(await ana.info()).toEqual(paid);
  expect(await testApp.sql`select from payments where owner_id = ${ana.user._id}`).toHaveLength(1);
});

describe('polling', () => {
  test('covers unsettled purchases at growing intervals, from every round to once an hour', async () => {
    testApp.fakeProvider.pay(await ana.buys(), { status: 'pending' });
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

  test('covers all unsettled purchases after a restart, in several batches', async () => {
    testApp.fakeProvider.pay(await ana.buys(), { status: 'pending' });
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

  test('covers a purchase without payments for two days', async () => {
    await ana.buys();
    testApp.passTime(2 * DAY - MINUTE);
    expect(await round()).toBe(1);
    testApp.passTime(DAY);
    expect(await round()).toBe(0);
  });

  test('covers a pending payment for a month', async () => {
    const payment = testApp.fakeProvider.pay(await ana.buys(), { status: 'pending' });
    expect(await round()).toBe(1);
    testApp.passTime(20 * DAY);
    expect(await round()).toBe(1);
    testApp.fakeProvider.change(payment, { status: 'approved' });
    testApp.passTime(10 * DAY);
    expect(await round()).toBe(1);
    expect(await status(await ana.returns())).toBe('active');
    testApp.fakeProvider.pay(await (await testApp.newBuyer()).buys(), { status: 'pending' });
    await round();
    testApp.passTime(31 * DAY);
    expect(await round()).toBe(0);
  });

  test('continues after a rejected payment and stops after an approved payment', async () => {
    const preference = await ana.buys();
    testApp.fakeProvider.pay(preference, { status: 'rejected' });
    await round();
    testApp.fakeProvider.pay(preference);
    testApp.passTime(6 * MINUTE);
    expect(await round()).toBe(1);
    expect(await status()).toBe('active');
    testApp.passTime(6 * MINUTE);
    expect(await round()).toBe(0);
    restart();
    expect(await round()).toBe(0);
  });

  test('skips purchases of another provider', async () => {
    await ana.buys();
    const paid = testApp.fakeProvider.pay(await (await testApp.newBuyer()).buys());
    await testApp.notify(paid);
    await testApp.sql`update purchases set provider = 'test'`;
    testApp.passTime(DAY + MINUTE);
    const before = searches();
    await round();
    expect((await (await ana.returns()).send(checkPayments)).status).toBe(204);
    expect(searches()).toBe(before);
  });

  test('covers each purchase in one process only', async () => {
    const other = await testApp.secondProcess();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => testApp.newBuyer()));
    for (const buyer of buyers) await buyer.buys();
    const before = searches();
    await Promise.all([testApp.deps, other, testApp.deps, other].map(reconcileOnce));
    expect(searches() - before).toBe(6);
  });
});

describe('a refund without a notification', () => {
  test.each(['refunded', 'charged_back'])('is found within a day: %s', async (given) => {
    const payment = testApp.fakeProvider.pay(await ana.buys());
    await testApp.notify(payment);
    testApp.fakeProvider.change(payment, { status: given });
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

  test('is checked for once a day while the plan is active', async () => {
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
    for (const days of [1, 200, 160]) {
      testApp.passTime(days * DAY);
      expect(await round()).toBe(1);
      expect(await round()).toBe(0);
    }
    testApp.passTime(6 * DAY);
    expect(await round()).toBe(0);
  });

  test('is not checked for if the purchase is older than thirteen months or the plan has no end date', async () => {
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
    testApp.passTime(400 * DAY);
    expect(await status(await ana.returns())).toBe('active');
    expect(await round()).toBe(0);
    const berta = await testApp.newBuyer();
    await testApp.notify(testApp.fakeProvider.pay(await berta.buys('annual')));
    await testApp.sql`update subscriptions set expires_at = null where owner_id = ${berta.user._id}`;
    testApp.passTime(DAY);
    expect(await round()).toBe(0);
  });

  test('is checked for in batches of fifty', async () => {
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
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

describe('failures:', () => {
  test('a round with provider errors ends with one warning, and the next round succeeds', async () => {
    const buyers = await Promise.all(Array.from({ length: 5 }, () => testApp.newBuyer()));
    for (const buyer of buyers) testApp.fakeProvider.pay(await buyer.buys());
    testApp.passTime(2 * DAY - 10 * MINUTE);
    testApp.fakeProvider.replyWith(401);
    await round();
    expect(testApp.warnings).toEqual([
      { failures: Array(3).fill('HTTP 401 bad_request'), message: 'payments were not reconciled' },
    ]);
    testApp.fakeProvider.replyWith('normal');
    testApp.passTime(5 * MINUTE);
    expect(await round()).toBe(5);
    for (const buyer of buyers) expect(await status(await buyer.returns())).toBe('active');
  });

  test('the round after a failed round starts with the purchases that were not tried', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => testApp.newBuyer()));
    for (const buyer of buyers) await buyer.buys();
    const tried = async () => {
      const rows = await testApp.sql<{ id: string }[]>`select id from purchases where claimed_at is not null`;
      return rows.map(({ id }) => id);
    };
    testApp.fakeProvider.replyWith(401);
    await round();
    const first = await tried();
    expect(first).toHaveLength(3);
    testApp.passTime(5 * MINUTE);
    await round();
    expect(new Set([...first, ...(await tried())]).size).toBe(6);
  });

  test('the claims of a crashed process expire after two minutes', async () => {
    testApp.fakeProvider.pay(await ana.buys());
    await testApp.sql`update purchases set claimed_at = ${testApp.deps.now()}`;
    expect(await round()).toBe(0);
    testApp.passTime(2 * MINUTE);
    expect(await round()).toBe(1);
    expect(await status()).toBe('active');
  });
});

describe('on return from the checkout', () => {
  test('only the payments of the caller are checked, until they are settled', async () => {
    const berta = await testApp.newBuyer();
    const preference = await ana.buys();
    testApp.fakeProvider.pay(await berta.buys());
    await round();
    testApp.fakeProvider.pay(preference);
    const before = searches();
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
    expect(searches() - before).toBe(1);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(searches() - before).toBe(1);
  });

  test('a provider failure returns no error, and the next check succeeds', async () => {
    testApp.fakeProvider.pay(await ana.buys());
    testApp.fakeProvider.replyWith(500);
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('free');
    testApp.fakeProvider.replyWith('normal');
    expect((await ana.send(checkPayments)).status).toBe(204);
    expect(await status()).toBe('active');
  });

  test('a provider that never replies does not block the request', async () => {
    testApp.fakeProvider.pay(await ana.buys());
    testApp.fakeProvider.replyWith('no-reply');
    const original = testApp.deps.payments;
    testApp.shortenProviderTimeout();
    expect((await ana.send(checkPayments)).status).toBe(204);

    const provider = {
      ...(original.provider as PaymentProvider),
      paymentsOf: () => new Promise<never>(() => undefined),
    };
    testApp.deps.payments = { provider, testCheckout: undefined };
    await reconcile.checkPayments(testApp.deps, ana.owner, 100);
    testApp.deps.payments = original;
    expect(await status()).toBe('free');
    expect(await testApp.sql`select from purchases where asked_at is not null`).toHaveLength(0);
  });

  test('a user may check sixty times an hour', async () => {
    const strict = await createBillingTestApp({ rateLimit: true });
    const berta = await strict.newBuyer();
    const replies = [];
    for (let i = 0; i < 61; i++) replies.push((await berta.send(checkPayments)).status);
    expect(replies).toEqual([...Array(60).fill(204), 429]);
    await strict.close();
  });
});

test('replies are sent before the browser times out and before the provider retries', () => {
  const longest = RETRY.tries * RETRY.tryMs + (RETRY.tries - 1) * RETRY.pauseMs;
  const [browserMs, providerMs] = [30_000, 22_000];
  expect(longest).toBeLessThan(providerMs);
  expect(longest).toBeLessThan(browserMs);
  expect(reconcile.REPLY_TIMEOUT_MS).toBeLessThan(browserMs);
});

test('polling continues after the clock is set back', async () => {
  await ana.buys();
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  testApp.passTime(-20 * DAY);
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  testApp.passTime(20 * DAY);
});
