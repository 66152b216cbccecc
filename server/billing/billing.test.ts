import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#contract/errors';
import { canCreatePatient, createPatient } from '#contract/patients';
import { addMonths } from '#contract/plans';
import { type BillingTestApp, createBillingTestApp } from '#server/testing/billing-test-app';
import { patientInput } from '#server/testing/inputs';
import { reconcileDue } from './reconcile.service.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

let testApp: BillingTestApp;
beforeAll(async () => {
  testApp = await createBillingTestApp();
});
afterAll(() => testApp.close());

const months = (from: string | null | undefined, count: number) => addMonths(new Date(from ?? 0), count).toISOString();

test('an account without payments is free', async () => {
  const ana = await testApp.newBuyer();
  expect(await ana.info()).toEqual({
    subscriptionType: null,
    subscriptionStatus: 'free',
    subscriptionExpiresAt: null,
    daysRemaining: null,
    status: 'free',
  });
  expect(await ana.history()).toEqual([]);
});

test('the plan follows a payment from checkout to refund', async () => {
  const ana = await testApp.newBuyer();
  const preference = await ana.buys('monthly');
  const cash = testApp.fakeProvider.pay(preference, { status: 'pending', status_detail: 'pending_waiting_payment' });
  expect((await testApp.notify(cash)).status).toBe(200);
  expect(await ana.history()).toMatchObject([
    { status: 'pending', amount: 3990, currency: 'CLP', description: 'Plan Profesional mensual', processedAt: null },
  ]);
  expect(await ana.info()).toMatchObject({ subscriptionStatus: 'free', status: 'free' });

  testApp.fakeProvider.change(cash, { status: 'approved', status_detail: 'accredited' });
  await testApp.notify(cash);
  const [approved] = await ana.history();
  expect(approved).toMatchObject({ status: 'approved', subscriptionType: 'monthly' });
  const first = await ana.info();
  expect(first).toMatchObject({ subscriptionType: 'monthly', subscriptionStatus: 'paid', status: 'active' });
  expect(first.subscriptionExpiresAt).toBe(months(approved?.processedAt, 1));

  const renewal = testApp.fakeProvider.pay(await ana.buys('annual'));
  await testApp.notify(renewal);
  const both = await ana.info();
  expect(both).toMatchObject({ subscriptionType: 'annual', status: 'active' });
  expect(both.subscriptionExpiresAt).toBe(months(first.subscriptionExpiresAt, 12));

  testApp.fakeProvider.change(renewal, { status: 'in_mediation' });
  await testApp.notify(renewal);
  expect((await ana.info()).subscriptionExpiresAt).toBe(both.subscriptionExpiresAt);

  testApp.fakeProvider.change(renewal, { status: 'charged_back', status_detail: 'in_process' });
  await testApp.notify(renewal);
  expect(await ana.info()).toMatchObject({
    subscriptionType: 'monthly',
    subscriptionExpiresAt: first.subscriptionExpiresAt,
  });
  expect((await ana.history()).map((payment) => payment.status)).toEqual(['refunded', 'approved']);

  testApp.fakeProvider.change(renewal, { status: 'approved', status_detail: 'reimbursed' });
  await testApp.notify(renewal);
  expect((await ana.info()).subscriptionExpiresAt).toBe(both.subscriptionExpiresAt);

  for (const payment of [renewal, cash]) {
    testApp.fakeProvider.change(payment, { status: 'refunded' });
    testApp.fakeProvider.change(payment, { status: 'refunded' });
    await testApp.notify(payment);
  }
  expect(await ana.info()).toMatchObject({ subscriptionStatus: 'free', subscriptionExpiresAt: null, status: 'free' });

  const acts = await testApp.sql`
    select act from audit_entries where owner_id = ${ana.user._id} and act like 'payment.%' order by at, id`;
  expect(acts.map(({ act }) => act)).toEqual([
    'payment.started',
    'payment.pending',
    'payment.approved',
    'payment.started',
    'payment.approved',
    'payment.refunded',
    'payment.approved',
    'payment.refunded',
    'payment.refunded',
  ]);
});

test('a partial refund ends the plan, by notification and by polling', async () => {
  const [ana, berta] = [await testApp.newBuyer(), await testApp.newBuyer()];
  const refund = { status: 'approved', status_detail: 'partially_refunded', transaction_amount_refunded: 3985 };
  for (const buyer of [ana, berta]) {
    const payment = testApp.fakeProvider.pay(await buyer.buys('monthly'));
    await testApp.notify(payment);
    expect(await buyer.info()).toMatchObject({ status: 'active' });
    testApp.fakeProvider.change(payment, refund);
    if (buyer === ana) await testApp.notify(payment);
  }
  testApp.passTime(DAY + HOUR);
  await reconcileDue(testApp.deps, testApp.deps.now(), () => false);
  for (const buyer of [await ana.returns(), await berta.returns()]) {
    expect(await buyer.info()).toMatchObject({ status: 'free', subscriptionType: null, subscriptionExpiresAt: null });
    expect(await buyer.history()).toMatchObject([{ status: 'refunded', amount: 3990 }]);
  }
  const acts = await testApp.sql`
    select act from audit_entries where owner_id = ${ana.user._id} and act like 'payment.%' order by at, id`;
  expect(acts.map(({ act }) => act)).toEqual(['payment.started', 'payment.approved', 'payment.refunded']);
});

