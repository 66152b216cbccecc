import { expect, test } from 'vitest';
import { createBackOff, delayAfter } from './back-off.ts';

const fails = () => Promise.reject(new Error('unavailable'));

test('the pause doubles up to two seconds', () => {
  expect([1, 2, 3, 5, 6, 50].map(delayAfter)).toEqual([100, 200, 400, 1600, 2000, 2000]);
});

test('while a pause lasts no attempt is made, and after it one at a time', async () => {
  let clock = 0;
  let attempts = 0;
  const backOff = createBackOff(() => clock);
  const counted = (outcome: () => Promise<unknown>) => () => {
    attempts += 1;
    return outcome();
  };

  const together = Array.from({ length: 10 }, () => backOff(counted(fails)));
  for (const outcome of await Promise.allSettled(together)) expect(outcome).toMatchObject({ status: 'rejected' });
  expect(attempts).toBe(10);

  clock = 99;
  await expect(backOff(counted(fails))).rejects.toThrow('unavailable');
  expect(attempts).toBe(10);

  clock = 100;
  const retry = Promise.withResolvers<string>();
  const first = backOff(counted(() => retry.promise));
  await expect(backOff(counted(fails))).rejects.toThrow('unavailable');
  expect(attempts).toBe(11);
  retry.reject(new Error('still unavailable'));
  await expect(first).rejects.toThrow('still unavailable');

  clock = 299;
  await expect(backOff(counted(fails))).rejects.toThrow('still unavailable');
  clock = 300;
  expect(await backOff(async () => 'connected')).toBe('connected');
  expect(await Promise.all([1, 2, 3].map((n) => backOff(async () => n)))).toEqual([1, 2, 3]);
});
