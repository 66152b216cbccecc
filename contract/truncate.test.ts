import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a long text is truncated, never inside a surrogate pair', () => {
  expect(truncate('Dolor', 5)).toBe('Dolor');
  expect(truncate('Dolor lumbar', 6)).toBe('Dolor…');
  expect(truncate('ab😀cd', 4)).toBe('ab…');
  expect(truncate('ab😀cd', 5)).toBe('ab😀…');
});
