import { copyFile, rename, stat, truncate } from 'node:fs/promises';

const MAX_BYTES = 10 * 1024 * 1024;
/** The older files: postgres.log.1 is the newest of them. */
const KEPT_FILES = 4;
const CHECK_INTERVAL_MS = 60_000;

/**
 * Moves the content of a log that has grown too large into a numbered file. The log itself is copied and emptied instead
 * of renamed: PostgreSQL, which may outlive this process, writes on at the end of the same file.
 */
export async function rotateLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size < maxBytes) return;
  for (let number = KEPT_FILES - 1; number >= 1; number--) {
    await rename(`${path}.${number}`, `${path}.${number + 1}`).catch(ignoreMissing);
  }
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Checks the size of the log now and every minute. Returns a function that stops it. */
export function startRotatingLog(path: string, report: (line: string) => void): () => void {
  const check = () =>
    void rotateLog(path).catch(({ code }: NodeJS.ErrnoException) => report(`${path} cannot be rotated: ${code}`));
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
