import { expect, test } from 'vitest';
import { formatCount, formatDuration, formatNumber } from '#web/ui/format-number.ts';

test('thousands are separated by dots from 1.000 on', () => {
  expect([999, 1000, 20_000].map(formatNumber)).toEqual(['999', '1.000', '20.000']);
});

test('a duration is in hours and minutes', () => {
  expect([0, 0.4, 35, 59.4, 59.6, 60, 80.4, 120, 60_061].map(formatDuration)).toEqual([
    '0 min',
    '0 min',
    '35 min',
    '59 min',
    '1 h',
    '1 h',
    '1 h 20 min',
    '2 h',
    '1.001 h 1 min',
  ]);
});

test('a count has Chilean dots and its noun', () => {
  expect([0, 1, 1234].map((count) => formatCount(count, 'usuario', 'usuarios'))).toEqual([
    '0 usuarios',
    '1 usuario',
    '1.234 usuarios',
  ]);
});
