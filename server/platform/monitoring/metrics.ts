import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BackupState, type SystemState } from '#contract/system';
import type { ProcessReport } from './process-report.ts';

/** What one scrape reports beside the processes. What could not be read is undefined. */
type Readings = Pick<SystemState, 'version' | 'disks'> & {
  backup: SystemState['backup'] | undefined;
  reconciliation: SystemState['reconciliation'] | undefined;
  mail: SystemState['mail'] | undefined;
};

/** The route is a pattern such as '/api/patients/:id', never a URL. */
export interface RequestLabels {
  method: string;
  route: string;
  status: number;
}

export interface Metrics {
  observe(labels: RequestLabels, seconds: number): void;
  /** The metrics of this process, to be sent to the one that answers a scrape. */
  read(): Promise<ProcessReport['metrics']>;
}

/** Gauges of the library with the suffix of counters. Those without the suffix have the same values by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

interface MetricsOptions {
  /** Adds CPU, memory, event loop and garbage collection of the whole process. */
  ofProcess: boolean;
  worker?: number | undefined;
}

/**
 * Where several processes serve, each has series of its own. Their sum would fall when one is replaced, which Prometheus
 * takes for a restart of all.
 */
const labelsOf = (worker: number | undefined): Record<string, string> =>
  worker === undefined ? {} : { worker: String(worker) };

/** The metrics of one app. */
export function createMetrics({ ofProcess, worker }: MetricsOptions): Metrics {
  const register = new Registry();
  register.setDefaultLabels(labelsOf(worker));
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  if (ofProcess) {
    collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 20 });
    for (const name of MISNAMED) register.removeSingleMetric(name);
  }
  return {
    observe: ({ method, route, status }, seconds) => requests.observe({ method, route, status }, seconds),
    read: () => register.getMetricsAsJSON(),
  };
}

/** The text of one scrape over all processes, in the format of Prometheus. */
export function renderScrape(reports: readonly ProcessReport[], readings: Readings): Promise<string> {
  // No two processes have a series in common, so nothing is added up. The library would leave some metrics out.
  const ofProcesses = reports.map(({ metrics }) =>
    metrics.map((metric) => ({ ...metric, aggregator: 'first', values: metric.values.filter(isMeasured) })),
  );
  return Registry.merge([AggregatorRegistry.aggregate(ofProcesses), gaugesOf(reports, readings)]).metrics();
}

/** The library reports NaN for an event loop that was not measured since the scrape before. */
const isMeasured = ({ value }: { value: number }): boolean => !Number.isNaN(value);

interface Sample {
  labels?: Record<string, string>;
  value: number | null | undefined;
}

type KnownSample = Sample & { value: number };

/** Made for each scrape, so that a value which can no longer be read disappears instead of staying. */
function gaugesOf(reports: readonly ProcessReport[], readings: Readings): Registry {
  const register = new Registry();
  const report = (name: string, help: string, samples: Sample[]) => {
    const known = samples.filter((sample): sample is KnownSample => typeof sample.value === 'number');
    if (known.length === 0) return;
    const gauge = new Gauge({ name, help, labelNames: Object.keys(known[0]?.labels ?? {}), registers: [register] });
    for (const { labels = {}, value } of known) gauge.set(labels, value);
  };
  const ofEach = (samplesOf: (report: ProcessReport) => Sample[]) =>
    reports.flatMap((process) =>
      samplesOf(process).map(({ labels, value }) => ({ labels: { ...labels, ...labelsOf(process.worker) }, value })),
    );
  const { version, disks, backup, reconciliation, mail } = readings;

  report('ficha_build_info', 'The version of the product.', [{ labels: { version }, value: 1 }]);
  report('ficha_database_up', 'Whether the database answered this scrape.', [{ value: backup ? 1 : 0 }]);
  report(
    'ficha_database_connections',
    'Open connections to the database, by pool and state.',
    ofEach(({ connections }) =>
      connections.flatMap(({ pool, idle, inUse }) => [
        { labels: { pool, state: 'idle' }, value: idle },
        { labels: { pool, state: 'in_use' }, value: inUse },
      ]),
    ),
  );
  report(
    'ficha_database_connections_max',
    'The most connections that a pool may open.',
    ofEach(({ connections }) => connections.map(({ pool, size }) => ({ labels: { pool }, value: size }))),
  );
  report(
    'ficha_database_waiting',
    'Calls that wait for a connection to the database.',
    ofEach(({ connections }) => connections.map(({ pool, waiting }) => ({ labels: { pool }, value: waiting }))),
  );
  report(
    'ficha_print_jobs',
    'Documents that are being printed, or wait for it.',
    ofEach(({ printing }) => [
      { labels: { state: 'running' }, value: printing.running },
      { labels: { state: 'waiting' }, value: printing.waiting },
    ]),
  );
  report(
    'ficha_print_workers',
    'The most documents that are printed at the same time.',
    ofEach(({ printing }) => [{ value: printing.workers }]),
  );
  report(
    'ficha_access_log_waiting',
    'Entries of the access log that are not written yet.',
    ofEach(({ accessLog }) => [{ value: accessLog.waiting }]),
  );
  report(
    'ficha_access_log_lost',
    'Entries of the access log that were lost since the start of the process.',
    ofEach(({ accessLog }) => [{ value: accessLog.lost }]),
  );
  report(
    'ficha_filesystem_free_bytes',
    'Free space on the file system of a folder.',
    disks.map(({ folder, freeBytes }) => ({ labels: { folder }, value: freeBytes })),
  );
  report(
    'ficha_filesystem_size_bytes',
    'Size of the file system of a folder.',
    disks.map(({ folder, totalBytes }) => ({ labels: { folder }, value: totalBytes })),
  );
  report('ficha_reconciliation_lag_seconds', 'How long the most overdue query about a purchase is overdue.', [
    { value: reconciliation?.lagSeconds },
  ]);
  report('ficha_mail_outbox', 'Mails that wait for delivery, and those that were given up in the last day.', [
    { labels: { state: 'pending' }, value: mail?.pending },
    { labels: { state: 'failed' }, value: mail?.failed },
  ]);
  report('ficha_mail_oldest_pending_seconds', 'How long the mail that has waited longest has waited.', [
    { value: mail?.oldestPendingSeconds },
  ]);
  report(
    'ficha_backup_state',
    'The state of scheduled backups: 1 for the present one.',
    BackupState.shape.status.options.map((state) => ({
      labels: { state },
      value: backup && (backup.status === state ? 1 : 0),
    })),
  );
  report('ficha_backup_last_success_timestamp_seconds', 'When the last backup succeeded.', [
    { value: secondsOf(backup?.lastSuccessAt) },
  ]);
  report('ficha_backup_last_success_bytes', 'The size of the last backup.', [{ value: backup?.lastSuccessBytes }]);
  report('ficha_backup_last_failure_timestamp_seconds', 'When a backup last failed.', [
    { value: secondsOf(backup?.lastFailureAt) },
  ]);
  return register;
}

const secondsOf = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) / 1000 : null);
