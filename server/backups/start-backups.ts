import { Worker } from 'node:worker_threads';
import { formatBytes } from '#server/platform/format-bytes';
import type { makeBackupIfDue } from './scheduled-backup.ts';
import type { WorkerJob } from './worker.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

interface Log {
  info(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

type Outcome = Awaited<ReturnType<typeof makeBackupIfDue>>;

/** Makes a backup now if one is due, then whenever the next one is. Returns a function that stops it. */
export function startBackups(
  job: WorkerJob,
  log: Log,
  script = new URL('worker.ts', import.meta.url),
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let isStopped = false;

  const check = async () => {
    let wait = HOUR_MS;
    try {
      worker = new Worker(script, { workerData: job });
      const outcome = await answerOf(worker, log);
      report(outcome, log);
      wait = outcome.nextCheckAt.getTime() - Date.now();
    } catch (error) {
      if (!isStopped) log.error({ reason: (error as Error).message }, 'the scheduled backup failed');
    }
    // At least every hour, because another process may have made the backup, or the clock may have been changed.
    if (!isStopped) timer = setTimeout(check, Math.min(Math.max(wait, MINUTE_MS), HOUR_MS)).unref();
  };
  void check();

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    // An unfinished file stays behind. The next backup deletes it.
    await worker?.terminate();
  };
}

/** Rejects when the worker fails, or ends without an answer. */
function answerOf(worker: Worker, log: Log): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  let hasAnswered = false;
  worker.once('message', (outcome: Outcome) => {
    hasAnswered = true;
    resolve(outcome);
  });
  // Stays after the answer: an error without a listener would end the server.
  worker.on('error', (error: Error) => {
    if (!hasAnswered) return reject(error);
    log.error({ reason: error.message }, 'the thread of the scheduled backup failed after its answer');
  });
  worker.once('exit', (code) => reject(new Error(`its thread ended with exit code ${code} and without an answer`)));
  return promise;
}

function report(outcome: Outcome, log: Log): void {
  switch (outcome.outcome) {
    case 'made': {
      const { file, rows, bytes, deleted, problems } = outcome;
      log.info({ file, rows, size: formatBytes(bytes), deleted }, 'the scheduled backup succeeded');
      if (problems.length > 0) log.error({ problems }, 'old files of backups could not be deleted');
      break;
    }
    case 'failed':
      log.error({ reason: outcome.reason }, 'the scheduled backup failed');
      break;
    case 'locked':
      log.info({ lastSuccess: outcome.lastSuccessAt }, 'a backup is due, and another process makes it');
      break;
    case 'not due':
      log.info({ lastSuccess: outcome.lastSuccessAt, next: outcome.nextCheckAt }, 'no backup is due');
  }
}
