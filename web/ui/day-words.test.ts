import { expect, test } from 'vitest';
import { longDay, weekAround, weekTitle } from '#web/ui/day-words.ts';

test('a day is written with its weekday, also when the clocks change', () => {
  expect(longDay('2026-11-16')).toBe('lunes 16 de noviembre, 2026');
  expect(longDay('2026-09-06')).toBe('domingo 6 de septiembre, 2026');
  expect(longDay('2026-04-05')).toBe('domingo 5 de abril, 2026');
});

test.each(['2026-11-16', '2026-11-19', '2026-11-22'])('the week of %s begins on Monday', (day) => {
  const week = weekAround(day);
  expect(week).toHaveLength(7);
  expect([week[0], week[6]]).toEqual(['2026-11-16', '2026-11-22']);
});

test('a week has seven days, also when the clocks change', () => {
  expect(new Set(weekAround('2026-09-06')).size).toBe(7);
  expect(weekAround('2026-04-05')).toContain('2026-04-05');
});

test.each([
  ['2026-11-16', 'Semana del 16 al 22 de noviembre, 2026'],
  ['2026-12-01', 'Semana del 30 de noviembre al 6 de diciembre, 2026'],
  ['2027-01-01', 'Semana del 28 de diciembre, 2026 al 3 de enero, 2027'],
])('the title of the week of %s', (day, title) => {
  expect(weekTitle(weekAround(day))).toBe(title);
});
