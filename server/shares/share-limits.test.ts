import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newToken } from '#server/platform/crypto/tokens';
import { openedShare } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const WRONG = '1970-01-01';

let testApp: TestApp;
let ana: Person;
let opened: Awaited<ReturnType<typeof openedShare>>;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  opened = await openedShare(testApp, ana);
  await testApp.sql`delete from rate_limits`;
});

const read = async (token: string, host: string) =>
  (await testApp.app.inject({ url: `/api/shared-documents/${token}`, remoteAddress: host })).statusCode;
const open = async (token: string, birthDate: string, host: string) => {
  const url = `/api/shared-documents/${token}/open`;
  return (await testApp.app.inject({ method: 'POST', url, payload: { birthDate }, remoteAddress: host })).statusCode;
};
const host = (number: number) => `198.51.${number >> 8}.${number % 256}`;

test('guesses of tokens from one network are limited, and slow no other', async () => {
  expect(await read(newToken(), host(7))).toBe(404);
  await testApp.sql`update rate_limits set hits = 119`;
  expect([await read(newToken(), host(7)), await read(newToken(), host(7))]).toEqual([404, 429]);
  expect([await read(opened.token, host(8)), await open(opened.token, opened.birthDate, host(7))]).toEqual([200, 200]);
});

test('birth dates from one network are limited over all links, and slow no other', async () => {
  expect(await open(newToken(), WRONG, host(7))).toBe(404);
  await testApp.sql`update rate_limits set hits = 29`;
  expect([await open(newToken(), WRONG, host(7)), await open(opened.token, WRONG, host(7))]).toEqual([404, 429]);
  expect(await open(opened.token, opened.birthDate, host(8))).toBe(200);
});

test('birth dates for one link are limited, wherever they come from, and others are not', async () => {
  const other = await openedShare(testApp, ana);
  const statuses: number[] = [];
  for (let number = 1; number <= 61; number++) statuses.push(await open(opened.token, opened.birthDate, host(number)));
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  expect(await open(other.token, other.birthDate, host(1))).toBe(200);
});

test('guesses of birth dates from many networks get five tries, and then learn nothing', async () => {
  const days = Array.from({ length: 40 }, (_, index) => `1980-05-${String((index % 31) + 1).padStart(2, '0')}`);
  const guesses = days.filter((day) => day !== opened.birthDate);
  const statuses = [];
  for (const [index, day] of guesses.entries()) statuses.push(await open(opened.token, day, host(index)));
  expect(statuses).toEqual([...Array(5).fill(403), ...Array(guesses.length - 5).fill(404)]);
  expect(await open(opened.token, opened.birthDate, host(300))).toBe(404);
});

test('downloads of one link are limited, wherever they come from', async () => {
  const { token, documentId, ticket } = opened;
  const download = async (address: string) => {
    const headers = { authorization: `Bearer ${ticket}` };
    const url = `/api/shared-documents/${token}/${documentId}`;
    return (await testApp.app.inject({ url, headers, remoteAddress: address })).statusCode;
  };
  expect(await download(host(1))).toBe(200);
  await testApp.sql`update rate_limits set hits = 60`;
  expect(await download(host(2))).toBe(429);
});
