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

describe('what is said of a plan', () => {
  test.each<[string, Plan, ReturnType<typeof planState>, number | null]>([
    ['free', free, 'free', null],
    ['without end', endless, 'active', null],
    ['with eight days begun', until('2026-11-22T12:00:00.001Z'), 'active', 8],
    ['with seven days', until('2026-11-22T12:00:00Z'), 'expiring_soon', 7],
    ['with a moment left', until('2026-11-15T12:00:00.001Z'), 'expiring_soon', 1],
    ['that ends now', until('2026-11-15T12:00:00Z'), 'expired', 0],
    ['that ended long ago', until('2025-11-15T12:00:00Z'), 'expired', 0],
  ])('one %s', (_, plan, state, days) => {
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
])('from %s in %i months it is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months)).toEqual(new Date(to));
});

describe('the end of what was paid', () => {
  const monthly = (instant: string): Credit => ({ subscriptionType: 'monthly', creditedAt: new Date(instant) });
  const annual = (instant: string): Credit => ({ subscriptionType: 'annual', creditedAt: new Date(instant) });
  // Few days, and those on which months differ.
  const credits = fc.array(
    fc.record({
      subscriptionType: fc.constantFrom(...SUBSCRIPTION_TYPES),
      creditedAt: fc.integer({ min: 0, max: 80 }).map((day) => new Date(Date.UTC(2027, 0, 1 + day))),
    }),
    { minLength: 1, maxLength: 8 },
  );

  test('is none for who paid nothing, and a period later for who paid once', () => {
    expect(paidUntil([])).toBeNull();
    expect(paidUntil([monthly('2026-11-15T12:00:00Z')])).toEqual(new Date('2026-12-15T12:00:00Z'));
    expect(paidUntil([annual('2026-11-15T12:00:00Z')])).toEqual(new Date('2027-11-15T12:00:00Z'));
  });

  test('moves on from what was left, and from the day of payment where nothing was', () => {
    const renewed = [monthly('2026-11-15T12:00:00Z'), annual('2026-12-10T12:00:00Z')];
    expect(paidUntil(renewed)).toEqual(new Date('2027-12-15T12:00:00Z'));
    expect(paidUntil([monthly('2026-01-15T12:00:00Z'), monthly('2026-06-01T12:00:00Z')])).toEqual(
      new Date('2026-07-01T12:00:00Z'),
    );
  });

  test('is the same in whatever order they come, also at one and the same moment', () => {
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
  ])('counts a payment of %i of which %i were given back, at a price of 3990: %s', (amount, refunded, counts) => {
    expect(coversPrice({ amount, refunded }, 3990)).toBe(counts);
  });

  test('comes no earlier for one payment more, and no later for one that is given back', () => {
    fc.assert(
      fc.property(credits, ([one, ...others]) => {
        const all = one ? [one, ...others] : others;
        expect(paidUntil(all)?.getTime()).toBeGreaterThanOrEqual(paidUntil(others)?.getTime() ?? 0);
      }),
    );
  });
});
