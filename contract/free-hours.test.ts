import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toClock, toMinutes, weekdayOf } from './days.ts';
import { type Attendance, freeHours } from './free-hours.ts';
import { holidaysOf } from './holidays.ts';
import { SLOTS } from './slots.ts';

// A Monday.
const DAY = '2026-11-16';
const EMPTY: Attendance = { hours: [], absences: [], taken: [] };
const LONG_AGO = { date: '2026-01-01', time: '00:00' };

type Search = Parameters<typeof freeHours>[0];

const timesOn = (search: Partial<Search>): string[] => {
  const [day] = freeHours({ ...EMPTY, from: DAY, to: DAY, duration: 30, notBefore: LONG_AGO, ...search });
  return day?.times ?? [];
};
const between = (first: string, last: string) => SLOTS.filter((time) => first <= time && time <= last);
const span = (time: string, duration: number) => ({ date: DAY, startMinute: toMinutes(time), duration });

describe('the free hours', () => {
  test('are all slots of a day without working hours, absences and appointments', () => {
    expect(timesOn({})).toEqual(SLOTS);
    // The longest appointment ends at midnight.
    expect(timesOn({ duration: 150 })).toEqual(SLOTS);
    expect(timesOn({ duration: 180 })).toEqual(between('08:00', '21:00'));
  });

  test('leave out holidays, also those of the next year, and days that are full', () => {
    const from = '2026-12-24';
    const taken = [{ date: '2026-12-28', startMinute: 0, duration: 1440 }];
    const days = freeHours({ ...EMPTY, taken, from, to: '2027-01-03', duration: 30, notBefore: LONG_AGO });
    expect(days.map(({ date }) => date)).toEqual([
      '2026-12-24',
      '2026-12-26',
      '2026-12-27',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  test('begin with the first time that counts, on its day and on no other', () => {
    const search = { ...EMPTY, from: addDays(DAY, -1), to: addDays(DAY, 1), duration: 30 };
    expect(freeHours({ ...search, notBefore: { date: DAY, time: '10:30' } })).toEqual([
      { date: DAY, times: between('10:30', '21:30') },
      { date: addDays(DAY, 1), times: SLOTS },
    ]);
    expect(timesOn({ notBefore: { date: DAY, time: '10:31' } })).toEqual(between('11:00', '21:30'));
    expect(timesOn({ notBefore: { date: addDays(DAY, 1), time: '00:00' } })).toEqual([]);
  });

  test('may cross from one interval of the working hours into the next one', () => {
    const hours = [
      { weekday: 1, from: '09:00', to: '11:00' },
      { weekday: 1, from: '11:00', to: '12:00' },
      { weekday: 2, from: '15:00', to: '16:00' },
    ];
    expect(timesOn({ hours, duration: 90 })).toEqual(between('09:00', '10:30'));
    expect(timesOn({ hours: hours.slice(2) })).toEqual([]);
  });

  test('are outside whole days and times of absences', () => {
    const week = { from: addDays(DAY, -1), to: addDays(DAY, 5) };
    expect(timesOn({ absences: [week] })).toEqual([]);
    expect(timesOn({ absences: [{ ...week, startTime: '00:00', endTime: '20:30' }], duration: 60 })).toEqual([
      '20:30',
      '21:00',
      '21:30',
    ]);
    expect(timesOn({ absences: [{ ...week, to: addDays(DAY, -1) }] })).toEqual(SLOTS);
  });

  test('of a duration between the slots end with a slot', () => {
    const taken = [span('08:00', 60), span('09:45', 15), span('10:30', 690)];
    expect(timesOn({ taken, duration: 30 })).toEqual(['09:00', '10:00']);
    expect(timesOn({ taken, duration: 45 })).toEqual([]);
  });

  test('keep the buffer before and after each visit, and need none at the edge of hours and absences', () => {
    const hours = [{ weekday: 1, from: '09:00', to: '18:00' }];
    const absences = [{ from: DAY, to: DAY, startTime: '15:00', endTime: '16:00' }];
    const taken = [span('11:00', 60)];
    const free = (bufferMinutes: number, duration: number) =>
      timesOn({ hours, absences, taken, bufferMinutes, duration });
    expect(free(0, 60)).toEqual([
      ...between('09:00', '10:00'),
      ...between('12:00', '14:00'),
      '16:00',
      '16:30',
      '17:00',
    ]);
    expect(free(30, 60)).toEqual(['09:00', '09:30', ...between('12:30', '14:00'), '16:00', '16:30', '17:00']);
    expect(free(60, 60)).toEqual(['09:00', ...between('13:00', '14:00'), '16:00', '16:30', '17:00']);
    expect(free(60, 90)).toEqual(['13:00', '13:30', '16:00', '16:30']);
  });

  test('keep the buffer to visits before and after the slots of the day, and to none of another day', () => {
    const taken = [span('00:00', 30), span('07:45', 15), { ...span('08:00', 840), date: addDays(DAY, -1) }];
    expect(timesOn({ taken, bufferMinutes: 60 })).toEqual(between('09:00', '21:30'));
    expect(timesOn({ taken: [span('00:00', 450)], bufferMinutes: 60 })).toEqual(between('08:30', '21:30'));
    expect(timesOn({ taken: [span('22:00', 30)], bufferMinutes: 60 })).toEqual(between('08:00', '20:30'));
    expect(timesOn({ taken: [span('23:30', 30)], bufferMinutes: 60 })).toEqual(SLOTS);
  });

  test('end on a day whose visits reach the maximum, overbooked ones included', () => {
    // Two at one time: the second one is overbooked.
    const taken = [span('09:00', 30), span('09:00', 30), { ...span('10:00', 30), date: addDays(DAY, 1) }];
    const free = (maxPerDay: number | undefined) => timesOn({ taken, maxPerDay });
    expect([free(1), free(2)]).toEqual([[], []]);
    expect([free(3), free(undefined)]).toEqual([free(28), free(28)]);
    expect(free(28)).toEqual(SLOTS.filter((time) => time !== '09:00'));
  });

  test('are those of a search minute by minute', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(freeHours(search)).toEqual(minuteByMinute(search));
      }),
      { numRuns: 300 },
    );
  });
});

