import { expect, test } from 'vitest';
import { withDots } from '#web/ui/with-dots.ts';

test('thousands have their dot, from the first one on', () => {
  expect([999, 1000, 20_000].map(withDots)).toEqual(['999', '1.000', '20.000']);
});