test('the period is restored when a partial refund is withdrawn', async () => {
  const ana = await testApp.newBuyer();
  const payment = testApp.fakeProvider.pay(await ana.buys('annual'));
  await testApp.notify(payment);
  const paid = await ana.info();
  testApp.fakeProvider.change(payment, { transaction_amount_refunded: 1 });
  await testApp.notify(payment);
  expect(await ana.info()).toMatchObject({ status: 'free' });
  const withdrawn = new Date(Date.parse(payment.date_created) + 60_000).toISOString();
  testApp.fakeProvider.change(payment, { transaction_amount_refunded: 0, date_last_updated: withdrawn });
  await testApp.notify(payment);
  expect(await ana.info()).toEqual(paid);
});

test('a purchase that was paid twice counts twice', async () => {
  const ana = await testApp.newBuyer();
  const preference = await ana.buys();
  const payments = [testApp.fakeProvider.pay(preference), testApp.fakeProvider.pay(preference)];
  for (const payment of payments) await testApp.notify(payment);
  const history = await ana.history();
  expect(history.map((payment) => payment.status)).toEqual(['approved', 'approved']);
  const first = history.map(({ processedAt }) => processedAt ?? '').sort()[0];
  expect((await ana.info()).subscriptionExpiresAt).toBe(months(first, 2));
});

test('a rejected and an approved card are two payments of one purchase', async () => {
  const ana = await testApp.newBuyer();
  const preference = await ana.buys();
  const refused = { status: 'rejected', status_detail: 'cc_rejected_insufficient_amount' };
  await testApp.notify(testApp.fakeProvider.pay(preference, refused));
  expect(await ana.info()).toMatchObject({ status: 'free' });
  await testApp.notify(testApp.fakeProvider.pay(preference));
  expect((await ana.history()).map((payment) => payment.status).sort()).toEqual(['approved', 'rejected']);
  expect(await ana.info()).toMatchObject({ status: 'active' });
});

test('an unpaid checkout is not listed as a payment', async () => {
  const ana = await testApp.newBuyer();
  await ana.buys();
  expect(await ana.history()).toEqual([]);
});

test('a dispute does not change the plan until it is resolved', async () => {
  const [ana, berta] = [await testApp.newBuyer(), await testApp.newBuyer()];
  const pending = testApp.fakeProvider.pay(await ana.buys(), { status: 'pending' });
  await testApp.notify(pending);
  testApp.fakeProvider.change(pending, { status: 'in_mediation' });
  await testApp.notify(pending);
  expect([await ana.info(), await ana.history()]).toMatchObject([{ status: 'free' }, [{ status: 'pending' }]]);

  const approved = testApp.fakeProvider.pay(await berta.buys());
  await testApp.notify(approved);
  testApp.fakeProvider.change(approved, { status: 'in_mediation' });
  await testApp.notify(approved);
  expect(await berta.info()).toMatchObject({ status: 'active' });
  testApp.fakeProvider.change(approved, { status: 'charged_back' });
  await testApp.notify(approved);
  testApp.fakeProvider.change(approved, { status: 'in_mediation' });
  await testApp.notify(approved);
  expect([await berta.info(), await berta.history()]).toMatchObject([{ status: 'free' }, [{ status: 'refunded' }]]);
});

