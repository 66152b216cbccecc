import { expect } from 'vitest';
import { login, register } from '#contract/auth';
import { createPreference, getSubscriptionInfo } from '#contract/billing';
import { eventually } from '#server/testing/eventually';
import { registration } from './testing/inputs.ts';
import { startMercadoPago } from './testing/mercado-pago.ts';
import type { Served } from './testing/process.ts';
import { test as base } from './testing/process-test.ts';

const test = base.extend('provider', async ({ task: _ }, { onCleanup }) => {
  const provider = await startMercadoPago(() => new Date());
  onCleanup(() => provider.close());
  const { apiUrl, accessToken, webhookSecrets } = provider.config;
  const environment = {
    MERCADOPAGO_API_URL: apiUrl,
    MERCADOPAGO_ACCESS_TOKEN: accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: webhookSecrets.join(),
  };
  return { ...provider, environment };
});

const call = (server: Served, { method, path }: { method: string; path: string }, body?: unknown, token = '') =>
  fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

test('a payment that was never notified is credited by the next start', async ({ start, provider }) => {
  const first = await start(provider.environment);
  const account = registration();
  await call(first, register, account);
  const signIn = async (server: Served) => (await (await call(server, login, account)).json()).accessToken;
  const bought = await call(first, createPreference, { subscriptionType: 'monthly' }, await signIn(first));
  const { preference } = await bought.json();
  first.kill('SIGTERM');
  await first.ended;

  provider.pay(preference.id);
  const next = await start(provider.environment);
  const token = await signIn(next);
  await eventually(async () => {
    const info = await (await call(next, getSubscriptionInfo, undefined, token)).json();
    expect(info).toMatchObject({ status: 'active', subscriptionType: 'monthly' });
  });
  expect(next.output()).toContain('Payments: Mercado Pago');
});
