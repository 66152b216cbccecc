import { afterEach, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { startBackups } from './start-backups.ts';

const nextCheckAt = new Date(Date.now() + 3600 * 1000);
const lines: { level: string; reason?: unknown; message: string }[] = [];
const log = {
  info: (_: Record<string, unknown>, message: string) => void lines.push({ level: 'info', message }),
  error: ({ reason }: Record<string, unknown>, message: string) => void lines.push({ level: 'error', reason, message }),
};
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  lines.length = 0;
});

/** Runs that text instead of the worker of backups. */
function start(script: string): void {
  const job = {
    location: { url: 'postgres://nowhere' },
    folder: '/nowhere',
    schedule: { everyHours: 24, since: new Date() },
    floorBytes: 0,
    encryption: { passphrase: 'x' },
    productVersion: '0',
  };
  stop = startBackups(job, log, new URL(`data:text/javascript,${encodeURIComponent(script)}`));
}
const post = (outcome: Record<string, unknown>) => `
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage({ ...${JSON.stringify(outcome)}, nextCheckAt: new Date(${nextCheckAt.getTime()}) });`;

test('an error of the worker after its answer does not end the server', async () => {
  start(`${post({ outcome: 'not due' })}
    setTimeout(() => { throw new Error('too late') }, 50);`);
  await eventually(() =>
    expect(lines).toEqual([
      { level: 'info', message: 'no backup is due' },
      { level: 'error', reason: 'too late', message: 'the thread of the scheduled backup failed after its answer' },
    ]),
  );
});

test('a worker that ends without an answer is reported', async () => {
  start('process.exit(3)');
  await eventually(() =>
    expect(lines).toEqual([
      {
        level: 'error',
        reason: 'its thread ended with exit code 3 and without an answer',
        message: 'the scheduled backup failed',
      },
    ]),
  );
});

test('a worker that fails is reported', async () => {
  start("throw new Error('no memory')");
  await eventually(() =>
    expect(lines).toEqual([{ level: 'error', reason: 'no memory', message: 'the scheduled backup failed' }]),
  );
});
