import { expect, test } from 'vitest';
import { growthOf, slopeOf } from './statistics.ts';

const flat = Array.from({ length: 80 }, (_, index) => 38 + (index % 3));

test('a leak grows from quarter to quarter, and one high sample does not', () => {
  expect(growthOf(flat)).toBe(0);
  expect(growthOf(flat.with(70, 60))).toBe(0);
  expect(growthOf(flat.with(30, 60))).toBe(0);
  expect(growthOf(flat.map((value, index) => value + index / 4))).toBeGreaterThan(5);
});

test('the slope of a line is found beside noise', () => {
  const points = flat.map((value, index) => [index / 10, 2 * (index / 10) + value] as const);
  expect(slopeOf(points)).toBeCloseTo(2, 1);
});
