import { useEffect } from 'react';
import { queryClient } from '#web/platform/query-client.ts';
import { whenIdle } from '#web/platform/when-idle.ts';
import { isAwaitingPart } from '#web/ui/on-demand.tsx';

/** How often it is asked whether the screen has its parts and data. */
const RETRY_DELAY = 250;

interface Task {
  run: () => void;
}

const waiting = new Set<Task>();
let stopAsking: (() => void) | undefined;

/** Runs once the screen has its parts and data, and the browser is idle. Returns a function that cancels it. */
export function whenScreenIsIdle(run: () => void): () => void {
  const task = { run };
  waiting.add(task);
  if (!stopAsking) ask();
  return () => {
    waiting.delete(task);
    if (waiting.size > 0) return;
    stopAsking?.();
    stopAsking = undefined;
  };
}

/** Waits once for all tasks. */
function ask(): void {
  stopAsking = whenIdle(() => {
    if (queryClient.isFetching() > 0 || isAwaitingPart()) {
      const timer = setTimeout(ask, RETRY_DELAY);
      stopAsking = () => clearTimeout(timer);
      return;
    }
    stopAsking = undefined;
    // One of them may cancel another.
    for (const task of [...waiting]) if (waiting.delete(task)) task.run();
  });
}

/** Loads a part once the screen is idle, so that it opens at once, also after the network was lost. */
export function useLoadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => whenScreenIsIdle(() => void load().catch(() => undefined)), [load]);
}
