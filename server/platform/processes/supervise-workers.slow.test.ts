import cluster from 'node:cluster';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { test } from '#server/testing/process-test';
import { superviseWorkers } from './supervise-workers.ts';

const DATABASE = {
  location: { url: 'postgres://nowhere' },
  dataDir: '/nowhere',
  isEmbedded: false,
  isDistributed: false,
};
const SERVES = `process.on('message', ({ type }) => (type === 'start' ? process.send({ type: 'ready' }) : process.exit(0)));`;

/** Starts workers that run this program. */
async function supervise(folder: string, program: string, isDatabaseAnswering = async () => true) {
  const script = join(folder, 'worker.mjs');
  await writeFile(script, program);
  const lines: string[] = [];
  const lost = Promise.withResolvers<string>();
  const watch = { report: (line: string) => lines.push(line), onLost: lost.resolve };
  const { stop } = await superviseWorkers({
    count: 2,
    script,
    database: DATABASE,
    isDatabaseAnswering,
    sayLast: () => undefined,
    watch,
  });
  return { stop, lines, lost: lost.promise };
}

const running = () => Object.values(cluster.workers ?? {}).length;

test('a worker that ends again and again is started five times, and then the server stops', async ({ emptyDir }) => {
  const program = `${SERVES} process.on('message', ({ worker }) => worker === 2 && setTimeout(() => process.exit(7), 20));`;
  const { stop, lines, lost } = await supervise(emptyDir, program);
  expect(await lost).toMatch(
    /^Worker 2 ended more than 5 times in 10 minutes: process \d+ ended with exit code 7: the server stops$/,
  );
  expect(lines).toHaveLength(5);
  expect(running()).toBe(1);
  await stop();
  expect(running()).toBe(0);
});

test('a worker is not started again while the database is unavailable', async ({ emptyDir }) => {
  let isAnswering = false;
  let asked = 0;
  const { stop, lines } = await supervise(emptyDir, SERVES, async () => {
    asked++;
    return isAnswering;
  });
  Object.values(cluster.workers ?? {})[0]?.process.kill('SIGKILL');
  await eventually(() => expect(asked).toBeGreaterThan(2));
  expect(lines).toEqual([expect.stringMatching(/^Worker \d is started again: process \d+ ended with SIGKILL$/)]);
  expect(running()).toBe(1);
  isAnswering = true;
  await eventually(() => expect(running()).toBe(2));
  await stop();
});

test('a worker that cannot start refuses the start of all with its reason', async ({ emptyDir }) => {
  const program = `process.on('message', () => process.send({ type: 'refused', reason: 'Port in use' }, () => process.exit(1)));`;
  await expect(supervise(emptyDir, program)).rejects.toThrow(/^Port in use$/);
  expect(running()).toBe(0);
});

test('a worker that does not stop is killed', async ({ emptyDir }) => {
  const { stop } = await supervise(emptyDir, SERVES.replace('process.exit(0)', 'undefined'));
  await stop();
  expect(running()).toBe(0);
});
