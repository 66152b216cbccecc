import { availableParallelism } from 'node:os';
import type { TimestampState } from '#contract/documents';
import { createPool, type Pool, type PoolUse } from '#server/platform/processes/pool';
import type { LayoutInput, PrintRequest } from './printable.ts';
import type { SigningIdentity } from './signing/cms.ts';
import { type SignedPdf, settingsOf } from './worker-messages.ts';

export interface Printed {
  pdf: Uint8Array;
  timestamp: TimestampState;
}

export interface Printer {
  /** Creates a signed PDF. Owners are served in turn. `jobProblem` returns the reason of a rejection. */
  print(request: PrintRequest, ownerId?: string): Promise<Printed>;
  /** How many documents are being printed, and how many wait. */
  queue(): PoolUse;
  close(): Promise<void>;
}

/** Workers that print, of all processes that serve on this machine. Each process has at least one. */
const MAX_WORKERS = 2;
const MAX_WAITING = 64;
const MAX_WAITING_PER_OWNER = 24;
/** Waiting and printing together stay under the browser's timeout of thirty seconds. */
const WAIT_TIMEOUT_MS = 10_000;
const PRINT_TIMEOUT_MS = 15_000;
const START_TIMEOUT_MS = 20_000;
const TIMESTAMP_TIMEOUT_MS = 3000;
const WORKER_MEMORY_MB = 256;

interface PrinterOptions {
  signer: SigningIdentity;
  /** A time-stamp authority (RFC 3161). */
  timestampUrl: string | undefined;
  /** How many processes serve on this machine and print. */
  processes?: number;
  /** Called when a document is signed without the time-stamp that it should have. */
  onTimestampUnavailable?(reason: { problem: string; code: string | undefined }): void;
  /** How long one document may take, and how long the authority. */
  limitMs?: number;
  timestampTimeoutMs?: number;
}

/** Prints in other processes, so that the one that answers requests is never busy with typesetting. */
export function createPrinter(options: PrinterOptions): Printer {
  const { signer, timestampUrl, onTimestampUnavailable } = options;
  const { processes = 1, limitMs = PRINT_TIMEOUT_MS, timestampTimeoutMs = TIMESTAMP_TIMEOUT_MS } = options;
  const pool: Pool<PrintRequest, SignedPdf> = createPool({
    script: new URL('./worker.ts', import.meta.url),
    settings: settingsOf(signer, timestampUrl !== undefined),
    prepare: decodeSignature,
    workers: Math.max(1, Math.floor(Math.min(MAX_WORKERS, availableParallelism() - 1) / processes)),
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_OWNER,
    memoryMb: WORKER_MEMORY_MB,
    limitMs,
    waitMs: WAIT_TIMEOUT_MS,
    startMs: START_TIMEOUT_MS,
  });

  /** The authority is asked outside the workers, which print other documents meanwhile. */
  async function timestamped({ pdf, signature }: SignedPdf, url: string): Promise<TimestampState> {
    try {
      const [{ requestTimestamp }, { addTimestamp }] = await Promise.all([
        import('./signing/timestamp.ts'),
        import('./signing/sign-pdf.ts'),
      ]);
      const token = await requestTimestamp(url, signature.signature, timestampTimeoutMs);
      addTimestamp(Buffer.from(pdf.buffer), signature, signer, token);
      return 'included';
    } catch (error) {
      const { message, cause } = error as Error;
      onTimestampUnavailable?.({ problem: message, code: (cause as NodeJS.ErrnoException | undefined)?.code });
      return 'unavailable';
    }
  }

  return {
    async print(request, ownerId) {
      const answer = await pool.run(request, ownerId);
      // Copied, because the bytes are a part of the larger buffer of the message.
      const signed = { ...answer, pdf: new Uint8Array(answer.pdf) };
      return { pdf: signed.pdf, timestamp: timestampUrl ? await timestamped(signed, timestampUrl) : 'none' };
    },
    queue: () => pool.use(),
    close: () => pool.close(),
  };
}

/** The worker gets pixels. At most one decoded picture for each worker is in memory, however many documents wait. */
async function decodeSignature({ signature, ...printable }: PrintRequest): Promise<LayoutInput> {
  if (printable.kind !== 'prescriptions' || !signature) return printable;
  const { decodePng } = await import('./picture.ts');
  const picture = await decodePng(signature);
  return picture ? { ...printable, picture } : printable;
}
