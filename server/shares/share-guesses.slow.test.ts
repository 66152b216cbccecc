import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#server/platform/crypto/tokens';
import { openedShare } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** `GUESSES=50000` takes ten minutes. */
const GUESSES = Number(process.env.GUESSES ?? 5000);
const AT_ONCE = 50;

let testApp: TestApp;
let ana: Person;
let opened: Awaited<ReturnType<typeof openedShare>>;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  ana = await testApp.newProfessional();
  await ana.pays();
  opened = await openedShare(testApp, ana);
  await testApp.sql`delete from rate_limits`;
});
afterAll(() => testApp.close());

/** How often each status is the answer. Each address guesses a few times, as a network of infected machines does. */
async function guess(send: (number: number, address: string) => Promise<number>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let from = 0; from < GUESSES; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => from + index);
    const statuses = await Promise.all(numbers.map((number) => send(number, `10.${number % 97}.${number % 89}.9`)));
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const open = async (token: string, birthDate: string, remoteAddress: string) => {
  const url = `/api/shared-documents/${token}/open`;
  return (await testApp.app.inject({ method: 'POST', url, payload: { birthDate }, remoteAddress })).statusCode;
};

test('guesses of tokens find nothing, and a patient opens a link meanwhile', { timeout: 600_000 }, async () => {
  const patient: number[] = [];
  const counts = await guess(async (number, remoteAddress) => {
    if (number % (GUESSES / 5) === 0) patient.push(await open(opened.token, opened.birthDate, '203.0.113.5'));
    return (await testApp.app.inject({ url: `/api/shared-documents/${newToken()}`, remoteAddress })).statusCode;
  });
  expect(Object.keys(counts).sort()).toEqual(expect.arrayContaining(['404']));
  expect((counts[404] ?? 0) + (counts[429] ?? 0)).toBe(GUESSES);
  expect(patient).toEqual(Array(5).fill(200));
});

test('guesses of the birth date of one link get five tries', { timeout: 600_000 }, async () => {
  const target = await openedShare(testApp, ana);
  const day = (number: number) => new Date(Date.UTC(1900, 0, 1 + number)).toISOString().slice(0, 10);
  const counts = await guess((number, address) => {
    const guessed = day(number % 40_000);
    return open(target.token, guessed === target.birthDate ? '1999-12-31' : guessed, address);
  });
  expect(counts[403]).toBe(5);
  expect(counts[200]).toBeUndefined();
  expect((counts[404] ?? 0) + (counts[429] ?? 0)).toBe(GUESSES - 5);
  const [row] = await testApp.sql`select wrong_dates from shares where id = ${target.id}`;
  expect(row).toEqual({ wrong_dates: 5 });
  // Other links go on working.
  expect(await open(opened.token, opened.birthDate, '203.0.113.6')).toBe(200);
});
