import { AppError } from '#server/platform/app-error';
import { createPool, jobProblem } from '#server/platform/processes/pool';
import type { AttachmentFile } from './attachment-file.ts';

/** Reads uploads in another process: a hostile file ends that process alone, and a slow one is stopped. */
export interface AttachmentReader {
  /** Owners are served in turn. */
  read(bytes: Uint8Array, ownerId: string): Promise<AttachmentFile>;
  close(): Promise<void>;
}

/** Together these stay under the 55 seconds of an upload. */
const WAIT_TIMEOUT_MS = 15_000;
const READ_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 20_000;
/** Of JavaScript. Pictures are decoded outside it, and their pixels are limited. */
const WORKER_MEMORY_MB = 128;
const IDLE_MS = 60_000;
/** Each file that waits takes up to 15 MB. */
const MAX_WAITING = 8;
const MAX_WAITING_PER_OWNER = 3;

/** Its process starts with the first file. */
export function createAttachmentReader(): AttachmentReader {
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
  });
  return {
    async read(bytes, ownerId) {
      try {
        return await pool.run(bytes, ownerId);
      } catch (error) {
        const problem = jobProblem(error);
        // No file of an honest program takes so long or needs so much memory.
        if (problem === 'slow' || problem === 'ended') throw new AppError('ATTACHMENT_UNREADABLE', { cause: error });
        throw problem === 'busy' ? new AppError('ATTACHMENT_BUSY', { retryAfter: 5, cause: error }) : error;
      }
    },
    close: () => pool.close(),
  };
}
