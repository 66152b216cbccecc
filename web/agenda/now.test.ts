import { expect, test } from 'vitest';
import { nowIn } from '#web/agenda/now.ts';

test.each([
  ['America/Santiago', '2026-11-16T12:41:00Z', '2026-11-16 09:41'],
  ['America/Santiago', '2026-11-16T02:59:00Z', '2026-11-15 23:59'],
  ['America/Santiago', '2026-11-16T03:00:00Z', '2026-11-16 00:00'],
  ['America/Punta_Arenas', '2026-07-15T12:00:00Z', '2026-07-15 09:00'],
  // The clocks change at midnight: 23:59 is followed by 01:00.
  ['America/Santiago', '2026-09-06T03:59:00Z', '2026-09-05 23:59'],
  ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06 01:00'],
])('in %s at %s the clock shows %s', (timeZone, instant, now) => {
  expect(nowIn(timeZone, new Date(instant))).toBe(now);
});
