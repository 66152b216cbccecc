import { health } from '#contract/health';
import { getMetrics, getSystem } from '#contract/system';
import { watchEventLoop } from './event-loop.ts';
import type { Metrics, RequestLabels } from './metrics.ts';
import type { ProcessReport } from './process-report.ts';
import { createRecentRequests } from './recent-requests.ts';

/** What one process knows about its own work. */
export interface Monitor {
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  report(): Promise<Omit<ProcessReport, 'connections' | 'printing' | 'accessLog'>>;
  recordResponse(labels: RequestLabels, milliseconds: number): void;
  close(): void;
}

interface MonitorOptions {
  now(): Date;
  hasMetrics: boolean;
  /** Whether metrics include those of the whole process, which may be collected once only. */
  ofProcess: boolean;
  /** The number of this process, where several serve. */
  worker?: number | undefined;
}

/** Requests that monitoring makes itself would hide how the product is used. */
const OF_MONITORING: readonly string[] = [health, getSystem, getMetrics].map(({ path }) => path);

const isCounted = (route: string) => route.startsWith('/api/') && !OF_MONITORING.includes(route);

export async function createMonitor({ now, hasMetrics, ofProcess, worker }: MonitorOptions): Promise<Monitor> {
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics({ ofProcess, worker }) : undefined;
  const recent = createRecentRequests(now);
  const eventLoop = watchEventLoop();
  const startedAt = now();
  return {
    metrics,
    report: async () => ({
      worker,
      startedAt,
      requests: recent.minutes(),
      delays: eventLoop.delays(),
      metrics: (await metrics?.read()) ?? [],
    }),
    recordResponse(labels, milliseconds) {
      metrics?.observe(labels, milliseconds / 1000);
      if (isCounted(labels.route)) recent.record(labels.status, milliseconds);
    },
    close: () => eventLoop.close(),
  };
}
