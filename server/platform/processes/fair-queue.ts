/** Half of the time that a key has used is forgotten in this time. */
const HALF_LIFE_MS = 60_000;

interface FairQueueOptions {
  /** How many items may wait, in all and of one key. */
  max: number;
  maxPerKey: number;
  now?: () => number;
}

/** The part of a queue that one key uses. */
interface Share {
  key: string;
  count: number;
  usedMs: number;
}

/** Keys of equal shares stay in the order in which they came. */
const bySize = (a: Share, b: Share) => a.count - b.count || a.usedMs - b.usedMs;

/**
 * Items that wait for a worker. The key with the fewest running items comes first, and of these the one that has used
 * the least time lately. So a key that was quiet waits for what is running, however many others are busy.
 */
export function createFairQueue<Item>({ max, maxPerKey, now = () => performance.now() }: FairQueueOptions) {
  const waiting = new Map<string, Item[]>();
  const running = new Map<string, number>();
  const used = new Map<string, { ms: number; at: number }>();
  let size = 0;

  const usedMs = (key: string): number => {
    const { ms, at } = used.get(key) ?? { ms: 0, at: 0 };
    return Math.round(ms * 2 ** ((at - now()) / HALF_LIFE_MS));
  };
  const shares = (countOf: (key: string) => number): Share[] =>
    [...waiting.keys()].map((key) => ({ key, count: countOf(key), usedMs: usedMs(key) })).sort(bySize);
  const countWaiting = (key: string) => waiting.get(key)?.length ?? 0;
  const countRunning = (key: string) => running.get(key) ?? 0;

  function remove(key: string, index: number): Item | undefined {
    const items = waiting.get(key) ?? [];
    const [item] = items.splice(index, 1);
    if (items.length === 0) waiting.delete(key);
    size--;
    return item;
  }

  return {
    size: () => size,

    /** Returns the item that has no place: this one, or the newest of a key that has a larger share. */
    add(key: string, item: Item): Item | undefined {
      const own = { key, count: countWaiting(key) + 1, usedMs: usedMs(key) };
      if (own.count > maxPerKey) return item;
      let dropped: Item | undefined;
      if (size >= max) {
        const largest = shares(countWaiting).at(-1);
        if (!largest || bySize(largest, own) <= 0) return item;
        dropped = remove(largest.key, -1);
      }
      waiting.set(key, [...(waiting.get(key) ?? []), item]);
      size++;
      return dropped;
    },

    /** The next item. It counts as running until `end`. */
    take(): { key: string; item: Item } | undefined {
      const [next] = shares(countRunning);
      const item = next && remove(next.key, 0);
      if (!next || item === undefined) return undefined;
      running.set(next.key, next.count + 1);
      return { key: next.key, item };
    },

    end(key: string, ms: number): void {
      const left = countRunning(key) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
      used.set(key, { ms: usedMs(key) + ms, at: now() });
      for (const one of used.keys()) if (usedMs(one) === 0) used.delete(one);
    },

    /** Empties the queue. */
    clear(): Item[] {
      const items = [...waiting.values()].flat();
      waiting.clear();
      size = 0;
      return items;
    },
  };
}
