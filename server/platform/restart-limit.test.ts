import { expect, test } from 'vitest';
import { mayRestart } from './restart-limit.ts';

const MINUTE = 60_000;

test('a process is started again at most five times in ten minutes', () => {
  expect(mayRestart([], 0)).toBe(true);
  expect(
    mayRestart(
      [0, 1, 2, 3].map((n) => n * MINUTE),
      4 * MINUTE,
    ),
  ).toBe(true);
  const five = [0, 1, 2, 3, 4].map((n) => n * MINUTE);
  expect(mayRestart(five, 5 * MINUTE)).toBe(false);
  expect(mayRestart(five, 10 * MINUTE - 1)).toBe(false);
  expect(mayRestart(five, 10 * MINUTE)).toBe(true);
});
