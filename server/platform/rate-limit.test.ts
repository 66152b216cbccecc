import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import * as api from '#contract/auth';
import { endpoint } from '#contract/endpoint';
import { registration } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { countHit } from './rate-limit.store.ts';
import { applyPathLimits } from './rate-limit.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true, trustProxy: 'loopback' });
});
afterAll(() => testApp.close());

const logIn = (address: string, email: string, { app } = testApp) =>
  app.inject({
    method: 'POST',
    url: api.login.path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload: JSON.stringify({ email, password: 'equivocada' }),
  });

async function statuses(times: number, send: () => ReturnType<typeof logIn>) {
  const seen = [];
  for (let i = 0; i < times; i++) seen.push((await send()).statusCode);
  return seen;
}

test('the eleventh login to one account from one address within 15 minutes is refused, with a retry-after', async () => {
  const tried = await statuses(10, () => logIn('203.0.113.1', 'ana@ejemplo.cl'));
  expect(tried).toEqual(Array(10).fill(401));
  const refused = await logIn('203.0.113.1', 'ANA@ejemplo.cl');
  expect(refused.statusCode).toBe(429);
  expect(refused.json().error).toBe('Demasiados intentos. Espera unos minutos e intenta nuevamente.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);

  expect((await logIn('203.0.113.1', 'berta@ejemplo.cl')).statusCode).toBe(401);
  expect((await logIn('203.0.113.2', 'ana@ejemplo.cl')).statusCode).toBe(401);
  testApp.passTime(15 * 60_000 + 1000);
  expect((await logIn('203.0.113.1', 'ana@ejemplo.cl')).statusCode).toBe(401);
});

test('without TRUST_PROXY a client cannot pretend other addresses, not even on this machine', async () => {
  const exposed = await createTestApp({ rateLimit: true });
  try {
    let address = 0;
    const tried = await statuses(11, () => logIn(`203.0.113.${++address}`, 'ana@ejemplo.cl', exposed));
    expect(tried).toEqual([...Array(10).fill(401), 429]);
  } finally {
    await exposed.close();
  }
});

test('a clock that was set back asks nobody to wait longer than a window', async () => {
  const MONTH_MS = 30 * 24 * 3600 * 1000;
  await statuses(10, () => logIn('203.0.113.5', 'elena@ejemplo.cl'));
  testApp.passTime(-MONTH_MS);
  const refused = await logIn('203.0.113.5', 'elena@ejemplo.cl');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  testApp.passTime(15 * 60_000 + 1000);
  expect((await logIn('203.0.113.5', 'elena@ejemplo.cl')).statusCode).toBe(401);
  testApp.passTime(MONTH_MS);
});

test('calls at one moment that are counted in the wrong order are all counted', async () => {
  const key = Buffer.alloc(32, 7);
  const moment = testApp.deps.now().getTime();
  const hits = [];
  for (const early of [0, 3, 1, 2]) {
    hits.push((await countHit(testApp.deps.identity, key, 60, new Date(moment - early))).hits);
  }
  expect(hits).toEqual([1, 2, 3, 4]);
});

test('one address may try at most a hundred accounts', async () => {
  const tried = await Promise.all(Array.from({ length: 101 }, (_, i) => logIn('2001:db8::1', `a${i}@ejemplo.cl`)));
  expect(tried.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
});

test('one account may be tried from at most a hundred addresses', async () => {
  const tried = await Promise.all(
    Array.from({ length: 101 }, (_, i) => logIn(`198.51.100.${i + 1}`, 'diana@ejemplo.cl')),
  );
  expect(tried.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
});

test('registration and refresh are limited too', async () => {
  const register = () => testApp.send(api.register, { body: registration() });
  const made = [];
  for (let i = 0; i < 21; i++) made.push((await register()).status);
  expect(made).toEqual([...Array(20).fill(201), 429]);

  const refresh = () => testApp.send(api.refresh, { body: { refreshToken: 'x' } });
  const asked = await Promise.all(Array.from({ length: 301 }, refresh));
  expect(asked.filter((reply) => reply.status === 429)).toHaveLength(1);
});

test('neither address nor email is stored', async () => {
  await logIn('203.0.113.9', 'carla@ejemplo.cl');
  const kept = await testApp.sql<{ key: Buffer }[]>`select key from rate_limits`;
  expect(kept.length).toBeGreaterThan(0);
  for (const { key } of kept) {
    expect(key).toHaveLength(32);
    expect(key.toString('latin1')).not.toMatch(/carla|203\.0/);
  }
});

test('calls of one endpoint are limited by the slug in its path', async () => {
  const book = endpoint({
    method: 'POST',
    path: '/api/booking/{slug}',
    access: 'public',
    summary: 'Reserva una hora',
    params: z.object({ slug: z.string() }),
    reply: z.undefined(),
    limits: [{ by: 'slug', max: 2, seconds: 60 }],
  });
  const call = (slug: string, limited = book) =>
    applyPathLimits(testApp.deps.identity, { endpoint: limited, params: { slug } }, testApp.deps.now());
  await call('ana-perez');
  await call('ana-perez');
  await expect(call('ana-perez')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' });
  await call('berta-soto');
  await call('ana-perez', { ...book, path: '/api/booking/{slug}/waiting-list' });
});