// From the week of the holidays of September on, with a change of the clocks before it.
const FIRST = '2026-09-03';
const days = fc.integer({ min: 0, max: 20 }).map((count) => addDays(FIRST, count));
const halfHours = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 24 }))
  .map(([first, length]) => [first, Math.min(first + length, 48)].map((one) => toClock(one * 30)) as [string, string]);
const searches: fc.Arbitrary<Search> = fc.record({
  from: days,
  to: days,
  duration: fc.constantFrom(30, 60, 90, 120, 150),
  bufferMinutes: fc.constantFrom(0, 30, 60),
  maxPerDay: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  notBefore: fc.record({ date: days, time: fc.integer({ min: 0, max: 1439 }).map(toClock) }),
  hours: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.tuple(fc.integer({ min: 1, max: 7 }), halfHours).map(([weekday, [from, to]]) => ({ weekday, from, to })),
      { minLength: 5, maxLength: 20 },
    ),
  ),
  absences: fc.array(
    fc.tuple(days, fc.integer({ min: 0, max: 3 }), fc.option(halfHours)).map(([from, length, times]) => ({
      from,
      to: addDays(from, length),
      startTime: times?.[0],
      endTime: times?.[1],
    })),
    { maxLength: 5 },
  ),
  taken: fc.array(
    fc
      .tuple(days, fc.integer({ min: 0, max: 1430 }), fc.integer({ min: 1, max: 150 }))
      .map(([date, startMinute, duration]) => ({
        date,
        startMinute,
        duration: Math.min(duration, 1440 - startMinute),
      })),
    { maxLength: 60 },
  ),
});

/**
 * The same by its definition: every minute of a free hour is attended and in no absence, and no visit takes one of its
 * minutes or of the buffer around it.
 */
function minuteByMinute({ from, to, duration, notBefore, hours, absences, taken, ...rules }: Search) {
  const { bufferMinutes = 0, maxPerDay = Number.POSITIVE_INFINITY } = rules;
  const isAttended = (date: string, minute: number) => {
    const clock = toClock(minute);
    return (
      minute < 1440 &&
      (hours.length === 0 ||
        hours.some((one) => one.weekday === weekdayOf(date) && one.from <= clock && clock < one.to)) &&
      !absences.some(
        ({ startTime = '00:00', endTime = '24:00', ...absence }) =>
          absence.from <= date && date <= absence.to && startTime <= clock && clock < endTime,
      )
    );
  };
  const isTaken = (date: string, minute: number) =>
    taken.some((one) => one.date === date && one.startMinute <= minute && minute < one.startMinute + one.duration);
  const minutes = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);
  const isFree = (date: string, first: number) =>
    minutes(first, first + duration).every((minute) => isAttended(date, minute)) &&
    !minutes(first - bufferMinutes, first + duration + bufferMinutes).some((minute) => isTaken(date, minute));
  return Array.from({ length: 21 }, (_, count) => addDays(FIRST, count))
    .filter((date) => from <= date && date <= to && !holidaysOf(2026).has(date))
    .filter((date) => taken.filter((one) => one.date === date).length < maxPerDay)
    .map((date) => ({
      date,
      times: SLOTS.filter(
        (time) => `${date} ${time}` >= `${notBefore.date} ${notBefore.time}` && isFree(date, toMinutes(time)),
      ),
    }))
    .filter(({ times }) => times.length > 0);
}
