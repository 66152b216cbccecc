import { createHash, timingSafeEqual } from 'node:crypto';
import { type DiskSpace, FOLDERS, type SystemState } from '#contract/system';
import { backupHistory } from '#server/backups/backup-runs.store';
import { backupState } from '#server/backups/backup-status';
import { type ReconcileDeps, reconciliationLag } from '#server/billing/reconcile.service';
import type { Deps } from '#server/deps';
import type { Printer } from '#server/pdf/printer';
import { AppError } from '#server/platform/app-error';
import { fileSystemSpace } from '#server/platform/free-space';
import type { Monitor } from '#server/platform/monitoring/monitor';
import { productVersion } from '#server/platform/product-version';

export interface MonitoringDeps extends Pick<Deps, 'adminRead' | 'poolUse' | 'backupSchedule' | 'now'>, ReconcileDeps {
  monitor: Monitor;
  printer: Pick<Printer, 'queue'>;
  /** The folders whose free space is watched. Undefined is not in use. */
  folders: Record<DiskSpace['folder'], string | undefined>;
}

/** A scrape has 10 seconds by default. What the database does not answer in time is left out. */
const DATABASE_TIMEOUT_MS = 3000;

const VERSION = productVersion();

export async function getSystem(deps: MonitoringDeps): Promise<SystemState> {
  const { monitor } = deps;
  return {
    ...(await ofProcess(deps)),
    backup: await readBackup(deps),
    reconciliation: await readReconciliation(deps),
    startedAt: monitor.startedAt.toISOString(),
    requests: monitor.recent.read(),
    eventLoop: { p99Ms: monitor.eventLoop.delays() },
  };
}

/** Answers without the database too: that is when metrics are needed. */
export async function renderMetrics(deps: MonitoringDeps): Promise<string> {
  const { metrics } = deps.monitor;
  if (!metrics) throw new AppError('NOT_FOUND');
  const [own, backup, reconciliation] = await Promise.all([
    ofProcess(deps),
    orUndefined(readBackup(deps)),
    orUndefined(readReconciliation(deps)),
  ]);
  return metrics.render({ ...own, backup, reconciliation });
}

/** Without a configured token nobody is told that the endpoint exists. */
export function requireMetricsToken(token: string | undefined, authorization: string | undefined): void {
  if (token === undefined) throw new AppError('NOT_FOUND');
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  // Hashes have one length, which the comparison in constant time needs.
  if (!timingSafeEqual(sha256(given), sha256(token))) throw new AppError('METRICS_TOKEN_INVALID');
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const ofProcess = async ({ poolUse, printer, folders }: MonitoringDeps) => ({
  version: VERSION,
  connections: poolUse(),
  printing: printer.queue(),
  disks: await Promise.all(
    FOLDERS.flatMap((folder) => {
      const path = folders[folder];
      return path === undefined ? [] : [spaceOf(folder, path)];
    }),
  ),
});

const spaceOf = async (folder: DiskSpace['folder'], path: string): Promise<DiskSpace> => ({
  folder,
  ...(await fileSystemSpace(path).catch(() => ({ freeBytes: null, totalBytes: null }))),
});

const readBackup = async ({ adminRead, backupSchedule, now }: MonitoringDeps) =>
  backupState(backupSchedule, await adminRead((db) => backupHistory(db)), now());

const readReconciliation = async (deps: MonitoringDeps) => ({ lagSeconds: await reconciliationLag(deps) });

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), DATABASE_TIMEOUT_MS);
  try {
    return await Promise.race([reading.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
