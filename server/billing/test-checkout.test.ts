import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as api from '#contract/billing';
import { decideTestCheckout, getTestCheckout, type TestOutcome } from '#contract/test-checkout';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
let id: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await testApp.sql`delete from webhooks`;
  const { body } = await ana.send(api.createPreference, { body: { subscriptionType: 'annual' } });
  expect(body.preference.initPoint).toMatch(/^http:\/\/localhost:3000\/pago-de-prueba\//);
  id = body.preference.initPoint.split('/').at(-1) ?? '';
});
afterAll(() => testApp.close());

const decide = (outcome: TestOutcome) => ana.send(decideTestCheckout, { params: { id }, body: { outcome } });
const history = async () => (await ana.send(api.listPayments)).body;
const info = async () => (await ana.send(api.getSubscriptionInfo)).body;

test('the page shows the plan, the amount and the account', async () => {
  expect((await ana.send(getTestCheckout, { params: { id } })).body).toEqual({
    description: 'Plan Profesional anual',
    amount: 37990,
    email: ana.user.email,
  });
});

test.each([
  ['approved', 'success', 'active'],
  ['rejected', 'failure', 'free'],
  ['pending', 'pending', 'free'],
] as const)(
  '%s: the notification is processed, and the payer returns with the result %s',
  async (outcome, result, status) => {
    const { body } = await decide(outcome);
    expect(body.returnTo).toBe(`/dashboard/configuracion?tab=suscripcion&payment=${result}`);
    expect(await history()).toMatchObject([{ status: outcome, amount: 37990 }]);
    expect(await info()).toMatchObject({ status });
    const [webhook, ...more] = await testApp.sql`select status, webhook_type, user_id, ip_address from webhooks`;
    expect(webhook).toEqual({
      status: 'processed',
      webhook_type: 'payment',
      user_id: ana.user._id,
      ip_address: '127.0.0.1',
    });
    expect(more).toEqual([]);
  },
);

test('a pending payment can be decided later and stays one payment', async () => {
  await decide('pending');
  await decide('approved');
  expect(await history()).toMatchObject([{ status: 'approved' }]);
  expect(await info()).toMatchObject({ status: 'active', subscriptionType: 'annual' });
});

test('a rejected payment can be retried, and an approved purchase is not paid twice', async () => {
  await decide('rejected');
  await decide('approved');
  const paid = await info();
  await decide('approved');
  expect((await history()).map((payment) => payment.status).sort()).toEqual(['approved', 'rejected']);
  expect(await info()).toEqual(paid);
});

test('a payment whose notification is lost is credited when the payer returns', async () => {
  const { testCheckout } = testApp.deps.payments;
  if (!testCheckout) throw new Error('the test app has no test checkout');
  const { isGenuine } = testCheckout;
  testCheckout.isGenuine = () => false;
  expect((await decide('approved')).status).toBe(200);
  testCheckout.isGenuine = isGenuine;
  expect(await info()).toMatchObject({ status: 'free' });
  await ana.send(api.checkPayments);
  expect(await info()).toMatchObject({ status: 'active' });
});

describe('the page does not exist', () => {
  test('for an expired purchase', async () => {
    testApp.passTime(24 * 3600 * 1000 + 1);
    ana = { ...ana, ...(await testApp.logIn(ana.user.email)) };
    expect((await ana.send(getTestCheckout, { params: { id } })).status).toBe(404);
    expect((await decide('approved')).status).toBe(404);
  });

  test('for a purchase of the real provider', async () => {
    await testApp.sql`update purchases set provider = 'mercado-pago' where id = ${id}`;
    expect((await decide('approved')).status).toBe(404);
  });
});
