import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBookingPerson, type OpenedPage, openBookingPage } from '#server/testing/bookings';
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
}

/** Requests without a solved challenge. They count like any other, and are refused with 400. */
const POSTS = {
  'a booking': (sender: Sender) => post('', { date: '2030-01-07', time: '09:00' }, sender),
  'the waiting list': (sender: Sender) =>
    post('/waiting-list', { from: '2030-01-07', to: '2030-01-08', times: 'any' }, sender),
};

async function post(path: string, what: object, { page = 0, address = '198.51.100.7', email }: Sender) {
  const { slug, serviceId } = pages[page] as OpenedPage;
  const person = { ...newBookingPerson(), ...(email ? { email } : {}) };
  const payload = { ...person, ...what, serviceId, acceptsPrivacy: true, altcha: 'bmluZ3Vubw==' };
  const url = `/api/booking/${slug}${path}`;
  return (await testApp.app.inject({ method: 'POST', url, payload, remoteAddress: address })).statusCode;
}

describe.each(Object.entries(POSTS))('%s', (_, send) => {
  const repeat = async (times: number, sender: (index: number) => Sender) => {
    const statuses = new Set<number>();
    for (let index = 0; index < times; index += 1) statuses.add(await send(sender(index)));
    return [...statuses];
  };

  test('is limited to thirty requests an hour from one address', async () => {
    expect(await repeat(30, () => ({}))).toEqual([400]);
    expect([await send({}), await send({ page: 1 }), await send({ address: '198.51.100.8' })]).toEqual([429, 429, 400]);
  });

  test('is limited to ten requests an hour for one person, however the e-mail address is written', async () => {
    const email = 'rosa@ejemplo.cl';
    expect(await repeat(10, (index) => ({ email, address: `198.51.100.${index}` }))).toEqual([400]);
    const written = [email, 'ROSA@ejemplo.cl'].map((one) => send({ email: one, page: 1, address: '203.0.113.1' }));
    expect(await Promise.all(written)).toEqual([429, 429]);
    expect(await send({ address: '203.0.113.1' })).toBe(400);
  });

  test('is limited to three hundred requests an hour for one professional', async () => {
    expect(await repeat(300, (index) => ({ address: `198.51.100.${index % 250}` }))).toEqual([400]);
    expect([await send({ address: '203.0.113.1' }), await send({ address: '203.0.113.1', page: 1 })]).toEqual([
      429, 400,
    ]);
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
