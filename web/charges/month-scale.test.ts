import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountScale, chartEnd, heightOnScale, shortAmount } from '#web/charges/month-scale.ts';

test.each([
  [0, 4000],
  [25_000, 40_000],
  [930_000, 1_000_000],
  [1_000_000, 1_000_000],
  [1_000_001, 2_000_000],
  [7_500_000, 8_000_000],
])('the scale for %i ends at %i', (amount, top) => {
  expect(amountScale([0, amount]).top).toBe(top);
});

test('every amount fits, and the greatest one uses a third of the height at least', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { maxLength: 24 }), (amounts) => {
      const scale = amountScale(amounts);
      const heights = amounts.map((amount) => heightOnScale(amount, scale));
      expect(Math.max(0, ...heights)).toBeLessThanOrEqual(100);
      if (Math.max(0, ...amounts) >= 4000) expect(Math.max(...heights)).toBeGreaterThan(33);
      expect(scale.lines).toHaveLength(5);
      for (const line of scale.lines) expect(Number.isInteger(line)).toBe(true);
    }),
  );
});

test('amounts beside the lines are short', () => {
  expect([0, 500, 250_000, 1_000_000, 1_500_000, 62_500].map(shortAmount)).toEqual([
    '0',
    '500',
    '250 mil',
    '1 M',
    '1,5 M',
    '62,5 mil',
  ]);
});

test('the chart ends with the current month, or with a shown month outside that year', () => {
  const end = (shown: string) => chartEnd(shown, '2026-11', '2025-12');
  expect(end('2026-11')).toBe('2026-11');
  expect(end('2025-12')).toBe('2026-11');
  expect(end('2025-11')).toBe('2025-11');
  expect(end('2027-01')).toBe('2027-01');
});
