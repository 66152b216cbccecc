import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AppDeps, buildApp } from './app.ts';
import { ensureAdmin } from './auth/first-admin.ts';
import { startBackups } from './backups/start-backups.ts';
import { choosePayments } from './billing/choose-payments.ts';
import { withQuota } from './billing/quota.service.ts';
import { startReconciling } from './billing/reconcile.service.ts';
import { type Delivery, postNotification } from './billing/test-checkout.ts';
import { startCleaning } from './cleanup/clean-up.ts';
import { openLiveKeys } from './keys/live-keys.ts';
import { noteSigningCertificate, openTokenKey } from './keys/open-keys.ts';
import { createPrinter } from './pdf/printer.ts';
import { loadSigningIdentity } from './pdf/signing/identity.ts';
import { processConfig } from './platform/config.ts';
import { createFieldCipher, logUndecryptable } from './platform/crypto/field-cipher.ts';
import { createPasswords } from './platform/crypto/passwords.ts';
import { accessTokens } from './platform/crypto/tokens.ts';
import { startDatabase } from './platform/database/start-database.ts';
import type { Watch } from './platform/database/supervise-embedded.ts';
import { UNKNOWN_DISK, watchDiskFloor } from './platform/disk-floor.ts';
import { closeWithin } from './platform/http/closing.ts';
import { createMonitor } from './platform/monitoring/monitor.ts';
import { productVersion } from './platform/product-version.ts';
import { isStartRefused, startRefused } from './platform/start-refused.ts';
import { startWarnings } from './platform/start-warnings.ts';

const WEB_FOLDER = join(import.meta.dirname, '../web/dist');
/** Stopping takes at most ten seconds: responses, pools (1 s) and PostgreSQL (4 s). */
const RESPONSES_TIMEOUT_MS = 4000;
/** Shorter, so that the refusal of a print job still reaches its client. */
const PRINTING_TIMEOUT_MS = 3000;
const STOP_TIMEOUT_MS = 9500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const report = (line: string) => process.stderr.write(`${line}\n`);

/** Starts all parts. Disposing of the returned stack stops them in reverse order. */
async function start(watch: Watch): Promise<AsyncDisposableStack> {
  await using parts = new AsyncDisposableStack();
  const config = processConfig();
  const database = await startDatabase(config, say, watch);
  parts.defer(() => database.close());
  const watchedDisk = database.isEmbedded
    ? await watchDiskFloor({ folder: database.dataDir, floorBytes: config.diskFloorBytes, report: watch.report })
    : undefined;
  parts.defer(() => watchedDisk?.close());

  const now = () => new Date();
  const keySettings = { dataDir: database.dataDir, dataKeys: config.dataKeys, tokenKey: config.tokenKey };
  const dataKeys = await openLiveKeys({ ...database.handles, now }, keySettings);
  parts.defer(() => dataKeys.close());
  const tokenKey = await openTokenKey({ ...database.handles, now }, keySettings);

  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const signer = await loadSigningIdentity(config.signing, database.dataDir, new Date());
  const certificateWarning = await noteSigningCertificate({ ...database.handles, now }, signer.certificate);
  if (certificateWarning) say(certificateWarning);
  const printer = createPrinter({
    signer,
    timestampUrl: config.timestampUrl,
    onTimestampUnavailable: (problem) => app.log.warn(problem, 'a document was signed without a time-stamp'),
  });
  parts.defer(() => printer.close());

  const deliver = (delivery: Delivery) => postNotification(config, delivery);
  const payments = choosePayments(config, { publicUrl, now, deliver });
  const inform: AppDeps['inform'] = (particulars, message) => app.log.info(particulars, message);
  const warn: AppDeps['warn'] = (particulars, message) => app.log.warn(particulars, message);
  const hasMetrics = config.metricsToken !== undefined;
  const monitor = createMonitor({ now, hasMetrics, ofProcess: true });
  parts.defer(() => monitor.close());
  const countsTestPayments = payments.testCheckout !== undefined;
  const deps: AppDeps = {
    ...database.handles,
    tenantTransaction: withQuota(database.handles, countsTestPayments),
    now,
    inform,
    warn,
    diskFloor: watchedDisk ?? UNKNOWN_DISK,
    accessTokens: accessTokens(tokenKey),
    cipher: createFieldCipher(dataKeys.ring, logUndecryptable(warn)),
    passwords: createPasswords(),
    printer,
    payments,
    monitor,
    folders: { data: database.dataDir, backups: config.backups.folder },
    backupSchedule: config.backups.folder ? { everyHours: config.backups.everyHours, since: now() } : undefined,
    countsTestPayments,
    publicUrl,
  };
  await ensureAdmin(deps, config.admin, say);

  const isBuilt = existsSync(join(WEB_FOLDER, 'pages.json'));
  if (!isBuilt) say('The web is not built: only the API is served');
  const app = await buildApp(deps, { ...config, publicUrl, webFolder: isBuilt ? WEB_FOLDER : undefined });
  parts.defer(() => closeWithin(app, RESPONSES_TIMEOUT_MS));
  parts.defer(() => void setTimeout(() => printer.close(), PRINTING_TIMEOUT_MS).unref());

  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`Port ${config.port} on ${config.host} cannot be used: ${error.code}`);
  });
  dataKeys.watch(watch);
  database.handles.accountChanges.listen();
  parts.defer(startCleaning(deps));
  parts.defer(startReconciling(deps));
  const { folder, passphrase } = config.backups;
  if (deps.backupSchedule && folder && passphrase) {
    const { location } = database;
    const schedule = deps.backupSchedule;
    const { diskFloorBytes: floorBytes } = config;
    const job = {
      location,
      folder,
      schedule,
      floorBytes,
      encryption: { passphrase },
      productVersion: productVersion(),
    };
    parts.defer(startBackups(job, app.log));
  }
  const environmentFile = await stat('.env').catch(() => undefined);
  for (const notice of [...payments.notices, ...startWarnings(config, environmentFile?.mode)]) say(notice);
  say(`Ficha Austral: ${publicUrl}`);
  return parts.move();
}

const stopRequest = Promise.withResolvers<number>();
function requestStop(code: number): void {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  stopRequest.resolve(code);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => requestStop(0));

try {
  const onLost = (reason: string) => {
    report(reason);
    requestStop(1);
  };
  const parts = await start({ report, onLost });
  const code = await stopRequest.promise;
  await parts.disposeAsync();
  process.exit(code);
} catch (error) {
  report(isStartRefused(error) ? error.message : String((error as Error).stack));
  process.exit(1);
}
