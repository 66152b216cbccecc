import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus } from '#contract/billing';
import { MONTHLY_PRICE } from '#contract/plans';
import { type PaymentState, statusByPrice, supersedes } from './payment-state.ts';

const at = (reported: PaymentStatus, second: number, refunded = 0): PaymentState => ({
  status: statusByPrice({ status: reported, amount: MONTHLY_PRICE, refunded }, MONTHLY_PRICE),
  updatedAt: new Date(second * 1000),
});

/** The final state after these states arrive in this order. */
const endOf = (reported: PaymentState[]) =>
  reported.reduce((known, next) => (supersedes(next, known) ? next : known), reported[0] ?? at('pending', 0));

// The range is small, so many states have the same time.
const states = fc.array(
  fc.record({
    status: fc.constantFrom(...PAYMENT_STATUSES),
    second: fc.integer({ min: 1, max: 4 }),
    refunded: fc.constantFrom(0, 0, 1, MONTHLY_PRICE - 1, MONTHLY_PRICE),
  }),
  { minLength: 1, maxLength: 8 },
);

test('the final state does not depend on delivery order or repetition', () => {
  const shuffled = states.chain((reported) =>
    fc.tuple(
      fc.constant(reported),
      fc.shuffledSubarray([...reported, ...reported], { minLength: reported.length * 2 }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([reported, again]) => {
      const build = (list: typeof reported) => list.map(({ status, second, refunded }) => at(status, second, refunded));
      expect(endOf(build(again))).toEqual(endOf(build(reported)));
    }),
  );
});

test('an approved payment stays approved unless it is refunded', () => {
  fc.assert(
    fc.property(states, (reported) => {
      const states = reported.map(({ status, second, refunded }) => at(status, second, refunded));
      const end = endOf(states);
      const statuses = new Set(states.map(({ status }) => status));
      if (statuses.has('approved')) expect(['approved', 'refunded']).toContain(end.status);
      if (statuses.has('approved') && !statuses.has('refunded')) expect(end.status).toBe('approved');
    }),
  );
});

test('a partially refunded payment ends as refunded in every delivery order', () => {
  const partly = fc.record({
    second: fc.integer({ min: 5, max: 9 }),
    refunded: fc.integer({ min: 1, max: MONTHLY_PRICE }),
  });
  const shuffled = fc.tuple(states, partly).chain(([before, { second, refunded }]) => {
    const all = [...before.map((one) => at(one.status, one.second, one.refunded)), at('approved', second, refunded)];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
  fc.assert(
    fc.property(shuffled, (reported) => {
      expect(endOf(reported).status).toBe('refunded');
    }),
  );
});

test.each([
  [0, 'approved'],
  [1, 'refunded'],
  [MONTHLY_PRICE - 3, 'refunded'],
  [MONTHLY_PRICE, 'refunded'],
] as const)('an approved payment with a refund of %i pesos is %s', (refunded, status) => {
  expect(statusByPrice({ status: 'approved', amount: MONTHLY_PRICE, refunded }, MONTHLY_PRICE)).toBe(status);
  expect(statusByPrice({ status: 'pending', amount: MONTHLY_PRICE, refunded }, MONTHLY_PRICE)).toBe('pending');
});

test.each<[PaymentState, PaymentState, boolean]>([
  [at('pending', 9), at('approved', 1), false],
  [at('rejected', 9), at('approved', 1), false],
  [at('cancelled', 9), at('approved', 1), false],
  [at('cancelled', 9), at('refunded', 1), false],
  [at('approved', 1), at('cancelled', 9), true],
  [at('refunded', 1), at('pending', 9), true],
  [at('refunded', 2), at('approved', 1), true],
  [at('refunded', 1), at('approved', 1), true],
  [at('approved', 1), at('refunded', 1), false],
  [at('approved', 2), at('refunded', 1), true],
  [at('approved', 2), at('approved', 1), true],
  [at('approved', 1), at('approved', 1), false],
  [at('rejected', 2), at('pending', 1), true],
  [at('rejected', 1), at('pending', 1), true],
  [at('pending', 1), at('rejected', 1), false],
  [at('pending', 1), at('cancelled', 2), false],
])('%j replaces %j: %s', (reported, known, counts) => {
  expect(supersedes(reported, known)).toBe(counts);
});
