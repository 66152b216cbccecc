import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

test('each purpose has an advisory lock of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(numbers.length).toBeGreaterThan(1);
  expect(new Set(numbers).size).toBe(numbers.length);
});
