import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayments } from '#contract/billing';
import { addMonths } from '#contract/plans';
import { signatureFor } from '#server/payments/notification-signature';
import { type BillingTestApp, type Buyer, createBillingTestApp } from '#server/testing/billing-test-app';
import { reconcileDue } from './reconcile.service.ts';

let testApp: BillingTestApp;
let ana: Buyer;
beforeAll(async () => {
  testApp = await createBillingTestApp({ trustProxy: 'loopback' });
});
beforeEach(async () => {
  testApp.fakeProvider.replyWith('normal');
  await testApp.sql`delete from webhooks`;
  testApp.warnings.length = 0;
  ana = await testApp.newBuyer();
});
afterAll(() => testApp.close());

const DAY = 24 * 3600 * 1000;
const isFree = async () => (await ana.info()).status === 'free';

test('a notification is stored with its content, its sender address and its owner', async () => {
  const payment = testApp.fakeProvider.pay(await ana.buys());
  expect((await testApp.notify(payment)).status).toBe(200);
  expect(await testApp.webhooks()).toEqual([
    {
      status: 'processed',
      error_message: null,
      webhook_type: 'payment',
      ip_address: '127.0.0.1',
      provider_payment_id: String(payment.id),
      user_id: ana.user._id,
    },
  ]);
});

