import type { KeyRing } from '#server/platform/crypto/field-cipher';
import { describeError } from '#server/platform/describe-error';
import { type CopyDeps, copySeals } from './copy-seals.ts';
import { areLinesMissing, endOfFiles } from './seal-files.ts';
import { type SealDeps, sealChains } from './seals.ts';

const EVERY_MS = 5 * 60 * 1000;
/**
 * Every process tries at its own moment. It does nothing when the last seal is younger than the interval by more than
 * this.
 */
const TOLERANCE_MS = 30 * 1000;

const LINES_REMOVED =
  'lines of DATA_DIR/audit were removed since the last round, and are written again from the database: find out who removed them';

/** Each call seals, and copies the seals to the folder. Calls do not overlap. */
export function sealingRounds(
  deps: SealDeps & CopyDeps,
  ring: Readonly<KeyRing>,
  folder: string,
  signal: AbortSignal,
): () => Promise<void> {
  const attempt = (work: Promise<unknown>, failure: string) =>
    work.catch((error: Error) => deps.warn(describeError(error), failure));
  let written: Awaited<ReturnType<typeof endOfFiles>>;
  const copy = async (since: Date) => {
    if (written && (await areLinesMissing(folder, written))) deps.warn({ file: written.name }, LINES_REMOVED);
    await copySeals(deps, ring, folder, { since, signal });
    written = await endOfFiles(folder);
  };
  return async () => {
    const since = deps.now();
    const notSince = new Date(since.getTime() - EVERY_MS + TOLERANCE_MS);
    await attempt(sealChains(deps, ring, { notSince, signal }), 'the access log was not sealed, which is tried again');
    await attempt(copy(since), 'seals were not written to DATA_DIR/audit, which is tried again');
  };
}

/** Seals and copies the seals to the folder, now and every five minutes. Returns a function that stops it. */
export function startSealing(deps: SealDeps & CopyDeps, ring: Readonly<KeyRing>, folder: string): () => Promise<void> {
  const stopping = new AbortController();
  const round = sealingRounds(deps, ring, folder, stopping.signal);
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
