import { queryClient } from '#web/platform/query-client.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

/** How often it is asked whether the requests of the screen have been answered. */
const RETRY_DELAY = 250;

/** Runs once the screen has its data and the browser is idle. Returns what cancels it. */
export function whenScreenIsIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = whenIdle(attempt);
  function attempt(): void {
    const retry = () => {
      cancel = whenIdle(attempt);
    };
    if (queryClient.isFetching() === 0) run();
    else timer = setTimeout(retry, RETRY_DELAY);
  }
  return () => {
    clearTimeout(timer);
    cancel();
  };
}
