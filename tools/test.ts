import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runChecks } from './check.ts';
import { citusTests } from './citus-tests.ts';
import { type Finished, isStopping, runCommand, stopCommandsOnSignal } from './commands.ts';
import { installedVersions, missingVersions, runOnPostgres } from './other-postgres.ts';
import { missingPrograms } from './test-programs.ts';
import { readPlaywrightResults, readVitestResults, type TestResult } from './test-results.ts';

/**
 * `npm test`: checks and build, then vitest, then Playwright. `npm run test:all` adds the slow tests (`*.slow.test.ts`,
 * `*.slow.spec.ts`), and the tests of the API on the other versions of PostgreSQL that are installed.
 */
const GOAL_SECONDS = 300;
const SLOWEST_SHOWN = 20;
/** Upgrades under open pages depend on the browser and not on the database. */
const WITHOUT_UPGRADES = ['--exclude', 'tools/new-version.slow.test.ts'];

const runsAll = process.argv.includes('--all');
const startedAt = performance.now();
// Every command and its workers load the same libraries: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
stopCommandsOnSignal();
const folder = await mkdtemp(join(tmpdir(), 'ficha-results-'));
const results: TestResult[] = [];
const phases = await runPhases();
await rm(folder, { recursive: true, force: true });
summarize();

async function runPhases(): Promise<Finished[]> {
  const setup = await installMissing();
  if (setup && !setup.ok) return [setup];
  const [build, ...checks] = (
    await Promise.all([runCommand('build', process.execPath, ['tools/build-web.ts']), runChecks()])
  ).flat();
  const finished = [...(build ? [build] : []), ...checks, await runVitest()];
  // The server serves the built pages: without a build every browser test would fail.
  finished.push(build?.ok ? await runPlaywright() : { name: 'playwright', ok: false, seconds: 0 });
  if (runsAll) for (const version of installedVersions()) finished.push(await runApiTestsOn(version));
  return finished;
}

function vitestReport(name: string) {
  const path = join(folder, `${name}.json`);
  return { path, options: ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`] };
}

async function runVitest(): Promise<Finished> {
  const { path, options } = vitestReport('vitest');
  const chosen = runsAll ? [] : ['--exclude', '**/*.slow.test.ts'];
  const finished = await runCommand('vitest', 'vitest', ['run', ...chosen, ...options]);
  results.push(...(await readVitestResults(path)));
  return finished;
}

async function runPlaywright(): Promise<Finished> {
  const path = join(folder, 'playwright.json');
  // The pattern is compared with the path of the file too.
  const chosen = runsAll ? [] : ['--grep-invert', String.raw`\.slow\.spec\.ts`];
  const finished = await runCommand('playwright', 'playwright', ['test', '--reporter=list,json', ...chosen], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
  });
  results.push(...(await readPlaywrightResults(path)));
  return finished;
}

async function runApiTestsOn(version: number): Promise<Finished> {
  const { path, options } = vitestReport(`postgres-${version}`);
  const finished = await runOnPostgres(version, ['vitest', 'run', '--project', 'api', ...WITHOUT_UPGRADES, ...options]);
  const found = await readVitestResults(path);
  results.push(...found.map((result) => ({ ...result, name: `PostgreSQL ${version}: ${result.name}` })));
  return finished;
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
  if (!runsAll) console.log('Not run: the slow tests. npm run test:all runs them');
  else if (missingVersions().length > 0) {
    console.log(`Not run on PostgreSQL ${missingVersions().join(', ')}, which are not installed`);
  }
  if (isStopping()) console.log('\nInterrupted.');

  console.log(`\nTotal: ${total.toFixed(0)} s${runsAll ? '' : ` (goal on two cores: ${GOAL_SECONDS} s)`}`);
  console.log(`${count('passed')} passed, ${count('failed')} failed`);
  if (phases.some(({ ok }) => !ok) || count('failed') > 0) process.exitCode ??= 1;
}
