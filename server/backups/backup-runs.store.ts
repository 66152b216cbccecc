import { ADVISORY_LOCKS } from '#server/platform/database/advisory-locks';
import type { Sql } from '#server/platform/database/sql';
import type { BackupHistory } from './backup-status.ts';

interface Attempt {
  id: string;
  startedAt: Date;
  finishedAt: Date;
}

/** Clocks of several processes differ by less. */
const TOLERANCE_MS = 60 * 60 * 1000;

/**
 * The last success and the last failure. Runs of the future were made while the clock was ahead, and do not count: no
 * backup would be due until their time comes.
 */
export async function backupHistory(sql: Sql, now: Date): Promise<BackupHistory> {
  const until = new Date(now.getTime() + TOLERANCE_MS);
  const rows = await sql<(Attempt & { bytes: string | null })[]>`
    select distinct on (file_size is null)
           started_at as "startedAt", finished_at as "finishedAt", file_size as bytes
      from backup_runs where finished_at <= ${until} order by file_size is null, finished_at desc`;
  const history: BackupHistory = {};
  for (const { startedAt, finishedAt, bytes } of rows) {
    if (bytes === null) history.lastFailure = { startedAt, finishedAt };
    else history.lastSuccess = { startedAt, finishedAt, bytes: Number(bytes) };
  }
  return history;
}

export async function recordSuccess(sql: Sql, run: Attempt & { name: string; bytes: number }): Promise<void> {
  await sql`
    insert into backup_runs (id, started_at, finished_at, file_name, file_size)
    values (${run.id}, ${run.startedAt}, ${run.finishedAt}, ${run.name}, ${run.bytes})`;
}

export async function recordFailure(sql: Sql, run: Attempt & { failure: string }): Promise<void> {
  await sql`
    insert into backup_runs (id, started_at, finished_at, failure)
    values (${run.id}, ${run.startedAt}, ${run.finishedAt}, ${run.failure})`;
}

export async function deleteRunsBefore(sql: Sql, at: Date): Promise<void> {
  await sql`delete from backup_runs where finished_at < ${at}`;
}

/** One process of all makes the backup. The lock is released at the end of the transaction. */
export async function tryToLockBackups(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ held: boolean }]>`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.backups}) as held`;
  return row.held;
}
