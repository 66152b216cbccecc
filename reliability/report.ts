import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

const ROOT = join(import.meta.dirname, '..');
const PATH = join(ROOT, 'docs/reliability.md');

export interface Result {
  scenario: string;
  seconds: number;
  figures: Figure[];
}

/** Replaces the rows of the scenarios that ran. The rows of others keep their own date and commit. */
export async function writeReport(results: readonly Result[], order: readonly string[]): Promise<void> {
  const before = await readFile(PATH, 'utf8').catch(() => '');
  const [runsBefore = '', figuresBefore = ''] = before.split('## Figures');
  const rows = (text: string, scenario: string) =>
    text.split('\n').filter((line) => line.startsWith(`| ${scenario} |`));
  const runs = order.flatMap((scenario) => {
    const result = results.find((one) => one.scenario === scenario);
    return result ? [runRow(result)] : rows(runsBefore, scenario);
  });
  const figures = order.flatMap((scenario) => {
    const result = results.find((one) => one.scenario === scenario);
    return result ? result.figures.map((figure) => figureRow(scenario, figure)) : rows(figuresBefore, scenario);
  });
  const text = `# Reliability

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
  await writeFile(PATH, text);
}

function runRow({ scenario, seconds }: Result): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `| ${scenario} | ${date} | ${commit.trim()} | ${machine} | ${Math.round(seconds)} s |`;
}

const figureRow = (scenario: string, { name, value, expected }: Figure) =>
  `| ${scenario} | ${name} | ${value} | ${expected} |`;
