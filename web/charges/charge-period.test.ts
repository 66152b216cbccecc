import { expect, test } from 'vitest';
import { addMonths } from '#contract/months';
import { isInPeriod, periodAround, periodTitle, shortMonth, stepPeriod } from '#web/charges/charge-period.ts';

test('a period begins and ends with its day, its week or its month', () => {
  expect(periodAround('day', '2026-11-18')).toEqual({ from: '2026-11-18', to: '2026-11-18' });
  expect(periodAround('week', '2026-11-18')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(periodAround('month', '2026-11-18')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodAround('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(periodAround('month', '2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test.each([
  ['day', '2026-09-05', 1, '2026-09-06'],
  ['week', '2026-11-18', -1, '2026-11-11'],
  ['month', '2026-11-18', 1, '2026-12-18'],
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-03-31', -1, '2026-02-28'],
  ['month', '2026-12-31', 1, '2027-01-31'],
] as const)('a %s from %s, step %i', (name, day, by, next) => {
  expect(stepPeriod(name, day, by)).toBe(next);
});

test('every step leads into the period beside', () => {
  for (let day = '2026-01-31'; day < '2027-06'; ) {
    const next = stepPeriod('month', day, 1);
    expect(next.slice(0, 7)).toBe(addMonths(day.slice(0, 7), 1));
    expect(isInPeriod(next, periodAround('month', day))).toBe(false);
    day = next;
  }
});

test('a period is named in words', () => {
  expect(periodTitle('day', '2026-11-16')).toBe('lunes 16 de noviembre, 2026');
  expect(periodTitle('week', '2026-11-16')).toBe('Semana del 16 al 22 de noviembre, 2026');
  expect(periodTitle('month', '2026-11-16')).toBe('Noviembre de 2026');
  expect(shortMonth('2026-09')).toBe('sep');
});
