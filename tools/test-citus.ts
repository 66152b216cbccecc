import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRefused } from '#server/platform/start-refused';
import { NOT_ON_CITUS } from './citus-exclusions.ts';
import { runCommand } from './run-command.ts';
import { readVitestResults } from './test-results.ts';

/** `npm run test:citus [-- FILE …]`: the tests of the API, and those of Citus, on the cluster of TEST_CITUS_URL. */
await runCommand(async (files) => {
  if (!process.env.TEST_CITUS_URL) {
    throw startRefused('TEST_CITUS_URL is not set: it names a database of the coordinator (docs/citus.md)');
  }
  const folder = await mkdtemp(join(tmpdir(), 'ficha-citus-'));
  const output = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const vitest = spawn('vitest', ['run', '--project', 'api', ...reporters, ...files], { stdio: 'inherit' });
  const [code] = await once(vitest, 'close');
  const results = await readVitestResults(output);
  await rm(folder, { recursive: true, force: true });

  console.log('\nNot run, because they do not apply to a distributed database:');
  for (const { file, test = 'all tests', reason } of NOT_ON_CITUS) console.log(`  ${file}: ${test}\n    ${reason}`);
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length;
  const listed = NOT_ON_CITUS.filter(({ test }) => test !== undefined).length;
  if (code !== 0) throw startRefused('Some tests failed');
  if (files.length === 0 && skipped !== listed) {
    throw startRefused(`${skipped} tests were skipped and ${listed} are listed in tools/citus-exclusions.ts`);
  }
});
