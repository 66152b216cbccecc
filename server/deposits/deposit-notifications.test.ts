import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideTestDeposit, deletePaymentAccount, getTestDeposit, putPaymentAccount } from '#contract/deposits';
import type { ProviderPayment } from '#server/payments/payment-provider';
import { type MercadoPago, startMercadoPago } from '#server/testing/mercado-pago';
import { newTestDeposit } from '#server/testing/payment-account-calls';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { receiveDepositNotification } from './deposit-notifications.service.ts';
import { depositWebhook, findDepositProvider } from './deposit-provider.service.ts';

let fakeProvider: MercadoPago;
let testApp: TestApp;
let ana: Person;
let account: ReturnType<MercadoPago['newAccount']>;
beforeAll(async () => {
  fakeProvider = await startMercadoPago(() => testApp.deps.now());
  testApp = await createTestApp({ mercadoPagoApiUrl: fakeProvider.config.apiUrl });
});
beforeEach(async () => {
  fakeProvider.replyWith('normal');
  testApp.warnings.length = 0;
  ana = await testApp.newProfessional();
  account = fakeProvider.newAccount();
  await setAccount(ana, account);
  fakeProvider.requests.length = 0;
});
afterAll(async () => {
  await testApp.close();
  await fakeProvider.close();
});

const setAccount = (person: Person, { accessToken, webhookSecret }: typeof account) =>
  person.send(putPaymentAccount, { body: { accessToken, webhookSecret } });

/** A payment to the account of Ana. */
async function pay() {
  const id = randomUUID();
  const provider = await testApp.deps.tenantRead(ana.user._id, (db) => findDepositProvider(db, testApp.deps));
  const at = testApp.deps.now();
  const address = 'https://ficha.example.cl';
  const preference = await provider?.createPreference({
    id,
    reference: `abono-${id}`,
    item: { id: 'abono', description: 'Abono de una hora' },
    amount: 10_000,
    createdAt: at,
    expiresAt: at,
    payer: { email: 'rosa@ejemplo.cl', rut: undefined },
    returnUrls: { success: address, failure: address, pending: address },
    notificationUrl: address,
    acceptsPending: false,
    statementDescriptor: undefined,
    metadata: undefined,
  });
  return fakeProvider.pay(preference?.id ?? '');
}

type Notified = Parameters<MercadoPago['notification']>;
const deliver = (key: string, ...[payment, signing]: Notified) =>
  testApp.deliver({ path: depositWebhook(key), ...fakeProvider.notification(payment, signing) });

/** Delivers a notification to the service. Returns the payments that it settles. */
async function settled(...[payment, signing]: Notified): Promise<[string, ProviderPayment][]> {
  const found: [string, ProviderPayment][] = [];
  const settleDeposit = async (ownerId: string, one: ProviderPayment) => void found.push([ownerId, one]);
  const { query, body, headers } = fakeProvider.notification(payment, signing);
  await receiveDepositNotification(
    { ...testApp.deps, settleDeposit },
    {
      accountKey: ana.user._id,
      query: { topic: undefined, id: undefined, ...query },
      body: { id: '1', type: body.type, action: body.action, data: body.data },
      sender: { address: '127.0.0.1', headers },
    },
  );
  return found;
}

