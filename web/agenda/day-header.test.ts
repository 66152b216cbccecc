import { expect, test } from 'vitest';
import { appointmentCount, longDay } from '#web/agenda/day-header.tsx';

test('a day is written with its weekday, also when the clocks change', () => {
  expect(longDay('2026-11-16')).toBe('lunes 16 de noviembre, 2026');
  expect(longDay('2026-09-06')).toBe('domingo 6 de septiembre, 2026');
  expect(longDay('2026-04-05')).toBe('domingo 5 de abril, 2026');
});

test.each([
  [0, 'Sin citas'],
  [1, '1 cita'],
  [28, '28 citas'],
])('%i appointments', (count, text) => {
  expect(appointmentCount(count)).toBe(text);
});
