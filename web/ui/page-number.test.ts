import { expect, test } from 'vitest';
import { parsePageNumber } from '#web/ui/page-number.ts';

test('an invalid page number means the first page', () => {
  expect([null, '', '0', '-1', '1.5', 'dos', '1e3', '9999999'].map(parsePageNumber)).toEqual(Array(8).fill(1));
  expect(parsePageNumber('12')).toBe(12);
});
