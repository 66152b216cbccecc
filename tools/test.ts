import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runChecks } from './check.ts';
import { citusTests } from './citus-tests.ts';
import { type Finished, isStopping, runCommand, stopCommandsOnSignal } from './commands.ts';
import { missingPrograms } from './test-programs.ts';
import { readPlaywrightResults, readVitestResults, type TestResult } from './test-results.ts';

/** `npm test`: checks and build, then the tests with and without a browser at once. */
const LIMIT_SECONDS = 300;
const SLOWEST_SHOWN = 20;

const startedAt = performance.now();
// Every command and its workers load the same libraries: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
stopCommandsOnSignal();
const folder = await mkdtemp(join(tmpdir(), 'ficha-results-'));
const phases = await runPhases();
const results = [
  ...(await readVitestResults(join(folder, 'vitest.json'))),
  ...(await readPlaywrightResults(join(folder, 'playwright.json'))),
];
await rm(folder, { recursive: true, force: true });
summarize();

async function runPhases(): Promise<Finished[]> {
  const setup = await installMissing();
  if (setup && !setup.ok) return [setup];
  const [build, ...checks] = (
    await Promise.all([runCommand('build', process.execPath, ['tools/build-web.ts']), runChecks()])
  ).flat();
  const vitest = runCommand('vitest', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(folder, 'vitest.json')}`,
  ]);
  // The server serves the built pages: without a build every browser test would fail.
  const browser = build?.ok
    ? runCommand('playwright', 'playwright', ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'playwright.json'),
      })
    : { name: 'playwright', ok: false, seconds: 0 };
  return [...(build ? [build] : []), ...checks, ...(await Promise.all([vitest, browser]))];
}

async function installMissing(): Promise<Finished | undefined> {
  const missing = missingPrograms().map(({ name }) => name);
  if (missing.length === 0) return undefined;
  console.log(`Not installed: ${missing.join(', ')}. Running npm run setup:test.`);
  return runCommand('setup:test', process.execPath, ['tools/setup-test.ts']);
}

function summarize(): void {
  const total = (performance.now() - startedAt) / 1000;
  const printList = (title: string, lines: string[]) => {
    if (lines.length > 0) console.log([`\n${title}`, ...lines.map((line) => `  ${line}`)].join('\n'));
  };
  const withSeconds = ({ seconds, name }: { seconds: number; name: string }) =>
    `${seconds.toFixed(1).padStart(6)} s  ${name}`;
  const count = (outcome: TestResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const namesWhere = (matches: (result: TestResult) => boolean) =>
    results.filter(matches).map(({ name, reason }) => (reason ? `${name}\n      ${reason}` : name));

  printList(
    'Slowest tests',
    results
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST_SHOWN)
      .map(withSeconds),
  );
  printList('Phases', phases.map(withSeconds));
  printList(
    'Passed only when repeated: fix these tests',
    namesWhere(({ wasRetried }) => wasRetried),
  );
  printList(
    'Skipped tests',
    namesWhere(({ outcome }) => outcome === 'skipped'),
  );
  printList(
    'FAILED tests',
    namesWhere(({ outcome }) => outcome === 'failed'),
  );
  printList(
    'FAILED phases',
    phases.filter(({ ok }) => !ok).map(({ name }) => name),
  );
  if (process.env.TEST_CITUS_URL === undefined) {
    console.log(`\nNot run without TEST_CITUS_URL: ${citusTests().join(', ')}`);
  }
  if (isStopping()) console.log('\nInterrupted.');

  console.log(`\nTotal: ${total.toFixed(0)} s`);
  if (total > LIMIT_SECONDS) {
    console.log(`!!! SLOW: ${total.toFixed(0)} s, and npm test should end within ${LIMIT_SECONDS} s on two cores !!!`);
  }
  console.log(`${count('passed')} passed, ${count('failed')} failed`);
  if (phases.some(({ ok }) => !ok) || count('failed') > 0) process.exitCode ??= 1;
}
