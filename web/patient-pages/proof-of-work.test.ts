import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Challenge } from '#contract/proof-of-work';
import { findNumber, type Search } from '#web/patient-pages/find-number.ts';
import { solveInBackground } from '#web/patient-pages/proof-of-work.ts';

const HMAC_KEY = 'clave';
const MINUTE = 60_000;

let fetched: number;
beforeEach(() => {
  fetched = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function newChallenge(number = 1234): Promise<Challenge> {
  const expires = new Date(Date.now() + 20 * MINUTE);
  return (await createChallenge({ hmacKey: HMAC_KEY, maxnumber: 50_000, number, expires })) as Challenge;
}

const fetchChallenge = () => {
  fetched += 1;
  return newChallenge();
};

const refusal = (code: string) => Object.assign(new Error('No.'), { code });
const isSolved = (altcha: string) => verifySolution(altcha, HMAC_KEY, false);

/** A browser's worker, in the thread of the test. */
class TestWorker {
  static started: string[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: (() => void) | undefined;
  constructor(address: URL) {
    TestWorker.started.push(address.href);
  }
  postMessage(search: Search) {
    queueMicrotask(() => this.onmessage?.({ data: findNumber(search) }));
  }
  terminate() {
    this.onmessage = undefined;
  }
}

/** A worker whose file is not loaded. */
class BrokenWorker extends TestWorker {
  override postMessage() {
    queueMicrotask(() => this.onerror?.());
  }
}

class RefusedWorker {
  constructor() {
    throw new Error('SecurityError');
  }
}

test.each([
  ['in a worker', TestWorker],
  ['in a browser without workers', undefined],
  ['when the worker does not load', BrokenWorker],
  ['when the browser refuses to start a worker', RefusedWorker],
])('solves a challenge %s', async (_, worker) => {
  vi.stubGlobal('Worker', worker);
  expect(await solveInBackground(fetchChallenge)(isSolved)).toBe(true);
});

test('starts the file of the worker', async () => {
  vi.stubGlobal('Worker', TestWorker);
  TestWorker.started = [];
  await solveInBackground(fetchChallenge)(isSolved);
  expect(TestWorker.started).toEqual([expect.stringMatching(/\/proof-of-work-worker\.ts$/)]);
});

test.each([0, 1, 499, 500, 501, 50_000])('finds the number %i', async (number) => {
  expect(await solveInBackground(() => newChallenge(number))(isSolved)).toBe(true);
});

test('without a worker the page answers while the number is searched', async () => {
  let isDone = false;
  const solved = solveInBackground(() => newChallenge(20_000))(isSolved).finally(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve));
    turns += 1;
  }
  expect(await solved).toBe(true);
  expect(turns).toBeGreaterThan(10);
});

test('a request waits for the solution that was begun, and fetches no other', async () => {
  const challenge = Promise.withResolvers<Challenge>();
  let calls = 0;
  const send = solveInBackground(() => {
    calls += 1;
    return challenge.promise;
  });
  expect(calls).toBe(1);
  const sent = send(isSolved);
  challenge.resolve(await newChallenge());
  expect(await sent).toBe(true);
  expect(calls).toBe(1);
});

test('each request has a solution of its own', async () => {
  const send = solveInBackground(fetchChallenge);
  const solutions = await Promise.all([1, 2, 3].map(() => send(async (altcha) => altcha)));
  expect(new Set(solutions).size).toBe(3);
  expect(fetched).toBe(3);
});

test.each([
  [17, 1],
  [19, 2],
  [-19, 2],
])('after %i minutes a request needs %i challenges', async (minutes, challenges) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const send = solveInBackground(fetchChallenge);
  vi.setSystemTime(Date.now() + minutes * MINUTE);
  await send(isSolved);
  expect(fetched).toBe(challenges);
});

test('a refused solution is replaced, and the request sent again', async () => {
  const sent: string[] = [];
  const reply = await solveInBackground(fetchChallenge)(async (altcha) => {
    sent.push(altcha);
    if (sent.length === 1) throw refusal('PROOF_OF_WORK_INVALID');
    return 'reservada';
  });
  expect(reply).toBe('reservada');
  expect(new Set(sent).size).toBe(2);
});

test('a second refusal reaches the page', async () => {
  let requests = 0;
  const send = solveInBackground(fetchChallenge);
  const sent = send(async () => {
    requests += 1;
    throw refusal('PROOF_OF_WORK_INVALID');
  });
  await expect(sent).rejects.toMatchObject({ code: 'PROOF_OF_WORK_INVALID' });
  expect(requests).toBe(2);
});

test('a request that is refused for another reason is not repeated', async () => {
  let requests = 0;
  const sent = solveInBackground(fetchChallenge)(async () => {
    requests += 1;
    throw refusal('SLOT_TAKEN');
  });
  await expect(sent).rejects.toMatchObject({ code: 'SLOT_TAKEN' });
  expect(requests).toBe(1);
});

test('a challenge that could not be fetched is fetched again for the request', async () => {
  let isOnline = false;
  const send = solveInBackground(() => (isOnline ? fetchChallenge() : Promise.reject(refusal('NOT_READY'))));
  isOnline = true;
  expect(await send(isSolved)).toBe(true);
});

test('a request says why it has no challenge', async () => {
  const send = solveInBackground(() => Promise.reject(refusal('NOT_READY')));
  await expect(send(isSolved)).rejects.toMatchObject({ code: 'NOT_READY' });
});
