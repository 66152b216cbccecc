import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datesOfSeries, Repeat, seriesProblem } from './appointment-series.ts';
import { addDays } from './days.ts';

test.each([
  ['week', '2026-12-21', 3, ['2026-12-21', '2026-12-28', '2027-01-04']],
  ['two-weeks', '2026-12-21', 3, ['2026-12-21', '2027-01-04', '2027-01-18']],
  ['month', '2026-11-16', 3, ['2026-11-16', '2026-12-16', '2027-01-16']],
  // A month without the day has its last one, and the next month has the day again.
  ['month', '2027-01-31', 4, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
  ['month', '2028-01-30', 3, ['2028-01-30', '2028-02-29', '2028-03-30']],
] as const)('every %s from %s, %i times: %j', (every, date, times, days) => {
  expect(datesOfSeries(date, { every, times })).toEqual(days);
});

test('until a day includes that day', () => {
  expect(datesOfSeries('2026-11-16', { every: 'week', until: '2026-11-30' })).toHaveLength(3);
  expect(datesOfSeries('2026-11-16', { every: 'week', until: '2026-11-29' })).toHaveLength(2);
});

test('a number of times that is too high is not computed to its end', () => {
  const days = datesOfSeries('2026-11-16', { every: 'week', times: 1_000_000 });
  expect(days).toHaveLength(105);
  expect(seriesProblem('2026-11-16', { every: 'month', times: 1_000_000 })?.field).toBe('times');
});

test('the days of a week series have the same weekday, and those of a month series come one a month', () => {
  const day = fc.integer({ min: 0, max: 25_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 2, max: 24 }), (date, times) => {
      const weekday = (one: string) => new Date(one).getUTCDay();
      const weekly = datesOfSeries(date, { every: 'two-weeks', times });
      expect(new Set(weekly.map(weekday))).toEqual(new Set([weekday(date)]));
      const monthly = datesOfSeries(date, { every: 'month', times });
      expect(monthly).toHaveLength(times);
      expect(new Set(monthly.map((one) => one.slice(0, 7))).size).toBe(times);
      expect(monthly).toEqual(monthly.toSorted());
      for (const one of monthly) {
        const isLastDay = addDays(one, 1).endsWith('-01');
        expect(one.slice(8) === date.slice(8) || (isLastDay && one.slice(8) < date.slice(8))).toBe(true);
      }
    }),
  );
});

test.each([
  [{ every: 'week' }],
  [{ every: 'week', times: 3, until: '2027-01-01' }],
  [{ every: 'week', times: 1 }],
  [{ every: 'week', times: 105 }],
  [{ every: 'week', times: 2.5 }],
  [{ every: 'day', times: 3 }],
  [{ times: 3 }],
])('%j is no repetition', (repeat) => {
  expect(Repeat.safeParse(repeat).success).toBe(false);
});

test.each([
  ['2026-11-16', { every: 'week', times: 104 } as const, undefined],
  ['2026-11-16', { every: 'week', until: '2028-11-06' } as const, undefined],
  ['2026-11-16', { every: 'month', times: 25 } as const, undefined],
  ['2026-11-16', { every: 'month', times: 26 } as const, 'times'],
  ['2026-11-16', { every: 'two-weeks', times: 54 } as const, 'times'],
  ['2026-11-16', { every: 'week', until: '2028-11-17' } as const, 'until'],
  ['2026-11-16', { every: 'month', until: '2099-12-31' } as const, 'until'],
  ['2026-11-16', { every: 'week', until: '2026-11-22' } as const, 'until'],
  ['2026-11-16', { every: 'week', until: '2026-11-01' } as const, 'until'],
  ['2099-12-01', { every: 'month', times: 2 } as const, 'times'],
])('from %s with %j the problem is in %s', (date, repeat, field) => {
  expect(seriesProblem(date, repeat)?.field).toBe(field);
});
