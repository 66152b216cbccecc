import { expect, test } from 'vitest';
import { addMonths, daysOfMonth } from './months.ts';

test('months are counted over the end of a year', () => {
  expect(addMonths('2026-11', 2)).toBe('2027-01');
  expect(addMonths('2026-11', -11)).toBe('2025-12');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-12', 0)).toBe('2026-12');
});

test('a month ends with its last day', () => {
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});
