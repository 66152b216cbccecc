import { describe, expect, test } from 'vitest';
import { wallClockIn } from '#server/platform/wall-clock';
import { isNight, isUsefulBefore, linkExpiry, nextReminderAt, startOf } from './reminder-times.ts';

const SANTIAGO = 'America/Santiago';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** What the professional's clock shows when the only reminder leaves. */
function leavesAt(hours: 72 | 48 | 24 | 3, date: string, time: string, timeZone = SANTIAGO): string {
  const at = nextReminderAt({ enabled: true, hoursBefore: [hours] }, { date, time }, { timeZone, after: LONG_AGO });
  const { date: day, time: clock } = wallClockIn(timeZone, at ?? LONG_AGO);
  return `${day} ${clock}`;
}

describe('a reminder leaves', () => {
  test.each([
    [24, '2026-11-24', '15:30', '2026-11-23 15:30'],
    [72, '2026-11-24', '09:00', '2026-11-21 09:00'],
    [3, '2026-11-24', '15:30', '2026-11-24 12:30'],
    // 08:00 is no longer night, 21:00 is.
    [3, '2026-11-24', '11:00', '2026-11-24 08:00'],
    [24, '2026-11-24', '20:30', '2026-11-23 20:30'],
    [24, '2026-11-24', '21:00', '2026-11-24 08:00'],
    [24, '2026-11-24', '21:30', '2026-11-24 08:00'],
    // Waits until the morning while that is half an hour before the visit.
    [3, '2026-11-24', '10:30', '2026-11-24 08:00'],
    [3, '2026-11-24', '08:30', '2026-11-24 08:00'],
    // Otherwise it leaves on the evening before.
    [3, '2026-11-24', '08:00', '2026-11-23 20:00'],
  ] as const)('%i hours before %s %s, at %s', (hours, date, time, expected) => {
    expect(leavesAt(hours, date, time)).toBe(expected);
  });

  test('after so many elapsed hours, also over a change of the clocks', () => {
    // On 2026-09-06 the clocks of Santiago skip the hour after midnight; those of Punta Arenas do not.
    expect(leavesAt(24, '2026-09-06', '12:00')).toBe('2026-09-05 11:00');
    expect(leavesAt(24, '2026-09-06', '12:00', 'America/Punta_Arenas')).toBe('2026-09-05 12:00');
  });

  test('never at night, for every hour of the agenda and every distance', () => {
    for (let slot = 0; slot < 28; slot += 1) {
      const time = `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;
      for (const hours of [72, 48, 24, 3] as const) {
        const visit = { date: '2026-11-24', time };
        const at = nextReminderAt({ enabled: true, hoursBefore: [hours] }, visit, {
          timeZone: SANTIAGO,
          after: LONG_AGO,
        });
        if (!at) throw new Error('no reminder');
        expect(isNight(SANTIAGO, at)).toBe(false);
        expect(isUsefulBefore(startOf(visit, SANTIAGO), at)).toBe(true);
      }
    }
  });
});

test('the next reminder is the first one after an instant, and none while reminders are off', () => {
  const settings = { enabled: true, hoursBefore: [72, 24, 3] as (72 | 24 | 3)[] };
  const visit = { date: '2026-11-24', time: '15:00' };
  const after = new Date('2026-11-22T12:00:00Z');
  expect(nextReminderAt(settings, visit, { timeZone: SANTIAGO, after })).toEqual(new Date('2026-11-23T18:00:00Z'));
  const atLast = new Date('2026-11-24T15:00:00Z');
  expect(nextReminderAt(settings, visit, { timeZone: SANTIAGO, after: atLast })).toBeNull();
  expect(nextReminderAt({ ...settings, enabled: false }, visit, { timeZone: SANTIAGO, after })).toBeNull();
});

test('a link works until a day after the end of the visit', () => {
  const visit = { date: '2026-11-24', time: '15:00', duration: 60 };
  expect(linkExpiry(visit, SANTIAGO)).toEqual(new Date('2026-11-25T19:00:00Z'));
});
