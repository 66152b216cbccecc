import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorkers, JOBS_AT_ONCE } from './workers.ts';

/** A queue whose jobs run until the test ends them. */
function createQueue() {
  const waiting: number[] = [];
  const running = new Map<number, PromiseWithResolvers<void>>();
  const errors: unknown[] = [];
  let claims = 0;
  const workers = createWorkers<number>(
    {
      claim: async () => {
        claims += 1;
        return waiting.shift();
      },
      run: (job) => {
        const ending = Promise.withResolvers<void>();
        running.set(job, ending);
        return ending.promise.finally(() => running.delete(job));
      },
    },
    (error) => void (error && errors.push(error)),
  );
  return { waiting, running, errors, workers, claims: () => claims };
}

test('as many jobs as are allowed run at once, and each that ends makes room for the next', async () => {
  const { waiting, running, workers } = createQueue();
  for (let job = 1; job <= JOBS_AT_ONCE + 2; job += 1) waiting.push(job);
  workers.begin();
  await setImmediate();
  expect([...running.keys()]).toEqual(Array.from({ length: JOBS_AT_ONCE }, (_, n) => n + 1));
  running.get(3)?.resolve();
  await setImmediate();
  expect(running.has(3)).toBe(false);
  expect(running.has(JOBS_AT_ONCE + 1)).toBe(true);
});

test('a job that takes long does not hold up what is queued later', async () => {
  const { waiting, running, workers } = createQueue();
  waiting.push(1);
  workers.begin();
  await setImmediate();
  waiting.push(2);
  workers.begin();
  await setImmediate();
  expect([...running.keys()]).toEqual([1, 2]);
});

test('an empty queue is asked once', async () => {
  const { workers, claims } = createQueue();
  workers.begin();
  await workers.idle();
  expect(claims()).toBe(1);
});

test('an error ends its worker alone, and workers that are stopped finish what they are doing', async () => {
  const { waiting, running, errors, workers } = createQueue();
  waiting.push(1, 2, 3);
  workers.begin();
  await setImmediate();
  running.get(1)?.reject(new Error('broken'));
  await setImmediate();
  expect(errors).toEqual([new Error('broken')]);
  expect([...running.keys()]).toEqual([2, 3]);
  workers.stop();
  waiting.push(4);
  workers.begin();
  for (const { resolve } of running.values()) resolve();
  await workers.idle();
  expect(waiting).toEqual([4]);
});
