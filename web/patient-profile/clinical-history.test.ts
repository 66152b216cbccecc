import { expect, test } from 'vitest';
import { newestFirst } from '#web/patient-profile/clinical-history.tsx';

const entry = (_id: string, createdAt: string) => ({ _id, createdAt });

test('the newest entry comes first, and entries of the same instant are ordered by id', () => {
  const entries = [
    entry('b', '2026-07-15T10:00:00.000Z'),
    entry('a', '2026-07-16T10:00:00.000Z'),
    entry('c', '2026-07-15T10:00:00.000Z'),
    entry('d', '2025-12-31T23:59:59.999Z'),
  ];
  const order = ['a', 'c', 'b', 'd'];
  expect(newestFirst(entries).map(({ _id }) => _id)).toEqual(order);
  expect(newestFirst(entries.toReversed()).map(({ _id }) => _id)).toEqual(order);
});
