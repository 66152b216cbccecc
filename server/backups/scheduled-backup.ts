import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';
import { type FreeBytes, freeBytesOf, megabytes } from '#server/platform/disk-reserve';
import { startRefused } from '#server/platform/start-refused';
import { uuidv7 } from '#server/platform/uuid';
import type { Encryption } from './archive.ts';
import {
  backupHistory,
  deleteRunsBefore,
  recordFailure,
  recordSuccess,
  tryToLockBackups,
} from './backup-runs.store.ts';
import { type BackupSchedule, nextAttempt } from './backup-status.ts';
import { createBackup, UNFINISHED } from './create-backup.ts';
import { backupName, backupTime, expiredBackups } from './retention.ts';

const HOUR_MS = 3600 * 1000;
const KEEP_RUNS_MS = 400 * 24 * HOUR_MS;

export interface ScheduledBackup {
  connections: Pick<Connections, 'asBackup'>;
  folder: string;
  schedule: BackupSchedule;
  /** The free space that a backup leaves on the disk of `folder`. */
  floorBytes: number;
  freeBytes?: FreeBytes;
  encryption: Encryption;
  productVersion: string;
  now(): Date;
}

export type ScheduledOutcome =
  | { outcome: 'made'; file: string; bytes: number; rows: number; deleted: string[]; problems: string[] }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'not due'; lastSuccessAt: Date | undefined }
  /** It is due, and another process makes it. */
  | { outcome: 'locked'; lastSuccessAt: Date | undefined };

/** Makes a backup if one is due, records the outcome, and deletes the files that need not be kept. */
export async function makeBackupIfDue(job: ScheduledBackup): Promise<ScheduledOutcome & { nextCheckAt: Date }> {
  const pool = job.connections.asBackup(1);
  try {
    const client = await pool.connect();
    try {
      const sql = sqlOn(client);
      // A lock of the session would be lost behind a pooler, which gives each transaction another connection.
      await client.query('begin');
      // The transaction waits for the whole backup, which may take hours.
      await client.query('set local idle_in_transaction_session_timeout = 0');
      const outcome = await makeIfLocked(job, sql);
      const nextCheckAt = nextAttempt(job.schedule, await backupHistory(sql, job.now()));
      await client.query('commit');
      return { ...outcome, nextCheckAt };
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function makeIfLocked(job: ScheduledBackup, sql: Sql): Promise<ScheduledOutcome> {
  // Before the history is read: another process may have made the backup just now.
  const hasLock = await tryToLockBackups(sql);
  const history = await backupHistory(sql, job.now());
  const lastSuccessAt = history.lastSuccess?.finishedAt;
  if (nextAttempt(job.schedule, history) > job.now()) return { outcome: 'not due', lastSuccessAt };
  if (!hasLock) return { outcome: 'locked', lastSuccessAt };
  return makeAndRecord(job, sql, history.lastSuccess?.bytes ?? 0);
}

async function makeAndRecord(job: ScheduledBackup, sql: Sql, lastSize: number): Promise<ScheduledOutcome> {
  const startedAt = job.now();
  const attempt = () => ({ id: uuidv7(startedAt), startedAt, finishedAt: job.now() });
  let made: Awaited<ReturnType<typeof make>>;
  try {
    made = await make(job, startedAt, lastSize);
  } catch (error) {
    const reason = (error as Error).message;
    await recordFailure(sql, { ...attempt(), failure: reason });
    return { outcome: 'failed', reason };
  }
  await recordSuccess(sql, { ...attempt(), ...made });
  await deleteRunsBefore(sql, new Date(startedAt.getTime() - KEEP_RUNS_MS));
  const { deleted, problems } = await deleteFiles(job.folder, expiredBackups);
  const { name: file, bytes, rows } = made;
  return { outcome: 'made', file, bytes, rows, deleted, problems: [...made.problems, ...problems] };
}

async function make(job: ScheduledBackup, startedAt: Date, lastSize: number) {
  await mkdir(job.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new Error(`BACKUP_DIR ${job.folder} cannot be used: ${error.code}`);
  });
  // What a killed process left. Nobody else writes here while the lock is held.
  const { problems } = await deleteFiles(job.folder, (names) => names.filter(isUnfinished));
  const name = backupName(startedAt);
  const { connections, encryption, productVersion } = job;
  const requireRoom = (bytes: number) => requireFloor(job, bytes);
  await requireRoom(lastSize);
  const request = { connections, encryption, productVersion, now: startedAt, keys: undefined, requireRoom };
  return { name, problems, ...(await createBackup({ ...request, file: join(job.folder, name) })) };
}

/** The database may be on the same disk, and refuses writes below the floor. */
async function requireFloor(
  { folder, floorBytes, freeBytes = freeBytesOf }: ScheduledBackup,
  bytes: number,
): Promise<void> {
  const free = await freeBytes(folder);
  if (free - bytes >= floorBytes) return;
  throw startRefused(
    `BACKUP_DIR ${folder} has ${megabytes(free)} MB free, too little for a backup that leaves DISK_FLOOR_MB=${megabytes(floorBytes)}: no backup was made`,
  );
}

const isUnfinished = (name: string): boolean =>
  name.endsWith(UNFINISHED) && backupTime(name.slice(0, -UNFINISHED.length)) !== undefined;

/** A file that cannot be deleted is a problem for the operator, and no reason to have no backup. */
async function deleteFiles(folder: string, choose: (names: string[]) => string[]) {
  const deleted: string[] = [];
  const problems: string[] = [];
  for (const name of choose(await readdir(folder))) {
    await rm(join(folder, name), { force: true }).then(
      () => deleted.push(name),
      (error: Error) => problems.push(error.message),
    );
  }
  return { deleted, problems };
}
