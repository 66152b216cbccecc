import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

const ROOT = join(import.meta.dirname, '..');
const PATH = join(ROOT, 'docs/reliability.md');

export interface Result {
  scenario: string;
  seconds: number;
  figures: Figure[];
}

export async function writeReport(
  results: readonly Result[],
  order: readonly string[],
  run: readonly string[],
): Promise<void> {
  const before = await readFile(PATH, 'utf8').catch(() => '');
  await writeFile(PATH, renderReport(before, results, order, run));
}

/** Replaces the rows of the scenarios that ran. The rows of others keep their own date and commit. */
export function renderReport(
  before: string,
  results: readonly Result[],
  order: readonly string[],
  run: readonly string[],
): string {
  const [runsBefore = '', figuresBefore = ''] = before.split('## Figures');
  const rows = (text: string, fresh: (result: Result) => string[]) =>
    order.flatMap((scenario) => {
      const result = results.find((one) => one.scenario === scenario);
      return result ? fresh(result) : text.split('\n').filter((line) => line.startsWith(`| ${scenario} |`));
    });
  const runs = rows(runsBefore, ({ scenario, seconds }) => [tableRow(scenario, ...run, `${Math.round(seconds)} s`)]);
  const figures = rows(figuresBefore, ({ scenario, figures: measured }) =>
    measured.map(({ name, value, expected, isMet }) =>
      tableRow(scenario, name, isMet ? value : `**${value}**, not met`, expected),
    ),
  );
  return `# Reliability

\`npm run test:long\` measures the figures on this page and writes it. A run of single scenarios replaces their rows
alone; a run with other counts than the default ones writes nothing. The command fails when a figure is not as expected.

## Runs

| scenario | date (UTC) | commit | machine | took |
|---|---|---|---|---|
${runs.join('\n')}

## Figures

| scenario | what was done or counted | figure | expected |
|---|---|---|---|
${figures.join('\n')}
`;
}

const tableRow = (...cells: string[]) => `| ${cells.join(' | ')} |`;
