import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSystem } from '#contract/system';
import { sqlOn } from '#server/platform/database/connection';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { readBackup } from './backup-file.ts';
import { tryToLockBackups } from './backup-runs.store.ts';
import { backupName } from './retention.ts';
import { makeBackupIfDue, type ScheduledBackup } from './scheduled-backup.ts';

const HOUR_MS = 3600 * 1000;
const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };

let folder: string;
let now: Date;
let testApp: TestApp;
let schedule: { everyHours: number; since: Date };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-scheduled-'));
  now = new Date('2026-11-15T12:00:00Z');
  schedule = { everyHours: 24, since: now };
  testApp = await createTestApp({ now: () => now, backupSchedule: schedule });
});
afterEach(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const check = (into = folder, limits: Pick<ScheduledBackup, 'floorBytes' | 'freeBytes'> = { floorBytes: 0 }) => {
  const { connections } = testApp;
  const job = { connections, folder: into, schedule, encryption, productVersion: '0', now: () => now };
  return makeBackupIfDue({ ...job, ...limits });
};
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};
const shown = async () => (await (await testApp.newAdmin()).send(getSystem)).body.backup;

test('whatever the number of processes, one makes the backup, and the next is made when it is due', async () => {
  const outcomes = await Promise.all([check(), check(), check()]);
  expect(outcomes.filter(({ outcome }) => outcome === 'made')).toHaveLength(1);
  const first = backupName(now);
  expect(await readdir(folder)).toEqual([first]);
  await readBackup(join(folder, first), encryption);
  expect(await shown()).toMatchObject({ status: 'ok', lastSuccessAt: now.toISOString(), lastFailureAt: null });

  pass(23);
  expect(await check()).toMatchObject({ outcome: 'not due', nextCheckAt: new Date('2026-11-16T12:00:00Z') });
  pass(1);
  expect(await check()).toMatchObject({ outcome: 'made', deleted: [] });
  expect(await readdir(folder)).toEqual([first, backupName(now)]);
});

test('a backup from when the clock was ahead does not keep the next one from being made', async () => {
  pass(300 * 24);
  expect(await check()).toMatchObject({ outcome: 'made' });
  pass(-300 * 24);
  expect(await shown()).toMatchObject({ status: 'pending', lastSuccessAt: null });
  expect(await check()).toMatchObject({ outcome: 'made' });
  expect(await check()).toMatchObject({ outcome: 'not due' });
  expect(await shown()).toMatchObject({ status: 'ok', lastSuccessAt: now.toISOString() });
});

test('a backup that is due while another process makes it is left to that process', async () => {
  const pool = testApp.connections.asBackup(1);
  const client = await pool.connect();
  try {
    await client.query('begin');
    expect(await tryToLockBackups(sqlOn(client))).toBe(true);
    expect(await check()).toMatchObject({ outcome: 'locked', lastSuccessAt: undefined });
  } finally {
    client.release(true);
    await pool.end();
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a failure is recorded, shown, and tried again after an hour', async () => {
  const nowhere = join(folder, 'no/such/folder');
  expect(await check(nowhere)).toMatchObject({
    outcome: 'failed',
    reason: `BACKUP_DIR ${nowhere} cannot be used: ENOENT`,
    nextCheckAt: new Date('2026-11-15T13:00:00Z'),
  });
  expect(await shown()).toMatchObject({ status: 'failed', lastSuccessAt: null, lastFailureAt: now.toISOString() });
  expect(await check()).toMatchObject({ outcome: 'not due' });
  pass(1);
  expect(await check()).toMatchObject({ outcome: 'made' });
  expect(await shown()).toMatchObject({ status: 'ok' });
  pass(26);
  expect(await shown()).toMatchObject({ status: 'missed' });
});

const MB = 1024 * 1024;

test('a backup that would leave less free space than the floor is not made, and not begun if the last one is known', async () => {
  const reads: number[] = [];
  const freeBytes = async () => {
    reads.push(reads.length);
    // Half of what the floor needs when the first part is written.
    return reads.length === 1 ? 300 * MB : 100 * MB;
  };
  const limited = { floorBytes: 256 * MB, freeBytes };
  expect(await check(folder, limited)).toMatchObject({
    outcome: 'failed',
    reason: `BACKUP_DIR ${folder} has 100 MB free, too little for a backup that leaves DISK_FLOOR_MB=256: no backup was made`,
  });
  expect(reads).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);

  await testApp.sql`
    insert into backup_runs (id, started_at, finished_at, file_name, file_size)
    values (gen_random_uuid(), ${now}, ${now}, 'x', ${100 * MB})`;
  pass(24);
  reads.length = 0;
  expect(await check(folder, limited)).toMatchObject({ outcome: 'failed' });
  expect(reads).toHaveLength(1);
});

test('old backups and unfinished files are deleted after a success, and other files stay', async () => {
  const daysAgo = (days: number) => backupName(new Date(now.getTime() - days * 24 * HOUR_MS));
  const old = Array.from({ length: 8 }, (_, i) => daysAgo(i + 1));
  const unfinished = `${daysAgo(3)}.partial`;
  for (const name of [...old, unfinished, 'notas.txt']) await writeFile(join(folder, name), '');
  const { outcome } = await check();
  expect(outcome).toBe('made');
  // The week of the 7th ends on Sunday the 8th, which is kept as the last of its week.
  const expected = [...old.filter((name) => name !== daysAgo(8)), backupName(now), 'notas.txt'];
  expect((await readdir(folder)).sort()).toEqual(expected.sort());
});

test('a backup whose old files cannot be deleted is a success all the same, and says which files', async () => {
  // The last backup of a day is kept.
  const hoursAgo = (hours: number) => backupName(new Date(now.getTime() - hours * HOUR_MS));
  const [first, second, unfinished] = [hoursAgo(1), hoursAgo(2), `${hoursAgo(3)}.partial`];
  // A folder is not deleted as a file, whoever tries it.
  await mkdir(join(folder, first));
  await mkdir(join(folder, unfinished));
  await writeFile(join(folder, second), '');
  const result = await check();
  expect(result).toMatchObject({ outcome: 'made', deleted: [second] });
  const problems = 'problems' in result ? result.problems : [];
  expect(problems).toHaveLength(2);
  for (const name of [first, unfinished]) expect(problems.join('\n')).toContain(join(folder, name));
  expect(await shown()).toMatchObject({ status: 'ok', lastFailureAt: null });
});

test('after a failure nothing is deleted', async () => {
  const old = Array.from({ length: 30 }, (_, i) => backupName(new Date(now.getTime() - i * 24 * HOUR_MS)));
  for (const name of old) await writeFile(join(folder, name), '');
  // A file of this second exists already, and is not overwritten.
  expect(await check()).toMatchObject({ outcome: 'failed' });
  expect((await readdir(folder)).sort()).toEqual(old.toSorted());
});

test('without BACKUP_DIR the panel says that backups are off', async () => {
  const other = await createTestApp();
  const { body } = await (await other.newAdmin()).send(getSystem);
  expect(body.backup).toMatchObject({ status: 'off', nextDueAt: null });
  await other.close();
});
