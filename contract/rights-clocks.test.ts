import { expect, test } from 'vitest';
import { extendedAnswerDay, lastAnswerDay, warningDay } from './rights-clocks.ts';
import { RIGHTS_KINDS, type RightsKind } from './rights-kinds.ts';

const THIRTY_DAYS = (Object.keys(RIGHTS_KINDS) as RightsKind[]).filter((kind) => kind !== 'blocking');

test.each(THIRTY_DAYS)('%s: thirty calendar days, whatever days they are', (kind) => {
  expect(lastAnswerDay(kind, '2026-12-01')).toBe('2026-12-31');
  expect(lastAnswerDay(kind, '2026-12-15')).toBe('2027-01-14');
  expect(lastAnswerDay(kind, '2027-01-31')).toBe('2027-03-02');
  expect(lastAnswerDay(kind, '2028-01-31')).toBe('2028-03-01');
  // Fiestas Patrias, and a day that begins at 01:00.
  expect(lastAnswerDay(kind, '2026-08-20')).toBe('2026-09-19');
  expect(lastAnswerDay(kind, '2026-08-07')).toBe('2026-09-06');
});

test('an extension adds thirty calendar days', () => {
  expect(extendedAnswerDay('2026-12-31')).toBe('2027-01-30');
  expect(extendedAnswerDay('2027-01-31')).toBe('2027-03-02');
});

test.each([
  ['a Monday', '2026-11-23', '2026-11-25'],
  ['a Thursday', '2026-11-26', '2026-11-30'],
  ['a Friday', '2026-11-27', '2026-12-01'],
  ['a Saturday', '2026-11-28', '2026-12-01'],
  ['a Sunday', '2026-11-29', '2026-12-01'],
  ['the day before a holiday', '2026-12-07', '2026-12-10'],
  ['the day before Fiestas Patrias', '2026-09-17', '2026-09-22'],
  ['the last days of a year', '2026-12-30', '2027-01-04'],
  ['Christmas, a Friday', '2026-12-25', '2026-12-29'],
  ['Maundy Thursday', '2027-03-25', '2027-03-30'],
])('blocking: two business days after %s', (_, receivedOn, dueOn) => {
  expect(lastAnswerDay('blocking', receivedOn)).toBe(dueOn);
});

test('a clock is about to run out five days before its end, a clock of blocking one business day before', () => {
  expect(warningDay('access', '2027-01-03')).toBe('2026-12-29');
  expect(warningDay('blocking', '2026-11-25')).toBe('2026-11-24');
  expect(warningDay('blocking', '2026-11-30')).toBe('2026-11-27');
  expect(warningDay('blocking', '2027-01-04')).toBe('2026-12-31');
  expect(warningDay('blocking', '2026-12-09')).toBe('2026-12-07');
});
