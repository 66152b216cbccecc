import { expect, test } from 'vitest';
import { progressBar } from './progress-bar.ts';

function shown(isTTY: boolean, steps: [number, number][]): string[] {
  const written: string[] = [];
  const { progress } = progressBar({ isTTY, write: (text: string) => written.push(text) > 0 });
  for (const [done, total] of steps) progress(done, total);
  return written;
}

test('grows in its line on a terminal, and ends the line when it is full', () => {
  expect(
    shown(true, [
      [0, 4],
      [2, 4],
      [2, 4],
      [4, 4],
    ]),
  ).toEqual([
    `\r[${'.'.repeat(30)}] 0 % of 4 rows`,
    `\r[${'#'.repeat(15)}${'.'.repeat(15)}] 50 % of 4 rows`,
    `\r[${'#'.repeat(30)}] 100 % of 4 rows\n`,
  ]);
});

test('is one line for each ten per cent elsewhere, and full without rows', () => {
  const steps = Array.from({ length: 101 }, (_, done): [number, number] => [done, 100]);
  expect(shown(false, steps)).toHaveLength(11);
  expect(shown(false, [[0, 0]])).toEqual([`[${'#'.repeat(30)}] 100 % of 0 rows\n`]);
});
