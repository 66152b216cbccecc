import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentStatus } from '#contract/billing';
import { purchaseOrder } from '#server/billing/purchase-order';
import { type MercadoPago, startMercadoPago } from '#server/testing/mercado-pago';
import { freePort } from '#server/testing/process';
import { mercadoPago } from './mercado-pago.ts';
import { isRefunded, type Order } from './payment-provider.ts';

let fakeProvider: MercadoPago;
beforeAll(async () => {
  fakeProvider = await startMercadoPago(() => new Date());
});
beforeEach(() => {
  fakeProvider.replyWith('normal');
  fakeProvider.requests.length = 0;
});
afterAll(() => fakeProvider.close());

const provider = ({ tryMs = 8000, accessToken = fakeProvider.config.accessToken } = {}) =>
  mercadoPago({ ...fakeProvider.config, accessToken, tryMs, now: () => new Date() });

let orders = 0;
const order = ({
  publicUrl = 'https://ficha.example.cl',
  payer = { email: 'ana@ejemplo.cl', rut: '12345678-5' },
}: {
  publicUrl?: string;
  payer?: Order['payer'];
} = {}): Order => {
  const purchase = {
    id: `0199aaaa-0000-7000-8000-${String(++orders).padStart(12, '0')}`,
    subscriptionType: 'annual',
    amount: 37990,
    createdAt: new Date('2026-11-15T12:00:00Z'),
    expiresAt: new Date('2026-11-16T12:00:00Z'),
  } as const;
  return purchaseOrder(purchase, { payer, publicUrl });
};

const sent = () => fakeProvider.requests.at(-1)?.body as Record<string, unknown>;

describe('an order', () => {
  test('is sent in the format of the provider', async () => {
    const one = order();
    const preference = await provider().createPreference(one);
    expect(fakeProvider.requests).toMatchObject([
      { method: 'POST', path: '/checkout/preferences', key: one.id, authorization: 'Bearer APP_USR-de-prueba' },
    ]);
    const back = (result: string) =>
      `https://ficha.example.cl/dashboard/configuracion?tab=suscripcion&payment=${result}`;
    expect(sent()).toEqual({
      items: [
        {
          id: 'plan-annual',
          title: 'Plan Profesional anual',
          description: 'Plan Profesional anual',
          category_id: 'services',
          quantity: 1,
          currency_id: 'CLP',
          unit_price: 37990,
        },
      ],
      payer: { email: 'ana@ejemplo.cl', identification: { type: 'RUT', number: '123456785' } },
      back_urls: { success: back('success'), failure: back('failure'), pending: back('pending') },
      auto_return: 'approved',
      notification_url: 'https://ficha.example.cl/api/payments/webhook?source_news=webhooks',
      external_reference: `fa-${one.id}`,
      statement_descriptor: 'FICHA AUSTRAL',
      expires: true,
      expiration_date_from: '2026-11-15T12:00:00.000+00:00',
      expiration_date_to: '2026-11-16T12:00:00.000+00:00',
      binary_mode: false,
      payment_methods: { installments: 1 },
      metadata: { subscription_type: 'annual' },
    });
    expect(`fa-${one.id}`).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(preference).toEqual({
      id: expect.stringMatching(/^446566691-/),
      initPoint: `https://www.mercadopago.cl/checkout/v1/redirect?pref_id=${preference.id}`,
      sandboxInitPoint: `https://sandbox.mercadopago.cl/checkout/v1/redirect?pref_id=${preference.id}`,
      collectorId: '446566691',
    });
  });

  test.each([
    'http://localhost:3000',
    'https://localhost',
    'https://203.0.113.5',
    'https://[2001:db8::1]',
    'http://ficha.cl',
  ])('from %s has no auto_return and no notification_url', async (publicUrl) => {
    await provider().createPreference(order({ publicUrl }));
    expect(sent()).toMatchObject({ back_urls: { success: expect.stringContaining(publicUrl) } });
    expect(sent()).not.toHaveProperty('auto_return');
    expect(sent()).not.toHaveProperty('notification_url');
  });

  test.each([undefined, 'PA-123456', ''])('of a payer whose RUT is %j has no identification', async (rut) => {
    await provider().createPreference(order({ payer: { email: 'ana@ejemplo.cl', rut } }));
    expect(sent().payer).toEqual({ email: 'ana@ejemplo.cl' });
  });

  test('sent twice creates one preference', async () => {
    const one = order();
    const [first, second] = [await provider().createPreference(one), await provider().createPreference(one)];
    expect(second).toEqual(first);
  });
});

