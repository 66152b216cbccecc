import { AppError } from '#server/platform/app-error';
import { createPool, jobProblem } from '#server/platform/processes/pool';

/** Reads files in another process, so that the one that answers requests is never busy with them. */
export interface ImportFileReader<Task, Result> {
  /** Owners are served in turn. */
  read(task: Task, ownerId: string): Promise<Result>;
  close(): Promise<void>;
}

/** Together these stay under the 55 seconds of an import. Writing has what is left of them. */
const WAIT_TIMEOUT_MS = 5000;
const READ_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 20_000;
/** Enough for 20,000 rows of any length. A file that needs more ends its worker alone. */
const WORKER_MEMORY_MB = 512;
const IDLE_MS = 60_000;

export function createFileReader<Task, Result>(script: URL): ImportFileReader<Task, Result> {
  const pool = createPool<Task, Result>({
    script,
    workers: 1,
    waiting: 16,
    waitingPerKey: 2,
    waitMs: WAIT_TIMEOUT_MS,
    limitMs: READ_TIMEOUT_MS,
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
        // No file of an honest program takes so long or needs so much memory.
        if (problem === 'slow' || problem === 'ended') throw new AppError('IMPORT_UNREADABLE', { cause: error });
        throw problem === 'busy' ? new AppError('IMPORT_BUSY', { retryAfter: 5, cause: error }) : error;
      }
    },
    close: () => pool.close(),
  };
}
