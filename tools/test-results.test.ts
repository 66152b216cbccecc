import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywrightResults, readVitestResults } from './test-results.ts';

async function reportWith<T>(content: unknown, read: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-report-'));
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(content));
  return read(path).finally(() => rm(folder, { recursive: true }));
}

test('a failed test of Vitest has the first line of its error, and a file that cannot be loaded counts as one', async () => {
  const testResults = [
    {
      name: resolve('server/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'passes', status: 'passed', duration: 1500, failureMessages: [] },
        { fullName: 'fails', status: 'failed', failureMessages: ['\u001b[31mError: expected 1\u001b[39m\n    at x'] },
      ],
    },
    {
      name: resolve('server/b.test.ts'),
      status: 'failed',
      message: 'Cannot find module c\nat d',
      assertionResults: [],
    },
  ];
  expect(await reportWith({ testResults }, readVitestResults)).toEqual([
    { name: 'server/a.test.ts › passes', seconds: 1.5, outcome: 'passed', wasRetried: false, reason: '' },
    {
      name: 'server/a.test.ts › fails',
      seconds: 0,
      outcome: 'failed',
      wasRetried: false,
      reason: 'Error: expected 1',
    },
    { name: 'server/b.test.ts', seconds: 0, outcome: 'failed', wasRetried: false, reason: 'Cannot find module c' },
  ]);
});

test('a test of Playwright that passed when repeated has the error of its first run', async () => {
  const results = [{ duration: 2000, error: { message: 'Error: not visible\ncall log' } }, { duration: 1000 }];
  const suites = [
    {
      file: 'a.spec.ts',
      specs: [],
      suites: [{ file: 'a.spec.ts', specs: [{ title: 'abre', tests: [{ status: 'flaky', results }] }] }],
    },
  ];
  expect(await reportWith({ suites }, readPlaywrightResults)).toEqual([
    { name: 'e2e/a.spec.ts › abre', seconds: 3, outcome: 'passed', wasRetried: true, reason: 'Error: not visible' },
  ]);
});
