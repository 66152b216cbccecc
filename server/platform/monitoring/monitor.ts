import { health } from '#contract/health';
import { getMetrics, getSystem } from '#contract/system';
import { type EventLoop, watchEventLoop } from './event-loop.ts';
import { createMetrics, type Metrics, type RequestLabels } from './metrics.ts';
import { createRecentRequests, type RecentRequests } from './recent-requests.ts';

/** What one process knows about its own work. */
export interface Monitor {
  startedAt: Date;
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  recent: Pick<RecentRequests, 'read'>;
  eventLoop: Pick<EventLoop, 'delays'>;
  recordResponse(labels: RequestLabels, milliseconds: number): void;
  close(): void;
}

interface MonitorOptions {
  now(): Date;
  hasMetrics: boolean;
  /** Whether metrics include those of the whole process, which may be collected once only. */
  ofProcess: boolean;
}

/** Requests that monitoring makes itself would hide how the product is used. */
const OF_MONITORING: readonly string[] = [health, getSystem, getMetrics].map(({ path }) => path);

const isCounted = (route: string) => route.startsWith('/api/') && !OF_MONITORING.includes(route);

export function createMonitor({ now, hasMetrics, ofProcess }: MonitorOptions): Monitor {
  const metrics = hasMetrics ? createMetrics({ ofProcess }) : undefined;
  const recent = createRecentRequests(now);
  const eventLoop = watchEventLoop();
  return {
    startedAt: now(),
    metrics,
    recent,
    eventLoop,
    recordResponse(labels, milliseconds) {
      metrics?.observe(labels, milliseconds / 1000);
      if (isCounted(labels.route)) recent.record(labels.status, milliseconds);
    },
    close: () => eventLoop.close(),
  };
}