describe('the order of a deposit', () => {
  const deposit: Order = {
    id: '0199bbbb-0000-7000-8000-000000000001',
    reference: 'abono-0199bbbb-0000-7000-8000-000000000001',
    item: { id: 'abono', description: 'Abono de una hora' },
    amount: 10_000,
    createdAt: new Date('2026-11-15T12:00:00Z'),
    expiresAt: new Date('2026-11-15T13:00:00Z'),
    payer: { email: 'rosa@ejemplo.cl', rut: undefined },
    returnUrls: {
      success: 'https://ficha.example.cl/cita/1',
      failure: 'https://ficha.example.cl/cita/1',
      pending: 'https://ficha.example.cl/cita/1',
    },
    notificationUrl: 'https://ficha.example.cl/api/payments/webhook/ana?source_news=webhooks',
    acceptsPending: false,
    statementDescriptor: undefined,
    metadata: undefined,
  };

  test('is decided at once, for an hour, and has nothing of the subscription', async () => {
    await provider().createPreference(deposit);
    const { returnUrls: back_urls, notificationUrl: notification_url, reference: external_reference } = deposit;
    expect(sent()).toEqual({
      items: [
        {
          id: 'abono',
          title: 'Abono de una hora',
          description: 'Abono de una hora',
          category_id: 'services',
          quantity: 1,
          currency_id: 'CLP',
          unit_price: 10_000,
        },
      ],
      payer: { email: 'rosa@ejemplo.cl' },
      back_urls,
      auto_return: 'approved',
      notification_url,
      external_reference,
      expires: true,
      expiration_date_from: '2026-11-15T12:00:00.000+00:00',
      expiration_date_to: '2026-11-15T13:00:00.000+00:00',
      binary_mode: true,
      payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }], installments: 1 },
    });
    expect(external_reference).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  test.each(['ticket', 'atm'])('cannot be paid offline: %s', async (payment_type_id) => {
    const { id } = await provider().createPreference(deposit);
    expect(() => fakeProvider.pay(id, { payment_type_id })).toThrow('the checkout does not offer');
    const { id: subscription } = await provider().createPreference(order());
    expect(fakeProvider.pay(subscription, { payment_type_id })).toMatchObject({ status: 'approved' });
  });
});

