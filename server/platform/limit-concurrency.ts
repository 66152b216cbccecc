import { AppError } from './app-error.ts';
import { requireTimeLeft } from './time-left.ts';

/**
 * Runs at most `perKey` tasks of one key at a time; the others wait in memory, in their order. Without it, the burst of
 * one owner would occupy every connection of the pool. With `maxWaiting` tasks waiting, another one is refused, and so
 * is a task whose request has been answered when its turn comes.
 */
export function limitConcurrency(perKey: number, maxWaiting = Number.POSITIVE_INFINITY) {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < perKey) queue.running++;
    else if (queue.waiting.length >= maxWaiting) throw new AppError('NOT_READY', { retryAfter: 5 });
    else await new Promise<void>((start) => queue.waiting.push(start));
    try {
      requireTimeLeft();
      return await task();
    } finally {
      const next = queue.waiting.shift();
      // The finished task gives its place to the next one, so `running` does not change.
      if (next) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}
