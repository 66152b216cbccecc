import { createHash, timingSafeEqual } from 'node:crypto';
import { type DiskSpace, FOLDERS, type SystemState } from '#contract/system';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { backupHistory } from '#server/backups/backup-runs.store';
import { backupState } from '#server/backups/backup-status';
import { type ReconcileDeps, reconciliationLag } from '#server/billing/reconcile.service';
import type { Deps } from '#server/deps';
import { outboxState } from '#server/mail/outbox-state.store';
import type { Printer } from '#server/pdf/printer';
import { AppError } from '#server/platform/app-error';
import { fileSystemSpace } from '#server/platform/free-space';
import type { Monitor } from '#server/platform/monitoring/monitor';
import { type ProcessReport, summarizeProcesses } from '#server/platform/monitoring/process-report';
import { productVersion } from '#server/platform/product-version';

export interface MonitoringDeps
  extends RecordingDeps,
    Pick<Deps, 'adminRead' | 'poolUse' | 'backupSchedule' | 'sendsMail' | 'now'>,
    ReconcileDeps {
  monitor: Monitor;
  printer: Pick<Printer, 'queue'>;
  /** What the other processes of this machine report. Those that do not answer in time are left out. */
  otherProcesses(): Promise<ProcessReport[]>;
  /** The folders whose free space is watched. Undefined for a folder that is not in use. */
  folders: Record<DiskSpace['folder'], string | undefined>;
}

/** A scrape has 10 seconds by default. What the database does not answer in time is left out. */
const DATABASE_TIMEOUT_MS = 3000;

const VERSION = productVersion();

export async function getSystem(deps: MonitoringDeps): Promise<SystemState> {
  return {
    version: VERSION,
    disks: await readDisks(deps),
    backup: await readBackup(deps),
    reconciliation: await readReconciliation(deps),
    mail: await readMail(deps),
    ...summarizeProcesses(await allProcesses(deps), deps.now()),
  };
}

/** Answers without the database too: that is when metrics are needed. */
export async function renderMetrics(deps: MonitoringDeps): Promise<string> {
  if (!deps.monitor.metrics) throw new AppError('NOT_FOUND');
  const [reports, disks, backup, reconciliation, mail] = await Promise.all([
    allProcesses(deps),
    readDisks(deps),
    orUndefined(readBackup(deps)),
    orUndefined(readReconciliation(deps)),
    orUndefined(readMail(deps)),
  ]);
  const { renderScrape } = await import('#server/platform/monitoring/metrics');
  return renderScrape(reports, { version: VERSION, disks, backup, reconciliation, mail });
}

/** Without a configured token nobody is told that the endpoint exists. */
export function requireMetricsToken(token: string | undefined, authorization: string | undefined): void {
  if (token === undefined) throw new AppError('NOT_FOUND');
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  // Hashes have one length, which the comparison in constant time needs.
  if (!timingSafeEqual(sha256(given), sha256(token))) throw new AppError('METRICS_TOKEN_INVALID');
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What this process reports about itself, here or to another process that answers. */
export const reportProcess = async ({
  monitor,
  poolUse,
  printer,
  accessRecorder,
}: Pick<MonitoringDeps, 'monitor' | 'poolUse' | 'printer' | 'accessRecorder'>): Promise<ProcessReport> => ({
  ...(await monitor.report()),
  connections: poolUse(),
  printing: printer.queue(),
  accessLog: accessRecorder.state(),
});

async function allProcesses(deps: MonitoringDeps): Promise<ProcessReport[]> {
  const [own, others] = await Promise.all([reportProcess(deps), deps.otherProcesses()]);
  return [own, ...others].sort((a, b) => (a.worker ?? 0) - (b.worker ?? 0));
}

const readDisks = ({ folders }: MonitoringDeps): Promise<DiskSpace[]> =>
  Promise.all(
    FOLDERS.flatMap((folder) => {
      const path = folders[folder];
      return path === undefined ? [] : [spaceOf(folder, path)];
    }),
  );

const spaceOf = async (folder: DiskSpace['folder'], path: string): Promise<DiskSpace> => ({
  folder,
  ...(await fileSystemSpace(path).catch(() => ({ freeBytes: null, totalBytes: null }))),
});

const readBackup = async ({ adminRead, backupSchedule, now }: MonitoringDeps) =>
  backupState(backupSchedule, await adminRead((db) => backupHistory(db, now())), now());

const readReconciliation = async (deps: MonitoringDeps) => ({ lagSeconds: await reconciliationLag(deps) });

const readMail = async ({ adminRead, sendsMail, now }: MonitoringDeps) =>
  sendsMail ? adminRead((db) => outboxState(db, now())) : null;

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), DATABASE_TIMEOUT_MS);
  try {
    return await Promise.race([reading.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
