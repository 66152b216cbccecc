import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeRun } from '../tools/describe-run.ts';
import { barChart } from './bar-chart.ts';
import type { Load } from './load.ts';

const ROOT = join(import.meta.dirname, '..');
const PATH = join(ROOT, 'docs/performance.md');
const START = '<!-- Written by npm run bench. -->';
const END = '<!-- End of what npm run bench writes. -->';

export interface Measured {
  name: string;
  goal: number | undefined;
  /** By the number of clients. */
  loads: Map<number, Load>;
  /**
   * The CPU time of one request, and the p99 of the same load. A unit is the CPU time of a request of the reference
   * server.
   */
  cpu: { serverMs: number; databaseMs: number; units: number; p99Ms: number; p99Units: number };
  /** The p99 with 100 times the data ÷ the p99 without. */
  growth: number | undefined;
}

/** Requests a second with 64 clients. */
export interface WorkersCompared {
  name: string;
  one: number;
  two: number;
}

const HEAD = [
  'operation',
  'clients: requests/s, p50, p99 (ms)',
  'CPU of the server (ms)',
  'CPU of the database (ms)',
  'server ÷ reference',
  'goal',
  'p99 with 100 times the data',
];

/** Replaces the measured part of the page and its charts, and prints the table. */
export async function writePerformanceReport(
  measured: readonly Measured[],
  memoryMb: number,
  workers: readonly WorkersCompared[],
): Promise<void> {
  const [date = '', commit = '', machine = ''] = describeRun();
  const lines = [HEAD, HEAD.map(() => '---'), ...measured.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(lines.join('\n'));
  const charts = {
    cpu: barChart(
      'CPU of a request, server and database (ms)',
      measured.filter(({ cpu }) => cpu.serverMs < 10).map(({ name, cpu }) => [name, cpu.serverMs, cpu.databaseMs]),
    ),
    latency: barChart(
      'Latency with 16 clients, p50 and the rest up to p99 (ms)',
      measured
        .filter(({ cpu }) => cpu.serverMs < 10)
        .map(({ name, loads }) => [name, loads.get(16)?.p50Ms ?? 0, tail(loads.get(16))]),
    ),
  };
  for (const [name, svg] of Object.entries(charts)) {
    await writeFile(join(ROOT, `docs/images/performance-${name}.svg`), svg);
  }
  const part = [
    START,
    `\`npm run bench -- requests\`, ${date} UTC, commit ${commit}, ${machine}.`,
    `Memory of the server process after the load: ${memoryMb.toFixed(0)} MB. The reference is a bare Node server that answers`,
    '`{"a":1}`, measured in alternation.',
    '',
    ...lines,
    '',
    'Requests a second of 64 clients with one process and with two (`WORKERS=2`), each just started, on two cores that',
    'the clients share:',
    '',
    '| operation | one | two |',
    '|---|---|---|',
    ...workers.map(({ name, one, two }) => `| ${name} | ${one.toFixed(0)} | ${two.toFixed(0)} |`),
    '',
    '![CPU of a request](images/performance-cpu.svg)',
    '',
    '![Latency with 16 clients](images/performance-latency.svg)',
    END,
  ].join('\n');
  const page = await readFile(PATH, 'utf8');
  const [before = '', rest = ''] = page.split(START);
  await writeFile(PATH, before + part + (rest.split(END)[1] ?? '\n'));
}

const tail = (load: Load | undefined) => (load ? load.p99Ms - load.p50Ms : 0);

function rowOf({ name, goal, loads, cpu, growth }: Measured): string[] {
  const rates = [...loads].map(
    ([clients, { perSecond, p50Ms, p99Ms }]) =>
      `${clients}: ${perSecond.toFixed(0)}/s, ${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`,
  );
  return [
    name,
    rates.join('; '),
    cpu.serverMs.toFixed(2),
    cpu.databaseMs.toFixed(2),
    cpu.units.toFixed(1),
    goal === undefined ? '' : `${goal}`,
    growth === undefined ? '' : growth.toFixed(2),
  ];
}
