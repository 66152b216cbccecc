import { randomBytes } from 'node:crypto';
import { solveChallenge as solveWithLibrary } from 'altcha-lib/v1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Challenge, MAX_NUMBER, ProofOfWork } from '#contract/proof-of-work';
import { encodeSolution, solveChallenge } from '#server/testing/solve-challenge';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { createChallenge, deriveChallengeKey, requireProofOfWork } from './proof-of-work.service.ts';

const MINUTE = 60_000;
const REFUSED = expect.objectContaining({ code: 'PROOF_OF_WORK_INVALID' });

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => void (await testApp.sql`delete from solved_challenges`));

const storedChallenges = async () => (await testApp.sql`select from solved_challenges`).length;

test('accepts the solution of a challenge, once', async () => {
  const payload = solveChallenge(await createChallenge(testApp.deps));
  await requireProofOfWork(testApp.deps, payload);
  await expect(requireProofOfWork(testApp.deps, payload)).rejects.toEqual(REFUSED);
  await requireProofOfWork(testApp.deps, solveChallenge(await createChallenge(testApp.deps)));
});

test('accepts the solution of the library of ALTCHA', async () => {
  const challenge = await createChallenge(testApp.deps);
  const solution = await solveWithLibrary(challenge.challenge, challenge.salt, challenge.algorithm, MAX_NUMBER).promise;
  await requireProofOfWork(testApp.deps, encodeSolution({ ...challenge, ...solution }));
});

test('accepts one of twenty equal solutions at once', async () => {
  const payload = solveChallenge(await createChallenge(testApp.deps));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => requireProofOfWork(testApp.deps, payload)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)).toEqual(
    Array(19).fill(REFUSED),
  );
});

test('refuses a used solution that is encoded otherwise', async () => {
  const payload = solveChallenge(await createChallenge(testApp.deps));
  await requireProofOfWork(testApp.deps, payload);
  const { algorithm, challenge, number, salt, signature } = decode(payload);
  for (const other of [
    { signature, salt, number, challenge, algorithm },
    { algorithm, challenge, number, salt: salt.slice(0, -1), signature },
    { algorithm, challenge: challenge.toUpperCase(), number, salt, signature },
  ]) {
    await expect(requireProofOfWork(testApp.deps, encodeSolution(other))).rejects.toEqual(REFUSED);
  }
});

test('a challenge expires after twenty minutes', async () => {
  // Challenges expire at a whole second.
  let at = new Date('2030-01-07T12:00:00Z');
  const deps = { ...testApp.deps, now: () => at };
  const [early, late] = [solveChallenge(await createChallenge(deps)), solveChallenge(await createChallenge(deps))];
  at = new Date(at.getTime() + 20 * MINUTE - 1);
  await requireProofOfWork(deps, early);
  at = new Date(at.getTime() + 1);
  await expect(requireProofOfWork(deps, late)).rejects.toEqual(REFUSED);
  expect(await storedChallenges()).toBe(1);
});

test('expiry depends on the clock of the server alone', async () => {
  const deps = { ...testApp.deps, now: () => new Date('2020-01-07T12:00:00Z') };
  await requireProofOfWork(deps, solveChallenge(await createChallenge(deps)));
});

test('a later expiry cannot be written into a challenge', async () => {
  const { salt, ...solution } = decode(solveChallenge(await createChallenge(testApp.deps)));
  const later = salt.replace(/\d+&$/, '99999999999&');
  await expect(requireProofOfWork(testApp.deps, encodeSolution({ ...solution, salt: later }))).rejects.toEqual(REFUSED);
});

const otherStart = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);

describe('refuses, and uses no solution up with', () => {
  test.each<[string, (solution: Solution) => unknown]>([
    ['a forged signature', (solution) => ({ ...solution, signature: 'a'.repeat(64) })],
    ['no signature', ({ signature: _, ...solution }) => solution],
    ['another number', (solution) => ({ ...solution, number: (solution.number + 1) % MAX_NUMBER })],
    ['a number above the highest', (solution) => ({ ...solution, number: MAX_NUMBER + 1 })],
    ['a huge number', (solution) => ({ ...solution, number: 1e308 })],
    ['a negative number', (solution) => ({ ...solution, number: -1 })],
    ['a fraction', (solution) => ({ ...solution, number: solution.number + 0.5 })],
    ['a number as a text', (solution) => ({ ...solution, number: String(solution.number) })],
    ['no number', ({ number: _, ...solution }) => solution],
    ['the algorithm none', (solution) => ({ ...solution, algorithm: 'none' })],
    ['another algorithm', (solution) => ({ ...solution, algorithm: 'SHA-1' })],
    ['another salt', (solution) => ({ ...solution, salt: otherStart(solution.salt) })],
    ['a salt without expiry', (solution) => ({ ...solution, salt: solution.salt.split('?')[0] })],
    ['deep JSON', () => Array.from({ length: 300 }).reduce((inner) => [inner], [])],
    ['a list', (solution) => [solution]],
    ['null', () => null],
    [
      'an object whose fields are objects',
      () => ({ algorithm: {}, challenge: {}, number: {}, salt: {}, signature: {} }),
    ],
  ])('%s', async (_, change) => {
    const payload = solveChallenge(await createChallenge(testApp.deps));
    await expect(requireProofOfWork(testApp.deps, encodeSolution(change(decode(payload))))).rejects.toEqual(REFUSED);
    expect(await storedChallenges()).toBe(0);
    await requireProofOfWork(testApp.deps, payload);
  });

  test.each(['', '====', 'no es base64', '¿?', '\u0000', 'bnVsbA', 'eyJhbGdvcml0aG0i'])('%j', async (payload) => {
    await expect(requireProofOfWork(testApp.deps, payload)).rejects.toEqual(REFUSED);
  });
});

test('the field of a body is base64 of bounded length', async () => {
  const payload = solveChallenge(await createChallenge(testApp.deps));
  expect(ProofOfWork.parse(payload)).toBe(payload);
  for (const refused of ['', 'no es base64', 'A'.repeat(1004), 7, undefined]) {
    expect(ProofOfWork.safeParse(refused).success).toBe(false);
  }
});

test('a challenge of one process is solved for another one, and by others for none', async () => {
  const tokenKey = randomBytes(32);
  const [first, second] = [tokenKey, tokenKey].map((key) => ({
    ...testApp.deps,
    challengeKey: deriveChallengeKey(key),
  })) as [TestApp['deps'], TestApp['deps']];
  const stranger = { ...testApp.deps, challengeKey: deriveChallengeKey(randomBytes(32)) };
  const payload = solveChallenge(await createChallenge(first));
  await expect(requireProofOfWork(stranger, payload)).rejects.toEqual(REFUSED);
  await requireProofOfWork(second, payload);
  await expect(requireProofOfWork(first, payload)).rejects.toEqual(REFUSED);
});

test('the key is not the key of access tokens', () => {
  const tokenKey = randomBytes(32);
  expect(Buffer.from(deriveChallengeKey(tokenKey), 'base64url')).not.toEqual(tokenKey);
});

interface Solution extends Challenge {
  number: number;
}
const decode = (payload: string): Solution => JSON.parse(Buffer.from(payload, 'base64').toString());
