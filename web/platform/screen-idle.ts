import { useEffect } from 'react';
import { queryClient } from '#web/platform/query-client.ts';
import { whenIdle } from '#web/platform/when-idle.ts';
import { isAwaitingPart } from '#web/ui/on-demand.tsx';

/** How often it is asked whether the screen has its parts and data. */
const RETRY_DELAY = 250;

/** Runs once the screen has its parts and data, and the browser is idle. Returns what cancels it. */
export function whenScreenIsIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = whenIdle(attempt);
  function attempt(): void {
    const retry = () => {
      cancel = whenIdle(attempt);
    };
    if (queryClient.isFetching() === 0 && !isAwaitingPart()) run();
    else timer = setTimeout(retry, RETRY_DELAY);
  }
  return () => {
    clearTimeout(timer);
    cancel();
  };
}

/** Loads a part once the screen is idle, so that it opens at once, also after the network was lost. */
export function useLoadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => whenScreenIsIdle(() => void load().catch(() => undefined)), [load]);
}
