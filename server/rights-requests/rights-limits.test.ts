import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRightsRequest } from '#contract/rights-requests';
import { createChallenge } from '#server/proof-of-work/proof-of-work.service';
import { hasSlug, rightsForm } from '#server/testing/rights-requests';
import { solveChallenge } from '#server/testing/solve-challenge';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let slugs: [string, string];
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  slugs = [await hasSlug(await testApp.newProfessional()), await hasSlug(await testApp.newProfessional())];
});
afterAll(() => testApp.close());
beforeEach(async () => void (await testApp.sql`delete from rate_limits`));

const WRONG_PROOF = 'bmluZ3Vubw==';

interface Sender {
  to?: number;
  address?: string;
  email?: string;
  text?: string;
  /** A wrong one unless the test has solved a challenge. */
  altcha?: string;
}

async function send({ to = 0, address = '198.51.100.7', altcha = WRONG_PROOF, ...written }: Sender) {
  const payload = { ...rightsForm({ slug: slugs[to] as string, ...written }), altcha };
  const { method, path: url } = createRightsRequest;
  return (await testApp.app.inject({ method, url, payload, remoteAddress: address })).statusCode;
}

/** What the professional stores, as the quota counts it. */
const storedBytes = () => testApp.sql`select bytes from storage_usage order by owner_id`;

const newProof = async () => solveChallenge(await createChallenge(testApp.deps));
const sendProven = async (sender: Sender) => send({ altcha: await newProof(), ...sender });

async function repeat(times: number, act: (index: number) => Promise<number>) {
  const statuses = new Set<number>();
  for (let index = 0; index < times; index += 1) statuses.add(await act(index));
  return [...statuses];
}

test('thirty requests an hour from one address, also with a wrong proof', async () => {
  expect(await repeat(30, () => send({}))).toEqual([400]);
  expect([await send({}), await send({ to: 1 }), await send({ address: '198.51.100.8' })]).toEqual([429, 429, 400]);
});

test('six proven requests a day for one mailbox, to any professional', async () => {
  const email = 'rosa@ejemplo.cl';
  expect(await repeat(6, (index) => sendProven({ email, address: `198.51.100.${index}` }))).toEqual([201]);
  expect(await sendProven({ email: 'ROSA+otra@ejemplo.cl', to: 1, address: '203.0.113.1' })).toBe(429);
  expect(await sendProven({ address: '203.0.113.1' })).toBe(201);
});

test('three hundred proven requests an hour to one professional', async () => {
  expect(await sendProven({})).toBe(201);
  await testApp.sql`update rate_limits set hits = 300`;
  expect(await sendProven({ address: '203.0.113.1' })).toBe(429);
  expect(await sendProven({ address: '203.0.113.2', to: 1 })).toBe(201);
});

test('a wrong or used proof keeps neither the person nor the professional from anything', async () => {
  const email = 'rosa@ejemplo.cl';
  const altcha = await newProof();
  await send({ altcha, address: '203.0.113.1' });
  for (const proof of [WRONG_PROOF, altcha]) {
    const sender = { email, altcha: proof };
    expect(await repeat(12, (index) => send({ ...sender, address: `198.51.100.${index}` }))).toEqual([400]);
  }
  expect(await testApp.sql`select from rate_limits where hits > 2`).toHaveLength(0);
  expect(await sendProven({ email, address: '203.0.113.2' })).toBe(201);
});

test('requests of strangers use up none of the storage of a professional', async () => {
  const before = await storedBytes();
  expect(await sendProven({ text: 'ñ'.repeat(4000) })).toBe(201);
  expect(await storedBytes()).toEqual(before);
});
