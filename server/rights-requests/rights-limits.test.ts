import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasSlug, rightsForm } from '#server/testing/rights-requests';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let slugs: [string, string];
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  slugs = [await hasSlug(await testApp.newProfessional()), await hasSlug(await testApp.newProfessional())];
});
afterAll(() => testApp.close());
beforeEach(async () => void (await testApp.sql`delete from rate_limits`));

/** A request without a solved challenge. It counts like any other, and is refused with 400. */
async function send({ to = 0, address = '198.51.100.7', email }: { to?: number; address?: string; email?: string }) {
  const written = { slug: slugs[to] as string, ...(email ? { email } : {}) };
  const payload = { ...rightsForm(written), altcha: 'bmluZ3Vubw==' };
  const request = { method: 'POST', url: '/api/rights-requests', payload, remoteAddress: address } as const;
  return (await testApp.app.inject(request)).statusCode;
}

async function repeat(times: number, sender: (index: number) => Parameters<typeof send>[0]) {
  const statuses = new Set<number>();
  for (let index = 0; index < times; index += 1) statuses.add(await send(sender(index)));
  return [...statuses];
}

test('thirty requests an hour from one address', async () => {
  expect(await repeat(30, () => ({}))).toEqual([400]);
  expect([await send({}), await send({ to: 1 }), await send({ address: '198.51.100.8' })]).toEqual([429, 429, 400]);
});

test('ten requests an hour for one person, to whomever', async () => {
  const email = 'rosa@ejemplo.cl';
  expect(await repeat(10, (index) => ({ email, address: `198.51.100.${index}` }))).toEqual([400]);
  expect(await send({ email: 'ROSA@ejemplo.cl', to: 1, address: '203.0.113.1' })).toBe(429);
  expect(await send({ address: '203.0.113.1' })).toBe(400);
});

test('three hundred requests an hour to one professional', async () => {
  expect(await repeat(300, (index) => ({ address: `198.51.100.${index % 250}` }))).toEqual([400]);
  expect([await send({ address: '203.0.113.1' }), await send({ address: '203.0.113.1', to: 1 })]).toEqual([429, 400]);
});
