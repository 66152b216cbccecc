import { expect, test } from 'vitest';
import { endOfDay } from './wall-clock.ts';

test.each([
  ['a day of summer', '2026-12-31', '2027-01-01T02:59:59.000Z'],
  ['a day of winter', '2026-07-16', '2026-07-17T03:59:59.000Z'],
  // The next day begins at 01:00.
  ['the day before the clocks go forward', '2026-09-05', '2026-09-06T03:59:59.000Z'],
  // 23:00 to 24:00 is shown twice.
  ['the day on which the clocks go back', '2026-04-04', '2026-04-05T03:59:59.000Z'],
])('the last second of %s in Santiago', (_, day, end) => {
  expect(endOfDay('America/Santiago', day).toISOString()).toBe(end);
});

test('the last second of a day in Punta Arenas and on Easter Island', () => {
  expect(endOfDay('America/Punta_Arenas', '2026-07-16').toISOString()).toBe('2026-07-17T02:59:59.000Z');
  expect(endOfDay('Pacific/Easter', '2026-09-05').toISOString()).toBe('2026-09-06T04:59:59.000Z');
});
