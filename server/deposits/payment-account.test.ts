import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deletePaymentAccount, getPaymentAccount, putPaymentAccount } from '#contract/deposits';
import { encryptedTables, valuesOf } from '#server/keys/encrypted-columns.store';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { type MercadoPago, startMercadoPago } from '#server/testing/mercado-pago';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let fakeProvider: MercadoPago;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
beforeAll(async () => {
  fakeProvider = await startMercadoPago(() => testApp.deps.now());
  const { apiUrl } = fakeProvider.config;
  testApp = await createTestApp({ isProduction: true, mercadoPagoApiUrl: apiUrl, sendsMail: true });
  mailbox = await openMailbox();
});
beforeEach(async () => {
  fakeProvider.replyWith('normal');
  testApp.warnings.length = 0;
  ana = await testApp.newProfessional();
});
afterAll(async () => {
  await testApp.close();
  await mailbox.close();
  await fakeProvider.close();
});

/** The credentials of a new account of the provider. */
const newCredentials = (details: Parameters<MercadoPago['newAccount']>[0] = {}) => {
  const { accessToken, webhookSecret } = fakeProvider.newAccount(details);
  return { accessToken, webhookSecret };
};
const account = async () => (await ana.send(getPaymentAccount)).body;
const rows = () => testApp.sql`select * from payment_accounts where owner_id = ${ana.user._id}`;
const acts = async () => {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${ana.user._id} and act like 'payment-account.%' order by id`;
  return entries.map(({ act }) => act);
};

async function hasDeposit(
  status: string,
  { provider = 'mercado-pago', isAwaited = false, collectorId = '' } = {},
): Promise<void> {
  const preference = collectorId ? 'p' : null;
  await testApp.sql`
    insert into deposits (owner_id, id, booking_id, status, amount, price, concept, provider, created_at, expires_at,
      next_check_at, preference_id, payment_url, collector_id)
    values (${ana.user._id}, gen_random_uuid(), gen_random_uuid(), ${status}, 10000, 30000,
      ${testApp.deps.cipher.encrypt('Consulta', { table: 'deposits', column: 'concept', owner: ana.user._id, row: '' })},
      ${provider}, now(), now(), ${isAwaited ? new Date() : null}, ${preference}, ${preference}, ${collectorId || null})`;
}

describe('an account without credentials', () => {
  test('takes no deposits in production', async () => {
    expect(await account()).toEqual({
      configured: false,
      notificationUrl: `http://localhost:3000/api/payments/webhook/${ana.user._id}?source_news=webhooks`,
      takesDeposits: false,
      isTest: false,
    });
  });

  test('takes them with the test checkout outside production', async () => {
    const { depositProviders } = testApp.deps;
    const development = await createTestApp({ mercadoPagoApiUrl: fakeProvider.config.apiUrl });
    const rosa = await development.newProfessional();
    const read = async () => (await rosa.send(getPaymentAccount)).body;
    expect(await read()).toMatchObject({ configured: false, takesDeposits: true, isTest: true });
    await rosa.send(putPaymentAccount, { body: newCredentials() });
    expect(await read()).toMatchObject({ configured: true, takesDeposits: true, isTest: false });
    await development.close();
    expect(depositProviders.testCheckout).toBeUndefined();
  });
});

