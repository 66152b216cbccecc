import type { StoredEntry } from './chain.store.ts';

/** Chains are sealed every five minutes while a server runs, and when it starts. */
const SEALED_WITHIN_MS = 3600 * 1000;

/** Milliseconds since 1970. */
export const entryTime = ({ at }: StoredEntry): number => Number(at) / 1000;
const isMuchLater = (entry: StoredEntry, than: StoredEntry): boolean =>
  entryTime(entry) > entryTime(than) + SEALED_WITHIN_MS;
const instant = (entry: StoredEntry): string => new Date(entryTime(entry)).toISOString();

/**
 * Compares the times of the entries of a chain with its seals. A seal covers entries of a few minutes, and after a crash
 * also entries from the minutes before the crash. Entries at three times far apart under one seal are noted. They are no
 * proof: a sealing that fails for hours, and reads that wait in memory for hours, leave the same rows as removed seals.
 */
export function sealingTimes(notice: (text: string) => void) {
  let first: StoredEntry | undefined;
  let middle: StoredEntry | undefined;
  let isSpread = false;
  return {
    check(entry: StoredEntry, isSealed: boolean): void {
      first ??= entry;
      if (isMuchLater(entry, first)) middle ??= entry;
      isSpread ||= middle !== undefined && isMuchLater(entry, middle);
      if (!isSealed) return;
      if (isSpread) {
        const times = `from ${instant(first)} to ${instant(entry)}`;
        notice(`entries ${first.number} to ${entry.number}: ${times}, and no seal covered them meanwhile`);
      }
      [first, middle, isSpread] = [undefined, undefined, false];
    },
    /** The first entry after the last seal. */
    firstUnsealed: () => first,
  };
}
