import { expect, test } from 'vitest';
import { formatNumber } from '#web/ui/format-number.ts';

test('thousands are separated by dots from 1.000 on', () => {
  expect([999, 1000, 20_000].map(formatNumber)).toEqual(['999', '1.000', '20.000']);
});
