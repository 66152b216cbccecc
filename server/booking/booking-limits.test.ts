import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayIn } from '#contract/days';
import { createChallenge } from '#server/proof-of-work/proof-of-work.service';
import { newBookingPerson, type OpenedPage, openBookingPage } from '#server/testing/bookings';
import { solveChallenge } from '#server/testing/solve-challenge';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let pages: [OpenedPage, OpenedPage];
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
  pages = [await openBookingPage(ana), await openBookingPage(berta)];
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.sql`delete from rate_limits`;
});

interface Sender {
  page?: number;
  address?: string;
  email?: string;
  /** A wrong one unless the test has solved a challenge. */
  altcha?: string;
  birthDate?: string;
}

const POSTS = {
  'a booking': (sender: Sender) => post('', { date: '2030-01-07', time: '09:00' }, sender),
  'the waiting list': (sender: Sender) => post('/waiting-list', { from: TOMORROW, to: TOMORROW, times: 'any' }, sender),
};
const TOMORROW = addDays(dayIn('America/Santiago', new Date()), 1);
const WRONG_PROOF = 'bmluZ3Vubw==';

async function post(path: string, what: object, { page = 0, address = '198.51.100.7', ...details }: Sender) {
  const { slug, serviceId } = pages[page] as OpenedPage;
  const person = { ...newBookingPerson(), altcha: WRONG_PROOF, ...details };
  const payload = { ...person, ...what, serviceId, acceptsPrivacy: true };
  const url = `/api/booking/${slug}${path}`;
  const reply = await testApp.app.inject({ method: 'POST', url, payload, remoteAddress: address });
  return { status: reply.statusCode, code: reply.json().code };
}

const newProof = async () => solveChallenge(await createChallenge(testApp.deps));

describe.each(Object.entries(POSTS))('%s', (_, send) => {
  const statuses = async (times: number, sender: (index: number) => Promise<Sender> | Sender) => {
    const seen = new Set<number>();
    for (let index = 0; index < times; index += 1) seen.add((await send(await sender(index))).status);
    return [...seen];
  };
  /** The codes of requests with a right proof, each from an address of its own. */
  const proven = (sender: Sender, address = '203.0.113.1') =>
    newProof().then((altcha) => send({ altcha, address, ...sender }).then(({ code }) => code));

  test('is limited to thirty requests an hour from one address, also with a wrong proof', async () => {
    expect(await statuses(30, () => ({}))).toEqual([400]);
    const others = [await send({}), await send({ page: 1 }), await send({ address: '198.51.100.8' })];
    expect(others.map(({ status }) => status)).toEqual([429, 429, 400]);
  });

  test('is limited to thirty requests an hour from one IPv6 site, however many networks it has', async () => {
    const site = (index: number) => ({ address: `2001:db8:7:${index.toString(16)}00::1` });
    expect(await statuses(30, site)).toEqual([400]);
    expect([await send(site(40)), await send({ address: '2001:db8:8::1' })]).toMatchObject([
      { status: 429 },
      { status: 400 },
    ]);
  });

  test('is limited to ten proven requests an hour for one person, however the e-mail address is written', async () => {
    const email = 'rosa@ejemplo.cl';
    const seen = await statuses(10, async (index) => ({
      email,
      altcha: await newProof(),
      address: `198.51.100.${index}`,
    }));
    expect(seen).not.toContain(429);
    expect(await proven({ email, page: 1 })).toBe('TOO_MANY_TRIES');
    expect(await proven({ email: 'ROSA@ejemplo.cl', page: 1 })).toBe('TOO_MANY_TRIES');
    expect(await proven({})).not.toBe('TOO_MANY_TRIES');
  });

  test('is limited to three hundred proven requests an hour for one professional', async () => {
    expect(await proven({})).not.toBe('TOO_MANY_TRIES');
    await testApp.sql`update rate_limits set hits = 300`;
    expect(await proven({}, '203.0.113.2')).toBe('TOO_MANY_TRIES');
    expect(await proven({ page: 1 }, '203.0.113.3')).not.toBe('TOO_MANY_TRIES');
  });

  test('a wrong or used proof counts neither against the person nor against the professional', async () => {
    const email = 'rosa@ejemplo.cl';
    const altcha = await newProof();
    await send({ altcha, address: '203.0.113.1' });
    for (const proof of [WRONG_PROOF, altcha]) {
      const seen = await statuses(12, (index) => ({ email, altcha: proof, address: `198.51.100.${index}` }));
      expect(seen).toEqual([400]);
    }
    const counted = await testApp.sql<{ hits: number }[]>`select hits from rate_limits where hits > 2`;
    expect(counted).toHaveLength(0);
    expect(await proven({ email })).not.toBe('TOO_MANY_TRIES');
  });

  test('keeps the proof of a refused request for the next try, once', async () => {
    const email = 'rosa@ejemplo.cl';
    const altcha = await newProof();
    const sender = { altcha, address: '203.0.113.1' };
    expect((await send({ ...sender, birthDate: '2100-01-01' })).code).toBe('INVALID_INPUT');
    await proven({ email }, '203.0.113.2');
    await testApp.sql`update rate_limits set hits = 10`;
    expect((await send({ ...sender, email })).code).toBe('TOO_MANY_TRIES');
    await testApp.sql`delete from rate_limits`;
    expect((await send(sender)).code).not.toBe('PROOF_OF_WORK_INVALID');
    expect((await send(sender)).code).toBe('PROOF_OF_WORK_INVALID');
  });
});

test.each(['', '/challenge', '/slots', '/next'])(
  'reading %s is limited by address and by professional',
  async (path) => {
    const read = async (page: number, remoteAddress: string) => {
      const { slug, serviceId } = pages[page] as OpenedPage;
      const url = `/api/booking/${slug}${path}`;
      const query = { serviceId, from: '2030-01-07', to: '2030-01-08' };
      return (await testApp.app.inject({ url, query, remoteAddress })).statusCode;
    };
    expect(await read(0, '198.51.100.7')).toBe(200);
    await testApp.sql`update rate_limits set hits = 239`;
    const seen = [await read(0, '198.51.100.7'), await read(0, '198.51.100.7'), await read(0, '198.51.100.8')];
    expect(seen).toEqual([200, 429, 200]);
    await testApp.sql`update rate_limits set hits = 1200`;
    expect([await read(0, '198.51.100.9'), await read(1, '198.51.100.9')]).toEqual([429, 200]);
  },
);
