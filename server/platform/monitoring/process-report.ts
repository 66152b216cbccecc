import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { PoolUse, SystemState } from '#contract/system';
import { type RequestMinute, summarizeRequests } from './recent-requests.ts';

/** What one process knows about its own work, in a form that can be sent to another process. */
export interface ProcessReport {
  /** The number of the process, where several serve. */
  worker: number | undefined;
  startedAt: Date;
  requests: RequestMinute[];
  /** The 99th percentile of the delay of the event loop in each minute, the current one last. */
  delays: number[];
  connections: PoolUse[];
  printing: SystemState['printing'];
  /** Entries of the access log that wait for the database, and those that were lost since the start. */
  accessLog: { waiting: number; lost: number };
  /** Empty without METRICS_TOKEN. */
  metrics: MetricObjectWithValues<MetricValue<string>>[];
}

/** All processes as one, for the panel. */
export function summarizeProcesses(reports: readonly ProcessReport[], now: Date) {
  const startedAt = Math.min(...reports.map((report) => report.startedAt.getTime()));
  return {
    workers: reports.length,
    startedAt: new Date(startedAt).toISOString(),
    requests: summarizeRequests(
      reports.flatMap(({ requests }) => requests),
      now,
    ),
    eventLoop: { p99Ms: longestDelays(reports.map(({ delays }) => delays)) },
    connections: addPools(reports.flatMap(({ connections }) => connections)),
    printing: {
      workers: sum(reports, ({ printing }) => printing.workers),
      running: sum(reports, ({ printing }) => printing.running),
      waiting: sum(reports, ({ printing }) => printing.waiting),
    },
  } satisfies Partial<SystemState>;
}

const sum = <T>(items: readonly T[], read: (item: T) => number): number =>
  items.reduce((total, item) => total + read(item), 0);

/** The delay of the busiest process in each minute. A process that started later has fewer minutes. */
function longestDelays(histories: readonly number[][]): number[] {
  const length = Math.max(...histories.map((history) => history.length));
  return Array.from({ length }, (_, i) => Math.max(...histories.map((history) => history.at(i - length) ?? 0)));
}

const addPools = (pools: readonly PoolUse[]): PoolUse[] =>
  [...Map.groupBy(pools, ({ pool }) => pool)].map(([pool, uses]) => ({
    pool,
    size: sum(uses, ({ size }) => size),
    idle: sum(uses, ({ idle }) => idle),
    inUse: sum(uses, ({ inUse }) => inUse),
    waiting: sum(uses, ({ waiting }) => waiting),
  }));
