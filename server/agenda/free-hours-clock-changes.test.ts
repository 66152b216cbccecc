import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { SLOTS } from '#contract/slots';
import type { OwnerSql } from '#server/platform/database/database';
import { instantIn, wallClockIn } from '#server/platform/wall-clock';
import { readFreeHours } from './free-hours.service.ts';

const HOUR_MS = 3600 * 1000;
const SANTIAGO = 'America/Santiago';
const ZONES = [SANTIAGO, 'America/Punta_Arenas', 'America/Coyhaique'];
/** The days that begin or end with the change: in Santiago a day of spring begins at 01:00, a day of autumn ends twice. */
const CHANGES = ['2026-04-04', '2026-09-06', '2027-04-03', '2027-09-05', '2028-04-01', '2028-09-03'];
const CASES = ZONES.flatMap((timeZone) => CHANGES.map((day) => [timeZone, day] as const));
const HOLIDAYS = new Set([2026, 2027, 2028].flatMap((year) => [...holidaysOf(year).keys()]));

/** The agenda of a professional without working hours, absences and appointments. */
const emptyAgenda = Object.assign(async () => [], { owner: '' }) as unknown as OwnerSql;

const DURATION = 30;
const offered = async (timeZone: string, notBefore: number, [from, to]: readonly [string, string]) => {
  const at = new Date(notBefore);
  const search = { timeZone, now: at, notBefore: at, from, to, duration: DURATION };
  const days = await readFreeHours(emptyAgenda, search);
  return days.flatMap(({ date, times }) => times.map((time) => `${date} ${time}`));
};

const weekAround = (day: string) => [addDays(day, -3), addDays(day, 3)] as const;

/** What the clocks show every half hour from a day before the week to a day after it. */
function clocksAround(timeZone: string, day: string) {
  const [from, to] = weekAround(day).map((one) => Date.parse(`${one}T00:00:00Z`)) as [number, number];
  const count = 2 * ((to - from) / HOUR_MS + 72);
  return Array.from({ length: count }, (_, i) => {
    const instant = from - 24 * HOUR_MS + (i * HOUR_MS) / 2;
    return { instant, ...wallClockIn(timeZone, new Date(instant)) };
  });
}

/** The days of three years whose noon is not 24 hours after the noon before. */
function changedDays(timeZone: string): string[] {
  const days = Array.from({ length: 1096 }, (_, count) => addDays('2026-01-01', count));
  const noon = (date: string) => instantIn(timeZone, { date, time: '12:00' }).getTime();
  return days.filter((day) => noon(day) - noon(addDays(day, -1)) !== 24 * HOUR_MS);
}

test('the clocks change in Santiago alone, in the night before a Sunday', () => {
  expect(ZONES.map(changedDays)).toEqual([
    ['2026-04-05', '2026-09-06', '2027-04-04', '2027-09-05', '2028-04-02', '2028-09-03'],
    [],
    [],
  ]);
  const shown = (date: string, hour: string) =>
    clocksAround(SANTIAGO, date).filter((clock) => clock.date === date && clock.time.startsWith(hour));
  expect(shown('2026-09-06', '00')).toHaveLength(0);
  expect(shown('2026-04-04', '23')).toHaveLength(4);
});

describe.each(CASES)('in %s around %s', (timeZone, day) => {
  const clocks = clocksAround(timeZone, day);
  const [first, last] = weekAround(day);
  const slots = clocks.filter(
    ({ date, time }) => first <= date && date <= last && SLOTS.includes(time) && !HOLIDAYS.has(date),
  );

  test('every offered hour exists exactly once, and its instant shows it', async () => {
    const hours = await offered(timeZone, 0, [first, last]);
    expect(hours.length).toBeGreaterThanOrEqual(5 * SLOTS.length);
    for (const hour of hours) {
      const [date = '', time = ''] = hour.split(' ');
      const instant = instantIn(timeZone, { date, time });
      expect(wallClockIn(timeZone, instant)).toEqual({ date, time });
      const shown = clocks.filter((one) => one.date === date && one.time === time);
      expect(shown.map((one) => one.instant)).toEqual([instant.getTime()]);
    }
  });

  test('a notice leaves exactly the hours that begin when it has elapsed', async () => {
    const start = Date.parse(`${addDays(day, -3)}T00:10:00Z`);
    for (const notice of [0, 1, 3, 12, 24, 25, 48, 72]) {
      for (let hour = 0; hour < 120; hour += 5) {
        const notBefore = start + (hour + notice) * HOUR_MS;
        const left = slots.filter(({ instant }) => instant >= notBefore).map(({ date, time }) => `${date} ${time}`);
        expect(await offered(timeZone, notBefore, [first, last])).toEqual(left);
      }
    }
  });
});

// Noon of the Saturday in each zone, in UTC.
test.each([
  ['spring', SANTIAGO, '2026-09-05T16:00:00Z', '2026-09-06 13:00'],
  ['spring', 'America/Punta_Arenas', '2026-09-05T15:00:00Z', '2026-09-06 12:00'],
  ['spring', 'America/Coyhaique', '2026-09-05T15:00:00Z', '2026-09-06 12:00'],
  ['autumn', SANTIAGO, '2027-04-03T15:00:00Z', '2027-04-04 11:00'],
  ['autumn', 'America/Punta_Arenas', '2027-04-03T15:00:00Z', '2027-04-04 12:00'],
])('24 hours after a Saturday noon of %s in %s, at %s, it is %s', async (_, timeZone, now, first) => {
  const notBefore = Date.parse(now) + 24 * HOUR_MS;
  const [hour] = await offered(timeZone, notBefore, [now.slice(0, 10), addDays(now.slice(0, 10), 3)]);
  expect(hour).toBe(first);
});
