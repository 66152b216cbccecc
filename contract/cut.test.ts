import { expect, test } from 'vitest';
import { cut } from './cut.ts';

test('a long text is truncated, never inside a surrogate pair', () => {
  expect(cut('Dolor', 5)).toBe('Dolor');
  expect(cut('Dolor lumbar', 6)).toBe('Dolor…');
  expect(cut('ab😀cd', 4)).toBe('ab…');
  expect(cut('ab😀cd', 5)).toBe('ab😀…');
});
