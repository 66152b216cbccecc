import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENT_LIMIT_MESSAGE } from '#contract/billing';
import { canCreatePatient, createPatient } from '#contract/patients';
import { addMonths } from '#contract/plans';
import { createPayingWorld, type PayingWorld } from '#server/testing/paying-world';
import { patientInput } from '#server/testing/world';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

let world: PayingWorld;
beforeAll(async () => {
  world = await createPayingWorld();
});
afterAll(() => world.close());

const months = (from: string | null | undefined, count: number) => addMonths(new Date(from ?? 0), count).toISOString();

test('an account that never paid is free', async () => {
  const ana = await world.newBuyer();
  expect(await ana.info()).toEqual({
    ...{ subscriptionType: null, subscriptionStatus: 'free', subscriptionExpiresAt: null },
    ...{ daysRemaining: null, status: 'free' },
  });
  expect(await ana.history()).toEqual([]);
});

test('a payment from its page to its charge-back', async () => {
  const ana = await world.newBuyer();
  const preference = await ana.buys('monthly');
  const cash = world.standIn.pay(preference, { status: 'pending', status_detail: 'pending_waiting_payment' });
  expect((await world.notify(cash)).status).toBe(200);
  expect(await ana.history()).toMatchObject([
    { status: 'pending', amount: 3990, currency: 'CLP', description: 'Plan Profesional mensual', processedAt: null },
  ]);
  expect(await ana.info()).toMatchObject({ subscriptionStatus: 'free', status: 'free' });

  world.standIn.change(cash, { status: 'approved', status_detail: 'accredited' });
  await world.notify(cash);
  const [approved] = await ana.history();
  expect(approved).toMatchObject({ status: 'approved', subscriptionType: 'monthly' });
  const first = await ana.info();
  expect(first).toMatchObject({ subscriptionType: 'monthly', subscriptionStatus: 'paid', status: 'active' });
  expect(first.subscriptionExpiresAt).toBe(months(approved?.processedAt, 1));

  const renewal = world.standIn.pay(await ana.buys('annual'));
  await world.notify(renewal);
  const both = await ana.info();
  expect(both).toMatchObject({ subscriptionType: 'annual', status: 'active' });
  expect(both.subscriptionExpiresAt).toBe(months(first.subscriptionExpiresAt, 12));

  world.standIn.change(renewal, { status: 'in_mediation' });
  await world.notify(renewal);
  expect((await ana.info()).subscriptionExpiresAt).toBe(both.subscriptionExpiresAt);

  world.standIn.change(renewal, { status: 'charged_back', status_detail: 'in_process' });
  await world.notify(renewal);
  expect(await ana.info()).toMatchObject({
    subscriptionType: 'monthly',
    subscriptionExpiresAt: first.subscriptionExpiresAt,
  });
  expect((await ana.history()).map((payment) => payment.status)).toEqual(['refunded', 'approved']);

  world.standIn.change(renewal, { status: 'approved', status_detail: 'reimbursed' });
  await world.notify(renewal);
  expect((await ana.info()).subscriptionExpiresAt).toBe(both.subscriptionExpiresAt);

  for (const payment of [renewal, cash]) {
    world.standIn.change(payment, { status: 'refunded' });
    world.standIn.change(payment, { status: 'refunded' });
    await world.notify(payment);
  }
  expect(await ana.info()).toMatchObject({ subscriptionStatus: 'free', subscriptionExpiresAt: null, status: 'free' });

  const acts = await world.sql`
    select act from audit_entries where owner_id = ${ana.user._id} and act like 'payment.%' order by at, id`;
  expect(acts.map(({ act }) => act)).toEqual([
    ...['payment.started', 'payment.pending', 'payment.approved'],
    ...['payment.started', 'payment.approved', 'payment.refunded', 'payment.approved'],
    ...['payment.refunded', 'payment.refunded'],
  ]);
});

test('a purchase that was paid twice counts twice', async () => {
  const ana = await world.newBuyer();
  const preference = await ana.buys();
  const payments = [world.standIn.pay(preference), world.standIn.pay(preference)];
  for (const payment of payments) await world.notify(payment);
  const history = await ana.history();
  expect(history.map((payment) => payment.status)).toEqual(['approved', 'approved']);
  const first = history.map(({ processedAt }) => processedAt ?? '').sort()[0];
  expect((await ana.info()).subscriptionExpiresAt).toBe(months(first, 2));
});

test('a card that was refused, and then another that was not, are two payments of one purchase', async () => {
  const ana = await world.newBuyer();
  const preference = await ana.buys();
  const refused = { status: 'rejected', status_detail: 'cc_rejected_insufficient_amount' };
  await world.notify(world.standIn.pay(preference, refused));
  expect(await ana.info()).toMatchObject({ status: 'free' });
  await world.notify(world.standIn.pay(preference));
  expect((await ana.history()).map((payment) => payment.status).sort()).toEqual(['approved', 'rejected']);
  expect(await ana.info()).toMatchObject({ status: 'active' });
});

test('a page that nobody paid is no payment', async () => {
  const ana = await world.newBuyer();
  await ana.buys();
  expect(await ana.history()).toEqual([]);
});