test('a period shows as expiring a week before its end, and the free limits apply at its end', async () => {
  const ana = await testApp.newBuyer();
  await testApp.notify(testApp.fakeProvider.pay(await ana.buys()));
  const { subscriptionExpiresAt } = await ana.info();
  const end = new Date(subscriptionExpiresAt ?? 0).getTime();
  const goTo = async (instant: number) => {
    testApp.passTime(instant - testApp.deps.now().getTime());
    return ana.returns();
  };
  await ana.hasPatient();

  expect(await (await goTo(end - 7 * DAY - HOUR)).info()).toMatchObject({ status: 'active', daysRemaining: 8 });
  expect(await (await goTo(end - 7 * DAY + HOUR)).info()).toMatchObject({ status: 'expiring_soon', daysRemaining: 7 });

  const before = await goTo(end - 60_000);
  expect(await before.info()).toMatchObject({ subscriptionStatus: 'paid', status: 'expiring_soon', daysRemaining: 1 });
  expect((await before.send(canCreatePatient)).body).toEqual({ canCreate: true, message: '' });

  const after = await goTo(end + 1);
  expect(await after.info()).toEqual({
    subscriptionType: 'monthly',
    subscriptionStatus: 'free',
    subscriptionExpiresAt,
    daysRemaining: 0,
    status: 'expired',
  });
  expect((await after.send(canCreatePatient)).body).toEqual({
    canCreate: false,
    message: ERRORS.PATIENT_LIMIT.message,
  });
  expect((await after.send(createPatient, { body: patientInput() })).status).toBe(403);

  await testApp.notify(testApp.fakeProvider.pay(await after.buys()));
  const [renewed] = await after.history();
  expect((await after.info()).subscriptionExpiresAt).toBe(months(renewed?.processedAt, 1));
  expect((await after.send(createPatient, { body: patientInput() })).status).toBe(201);
});

describe('a plan', () => {
  test('set without an end date by an administrator is not changed by payments or refunds', async () => {
    const ana = await testApp.newBuyer();
    const payment = testApp.fakeProvider.pay(await ana.buys());
    await ana.pays();
    await testApp.notify(payment);
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null, daysRemaining: null });
    testApp.fakeProvider.change(payment, { status: 'refunded' });
    await testApp.notify(payment);
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
  });

  test('ended by an administrator is not restored by earlier payments', async () => {
    const ana = await testApp.newBuyer();
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
    const resetAt = testApp.deps.now();
    await testApp.sql`
      update subscriptions set status = 'free', expires_at = null, reset_at = ${resetAt}
       where owner_id = ${ana.user._id}`;
    testApp.passTime(1000);
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('monthly')));
    const [last] = await ana.history();
    expect((await ana.info()).subscriptionExpiresAt).toBe(months(last?.processedAt, 1));
  });
});

test('a user sees no purchases or payments of another user', async () => {
  const [ana, berta] = [await testApp.newBuyer(), await testApp.newBuyer()];
  await testApp.notify(testApp.fakeProvider.pay(await ana.buys()));
  expect(await berta.history()).toEqual([]);
  expect(await berta.info()).toMatchObject({ subscriptionType: null, status: 'free' });
});

describe('database role privileges', () => {
  /** Builds a statement from a string. */
  const raw = (text: string) => Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
  const ROLES = ['ficha_app', 'ficha_identity', 'ficha_catalogue', 'ficha_public'];

  test.each([
    ['purchases', ROLES],
    ['payments', ROLES],
    ['webhooks', ROLES],
    // The role of accounts inserts the plan of DEFAULT_PLAN.
    ['subscriptions', ROLES.filter((role) => role !== 'ficha_identity')],
  ])('the application roles cannot write to %s', async (table, roles) => {
    const found = await testApp.sql`
      select role from unnest(${roles}::text[]) as role
       where has_any_column_privilege(role, ${table}, 'insert, update')
          or has_table_privilege(role, ${table}, 'delete, truncate')`;
    expect([...found]).toEqual([]);
  });

  test('a role cannot read or write data outside its privileges', async () => {
    const ana = await testApp.newBuyer();
    const id = ana.user._id;
    for (const attempt of [
      () => testApp.deps.tenantTransaction(id, (tx) => tx`insert into subscriptions values (${id}, 'paid')`),
      () => testApp.deps.tenantTransaction(id, (tx) => tx`update subscriptions set status = 'paid'`),
      () => testApp.deps.tenantTransaction(id, (tx) => tx`update payments set status = 'approved'`),
      () => testApp.deps.tenantTransaction(id, (tx) => tx`update purchases set amount = 1`),
      () => testApp.deps.tenantRead(id, (db) => db`select from webhooks`),
      () => testApp.deps.identity`update subscriptions set status = 'paid'`,
      () => testApp.deps.billing`update purchases set amount = 1`,
      ...['password_hash', 'name', 'email', 'rut'].map(
        (column) => () => testApp.deps.billing(raw(`select ${column} from users`)),
      ),
      () => testApp.deps.billing`select from sessions`,
      () => testApp.deps.billing`select from patients`,
    ]) {
      await expect(attempt()).rejects.toThrow(/permission denied/);
    }
  });

  test('the billing role cannot record an unknown audit act', async () => {
    const id = (await testApp.newBuyer()).user._id;
    const entry = testApp.deps.billingTransaction(
      id,
      (tx) => tx`
        insert into audit_entries (owner_id, id, at, actor_id, act)
        values (${id}, gen_random_uuid(), now(), ${id}, 'subscription.given')`,
    );
    await expect(entry).rejects.toThrow(/row-level security/);
  });
});
