import { expect, test } from 'vitest';
import { formatDayWithDashes, formatInstant } from '#web/ui/format-instant.ts';

test.each([
  ['2026-07-15T13:05:00.000Z', 'America/Santiago', '15/07/2026', '09:05'],
  ['2026-07-15T13:05:00.000Z', 'America/Punta_Arenas', '15/07/2026', '10:05'],
  ['2026-01-01T02:59:59.999Z', 'America/Santiago', '31/12/2025', '23:59'],
  ['2026-01-01T03:00:00.000Z', 'America/Santiago', '01/01/2026', '00:00'],
])('%s in %s', (instant, timeZone, day, clock) => {
  expect(formatInstant(instant, timeZone)).toEqual({ day, clock });
});

test('a time zone that the browser does not know is replaced by that of Punta Arenas', () => {
  const winter = '2026-07-15T13:05:00.000Z';
  expect(() => new Intl.DateTimeFormat('es', { timeZone: 'America/Desconocida' })).toThrow(RangeError);
  expect(formatInstant(winter, 'America/Desconocida')).toEqual({ day: '15/07/2026', clock: '10:05' });
});

test('the format with dashes uses the same time zone', () => {
  expect(formatDayWithDashes('2026-11-06T02:30:00Z', 'America/Santiago')).toBe('05-11-2026');
  expect(formatDayWithDashes('2026-09-06T04:00:00Z', 'America/Santiago')).toBe('06-09-2026');
});
