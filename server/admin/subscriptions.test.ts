import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/admin';
import { createPatient } from '#contract/patients';
import { addMonths } from '#contract/plans';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { patientInput } from '#server/testing/inputs';

let testApp: BillingTestApp;
let admin: Awaited<ReturnType<BillingTestApp['newAdmin']>>;
beforeAll(async () => {
  testApp = await createBillingTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const set = ({ user }: Pick<Buyer, 'user'>, status: 'free' | 'paid') =>
  admin.send(api.setSubscription, { params: { id: user._id }, body: { status } });
const paymentsOf = async ({ user }: Buyer) =>
  (await admin.send(api.listPaymentsOfUser, { params: { id: user._id } })).body;
const webhooksOf = async ({ user }: Buyer) =>
  (await admin.send(api.listWebhooksOfUser, { params: { id: user._id } })).body;
const infoOf = async ({ user }: Buyer) =>
  (await admin.send(api.getSubscriptionOfUser, { params: { id: user._id } })).body;

async function loggedActs({ user }: Buyer, act: string) {
  const entries = await testApp.sql`
    select actor_id, subject_id from audit_entries where owner_id = ${user._id} and act = ${act}`;
  return [...entries];
}

async function paying(): Promise<Buyer> {
  const buyer = await testApp.newBuyer();
  await testApp.notify(testApp.fakeProvider.pay(await buyer.buys()));
  return buyer;
}

describe('a plan set by an administrator', () => {
  test('as paid has no expiry, applies at once, and is audited', async () => {
    const ana = await testApp.newBuyer();
    expect((await set(ana, 'paid')).status).toBe(204);
    const given = {
      subscriptionType: null,
      subscriptionStatus: 'paid',
      subscriptionExpiresAt: null,
      daysRemaining: null,
      status: 'active',
    };
    expect([await ana.info(), await infoOf(ana)]).toEqual([given, given]);
    for (const _ of [1, 2]) expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(201);
    expect(await loggedActs(ana, 'user.subscription-set-paid')).toEqual([
      { actor_id: admin.user._id, subject_id: ana.user._id },
    ]);
  });

  test('as free ends the paid plan at once, and is audited', async () => {
    const ana = await paying();
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionType: 'monthly' });
    expect((await set(ana, 'free')).status).toBe(204);
    const ended = { subscriptionStatus: 'free', subscriptionExpiresAt: null, daysRemaining: null, status: 'free' };
    expect(await ana.info()).toMatchObject(ended);
    await ana.hasPatient();
    expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(403);
    expect(await loggedActs(ana, 'user.subscription-set-free')).toEqual([
      { actor_id: admin.user._id, subject_id: ana.user._id },
    ]);
  });

  test('as free voids earlier payments: the next payment buys its own period only', async () => {
    const ana = await paying();
    await set(ana, 'free');
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual')));
    const [last] = await ana.history();
    const end = addMonths(new Date(last?.processedAt ?? 0), 12).toISOString();
    expect(await ana.info()).toMatchObject({ status: 'active', subscriptionExpiresAt: end });
  });

  test('several times is the last one that was set', async () => {
    const ana = await paying();
    for (const status of ['free', 'paid', 'free', 'paid'] as const) {
      await set(ana, status);
      expect(await infoOf(ana)).toMatchObject({ subscriptionStatus: status, subscriptionExpiresAt: null });
    }
  });

  test('is refused for an unknown account, and for an unknown status', async () => {
    const nobody = { user: { _id: randomUUID() } } as Buyer;
    for (const status of ['paid', 'free'] as const) expect((await set(nobody, status)).status).toBe(404);
    const ana = await testApp.newBuyer();
    expect((await set(ana, 'gratis' as never)).status).toBe(400);
    expect(await infoOf(ana)).toMatchObject({ status: 'free' });
  });
});

test.each([api.getSubscriptionOfUser, api.listPaymentsOfUser, api.listWebhooksOfUser])(
  '$path knows no account that is not there',
  async (endpoint) => {
    expect((await admin.send(endpoint, { params: { id: randomUUID() } })).status).toBe(404);
  },
);

describe('the payments of a user', () => {
  test('are the same as in their own history', async () => {
    const [ana, berta] = [await paying(), await paying()];
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys('annual'), { status: 'rejected' }));
    expect(await paymentsOf(ana)).toEqual(await ana.history());
    expect((await paymentsOf(ana)).map(({ status }) => status)).toEqual(['rejected', 'approved']);
    expect(await paymentsOf(berta)).toHaveLength(1);
  });

  test('no longer list a deleted payment; its plan and its row stay', async () => {
    const ana = await paying();
    const before = await ana.info();
    const [payment] = await paymentsOf(ana);
    const id = payment?._id ?? '';
    expect((await admin.send(api.deletePayment, { params: { id } })).status).toBe(204);
    expect([await paymentsOf(ana), await ana.history()]).toEqual([[], []]);
    expect(await ana.info()).toEqual(before);
    const [row] = await testApp.sql`select status, deleted_at from payments where id = ${id}`;
    expect(row).toEqual({ status: 'approved', deleted_at: expect.any(Date) });
    expect(await loggedActs(ana, 'payment.deleted')).toEqual([{ actor_id: admin.user._id, subject_id: id }]);
    expect((await admin.send(api.deletePayment, { params: { id } })).status).toBe(404);
  });

  test('answer 404 for an unknown id', async () => {
    const ana = await paying();
    const [webhook] = await webhooksOf(ana);
    for (const id of [randomUUID(), ana.user._id, webhook?._id ?? '']) {
      expect((await admin.send(api.deletePayment, { params: { id } })).status).toBe(404);
    }
  });
});

describe('the notifications of a user', () => {
  test('are those about their payments, newest first', async () => {
    const [ana, berta] = [await testApp.newBuyer(), await paying()];
    const payment = testApp.fakeProvider.pay(await ana.buys(), { status: 'pending' });
    await testApp.notify(payment);
    testApp.fakeProvider.change(payment, { status: 'approved' });
    testApp.passTime(1000);
    await testApp.notify(payment);
    const { name, email } = ana.user;
    const expected = {
      _id: expect.any(String),
      webhookType: 'payment',
      status: 'processed',
      paymentId: String(payment.id),
      ipAddress: '127.0.0.1',
      createdAt: expect.stringMatching(/Z$/),
      errorMessage: null,
      userId: { _id: ana.user._id, name, email },
    };
    const listed = await webhooksOf(ana);
    expect(listed).toEqual([expected, expected]);
    expect((listed[0]?.createdAt ?? '') > (listed[1]?.createdAt ?? '')).toBe(true);
    expect(await webhooksOf(berta)).toHaveLength(1);
  });

  test('no longer list a deleted one, which stays as evidence; the deletion is audited', async () => {
    const ana = await paying();
    const [webhook] = await webhooksOf(ana);
    const id = webhook?._id ?? '';
    expect((await admin.send(api.deleteWebhook, { params: { id } })).status).toBe(204);
    expect(await webhooksOf(ana)).toEqual([]);
    const [row] = await testApp.sql`select status, deleted_at from webhooks where id = ${id}`;
    expect(row).toEqual({ status: 'processed', deleted_at: expect.any(Date) });
    expect(await loggedActs(ana, 'webhook.deleted')).toEqual([{ actor_id: admin.user._id, subject_id: id }]);
    expect((await admin.send(api.deleteWebhook, { params: { id } })).status).toBe(404);
  });
});