test('two hundred simultaneous deliveries of one notification credit the period once', async () => {
  const notification = testApp.fakeProvider.notification(testApp.fakeProvider.pay(await ana.buys()));
  const replies = await Promise.all(Array.from({ length: 200 }, () => testApp.deliver(notification)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(200);

  const [payment, ...more] = await ana.history();
  expect(more).toEqual([]);
  expect((await ana.info()).subscriptionExpiresAt).toBe(
    addMonths(new Date(payment?.processedAt ?? 0), 1).toISOString(),
  );
  const acts = await testApp.sql`
    select from audit_entries where owner_id = ${ana.user._id} and act = 'payment.approved'`;
  expect(acts).toHaveLength(1);
  const kept = await testApp.webhooks();
  expect(kept).toHaveLength(200);
  expect(kept.filter(({ status }) => status === 'processed')).toHaveLength(1);
  expect(kept.filter(({ status }) => status === 'ignored')).toHaveLength(199);
});

test('simultaneous notifications of one payment credit it once', async () => {
  const payment = testApp.fakeProvider.pay(await ana.buys());
  await Promise.all(Array.from({ length: 30 }, () => testApp.notify(payment)));
  expect(await ana.history()).toHaveLength(1);
  expect((await testApp.webhooks()).filter(({ status }) => status === 'processed')).toHaveLength(1);
});

describe('out-of-order delivery:', () => {
  test.each(['pending', 'in_process', 'rejected', 'cancelled'])(
    'a %s status does not undo an approval',
    async (status) => {
      const payment = testApp.fakeProvider.pay(await ana.buys());
      await testApp.notify(payment);
      const paid = await ana.info();
      for (const seconds of [-60, 60]) {
        const at = new Date(Date.parse(payment.date_created) + seconds * 1000).toISOString();
        testApp.fakeProvider.change(payment, { status, date_last_updated: at });
        expect((await testApp.notify(payment)).status).toBe(200);
        expect(await ana.info()).toEqual(paid);
      }
      expect((await testApp.webhooks()).map((row) => row.error_message)).toEqual([null, 'Sin cambios', 'Sin cambios']);
    },
  );

  test('an approval older than the refund does not restore the plan', async () => {
    const payment = testApp.fakeProvider.pay(await ana.buys());
    await testApp.notify(payment);
    testApp.fakeProvider.change(payment, { status: 'refunded' });
    await testApp.notify(payment);
    testApp.fakeProvider.change(payment, { status: 'approved', date_last_updated: payment.date_created });
    await testApp.notify(payment);
    expect(await isFree()).toBe(true);
    expect(await ana.history()).toMatchObject([{ status: 'refunded' }]);
  });

  test('a refund without an earlier approval credits nothing', async () => {
    await testApp.notify(testApp.fakeProvider.pay(await ana.buys(), { status: 'refunded' }));
    expect(await isFree()).toBe(true);
  });
});

describe('a payment that does not match a purchase is not credited:', () => {
  test.each([
    ['too little', { transaction_amount: 1 }, 'El monto no es el de la compra: 1 en vez de 3990'],
    ['too much', { transaction_amount: 37990 }, 'El monto no es el de la compra: 37990 en vez de 3990'],
    ['another currency', { currency_id: 'ARS' }, 'La moneda no es la de la compra: ARS'],
    ['an unknown reference', { external_reference: 'otra-tienda' }, 'La referencia no es de ninguna compra'],
    [
      'a reference to a purchase that does not exist',
      { external_reference: 'fa-00000000-0000-7000-8000-000000000000' },
      'La referencia no es de ninguna compra',
    ],
    ['no reference', { external_reference: null }, 'La referencia no es de ninguna compra'],
    ['another receiving account', { collector_id: 999 }, 'La cuenta que recibe no es la nuestra: 999'],
  ])('%s', async (_, details, reason) => {
    const payment = testApp.fakeProvider.pay(await ana.buys(), details);
    expect((await testApp.notify(payment)).status).toBe(200);
    expect(await testApp.webhooks()).toMatchObject([{ status: 'failed', error_message: reason }]);
    expect(await isFree()).toBe(true);
    expect(await ana.history()).toEqual([]);
    const warning = { payment: String(payment.id), status: 'approved', reason, message: 'payment refused' };
    expect(testApp.warnings).toEqual([warning]);
  });

  test('a purchase without a preference', async () => {
    const payment = testApp.fakeProvider.pay(await ana.buys());
    await testApp.sql`
      update purchases set preference_id = null, init_point = null, collector_id = null
       where owner_id = ${ana.user._id}`;
    await testApp.notify(payment);
    const reason = 'A nadie se le ofreció pagar esta compra';
    expect(await testApp.webhooks()).toMatchObject([{ status: 'failed', error_message: reason }]);
    expect(await isFree()).toBe(true);
  });

  test.each([
    ['a reconciliation round finds it', () => reconcileDue(testApp.deps, testApp.deps.now(), () => false)],
    ['the payer returns', () => ana.send(checkPayments)],
  ])('a warning is logged when %s', async (_, find) => {
    const { id } = testApp.fakeProvider.pay(await ana.buys(), { transaction_amount: 1 });
    await find();
    const reason = 'El monto no es el de la compra: 1 en vez de 3990';
    const warning = { payment: String(id), status: 'approved', reason, message: 'payment refused' };
    expect(testApp.warnings).toContainEqual(warning);
    expect(await isFree()).toBe(true);
  });
});

describe('a notification is accepted', () => {
  test.each([
    ['with a signature time in milliseconds', () => String(testApp.deps.now().getTime())],
    ['with a signature time in seconds', () => String(Math.floor(testApp.deps.now().getTime() / 1000))],
  ])('%s', async (_, ts) => {
    const payment = testApp.fakeProvider.pay(await ana.buys());
    expect((await testApp.deliver(testApp.fakeProvider.notification(payment, { ts: ts() }))).status).toBe(200);
    expect(await isFree()).toBe(false);
  });

  test('in the older format if it is signed', async () => {
    const { id } = testApp.fakeProvider.pay(await ana.buys());
    const requestId = 'a1b2';
    const [secret = ''] = testApp.fakeProvider.config.webhookSecrets;
    const signature = signatureFor({ dataId: undefined, requestId }, String(testApp.deps.now().getTime()), secret);
    const headers = { 'x-request-id': requestId, 'x-signature': signature };
    const query = { topic: 'payment', id: String(id) };
    expect((await testApp.deliver({ query, headers, body: undefined })).status).toBe(200);
    expect(await isFree()).toBe(false);
  });
});

describe('an invalid notification', () => {
  type Sent = ReturnType<BillingTestApp['fakeProvider']['notification']>;

  test.each<[string, (sent: Sent) => Partial<{ headers: Record<string, string>; query: Record<string, string> }>]>([
    ['without a signature', () => ({ headers: {} })],
    ['with an incomplete signature', ({ headers }) => ({ headers: { ...headers, 'x-signature': 'ts=1' } })],
    ['with the signature of another request', ({ headers }) => ({ headers: { ...headers, 'x-request-id': 'otro' } })],
    ['with the signature of another payment', ({ query }) => ({ query: { ...query, 'data.id': '70000000001' } })],
  ])('%s is rejected', async (_, changed) => {
    const sent = testApp.fakeProvider.notification(testApp.fakeProvider.pay(await ana.buys()));
    const reply = await testApp.deliver({ ...sent, ...changed(sent) });
    expect(reply).toMatchObject({ status: 401, error: { error: 'La notificación no trae una firma válida' } });
    expect(await testApp.webhooks()).toMatchObject([{ status: 'failed', error_message: 'Firma inválida' }]);
    expect(await isFree()).toBe(true);
  });

  test('signed with another secret or three days ago is rejected', async () => {
    const payment = testApp.fakeProvider.pay(await ana.buys());
    const old = String(testApp.deps.now().getTime() - 3 * DAY);
    for (const wrong of [{ secret: 'otro' }, { ts: old }]) {
      expect((await testApp.deliver(testApp.fakeProvider.notification(payment, wrong))).status).toBe(401);
    }
    expect(await isFree()).toBe(true);
  });

  test('with malformed content is rejected and stored safely', async () => {
    const nasty = [{ id: { a: 1 }, type: 'pay\u0000ment\ud800', data: 'x' }, { type: 'x'.repeat(5000) }, undefined];
    for (const body of nasty) {
      const query = { 'data.id': "1'; drop table webhooks; --", type: 'ñ\u0000' };
      expect((await testApp.deliver({ query, headers: {}, body })).status).toBe(401);
    }
    expect(await testApp.webhooks()).toHaveLength(nasty.length);
    for (const body of [[1, 2], 'texto', null]) {
      expect((await testApp.deliver({ query: {}, headers: {}, body })).status).toBe(400);
    }
    expect(await testApp.webhooks()).toHaveLength(nasty.length);
  });

  test('does not block signed notifications when many arrive at once', async () => {
    const sent = testApp.fakeProvider.notification(testApp.fakeProvider.pay(await ana.buys()));
    const flood = Array.from({ length: 200 }, () => testApp.deliver({ ...sent, headers: {} }));
    expect((await testApp.deliver(sent)).status).toBe(200);
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([401, 503]));
    expect(await ana.info()).toMatchObject({ status: 'active' });
  });

  test('is stored with a short printable address', async () => {
    const headers = { 'x-forwarded-for': `<b>${'ñ'.repeat(300)}` };
    expect((await testApp.deliver({ query: {}, headers, body: {} })).status).toBe(401);
    const [webhook] = await testApp.webhooks();
    expect(webhook?.ip_address).toMatch(/^[\x20-\x7e]{1,45}$/);
  });
});

describe('a notification is stored and ignored', () => {
  test('if its type is not payment', async () => {
    const sent = testApp.fakeProvider.notification({ id: 1 });
    const query = { 'data.id': '1', type: 'topic_merchant_order_wh' };
    expect((await testApp.deliver({ ...sent, query })).status).toBe(200);
    const reason = 'Tipo de notificación no atendido: topic_merchant_order_wh';
    expect(await testApp.webhooks()).toMatchObject([{ status: 'ignored', error_message: reason }]);
  });

  test('if its payment does not exist at the provider', async () => {
    expect((await testApp.notify({ id: 123456 })).status).toBe(200);
    const reason = 'El pago no existe en el proveedor';
    expect(await testApp.webhooks()).toMatchObject([{ status: 'ignored', error_message: reason }]);
  });

  test('if it was already processed', async () => {
    const sent = testApp.fakeProvider.notification(testApp.fakeProvider.pay(await ana.buys()));
    await testApp.deliver(sent);
    const asked = testApp.fakeProvider.requests.length;
    expect((await testApp.deliver(sent)).status).toBe(200);
    expect((await testApp.webhooks()).map((row) => row.error_message)).toEqual([null, 'Notificación repetida']);
    expect(testApp.fakeProvider.requests).toHaveLength(asked);
  });
});

test('a provider failure returns an error, and the next delivery credits the payment', async () => {
  const payment = testApp.fakeProvider.pay(await ana.buys());
  testApp.fakeProvider.replyWith(500);
  const sent = testApp.fakeProvider.notification(payment);
  const reply = await testApp.deliver(sent);
  expect(reply.status).toBe(503);
  expect(await testApp.webhooks()).toMatchObject([
    { status: 'failed', error_message: 'El proveedor de pagos no respondió' },
  ]);
  expect(await isFree()).toBe(true);
  testApp.fakeProvider.replyWith('normal');
  expect((await testApp.deliver(sent)).status).toBe(200);
  expect(await isFree()).toBe(false);
});

test('a failure before the commit rolls back everything, and the next delivery succeeds', async () => {
  const sent = testApp.fakeProvider.notification(testApp.fakeProvider.pay(await ana.buys()));
  const { billingTransaction } = testApp.deps;
  testApp.deps.billingTransaction = (owner, write) =>
    billingTransaction(owner, async (tx) => {
      await write(tx);
      throw new Error('simulated crash');
    });
  expect((await testApp.deliver(sent)).status).toBe(500);
  testApp.deps.billingTransaction = billingTransaction;

  expect(await isFree()).toBe(true);
  expect(await ana.history()).toEqual([]);
  expect(await testApp.webhooks()).toMatchObject([{ status: 'failed', error_message: 'No se pudo procesar' }]);
  const acts =
    await testApp.sql`select from audit_entries where owner_id = ${ana.user._id} and act = 'payment.approved'`;
  expect(acts).toHaveLength(0);

  expect((await testApp.deliver(sent)).status).toBe(200);
  expect(await ana.history()).toMatchObject([{ status: 'approved' }]);
});
