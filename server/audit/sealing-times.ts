import type { StoredEntry } from './chain.store.ts';

/** Chains are sealed every five minutes while a server runs, and when it starts. */
const SEALED_WITHIN_MS = 3600 * 1000;

const timeOf = ({ at }: StoredEntry): number => Number(at) / 1000;
const isMuchLater = (time: number, than: number): boolean => time > than + SEALED_WITHIN_MS;
const instant = (entry: StoredEntry): string => new Date(timeOf(entry)).toISOString();

interface Findings {
  report(problem: string): void;
  notice(text: string): void;
}

/**
 * Compares the times of the entries of a chain with its seals. A seal covers entries of a few minutes, and after a crash
 * also those of the minutes before it. Entries at three times far apart under one seal mean that there were seals in
 * between. The first seal of a chain is an exception: releases without seals wrote entries too.
 */
export function sealingTimes({ report, notice }: Findings) {
  let first: StoredEntry | undefined;
  let middle: StoredEntry | undefined;
  let isSpread = false;
  let hasSeal = false;
  return {
    check(entry: StoredEntry, isSealed: boolean): void {
      first ??= entry;
      if (isMuchLater(timeOf(entry), timeOf(first))) middle ??= entry;
      isSpread ||= middle !== undefined && isMuchLater(timeOf(entry), timeOf(middle));
      if (!isSealed) return;
      if (isSpread) {
        const text = `entries ${first.number} to ${entry.number}: written from ${instant(first)} to ${instant(entry)}, without a seal until then`;
        if (hasSeal) report(text);
        else notice(text);
      }
      [first, middle, isSpread, hasSeal] = [undefined, undefined, false, true];
    },
    /** The first entry after the last seal. */
    firstUnsealed: () => first,
  };
}

interface Unsealed {
  owner: string;
  entry: StoredEntry;
}

/** Collects the entries that have no seal. They are late when entries or seals much younger than they exist. */
export function unsealedEntries(startedAt: Date, lastSealAt: Date | undefined) {
  const found: Unsealed[] = [];
  let newest = lastSealAt?.getTime() ?? 0;
  return {
    // What is written while the verification runs, which may take hours, tells nothing about what it read before.
    see: (entry: StoredEntry) => {
      newest = Math.max(newest, Math.min(timeOf(entry), startedAt.getTime()));
    },
    add: (unsealed: Unsealed) => void found.push(unsealed),
    reportLate: (report: (problem: string) => void) => {
      for (const { owner, entry } of found) {
        if (!isMuchLater(newest, timeOf(entry))) continue;
        report(`owner ${owner}, entry ${entry.number} (${entry.act}): never sealed`);
      }
    },
    oldest: (): Date | undefined =>
      found.length === 0 ? undefined : new Date(Math.min(...found.map(({ entry }) => timeOf(entry)))),
  };
}
