import { AppError } from '#server/platform/app-error';
import { createPool, jobProblem } from '#server/platform/processes/pool';

/** Reads files in another process, so that the one that answers requests is never busy with them. */
export interface ImportFileReader<Task, Result> {
  /** Owners are served in turn. */
  read(task: Task, ownerId: string): Promise<Result>;
  close(): Promise<void>;
}

/** How long a calendar and a table may be read. */
export const CALENDAR_TIMEOUT_MS = 2000;
export const TABLE_TIMEOUT_MS = 12_000;
/**
 * A file may wait until another one has had all its time and the process has started again. Together with the reading
 * these stay under the 55 seconds of an import. Writing has what is left of them.
 */
export const WAIT_TIMEOUT_MS = 18_000;
const START_TIMEOUT_MS = 15_000;
/** Enough for 20,000 rows of any length. A file that needs more ends its worker alone. */
const WORKER_MEMORY_MB = 512;
const IDLE_MS = 60_000;

export function createFileReader<Task, Result>(script: URL, limitMs: number): ImportFileReader<Task, Result> {
  const pool = createPool<Task, Result>({
    script,
    workers: 1,
    waiting: 16,
    waitingPerKey: 2,
    waitMs: WAIT_TIMEOUT_MS,
    limitMs,
    startMs: START_TIMEOUT_MS,
    memoryMb: WORKER_MEMORY_MB,
    idleMs: IDLE_MS,
  });
  return {
    async read(task, ownerId) {
      try {
        return await pool.run(task, ownerId);
      } catch (error) {
        const problem = jobProblem(error);
        if (problem === 'slow') throw new AppError('IMPORT_TOO_SLOW', { cause: error });
        // No file of an honest program needs so much memory.
        if (problem === 'ended') throw new AppError('IMPORT_UNREADABLE', { cause: error });
        throw problem === 'busy' ? new AppError('IMPORT_BUSY', { retryAfter: 5, cause: error }) : error;
      }
    },
    close: () => pool.close(),
  };
}