describe('a refund', () => {
  const paid = async (details: Parameters<MercadoPago['pay']>[1] = {}) => {
    const one = order();
    const { id } = fakeProvider.pay((await provider().createPreference(one)).id, details);
    fakeProvider.requests.length = 0;
    return { id: String(id), reference: one.reference, amount: one.amount };
  };

  test('is asked for with an idempotency key, and the payment is read again', async () => {
    const payment = await paid();
    const refunded = await provider().refundPayment(payment, payment.id);
    expect(fakeProvider.requests).toMatchObject([
      { method: 'POST', path: `/v1/payments/${payment.id}/refunds`, key: payment.id, body: {} },
      { method: 'GET', path: `/v1/payments/${payment.id}` },
    ]);
    expect(refunded).toMatchObject({ id: payment.id, status: 'refunded', amount: 37990, refunded: 37990 });
    expect(isRefunded(refunded)).toBe(true);
  });

  test.each(['', '-otra'])('of a refunded payment is no error, with the same key or another one: %s', async (other) => {
    const payment = await paid();
    await provider().refundPayment(payment, payment.id);
    expect(await provider().refundPayment(payment, payment.id + other)).toMatchObject({
      status: 'refunded',
      refunded: 37990,
    });
  });

  test('whose reply was lost is found', async () => {
    const payment = await paid();
    await provider().refundPayment(payment, payment.id);
    fakeProvider.replyWith('disconnect', 'disconnect', 'normal');
    expect(isRefunded(await provider().refundPayment(payment, payment.id))).toBe(true);
  });

  test('that takes time leaves the payment approved', async () => {
    const payment = await paid();
    await provider().refundPayment(payment, payment.id);
    fakeProvider.change({ id: Number(payment.id) }, { status: 'approved', transaction_amount_refunded: 0 });
    const waiting = await provider().refundPayment(payment, payment.id);
    expect(waiting).toMatchObject({ status: 'approved', refunded: 0 });
    expect(isRefunded(waiting)).toBe(false);
  });

  test.each<[string, string, Parameters<MercadoPago['replyWith']>[0]]>([
    ['refused', 'HTTP 400 bad_request', 400],
    ['of another account', 'HTTP 404', 404],
    ['not answered', 'HTTP 500', 500],
  ])('%s fails with PAYMENT_PROVIDER_UNAVAILABLE', async (_, code, mode) => {
    const payment = await paid();
    fakeProvider.replyWith(mode, ...(mode === 500 ? [mode] : []), 'normal');
    await expect(provider().refundPayment(payment, payment.id)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
      cause: { code },
    });
    expect(await provider().findPayment(payment.id)).toMatchObject({ status: 'approved' });
  });

  test('with an invalid id is not sent', async () => {
    const payment = { id: '../checkout/preferences', reference: 'abono-1', amount: 1 };
    await expect(provider().refundPayment(payment, payment.id)).rejects.toMatchObject({ cause: { code: 'HTTP 404' } });
    expect(fakeProvider.requests).toEqual([]);
  });
});

describe('the account of an access token', () => {
  test('receives the money, and has a country', async () => {
    expect(await provider().findAccount()).toEqual({ collectorId: '446566691', isChilean: true });
    const { accessToken } = fakeProvider.newAccount({ site: 'MLA' });
    expect(await provider({ accessToken }).findAccount()).toMatchObject({ isChilean: false });
  });

  test.each([400, 401, 403])('is undefined if the provider refuses the token: %i', async (status) => {
    expect(await provider({ accessToken: 'APP_USR-ajeno' }).findAccount()).toBeUndefined();
    fakeProvider.replyWith(status);
    expect(await provider().findAccount()).toBeUndefined();
  });

  test.each([404, 429, 500, 'disconnect', 'not-json'] as const)('is unknown without a reply: %j', async (mode) => {
    fakeProvider.replyWith(mode);
    await expect(provider().findAccount()).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  });

  test('does not see the payments of another account', async () => {
    const { accessToken } = fakeProvider.newAccount();
    const one = order();
    const { id } = fakeProvider.pay((await provider().createPreference(one)).id);
    const other = provider({ accessToken });
    expect(await other.findPayment(String(id))).toBeUndefined();
    expect(await other.paymentsOf(one.reference)).toEqual([]);
  });
});