describe('a notification', () => {
  test('with the secret of the account settles the payment that the provider reports', async () => {
    const payment = await pay();
    const { webhookSecret: secret, collectorId } = account;
    const [[ownerId, reported] = []] = await settled(payment, { secret });
    expect(ownerId).toBe(ana.user._id);
    expect(reported).toMatchObject({ id: String(payment.id), amount: 10_000, collectorId: String(collectorId) });
    expect(fakeProvider.requests.at(-1)?.authorization).toBe(`Bearer ${account.accessToken}`);
  });

  test('is asked about each time that it is repeated', async () => {
    const payment = await pay();
    const signing = { secret: account.webhookSecret };
    expect(await settled(payment, signing)).toEqual(await settled(payment, signing));
    expect((await deliver(ana.user._id, payment, signing)).status).toBe(200);
    expect((await deliver(ana.user._id, payment, signing)).status).toBe(200);
  });

  test.each([
    ['another type', { type: 'merchant_order' }],
    ['no type that is known', { type: 'topic_claims_integration_wh' }],
  ])('with %s is accepted and changes nothing', async (_, { type }) => {
    const payment = await pay();
    const { query, ...rest } = fakeProvider.notification(payment, { secret: account.webhookSecret });
    const asked = fakeProvider.requests.length;
    const reply = await testApp.deliver({ path: depositWebhook(ana.user._id), ...rest, query: { ...query, type } });
    expect(reply.status).toBe(200);
    expect(fakeProvider.requests).toHaveLength(asked);
  });

  test('about a payment of another account, or of nobody, is accepted and changes nothing', async () => {
    const payment = await pay();
    const other = fakeProvider.newAccount();
    await setAccount(ana, other);
    expect(await settled(payment, { secret: other.webhookSecret })).toEqual([]);
    expect(await settled({ id: 1 }, { secret: other.webhookSecret })).toEqual([]);
  });

  test('is sent again while the provider does not answer', async () => {
    const payment = await pay();
    fakeProvider.replyWith(500);
    const reply = await deliver(ana.user._id, payment, { secret: account.webhookSecret });
    expect(reply).toMatchObject({ status: 503, error: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
  });
});

describe('refused as unsigned, without a call and without a row, is a notification', () => {
  test.each<[string, () => Promise<{ key: string; signing?: Notified[1] }>]>([
    ['with a wrong secret', async () => ({ key: ana.user._id, signing: { secret: 'otro' } })],
    ['with the secret of the installation', async () => ({ key: ana.user._id })],
    [
      'with the secret of another professional',
      async () => {
        const [rosa, hers] = [await testApp.newProfessional(), fakeProvider.newAccount()];
        await setAccount(rosa, hers);
        return { key: ana.user._id, signing: { secret: hers.webhookSecret } };
      },
    ],
    [
      'for another professional',
      async () => ({ key: (await testApp.newProfessional()).user._id, signing: { secret: account.webhookSecret } }),
    ],
    [
      'signed three days ago',
      async () => ({
        key: ana.user._id,
        signing: { secret: account.webhookSecret, ts: String(testApp.deps.now().getTime() - 3 * 24 * 3_600_000) },
      }),
    ],
    [
      'after the credentials were deleted',
      async () => {
        await testApp.sql`update deposits set status = 'ended', next_check_at = null`;
        await ana.send(deletePaymentAccount);
        return { key: ana.user._id, signing: { secret: account.webhookSecret } };
      },
    ],
    ['for an unknown account', async () => ({ key: randomUUID(), signing: { secret: account.webhookSecret } })],
    ['for a malformed key', async () => ({ key: "1'--", signing: { secret: account.webhookSecret } })],
  ])('%s', async (_, prepare) => {
    const payment = await pay();
    const { key, signing } = await prepare();
    fakeProvider.requests.length = 0;
    const reply = await deliver(encodeURIComponent(key), payment, signing);
    expect(reply).toMatchObject({ status: 401, error: { code: 'NOTIFICATION_UNSIGNED' } });
    expect(fakeProvider.requests).toEqual([]);
    expect(await testApp.sql`select from deposit_payments`).toHaveLength(0);
    expect(await testApp.sql`select from webhooks`).toHaveLength(0);
    expect(testApp.warnings).toEqual([
      { account: key.length === 36 ? key : 'malformed', message: 'notification about deposits refused' },
    ]);
    expect(JSON.stringify([reply, testApp.warnings])).not.toContain(account.webhookSecret);
  });
});

describe('the test checkout', () => {
  test('shows what is paid, and posts a signed notification', async () => {
    const rosa = await testApp.newProfessional();
    const params = await newTestDeposit(testApp, rosa);
    const shown = (await testApp.send(getTestDeposit, { params })).body;
    expect(shown).toMatchObject({ professional: rosa.user.name, description: 'Abono de una hora', amount: 10_000 });
    const decide = (outcome: 'approved' | 'rejected') => testApp.send(decideTestDeposit, { params, body: { outcome } });
    expect((await decide('rejected')).body).toEqual({ returnTo: '/cita/de-prueba?pago=rechazado' });
    expect((await decide('approved')).body).toEqual({ returnTo: '/cita/de-prueba' });
    expect((await decide('rejected')).body).toEqual({ returnTo: '/cita/de-prueba' });
    // The deposit of the test is in no table, which the settlement reports.
    expect(testApp.warnings.filter(({ message }) => message === 'notification about deposits refused')).toEqual([]);
    const reference = `abono-${params.id}`;
    const payments = await testApp.deps.depositProviders.testCheckout?.paymentsOf(reference);
    expect(payments?.map(({ status }) => status)).toEqual(['rejected', 'approved']);
  });

  test('refunds a payment, also one of an earlier process', async () => {
    const { testCheckout } = testApp.deps.depositProviders;
    const payment = { id: '77', reference: 'abono-77', amount: 10_000 };
    const refunded = { ...payment, status: 'refunded', refunded: 10_000 };
    for (const _ of [1, 2]) expect(await testCheckout?.refundPayment(payment, 'clave')).toMatchObject(refunded);
    expect(await testCheckout?.findPayment('77')).toMatchObject(refunded);
  });

  test('does not exist for an unknown deposit, or once the professional has credentials', async () => {
    const rosa = await testApp.newProfessional();
    const params = await newTestDeposit(testApp, rosa);
    await setAccount(rosa, fakeProvider.newAccount());
    for (const id of [params.id, randomUUID()]) {
      expect((await testApp.send(getTestDeposit, { params: { id } })).status).toBe(404);
      const decided = await testApp.send(decideTestDeposit, { params: { id }, body: { outcome: 'approved' } });
      expect(decided.status).toBe(404);
    }
  });
});
