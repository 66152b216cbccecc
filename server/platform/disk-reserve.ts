import { randomBytes } from 'node:crypto';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSystemSpace } from './free-space.ts';

const MB = 1024 * 1024;
/** Two segments of PostgreSQL's write-ahead log, which is more than a start and thousands of logins write. */
export const RESERVE_BYTES = 32 * MB;
/** With less free space, a part of the reserve is given to PostgreSQL: one segment of the log must fit. */
export const RELEASE_BELOW_BYTES = 16 * MB;
/** What is kept for starts. Each start on a full disk takes half of it. */
const KEPT_FOR_STARTS_BYTES = 8 * MB;
/** PostgreSQL cannot write its lock file with less. */
const NEEDED_TO_START_BYTES = MB;

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => (await fileSystemSpace(folder)).freeBytes;

export const megabytes = (bytes: number): number => Math.floor(bytes / MB);

const reservePath = (dataDir: string) => join(dataDir, 'disk-reserve');

export const reserveSize = async (dataDir: string): Promise<number> =>
  (await stat(reservePath(dataDir)).catch(() => undefined))?.size ?? 0;

/** Occupies the reserve. The bytes are random because some file systems do not store zeros. */
export async function takeReserve(dataDir: string): Promise<void> {
  const path = reservePath(dataDir);
  try {
    await using file = await open(path, 'w', 0o600);
    for (let written = 0; written < RESERVE_BYTES; written += MB) await file.write(randomBytes(MB));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Shrinks the reserve to what is kept for starts, so that PostgreSQL can use the rest. False if it is no larger. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  if ((await reserveSize(dataDir)) <= KEPT_FOR_STARTS_BYTES) return false;
  await truncate(reservePath(dataDir), KEPT_FOR_STARTS_BYTES);
  return true;
}

/**
 * Makes room for a start of PostgreSQL, which cannot start on a full disk: it writes a lock file, and its log after a
 * crash. False when there is no room even without the reserve.
 */
export async function makeRoomToStart(
  dataDir: string,
  report: (line: string) => void,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<boolean> {
  const free = await freeBytes(dataDir);
  if (free >= RELEASE_BELOW_BYTES) return true;
  let hasReleased = await releaseReserve(dataDir);
  if ((await freeBytes(dataDir)) < NEEDED_TO_START_BYTES) {
    const size = await reserveSize(dataDir);
    const rest = size > NEEDED_TO_START_BYTES ? size / 2 : 0;
    if (size > 0) await truncate(reservePath(dataDir), rest);
    hasReleased ||= size > 0;
  }
  const left = megabytes(await reserveSize(dataDir));
  if (hasReleased)
    report(`${fullText(dataDir, free)}: PostgreSQL starts with a part of the reserve, ${left} MB are left of it`);
  return (await freeBytes(dataDir)) >= NEEDED_TO_START_BYTES;
}

export const fullText = (dataDir: string, free: number): string =>
  `The disk of ${dataDir} is full (${megabytes(free)} MB free)`;
