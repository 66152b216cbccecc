import {
  type FreeBytes,
  freeBytesOf,
  fullText,
  megabytes,
  RELEASE_BELOW_BYTES,
  RESERVE_BYTES,
  releaseReserve,
  reserveSize,
  takeReserve,
} from './disk-reserve.ts';

const CHECK_EVERY_MS = 2000;
/** Writes are accepted again a little above the floor, so that the next write does not lead below it at once. */
const MARGIN = 1.05;

export interface DiskFloor {
  /** Whether there is so little space that writes are refused. */
  isLow(): boolean;
}

interface WatchOptions {
  /** The data folder of the embedded PostgreSQL. */
  folder: string;
  floorBytes: number;
  /** For the operator. */
  report(line: string): void;
  /** Whether this process keeps the reserve: one of several does. */
  keepsReserve?: boolean;
  freeBytes?: FreeBytes;
}

/** The space of a database on another machine is not known. PostgreSQL itself refuses writes there when it is full. */
export const UNKNOWN_DISK: DiskFloor = { isLow: () => false };

/** Checks the free space every two seconds, and keeps the reserve. The first check is done when it resolves. */
export async function watchDiskFloor(
  options: WatchOptions,
): Promise<DiskFloor & { check(): Promise<void>; close(): void }> {
  const { folder, floorBytes, report, keepsReserve = true, freeBytes = freeBytesOf } = options;
  let isLow = false;
  let hasFailed = false;
  let checking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const free = await freeBytes(folder);
    const wasLow = isLow;
    isLow = free < (wasLow ? floorBytes * MARGIN : floorBytes);
    if (isLow !== wasLow) report(isLow ? lowText(options, free) : enoughText(options, free));
    if (keepsReserve) await keepReserve(folder, free, { isLow, floorBytes, report });
  }

  const check = (): Promise<void> => {
    checking ??= look()
      .then(
        () => {
          hasFailed = false;
        },
        (error: NodeJS.ErrnoException) => {
          if (!hasFailed) report(`The free space of ${folder} cannot be determined or kept: ${error.code}`);
          hasFailed = true;
        },
      )
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };
  await check();
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
  return { isLow: () => isLow, check, close: () => clearInterval(timer) };
}

/**
 * Takes the reserve when the rest stays above the floor, and also below the floor, where writes are refused anyway. On
 * a disk that is nearly full, gives the reserve to PostgreSQL, which would otherwise crash.
 */
async function keepReserve(
  folder: string,
  free: number,
  { isLow, floorBytes, report }: Pick<WatchOptions, 'floorBytes' | 'report'> & { isLow: boolean },
): Promise<void> {
  if (free < RELEASE_BELOW_BYTES) {
    if (await releaseReserve(folder))
      report(`${fullText(folder, free)}: its reserve was released. Free some space now`);
    return;
  }
  const rest = free - RESERVE_BYTES;
  const mayTake = isLow ? rest >= 2 * RELEASE_BELOW_BYTES : rest >= floorBytes * MARGIN;
  if (mayTake && (await reserveSize(folder)) !== RESERVE_BYTES) await takeReserve(folder);
}

const lowText = ({ folder, floorBytes }: WatchOptions, free: number): string =>
  `The disk of ${folder} has ${megabytes(free)} MB free, less than DISK_FLOOR_MB=${megabytes(floorBytes)}: writes are refused with 503 and STORAGE_LOW, reads go on. Free some space or enlarge the disk; no restart is needed`;

const enoughText = ({ folder }: WatchOptions, free: number): string =>
  `The disk of ${folder} has ${megabytes(free)} MB free: writes are accepted again`;