test('a dispute gives nothing to who had nothing, and takes nothing until it is decided', async () => {
  const [ana, berta] = [await world.newBuyer(), await world.newBuyer()];
  const pending = world.standIn.pay(await ana.buys(), { status: 'pending' });
  await world.notify(pending);
  world.standIn.change(pending, { status: 'in_mediation' });
  await world.notify(pending);
  expect([await ana.info(), await ana.history()]).toMatchObject([{ status: 'free' }, [{ status: 'pending' }]]);

  const approved = world.standIn.pay(await berta.buys());
  await world.notify(approved);
  world.standIn.change(approved, { status: 'in_mediation' });
  await world.notify(approved);
  expect(await berta.info()).toMatchObject({ status: 'active' });
  world.standIn.change(approved, { status: 'charged_back' });
  await world.notify(approved);
  world.standIn.change(approved, { status: 'in_mediation' });
  await world.notify(approved);
  expect([await berta.info(), await berta.history()]).toMatchObject([{ status: 'free' }, [{ status: 'refunded' }]]);
});

test('a period ends by the clock: it is pointed out a week before, and then the free rules hold at once', async () => {
  const ana = await world.newBuyer();
  await world.notify(world.standIn.pay(await ana.buys()));
  const { subscriptionExpiresAt } = await ana.info();
  const end = new Date(subscriptionExpiresAt ?? 0).getTime();
  const goTo = async (instant: number) => {
    world.passTime(instant - world.deps.now().getTime());
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
    ...{ subscriptionType: 'monthly', subscriptionStatus: 'free', subscriptionExpiresAt },
    ...{ daysRemaining: 0, status: 'expired' },
  });
  expect((await after.send(canCreatePatient)).body).toEqual({ canCreate: false, message: PATIENT_LIMIT_MESSAGE });
  expect((await after.send(createPatient, { body: patientInput() })).status).toBe(403);

  await world.notify(world.standIn.pay(await after.buys()));
  const [renewed] = await after.history();
  expect((await after.info()).subscriptionExpiresAt).toBe(months(renewed?.processedAt, 1));
  expect((await after.send(createPatient, { body: patientInput() })).status).toBe(201);
});

describe('a plan that an administrator', () => {
  test('gave without end stays so, whatever is paid or given back', async () => {
    const ana = await world.newBuyer();
    const payment = world.standIn.pay(await ana.buys());
    await ana.pays();
    await world.notify(payment);
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null, daysRemaining: null });
    world.standIn.change(payment, { status: 'refunded' });
    await world.notify(payment);
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: null });
  });

  test('ended is not brought back by what was paid before', async () => {
    const ana = await world.newBuyer();
    await world.notify(world.standIn.pay(await ana.buys('annual')));
    const resetAt = world.deps.now();
    await world.sql`
      update subscriptions set status = 'free', expires_at = null, reset_at = ${resetAt}
       where owner_id = ${ana.user._id}`;
    world.passTime(1000);
    await world.notify(world.standIn.pay(await ana.buys('monthly')));
    const [last] = await ana.history();
    expect((await ana.info()).subscriptionExpiresAt).toBe(months(last?.processedAt, 1));
  });
});

test('nobody sees what another buys and pays', async () => {
  const [ana, berta] = [await world.newBuyer(), await world.newBuyer()];
  await world.notify(world.standIn.pay(await ana.buys()));
  expect(await berta.history()).toEqual([]);
  expect(await berta.info()).toMatchObject({ subscriptionType: null, status: 'free' });
});

describe('the rights of the roles', () => {
  /** A statement whose text is put together here. */
  const raw = (text: string) => Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray;
  const TABLES = ['purchases', 'payments', 'webhooks', 'subscriptions'];

  test.each(TABLES)('the application writes no %s, and neither do its other gates', async (table) => {
    const found = await world.sql`
      select role from unnest(array['ficha_app', 'ficha_identity', 'ficha_catalogue', 'ficha_anybody']) as role
       where has_any_column_privilege(role, ${table}, 'insert, update')
          or has_table_privilege(role, ${table}, 'delete, truncate')`;
    expect([...found]).toEqual([]);
  });

  test('the application cannot give itself a plan, not even its own owner', async () => {
    const ana = await world.newBuyer();
    const id = ana.user._id;
    for (const attempt of [
      () => world.deps.asOwnerInTransaction(id, (tx) => tx`insert into subscriptions values (${id}, 'paid')`),
      () => world.deps.asOwnerInTransaction(id, (tx) => tx`update subscriptions set status = 'paid'`),
      () => world.deps.asOwnerInTransaction(id, (tx) => tx`update payments set status = 'approved'`),
      () => world.deps.asOwnerInTransaction(id, (tx) => tx`update purchases set amount = 1`),
      () => world.deps.asOwner(id, (db) => db`select from webhooks`),
      () => world.deps.identity`update subscriptions set status = 'paid'`,
      () => world.deps.billing`update purchases set amount = 1`,
      ...['password_hash', 'name', 'email', 'rut'].map(
        (column) => () => world.deps.billing(raw(`select ${column} from users`)),
      ),
      () => world.deps.billing`select from sessions`,
      () => world.deps.billing`select from patients`,
    ]) {
      await expect(attempt()).rejects.toThrow(/permission denied/);
    }
  });

  test('billing writes down no act that there is not', async () => {
    const id = (await world.newBuyer()).user._id;
    const entry = world.deps.billingInTransaction(
      id,
      (tx) => tx`
        insert into audit_entries (owner_id, id, at, actor_id, act)
        values (${id}, gen_random_uuid(), now(), ${id}, 'subscription.given')`,
    );
    await expect(entry).rejects.toThrow(/row-level security/);
  });
});