describe('credentials', () => {
  test('that Mercado Pago accepts are stored encrypted and never shown again', async () => {
    const body = newCredentials();
    const { status, body: saved } = await ana.send(putPaymentAccount, { body });
    expect(status).toBe(200);
    expect(saved).toMatchObject({
      configured: true,
      checkedAt: expect.any(String),
      takesDeposits: true,
      isTest: false,
    });
    expect(await account()).toEqual(saved);

    const log = (await ana.send(getAccountAccessLog)).body;
    const shown = JSON.stringify([saved, await account(), log, testApp.warnings]);
    const stored = Buffer.concat(Object.values((await rows())[0] ?? {}).filter((value) => Buffer.isBuffer(value)));
    expect(stored.byteLength).toBeGreaterThan(Object.values(body).join('').length);
    for (const secret of Object.values(body)) {
      expect(shown).not.toContain(secret);
      expect(stored.includes(secret)).toBe(false);
    }
    const [row] = await rows();
    expect(row?.collector_id).toMatch(/^\d+$/);
    expect(JSON.stringify(saved)).not.toContain(row?.collector_id);
    expect(await acts()).toEqual(['payment-account.set']);
  });

  test('are in the tables whose keys rotate', async () => {
    await ana.send(putPaymentAccount, { body: newCredentials() });
    const table = (await encryptedTables(testApp.deps.keys)).find(({ name }) => name === 'payment_accounts');
    expect(table).toMatchObject({ key: ['owner_id'], columns: ['access_token', 'webhook_secret'] });
    const values = table && (await valuesOf(testApp.deps.keys, table, [ana.user._id]));
    expect(values).toHaveLength(2);
  });

  test.each<[string, Parameters<MercadoPago['newAccount']>[0], string]>([
    ['refused', undefined, 'Mercado Pago no aceptó este Access Token'],
    ['of another country', { site: 'MLA' }, 'Este Access Token es de una cuenta de otro país'],
  ])('%s are not stored', async (_, details, message) => {
    const unknown = { accessToken: 'APP_USR-desconocido', webhookSecret: 'secreto' };
    const reply = await ana.send(putPaymentAccount, { body: details ? newCredentials(details) : unknown });
    expect(reply).toMatchObject({
      status: 400,
      error: { code: 'INVALID_INPUT', details: [{ field: 'accessToken', message }] },
    });
    expect(JSON.stringify(reply.error)).not.toContain('APP_USR');
    expect(await rows()).toHaveLength(0);
    expect(await acts()).toEqual([]);
  });

  test.each([500, 'disconnect', 'not-json'] as const)(
    'are not stored if Mercado Pago does not answer: %j',
    async (mode) => {
      const body = newCredentials();
      fakeProvider.replyWith(mode);
      const reply = await ana.send(putPaymentAccount, { body });
      expect(reply).toMatchObject({ status: 503, error: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
      expect(await rows()).toHaveLength(0);
    },
  );

  test('that are refused leave the earlier ones', async () => {
    const body = newCredentials();
    await ana.send(putPaymentAccount, { body });
    const before = await rows();
    expect((await ana.send(putPaymentAccount, { body: { ...body, accessToken: 'otro' } })).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  test.each([
    [{ accessToken: '', webhookSecret: 'a' }, 'accessToken'],
    [{ accessToken: 'a b', webhookSecret: 'a' }, 'accessToken'],
    [{ accessToken: 'a', webhookSecret: 'clave\nX-Otra: 1' }, 'webhookSecret'],
    [{ accessToken: 'a', webhookSecret: 'ñ'.repeat(10) }, 'webhookSecret'],
    [{ accessToken: 'a'.repeat(301), webhookSecret: 'a' }, 'accessToken'],
  ])('that fit no header are refused without a call: %j', async (body, field) => {
    fakeProvider.requests.length = 0;
    const reply = await ana.send(putPaymentAccount, { body });
    expect(reply).toMatchObject({ status: 400, error: { details: [{ field }] } });
    expect(fakeProvider.requests).toEqual([]);
  });

  test('belong to one professional', async () => {
    await ana.send(putPaymentAccount, { body: newCredentials() });
    const rosa = await testApp.newProfessional();
    expect((await rosa.send(getPaymentAccount)).body).toMatchObject({ configured: false });
    expect((await rosa.send(deletePaymentAccount)).status).toBe(204);
    expect(await rows()).toHaveLength(1);
  });

  test('that are stored or deleted are told to the professional by mail, and refused ones are not', async () => {
    await mailbox.deliver(testApp);
    const mails = async () => {
      const delivered = await mailbox.deliver(testApp);
      return delivered.map((mail) => ({ to: mail.to, subject: headerIn(mail, 'Subject') }));
    };
    const stored = [
      { to: [ana.user.email], subject: 'Cambió la cuenta de Mercado Pago de tus abonos en Ficha Austral' },
    ];
    await ana.send(putPaymentAccount, { body: newCredentials() });
    expect(await mails()).toEqual(stored);
    await ana.send(putPaymentAccount, { body: { accessToken: 'otro', webhookSecret: 'secreto' } });
    expect(await mails()).toEqual([]);
    await ana.send(putPaymentAccount, { body: newCredentials() });
    expect(await mails()).toEqual(stored);
    for (const _ of [1, 2]) await ana.send(deletePaymentAccount);
    expect(await mails()).toEqual([
      { to: [ana.user.email], subject: 'Se eliminó la cuenta de Mercado Pago de tus abonos en Ficha Austral' },
    ]);
  });

  test('are deleted once', async () => {
    await ana.send(putPaymentAccount, { body: newCredentials() });
    for (const _ of [1, 2]) expect((await ana.send(deletePaymentAccount)).status).toBe(204);
    expect(await rows()).toHaveLength(0);
    expect(await account()).toMatchObject({ configured: false });
    expect(await acts()).toEqual(['payment-account.set', 'payment-account.deleted']);
  });
});

describe('while a deposit is', () => {
  const first = () => ({ accessToken: 'APP_USR-rotado-1', webhookSecret: 'uno', collectorId: 900_001 });
  beforeEach(async () => {
    await ana.send(putPaymentAccount, { body: newCredentials(first()) });
  });

  test.each([
    ['open', 409],
    ['unplaced', 409],
    ['refunding', 409],
    ['paid', 204],
    ['refunded', 204],
    ['ended', 204],
  ])('%s, deleting the account answers %i', async (deposit, status) => {
    await hasDeposit(deposit);
    const reply = await ana.send(deletePaymentAccount);
    expect(reply.status).toBe(status);
    if (status === 409) expect(reply.error.code).toBe('PAYMENT_ACCOUNT_IN_USE');
    expect(await rows()).toHaveLength(status === 409 ? 1 : 0);
  });

  test('ended but begun to be paid, the account is not deleted; one of the test checkout needs no account', async () => {
    await hasDeposit('open', { provider: 'test', isAwaited: true });
    await hasDeposit('ended', { isAwaited: true });
    await testApp.sql`
      insert into deposit_payments (owner_id, deposit_id, provider_payment_id, status, provider_status, amount, refunded,
        created_at, updated_at)
      select owner_id, id, '1', 'pending', 'in_process', amount, 0, now(), now() from deposits
       where owner_id = ${ana.user._id} and provider = 'mercado-pago'`;
    expect((await ana.send(deletePaymentAccount)).status).toBe(409);
    await testApp.sql`update deposits set next_check_at = null where provider = 'mercado-pago'`;
    expect((await ana.send(deletePaymentAccount)).status).toBe(204);
  });

  test('ended and asked about, the account is deleted when nobody has begun to pay', async () => {
    await hasDeposit('ended', { isAwaited: true });
    expect((await ana.send(deletePaymentAccount)).status).toBe(204);
  });

  test('to be returned by an earlier account, that account can be entered again', async () => {
    await hasDeposit('paid', { collectorId: String(first().collectorId) });
    expect((await ana.send(putPaymentAccount, { body: newCredentials() })).status).toBe(200);
    await testApp.sql`update deposits set status = 'refunding', next_check_at = now() where owner_id = ${ana.user._id}`;
    const again = newCredentials({ ...first(), accessToken: 'APP_USR-otra-vez' });
    expect((await ana.send(putPaymentAccount, { body: again })).status).toBe(200);
    expect((await ana.send(putPaymentAccount, { body: newCredentials() })).status).toBe(409);
    expect((await ana.send(deletePaymentAccount)).status).toBe(409);
  });

  test('open, another token of the same account is stored, and another account is not', async () => {
    await hasDeposit('open');
    const rotated = newCredentials({ ...first(), accessToken: 'APP_USR-rotado-2' });
    expect((await ana.send(putPaymentAccount, { body: rotated })).status).toBe(200);
    const before = await rows();
    const reply = await ana.send(putPaymentAccount, { body: newCredentials() });
    expect(reply).toMatchObject({ status: 409, error: { code: 'PAYMENT_ACCOUNT_IN_USE' } });
    expect(await rows()).toEqual(before);
  });
});