describe('a provider error:', () => {
  const fails = { code: 'PAYMENT_PROVIDER_UNAVAILABLE' };

  test.each<[string, Parameters<MercadoPago['replyWith']>[0], string, number]>([
    ['server error', 500, 'HTTP 500', 2],
    ['rate limit', 429, 'HTTP 429', 2],
    ['conflict with an earlier attempt', 409, 'HTTP 409', 2],
    ['closed connection', 'disconnect', 'UND_ERR_SOCKET', 2],
    ['no reply', 'no-reply', 'TimeoutError', 2],
    ['invalid token', 401, 'HTTP 401 bad_request', 1],
    ['invalid order', 400, 'HTTP 400 bad_request', 1],
    ['unknown endpoint', 404, 'HTTP 404', 1],
    ['unreadable reply', 'not-json', 'UNREADABLE', 1],
  ])(
    '%s fails with PAYMENT_PROVIDER_UNAVAILABLE and is retried only if it is transient',
    async (_, mode, code, attempts) => {
      fakeProvider.replyWith(mode);
      const tryMs = mode === 'no-reply' ? 200 : 8000;
      await expect(provider({ tryMs }).createPreference(order())).rejects.toMatchObject({ ...fails, cause: { code } });
      expect(fakeProvider.requests).toHaveLength(attempts);
      expect(new Set(fakeProvider.requests.map(({ key }) => key)).size).toBe(1);
    },
  );

  test('a single transient failure is retried', async () => {
    fakeProvider.replyWith('disconnect', 'normal');
    expect(await provider().createPreference(order())).toHaveProperty('initPoint');
    fakeProvider.replyWith(503, 'normal');
    expect(await provider().paymentsOf('fa-de-nadie')).toEqual([]);
  });

  test('a rejected token does not appear in the error', async () => {
    const refusal: Error = await provider({ accessToken: 'APP_USR-ajeno' })
      .createPreference(order())
      .then(
        () => new Error('it was accepted'),
        (error) => error,
      );
    expect(refusal).toMatchObject({ ...fails, cause: { code: 'HTTP 401 unauthorized' } });
    expect(inspect(refusal, { depth: 10 })).not.toMatch(/APP_USR|ana@ejemplo/);
  });

  test('a refused connection fails with PAYMENT_PROVIDER_UNAVAILABLE', async () => {
    const nowhere = mercadoPago({
      ...fakeProvider.config,
      apiUrl: `http://127.0.0.1:${await freePort()}`,
      now: () => new Date(),
    });
    await expect(nowhere.findPayment('1')).rejects.toMatchObject({ ...fails, cause: { code: 'ECONNREFUSED' } });
  });
});

describe('a payment', () => {
  test.each<[string, PaymentStatus]>([
    ['pending', 'pending'],
    ['authorized', 'pending'],
    ['in_process', 'pending'],
    ['approved', 'approved'],
    ['in_mediation', 'pending'],
    ['rejected', 'rejected'],
    ['cancelled', 'cancelled'],
    ['refunded', 'refunded'],
    ['charged_back', 'refunded'],
    ['something_new', 'pending'],
  ])('with the provider status %s has the status %s', async (providerStatus, status) => {
    const { id: preference } = await provider().createPreference(order());
    const { id } = fakeProvider.pay(preference, { status: providerStatus });
    expect(await provider().findPayment(String(id))).toMatchObject({
      status,
      providerStatus,
      isDisputed: providerStatus === 'in_mediation',
    });
  });

  test.each([
    [{}, 0],
    [{ transaction_amount_refunded: 0 }, 0],
    [{ transaction_amount_refunded: 37985 }, 37985],
  ])('with the reported amounts %j has a refund of %i', async (reported, refunded) => {
    const { id: preference } = await provider().createPreference(order());
    const { id } = fakeProvider.pay(preference, { status_detail: 'partially_refunded', ...reported });
    expect(await provider().findPayment(String(id))).toMatchObject({ status: 'approved', amount: 37990, refunded });
  });

  test('is found by id and by reference, newest first', async () => {
    const one = order();
    const { id: preference } = await provider().createPreference(one);
    const date_last_updated = '2026-11-15T10:04:58.396-03:00';
    const first = fakeProvider.pay(preference, { status: 'rejected', status_detail: null });
    const second = fakeProvider.pay(preference, { date_last_updated });
    expect(await provider().findPayment(String(second.id))).toEqual({
      id: String(second.id),
      reference: `fa-${one.id}`,
      status: 'approved',
      providerStatus: 'approved',
      isDisputed: false,
      statusDetail: 'accredited',
      amount: 37990,
      refunded: 0,
      currency: 'CLP',
      collectorId: '446566691',
      createdAt: new Date(second.date_created),
      updatedAt: new Date('2026-11-15T13:04:58.396Z'),
    });
    const found = await provider().paymentsOf(`fa-${one.id}`);
    expect(found.map(({ id }) => id)).toEqual([String(second.id), String(first.id)]);
  });

  test('that does not exist is undefined, and an invalid id is not sent to the provider', async () => {
    expect(await provider().findPayment('123456')).toBeUndefined();
    const asked = fakeProvider.requests.length;
    for (const id of ['../checkout/preferences', 'search', '1?x=1', '']) {
      expect(await provider().findPayment(id)).toBeUndefined();
    }
    expect(fakeProvider.requests).toHaveLength(asked);
  });
});
