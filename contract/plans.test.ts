import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANNUAL_PRICE,
  ANNUAL_PRICE_PER_MONTH,
  ANNUAL_SAVING,
  ANNUAL_SAVING_PER_MONTH,
  addMonths,
  type Credit,
  coversPrice,
  daysRemaining,
  formatPesos,
  isPaid,
  MONTHLY_PRICE,
  mayAddPatient,
  mayWriteClinically,
  type Plan,
  paidUntil,
  patientLimit,
  planState,
  SUBSCRIPTION_TYPES,
} from './plans.ts';

const now = new Date('2026-11-15T12:00:00Z');
const free: Plan = { status: 'free', expiresAt: null };
const endless: Plan = { status: 'paid', expiresAt: null };
const until = (instant: string): Plan => ({ status: 'paid', expiresAt: new Date(instant) });

test('prices and savings match the published offer', () => {
  expect([MONTHLY_PRICE, ANNUAL_PRICE].map(formatPesos)).toEqual(['3.990', '37.990']);
  expect([ANNUAL_PRICE_PER_MONTH, ANNUAL_SAVING_PER_MONTH, ANNUAL_SAVING].map(formatPesos)).toEqual([
    '3.166',
    '824',
    '9.890',
  ]);
});

describe('plan', () => {
  test('a paid plan is active until its end instant, and a plan without an end date stays active', () => {
    expect(isPaid(until('2026-11-15T12:00:00.001Z'), now)).toBe(true);
    expect(isPaid(until('2026-11-15T12:00:00Z'), now)).toBe(false);
    expect(isPaid(endless, now)).toBe(true);
    expect(isPaid(free, now)).toBe(false);
  });

  test('a free plan allows one patient, and clinical writing with at most one', () => {
    expect(patientLimit(free, now)).toBe(1);
    expect([0, 1, 2].map((count) => mayAddPatient(free, count, now))).toEqual([true, false, false]);
    expect([0, 1, 2].map((count) => mayWriteClinically(free, count, now))).toEqual([true, true, false]);
  });

  test('a paid plan has no patient limit', () => {
    expect(patientLimit(endless, now)).toBe(-1);
    expect(mayAddPatient(endless, 20_000, now)).toBe(true);
    expect(mayWriteClinically(endless, 20_000, now)).toBe(true);
  });

  test('an expired plan has the limits of a free plan for any patient count', () => {
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

describe('state and remaining days of a plan', () => {
  test.each<[string, Plan, ReturnType<typeof planState>, number | null]>([
    ['free', free, 'free', null],
    ['without an end date', endless, 'active', null],
    ['seven days and a millisecond left', until('2026-11-22T12:00:00.001Z'), 'active', 8],
    ['exactly seven days left', until('2026-11-22T12:00:00Z'), 'expiring_soon', 7],
    ['a millisecond left', until('2026-11-15T12:00:00.001Z'), 'expiring_soon', 1],
    ['ends now', until('2026-11-15T12:00:00Z'), 'expired', 0],
    ['ended a year ago', until('2025-11-15T12:00:00Z'), 'expired', 0],
  ])('%s', (_, plan, state, days) => {
    expect(planState(plan, now)).toBe(state);
    expect(daysRemaining(plan, now)).toBe(days);
  });
});

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 12, '2029-02-28T10:00:00Z'],
  ['2026-12-31T10:00:00Z', 1, '2027-01-31T10:00:00Z'],
  ['2026-05-15T10:00:00Z', 12, '2027-05-15T10:00:00Z'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months)).toEqual(new Date(to));
});

describe('end of the paid period', () => {
  const monthly = (instant: string): Credit => ({ subscriptionType: 'monthly', creditedAt: new Date(instant) });
  const annual = (instant: string): Credit => ({ subscriptionType: 'annual', creditedAt: new Date(instant) });
  // A small range of days that includes the ends of January and February.
  const credits = fc.array(
    fc.record({
      subscriptionType: fc.constantFrom(...SUBSCRIPTION_TYPES),
      creditedAt: fc.integer({ min: 0, max: 80 }).map((day) => new Date(Date.UTC(2027, 0, 1 + day))),
    }),
    { minLength: 1, maxLength: 8 },
  );

  test('is null without payments, and one period after a single payment', () => {
    expect(paidUntil([])).toBeNull();
    expect(paidUntil([monthly('2026-11-15T12:00:00Z')])).toEqual(new Date('2026-12-15T12:00:00Z'));
    expect(paidUntil([annual('2026-11-15T12:00:00Z')])).toEqual(new Date('2027-11-15T12:00:00Z'));
  });

  test('extends the remaining period, or starts at the payment after a gap', () => {
    const renewed = [monthly('2026-11-15T12:00:00Z'), annual('2026-12-10T12:00:00Z')];
    expect(paidUntil(renewed)).toEqual(new Date('2027-12-15T12:00:00Z'));
    expect(paidUntil([monthly('2026-01-15T12:00:00Z'), monthly('2026-06-01T12:00:00Z')])).toEqual(
      new Date('2026-07-01T12:00:00Z'),
    );
  });

  test('does not depend on the order of payments, including simultaneous ones', () => {
    const [short, long] = [monthly('2027-01-31T12:00:00Z'), annual('2027-01-31T12:00:00Z')];
    expect(paidUntil([long, short])).toEqual(paidUntil([short, long]));
    const shuffled = credits.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, again]) => {
        expect(paidUntil(again)).toEqual(paidUntil(all));
      }),
    );
  });

  test.each([
    [3990, 0, true],
    [3990, 1, false],
    [4000, 10, true],
    [4000, 11, false],
  ])('a payment of %i with %i refunded covers the price of 3990: %s', (amount, refunded, counts) => {
    expect(coversPrice({ amount, refunded }, 3990)).toBe(counts);
  });

  test('never moves back with an added payment, nor forward with a refunded one', () => {
    fc.assert(
      fc.property(credits, ([one, ...others]) => {
        const all = one ? [one, ...others] : others;
        expect(paidUntil(all)?.getTime()).toBeGreaterThanOrEqual(paidUntil(others)?.getTime() ?? 0);
      }),
    );
  });
});
