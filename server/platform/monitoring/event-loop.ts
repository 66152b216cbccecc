import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** The event loop is measured this often. Node includes the interval in what it measures. */
const RESOLUTION_MS = 20;

export interface EventLoop {
  /** The 99th percentile of the delay in each minute, in milliseconds, the current one last. */
  delays(): number[];
  close(): void;
}

/** Measures how late timers of this process are, which is how long it was too busy for other requests. */
export function watchEventLoop(): EventLoop {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  const history: number[] = [];
  const timer = setInterval(() => {
    history.push(delayOf(monitor));
    if (history.length === MINUTES) history.shift();
    monitor.reset();
  }, MINUTE_MS).unref();
  return {
    delays: () => [...history, delayOf(monitor)],
    close: () => {
      clearInterval(timer);
      monitor.disable();
    },
  };
}

const delayOf = (monitor: Histogram): number =>
  monitor.count === 0 ? 0 : Math.max(0, monitor.percentile(99) / 1e6 - RESOLUTION_MS);
