import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { NOT_ON_CITUS } from './tools/citus-exclusions.ts';
import { citusTests } from './tools/citus-tests.ts';

/** The tests of the API run on a cluster of Citus, as `npm run test:citus` does, with the tests of Citus itself. */
const isOnCitus = process.env.TEST_CITUS_URL !== undefined;
const citusFiles = citusTests();
const excludedFiles = isOnCitus ? NOT_ON_CITUS.filter(({ test }) => test === undefined).map(({ file }) => file) : [];

const files = globSync('{contract,server,web,reliability,tools}/**/*.test.{ts,tsx}', {
  exclude: ['**/node_modules/**'],
});

/** The imports of a test file decide its project. A file that mocks a module needs a worker of its own. */
const needs = (path: string): 'process' | 'api' | 'component' | 'isolated-unit' | 'unit' | 'no project' => {
  const text = readFileSync(path, 'utf8');
  if (/from '(?:#web\/testing\/open-app\.tsx|@testing-library\/react)'/.test(text)) return 'component';
  if (excludedFiles.includes(path)) return 'no project';
  if (citusFiles.includes(path)) return isOnCitus ? 'api' : 'no project';
  if (/testing\/process-test(\.ts)?'/.test(text)) return 'process';
  if (
    /\b(createTestApp|createBillingTestApp|createDepositTestApp|createDatabase|createEmptyDatabase|fullAccount)\b/.test(
      text,
    )
  )
    return 'api';
  if (/\bserve\b[^;]+testing\/process(\.ts)?'/.test(text)) return 'process';
  return /\bvi\.mock\(/.test(text) ? 'isolated-unit' : 'unit';
};

const project = (
  name: ReturnType<typeof needs>,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: files.filter((path) => needs(path) === name), ...options },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      /** Neither a database nor a server. */
      project('unit', { pool: 'threads', isolate: false, setupFiles: ['tools/restore-globals.ts'] }),
      /** The same for files that replace a module, which other files of the worker may have loaded before. */
      project('isolated-unit', { pool: 'threads' }),
      /** The pages in a simulated browser, on a mock server. */
      project('component', {
        pool: 'threads',
        isolate: false,
        environment: 'happy-dom',
        setupFiles: ['web/testing/close-app.ts'],
      }),
      /** The app in the test's own process, on a copy of the template database. */
      project('api', {
        pool: 'forks',
        isolate: false,
        globalSetup: ['server/testing/cluster.ts'],
        setupFiles: isOnCitus ? ['tools/skip-on-citus.ts'] : [],
      }),
      /** The product as a process of its own, on a copy of an initialised data folder. */
      project('process', {
        pool: 'forks',
        isolate: false,
        maxConcurrency: 2,
        // Some tests start the product three times.
        testTimeout: 300_000,
        globalSetup: ['server/testing/data-folder.ts'],
      }),
    ],
    // React and lazy imports go on by setImmediate, which nobody would advance.
    fakeTimers: { toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
    // Generous: no test asserts on time, and the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
