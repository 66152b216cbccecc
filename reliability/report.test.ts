import { expect, test } from 'vitest';
import { zero } from './figures.ts';
import { renderReport } from './report.ts';

const ORDER = ['crashes', 'fuzz'];
const resultOf = (scenario: string, value: number) => ({ scenario, seconds: 5, figures: [zero('lost', value)] });

test('a run of one scenario replaces its rows and keeps those of the others with their date and commit', () => {
  const first = renderReport('', [resultOf('fuzz', 1), resultOf('crashes', 2)], ORDER, ['monday', 'abc', 'small']);
  const second = renderReport(first, [resultOf('fuzz', 0)], ORDER, ['tuesday', 'def', 'small']);
  expect(second.split('\n').filter((line) => /^\| (crashes|fuzz)/.test(line))).toEqual([
    '| crashes | monday | abc | small | 5 s |',
    '| fuzz | tuesday | def | small | 5 s |',
    '| crashes | lost | **2**, not met | 0 |',
    '| fuzz | lost | 0 | 0 |',
  ]);
});
