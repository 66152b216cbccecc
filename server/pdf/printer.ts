import { availableParallelism } from 'node:os';
import type { TimestampState } from '#contract/documents';
import { createPool, type Pool } from './pool.ts';
import type { Printable } from './printable.ts';
import { readCms, type SigningIdentity } from './signing/cms.ts';
import { findSignature } from './signing/find-signature.ts';
import { addTimestamp, cmsIn } from './signing/sign-pdf.ts';
import { requestTimestamp } from './signing/timestamp.ts';
import type { WorkerSettings } from './worker.ts';

export interface Printed {
  pdf: Uint8Array;
  timestamp: TimestampState;
}

export interface Printer {
  /** A signed document. Owners take turns. Refuses as `jobProblem` tells: 'busy', 'slow', 'failed' or 'closed'. */
  print(printable: Printable, ownerId?: string): Promise<Printed>;
  close(): Promise<void>;
}

const MOST_WORKERS = 2;
const MOST_WAITING = 64;
const MOST_WAITING_OF_ONE = 24;
/** Together under the thirty seconds of the browser. A document takes a fraction of one, unless the machine is busy. */
const WAIT_LIMIT_MS = 10_000;
const PRINT_LIMIT_MS = 15_000;
const START_LIMIT_MS = 20_000;
const TIMESTAMP_LIMIT_MS = 3000;
const WORKER_MEMORY_MB = 256;

interface PrinterOptions {
  signer: SigningIdentity;
  /** A time-stamp authority (RFC 3161). */
  timestampUrl?: string | undefined;
  /** Told why a document was signed without the time-stamp that it should have. */
  onTimestampUnavailable?(problem: Problem): void;
  /** How long one document may take. */
  limitMs?: number;
}

interface Problem {
  problem: string;
  code: string | undefined;
}

/** Prints in threads of its own: the thread that answers requests never sets type. */
export function createPrinter(options: PrinterOptions): Printer {
  const { signer, timestampUrl, onTimestampUnavailable, limitMs = PRINT_LIMIT_MS } = options;
  const pool: Pool<Printable, Uint8Array> = createPool({
    script: new URL('./worker.ts', import.meta.url),
    workerData: { signer, hasTimestamp: timestampUrl !== undefined } satisfies WorkerSettings,
    workers: Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1)),
    ...{ waiting: MOST_WAITING, waitingPerKey: MOST_WAITING_OF_ONE, memoryMb: WORKER_MEMORY_MB },
    ...{ limitMs, waitMs: WAIT_LIMIT_MS, startMs: START_LIMIT_MS },
  });
  return {
    async print(printable, ownerId) {
      const pdf = await pool.run(printable, ownerId);
      return { pdf, timestamp: timestampUrl ? await stamped(pdf, timestampUrl, onTimestampUnavailable) : 'none' };
    },
    close: () => pool.close(),
  };
}

/** The authority is asked outside the workers: while it thinks, they print for others. */
async function stamped(
  pdf: Uint8Array,
  url: string,
  onTimestampUnavailable: PrinterOptions['onTimestampUnavailable'],
): Promise<TimestampState> {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const gap = findSignature(file);
  try {
    const { signature } = readCms(cmsIn(file, gap));
    addTimestamp(file, gap, await requestTimestamp(url, signature, TIMESTAMP_LIMIT_MS));
    return 'included';
  } catch (error) {
    const { message, cause } = error as Error;
    onTimestampUnavailable?.({ problem: message, code: (cause as NodeJS.ErrnoException | undefined)?.code });
    return 'unavailable';
  }
}
