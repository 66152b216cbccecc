import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANNUAL_PRICE,
  ANNUAL_PRICE_PER_MONTH,
  ANNUAL_SAVING,
  ANNUAL_SAVING_PER_MONTH,
  formatPesos,
  isPaid,
  MONTHLY_PRICE,
  mayAddPatient,
  mayWriteClinically,
  type Plan,
  patientLimit,
} from './plans.ts';

const now = new Date('2026-11-15T12:00:00Z');
const free: Plan = { status: 'free', expiresAt: null };
const endless: Plan = { status: 'paid', expiresAt: null };
const until = (instant: string): Plan => ({ status: 'paid', expiresAt: new Date(instant) });

test('the prices and savings are those of the offer', () => {
  expect([MONTHLY_PRICE, ANNUAL_PRICE].map(formatPesos)).toEqual(['3.990', '37.990']);
  expect([ANNUAL_PRICE_PER_MONTH, ANNUAL_SAVING_PER_MONTH, ANNUAL_SAVING].map(formatPesos)).toEqual([
    ...['3.166', '824', '9.890'],
  ]);
});

describe('a plan', () => {
  test('that is paid serves until the very moment it ends, and one without end serves on', () => {
    expect(isPaid(until('2026-11-15T12:00:00.001Z'), now)).toBe(true);
    expect(isPaid(until('2026-11-15T12:00:00Z'), now)).toBe(false);
    expect(isPaid(endless, now)).toBe(true);
    expect(isPaid(free, now)).toBe(false);
  });

  test('that is free holds one patient, and writes while it holds no more', () => {
    expect(patientLimit(free, now)).toBe(1);
    expect([0, 1, 2].map((count) => mayAddPatient(free, count, now))).toEqual([true, false, false]);
    expect([0, 1, 2].map((count) => mayWriteClinically(free, count, now))).toEqual([true, true, false]);
  });

  test('that is paid has no limit', () => {
    expect(patientLimit(endless, now)).toBe(-1);
    expect(mayAddPatient(endless, 20_000, now)).toBe(true);
    expect(mayWriteClinically(endless, 20_000, now)).toBe(true);
  });

  test('that has ended gives just what a free one gives, whatever the count', () => {
    fc.assert(
      fc.property(fc.nat(), fc.date({ max: now, noInvalidDate: true }), (count, expiresAt) => {
        const ended: Plan = { status: 'paid', expiresAt };
        expect(mayAddPatient(ended, count, now)).toBe(mayAddPatient(free, count, now));
        expect(mayWriteClinically(ended, count, now)).toBe(mayWriteClinically(free, count, now));
        expect(patientLimit(ended, now)).toBe(patientLimit(free, now));
      }),
    );
  });
});
