import { expect, test } from 'vitest';
import { formatNumber } from '#web/ui/format-number.ts';

test('thousands have their dot, from the first one on', () => {
  expect([999, 1000, 20_000].map(formatNumber)).toEqual(['999', '1.000', '20.000']);
});
