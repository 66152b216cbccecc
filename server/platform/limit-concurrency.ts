import { AppError } from './app-error.ts';

/**
 * Lets so many works of one key run at a time, and the rest wait their turn in memory. Without it, one owner's burst
 * would hold every connection of the pool, waiting for a lock or reading a long history, and everybody else with it.
 * Whoever finds too many waiting is asked to come back.
 */
export function limitConcurrency(perKey: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const lane = busy.get(key) ?? { running: 0, waiting: [] };
    busy.set(key, lane);
    if (lane.running < perKey) lane.running++;
    else if (lane.waiting.length >= mostWaiting) throw new AppError('NOT_READY', { retryAfter: 5 });
    else await new Promise<void>((start) => lane.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      // The place passes from hand to hand: it is never free in between.
      if (next) next();
      else if (--lane.running === 0) busy.delete(key);
    }
  };
}
