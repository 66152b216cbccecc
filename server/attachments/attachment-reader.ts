import { AppError } from '#server/platform/app-error';
import { createPool, jobProblem, type PoolOptions } from '#server/platform/processes/pool';
import type { AttachmentFile } from './attachment-file.ts';

/** Reads uploads in another process: a hostile file ends that process alone, and a slow one is stopped. */
export interface AttachmentReader {
  /** Owners are served in turn. */
  read(bytes: Uint8Array, ownerId: string): Promise<AttachmentFile>;
  close(): Promise<void>;
}

/** Together these stay under the 55 seconds of an upload. */
const WAIT_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 15_000;
/** Of JavaScript. Pictures are decoded outside it, and their pixels are limited. */
const WORKER_MEMORY_MB = 128;
const IDLE_MS = 60_000;
/** Each file that waits takes up to 15 MB. */
const MAX_WAITING = 8;
const MAX_WAITING_PER_OWNER = 3;

/** Another worker or limit is for tests. */
type Options = Partial<Pick<PoolOptions<Uint8Array>, 'script' | 'limitMs'>>;

/** Its process starts with the first file. */
export function createAttachmentReader(options: Options = {}): AttachmentReader {
  const pool = createPool<Uint8Array, AttachmentFile>({
    script: new URL('./worker.ts', import.meta.url),
    workers: 1,
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_OWNER,
    waitMs: WAIT_TIMEOUT_MS,
    limitMs: READ_TIMEOUT_MS,
    startMs: START_TIMEOUT_MS,
    memoryMb: WORKER_MEMORY_MB,
    idleMs: IDLE_MS,
    ...options,
  });
  return {
    async read(bytes, ownerId) {
      try {
        return await pool.run(bytes, ownerId);
      } catch (error) {
        const problem = jobProblem(error);
        // 'slow' and 'ended' say nothing of the file: the machine may be short of time or of memory.
        const mayPass = problem === 'busy' || problem === 'slow' || problem === 'ended';
        throw mayPass ? new AppError('ATTACHMENT_BUSY', { retryAfter: 5, cause: error }) : error;
      }
    },
    close: () => pool.close(),
  };
}
