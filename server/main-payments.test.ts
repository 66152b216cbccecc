import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { login, register } from '#contract/auth';
import { createPreference, getSubscriptionInfo, receiveNotification } from '#contract/billing';
import { type MercadoPago, startMercadoPago } from './testing/mercado-pago.ts';
import { freePort, type Served, serve, untilHealthy } from './testing/process.ts';
import { registration } from './testing/test-app.ts';

/** Each starts the product twice, on a machine that may be busy. */
const PATIENCE_MS = 120_000;
const SOON = { timeout: 60_000, interval: 100 };

let dataDir: string;
let standIn: MercadoPago;
let running: Served | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-payments-'));
  standIn = await startMercadoPago(() => new Date());
});
afterEach(async () => {
  running?.kill('SIGTERM');
  await running?.ended;
  running = undefined;
});
afterAll(async () => {
  await standIn.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Served> {
  const { apiUrl, accessToken, webhookSecrets } = standIn.config;
  running = serve({
    ...{ PORT: await freePort(), DATA_DIR: dataDir, RATE_LIMIT: 'off', MERCADOPAGO_API_URL: apiUrl },
    ...{ MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecrets.join() },
  });
  await untilHealthy(running);
  return running;
}

const call = (server: Served, { method, path }: { method: string; path: string }, body?: unknown, token = '') =>
  fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

async function inDatabase(statement: string) {
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

test('what was paid, and never notified, is credited by the next start', { timeout: PATIENCE_MS }, async () => {
  const first = await start();
  const account = registration();
  await call(first, register, account);
  const signIn = async (server: Served) => (await (await call(server, login, account)).json()).accessToken;
  const bought = await call(first, createPreference, { subscriptionType: 'monthly' }, await signIn(first));
  const { preference } = await bought.json();
  first.kill('SIGTERM');
  await first.ended;

  standIn.pay(preference.id);
  const next = await start();
  const token = await signIn(next);
  await vi.waitFor(async () => {
    const info = await (await call(next, getSubscriptionInfo, undefined, token)).json();
    expect(info).toMatchObject({ status: 'active', subscriptionType: 'monthly' });
  }, SOON);
  expect(next.output()).toContain('Payments: Mercado Pago');
});

test('unsigned notifications of a month ago are forgotten by the next start', { timeout: PATIENCE_MS }, async () => {
  const first = await start();
  for (const _ of [1, 2]) expect((await call(first, receiveNotification, {})).status).toBe(401);
  await inDatabase(`
    update webhooks set received_at = received_at - interval '31 days'
     where id = (select id from webhooks order by received_at limit 1)`);
  first.kill('SIGTERM');
  await first.ended;

  await start();
  await vi.waitFor(async () => expect(await inDatabase('select from webhooks')).toHaveLength(1), SOON);
});
