import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as api from '#contract/billing';
import { decideTestCheckout, getTestCheckout } from '#contract/test-checkout';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { createTestApp } from '#server/testing/test-app';

let testApp: BillingTestApp;
let ana: Buyer;
beforeAll(async () => {
  testApp = await createBillingTestApp();
});
beforeEach(async () => {
  testApp.fakeProvider.replyWith('normal');
  testApp.fakeProvider.requests.length = 0;
  ana = await testApp.newBuyer();
});
afterAll(() => testApp.close());

const ask = (subscriptionType: 'monthly' | 'annual' = 'monthly') =>
  ana.send(api.createPreference, { body: { subscriptionType } });
const HOUR = 3600 * 1000;

test('creating a preference returns the checkout page', async () => {
  const { status, body } = await ask('annual');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    preference: {
      id: expect.stringMatching(/^446566691-/),
      initPoint: `https://www.mercadopago.cl/checkout/v1/redirect?pref_id=${body.preference.id}`,
      sandboxInitPoint: `https://sandbox.mercadopago.cl/checkout/v1/redirect?pref_id=${body.preference.id}`,
    },
  });
  expect(testApp.fakeProvider.requests.at(-1)?.body).toMatchObject({
    items: [{ unit_price: 37990, currency_id: 'CLP', quantity: 1 }],
    payer: { email: ana.user.email, identification: { type: 'RUT', number: '123456785' } },
  });
  expect(await ana.history()).toEqual([]);
});

test('an unknown plan is rejected', async () => {
  const body = { subscriptionType: 'eternal' } as never;
  const { status, error } = await ana.send(api.createPreference, { body });
  expect([status, error.details]).toEqual([
    400,
    [{ field: 'subscriptionType', message: 'Elige el plan mensual o el anual' }],
  ]);
});

test('repeated and simultaneous requests return the same page, and another plan has another page', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask()));
  const again = await ask();
  expect(new Set([...replies, again].map(({ body }) => body.preference.id)).size).toBe(1);
  expect(new Set(testApp.fakeProvider.requests.map(({ key }) => key)).size).toBe(1);
  expect((await ask('annual')).body.preference.id).not.toBe(again.body.preference.id);
});

test('a purchase with a payment attempt or close to its expiry is not offered again', async () => {
  const first = await ana.buys();
  await testApp.notify(testApp.fakeProvider.pay(first, { status: 'rejected' }));
  const second = await ana.buys();
  expect(second).not.toBe(first);
  testApp.passTime(23 * HOUR + 1);
  expect(await (await ana.returns()).buys()).not.toBe(second);
});

test('a purchase with an old price is not offered again', async () => {
  const first = await ana.buys();
  await testApp.sql`update purchases set amount = 2990 where owner_id = ${ana.user._id}`;
  const second = await ana.buys();
  expect(second).not.toBe(first);
  expect(testApp.fakeProvider.requests.at(-1)?.body).toMatchObject({ items: [{ unit_price: 3990 }] });
  expect(await ana.buys()).toBe(second);
});

test('an account whose plan has no end date cannot start a payment', async () => {
  await ana.pays();
  const { status, error } = await ask();
  expect([status, error.error]).toEqual([409, 'Tu plan no tiene fecha de término: no hay nada que pagar']);
  expect(await ana.history()).toEqual([]);
  expect(testApp.fakeProvider.requests).toEqual([]);
  await testApp.sql`update subscriptions set expires_at = now() + interval '1 day' where owner_id = ${ana.user._id}`;
  expect((await ask()).status).toBe(200);
});

describe('a provider error:', () => {
  test.each([
    ['server error', 500],
    ['closed connection', 'disconnect'],
    ['unreadable reply', 'not-json'],
    ['invalid token', 401],
    ['no reply', 'no-reply'],
  ] as const)('%s returns an error message, and a retry uses the same purchase', async (_, mode) => {
    const original = testApp.deps.payments;
    if (mode === 'no-reply') testApp.shortenProviderTimeout();
    testApp.fakeProvider.replyWith(mode);
    const refused = await ask();
    expect([refused.status, refused.error.error]).toEqual([503, 'No se pudo procesar el pago. Intenta nuevamente.']);
    expect(JSON.stringify(refused.error)).not.toContain('APP_USR');
    expect(await ana.history()).toEqual([]);

    testApp.deps.payments = original;
    testApp.fakeProvider.replyWith('normal');
    expect((await ask()).status).toBe(200);
    expect(new Set(testApp.fakeProvider.requests.map(({ key }) => key)).size).toBe(1);
    const rows = await testApp.sql`select from purchases where owner_id = ${ana.user._id}`;
    expect(rows).toHaveLength(1);
  });
});

test('each user may create thirty preferences an hour', async () => {
  const strict = await createBillingTestApp({ rateLimit: true });
  const [berta, carla] = [await strict.newBuyer(), await strict.newBuyer()];
  const statuses = [];
  for (let i = 0; i < 31; i++) {
    statuses.push((await berta.send(api.createPreference, { body: { subscriptionType: 'monthly' } })).status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect((await carla.send(api.createPreference, { body: { subscriptionType: 'monthly' } })).status).toBe(200);
  await strict.close();
});

test('production without a token has no payments and no test checkout', async () => {
  const bare = await createTestApp({ isProduction: true });
  const berta = await bare.newProfessional();
  const refused = await berta.send(api.createPreference, { body: { subscriptionType: 'monthly' } });
  expect([refused.status, refused.error.error]).toEqual([503, 'Los pagos no están configurados']);
  const params = { id: '0199aaaa-0000-7000-8000-000000000001' };
  expect((await berta.send(getTestCheckout, { params })).status).toBe(404);
  expect((await berta.send(decideTestCheckout, { params, body: { outcome: 'approved' } })).status).toBe(404);
  expect((await berta.send(api.checkPayments)).status).toBe(204);
  expect((await bare.deliver({ query: {}, headers: {}, body: {} })).status).toBe(401);
  expect((await berta.send(api.listPayments)).body).toEqual([]);
  expect(await bare.sql`select from purchases`).toHaveLength(0);
  await bare.close();
});
