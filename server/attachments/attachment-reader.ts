import { AppError } from '#server/platform/app-error';
import { createPool, jobProblem, type PoolOptions } from '#server/platform/processes/pool';
import type { AttachmentFile } from './attachment-file.ts';

/** Reads uploads in another process: a hostile file ends that process alone, and a slow one is stopped. */
export interface AttachmentReader {
  /** One file at a time. The owner who has used the least time comes first. */
  read(bytes: Uint8Array, ownerId: string): Promise<AttachmentFile>;
  close(): Promise<void>;
}

/** Together these stay under the 55 seconds of an upload. A file may wait until another one has had all its time. */
export const WAIT_TIMEOUT_MS = 18_000;
const READ_TIMEOUT_MS = 16_000;
/** A usual PDF takes a fraction of a second. A small one that inflates for long must not hold up the others. */
const PDF_TIMEOUT_MS = 4000;
const PDF_TIMEOUT_MS_PER_MB = 800;
const START_TIMEOUT_MS = 12_000;
const WORKER_HEAP_MB = 128;
/**
 * With this limit the process uses at most about 550 MB, because it reserves 290 MB that it does not use. The largest
 * accepted pictures (`attachment-file.ts`) take 390 MB.
 */
const WORKER_DATA_MB = 832;
const IDLE_MS = 60_000;
/** Each file that waits takes up to 15 MB. */
const MAX_WAITING = 8;
const MAX_WAITING_PER_OWNER = 3;

/** Another worker or limit is for tests. */
type Options = Partial<Pick<PoolOptions<Uint8Array>, 'script' | 'limitMs'>>;

/** How long a file may be read, by its kind and size. */
export function readTimeoutOf(bytes: Uint8Array): number {
  const isPdf = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '%PDF';
  if (!isPdf) return READ_TIMEOUT_MS;
  return Math.min(READ_TIMEOUT_MS, PDF_TIMEOUT_MS + (bytes.length / 1e6) * PDF_TIMEOUT_MS_PER_MB);
}

/** Its process starts with the first file. */
export function createAttachmentReader(options: Options = {}): AttachmentReader {
  const pool = createPool<Uint8Array, AttachmentFile>({
    script: new URL('./worker.ts', import.meta.url),
    workers: 1,
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_OWNER,
    waitMs: WAIT_TIMEOUT_MS,
    limitMs: readTimeoutOf,
    startMs: START_TIMEOUT_MS,
    memoryMb: WORKER_HEAP_MB,
    dataMb: WORKER_DATA_MB,
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
