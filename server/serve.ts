import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { purgeAccount } from './admin/closed-accounts.service.ts';
import { type AppDeps, buildApp } from './app.ts';
import { createAccessRecorder } from './audit/access-recorder.ts';
import { sealsFolder } from './audit/seal-files.ts';
import { startSealing } from './audit/sealing-job.ts';
import { ensureAdmin } from './auth/first-admin.ts';
import { firstStartLines } from './auth/first-start.ts';
import { formerHostsNotice } from './auth/passkeys.service.ts';
import { startBackups } from './backups/start-backups.ts';
import { withQuota } from './billing/quota.service.ts';
import { startReconciling } from './billing/reconcile.service.ts';
import { startBookingJob } from './booking/booking-job.ts';
import { startCleaning } from './cleanup/clean-up.ts';
import { startDepositJob } from './deposit-payments/deposit-job.ts';
import { openLiveKeys } from './keys/live-keys.ts';
import { openPushKey, openTokenKey, recordSigningCertificate } from './keys/open-keys.ts';
import { startDelivering } from './mail/delivery.ts';
import { mailComposers } from './mail-composers.ts';
import { startNoticeDelivery } from './notices/delivery.ts';
import { createPushService, pushSubject } from './notices/push-service.ts';
import { choosePayments } from './payments/choose-payments.ts';
import { chooseDepositProviders } from './payments/deposit-providers.ts';
import { type Delivery, postNotification } from './payments/test-checkout.ts';
import { createPrinter } from './pdf/printer.ts';
import { loadSigningIdentity } from './pdf/signing/identity.ts';
import { type Config, publicUrlOf } from './platform/config.ts';
import { createFieldCipher, logUndecryptable } from './platform/crypto/field-cipher.ts';
import { createPasswords } from './platform/crypto/passwords.ts';
import { accessTokens } from './platform/crypto/tokens.ts';
import { UNKNOWN_DISK, watchDiskFloor } from './platform/disk-floor.ts';
import type { RunningDatabase } from './platform/embedded-postgres/start-database.ts';
import type { Watch } from './platform/embedded-postgres/supervise-embedded.ts';
import { closeWithin } from './platform/http/closing.ts';
import { portRefused } from './platform/http/require-free-port.ts';
import { createMonitor } from './platform/monitoring/monitor.ts';
import type { Primary } from './platform/processes/worker.ts';
import { productVersion } from './platform/product-version.ts';
import { startWarnings } from './platform/start-warnings.ts';
import { deriveChallengeKey } from './proof-of-work/proof-of-work.service.ts';

import { startReminding } from './reminders/reminding-job.ts';
import { startRemindingOfRequests } from './rights-requests/rights-job.ts';
import { reportProcess } from './system/system.service.ts';

const WEB_FOLDER = join(import.meta.dirname, '../web/dist');
/** Stopping takes at most ten seconds: responses, pools (1 s) and PostgreSQL (4 s). */
const RESPONSES_TIMEOUT_MS = 4000;
/** Shorter, so that the refusal of a print job still reaches its client. */
const PRINTING_TIMEOUT_MS = 3000;

interface ServeOptions {
  watch: Watch;
  /** For the operator, at start. */
  say(line: string): void;
  /** For the operator, after everything else that the start prints. */
  sayLast(line: string): void;
  isDraining(): boolean;
  /** The process that started this one, where several serve. */
  asWorker: { worker: number; primary: Primary } | undefined;
}

/** Serves requests on an open database, and closes it. Disposing of the returned stack stops all parts. */
export async function serve(
  config: Config,
  database: RunningDatabase,
  { watch, say, sayLast, isDraining, asWorker }: ServeOptions,
): Promise<AsyncDisposableStack> {
  await using parts = new AsyncDisposableStack();
  parts.defer(() => database.close());
  const doesPeriodicWork = !asWorker || asWorker.worker === 1;
  const watchedDisk = database.isEmbedded
    ? await watchDiskFloor({
        folder: database.dataDir,
        floorBytes: config.diskFloorBytes,
        // The primary watches the disk too, and is the one that reports it.
        report: asWorker ? () => undefined : watch.report,
        keepsReserve: !asWorker,
      })
    : undefined;
  parts.defer(() => watchedDisk?.close());

  const now = () => new Date();
  const keySettings = {
    dataDir: database.dataDir,
    dataKeys: config.dataKeys,
    tokenKey: config.tokenKey,
    pushKey: config.pushKey,
  };
  const dataKeys = await openLiveKeys({ ...database.handles, now }, keySettings);
  parts.defer(() => dataKeys.close());
  const tokenKey = await openTokenKey({ ...database.handles, now }, keySettings);

  const pushKey = await openPushKey({ ...database.handles, now }, keySettings);
  if (pushKey.warning) say(pushKey.warning);

  const publicUrl = publicUrlOf(config);
  const signer = await loadSigningIdentity(config.signing, database.dataDir, new Date());
  const certificateWarning = await recordSigningCertificate({ ...database.handles, now }, signer.certificate);
  if (certificateWarning) say(certificateWarning);
  const printer = createPrinter({
    signer,
    timestampUrl: config.timestampUrl,
    processes: config.workers,
    onTimestampUnavailable: (problem) => app.log.warn(problem, 'a document was signed without a time-stamp'),
  });
  parts.defer(() => printer.close());

  const deliver = (delivery: Delivery) => postNotification(config, delivery);
  const payments = choosePayments(config, { publicUrl, now, deliver });
  const { testCheckout } = payments;
  const depositProviders = chooseDepositProviders(config, { publicUrl, now, deliver, testCheckout });
  const inform: AppDeps['inform'] = (particulars, message) => app.log.info(particulars, message);
  const warn: AppDeps['warn'] = (particulars, message) => app.log.warn(particulars, message);
  const hasMetrics = config.metricsToken !== undefined;
  const monitor = await createMonitor({ now, hasMetrics, ofProcess: true, worker: asWorker?.worker });
  parts.defer(() => monitor.close());
  const countsTestPayments = payments.testCheckout !== undefined;
  const diskFloor = watchedDisk ?? UNKNOWN_DISK;
  const cipher = createFieldCipher(dataKeys.ring, logUndecryptable(warn));
  const accessRecorder = createAccessRecorder({ ...database.handles, cipher, diskFloor, warn });
  const deps: AppDeps = {
    ...database.handles,
    tenantTransaction: withQuota(database.handles, countsTestPayments),
    now,
    inform,
    warn,
    isDraining,
    diskFloor,
    accessTokens: accessTokens(tokenKey),
    challengeKey: deriveChallengeKey(tokenKey),
    cipher,
    accessRecorder,
    passwords: createPasswords(),
    printer,
    payments,
    depositProviders,
    push: createPushService({ key: pushKey.key, subject: pushSubject(config) }),
    monitor,
    otherProcesses: () => asWorker?.primary.otherProcesses() ?? Promise.resolve([]),
    folders: { data: database.dataDir, backups: config.backups.folder },
    backupSchedule: config.backups.folder ? { everyHours: config.backups.everyHours, since: now() } : undefined,
    countsTestPayments,
    sendsMail: config.mail !== undefined,
    defaultPlan: config.defaultPlan,
    requiresAdminSecondFactor: config.requiresAdminSecondFactor,
    publicUrl,
  };
  asWorker?.primary.answerReports(() => reportProcess(deps));
  const firstAdmin = await ensureAdmin(deps, config.admin, say);
  if (firstAdmin) for (const line of firstStartLines(deps, firstAdmin)) sayLast(line);

  const isBuilt = existsSync(join(WEB_FOLDER, 'pages.json'));
  if (!isBuilt) say('The web is not built: only the API is served');
  const app = await buildApp(deps, { ...config, publicUrl, webFolder: isBuilt ? WEB_FOLDER : undefined });
  // After the last answers.
  parts.defer(() => accessRecorder.close());
  parts.defer(() => closeWithin(app, RESPONSES_TIMEOUT_MS));
  parts.defer(() => void setTimeout(() => printer.close(), PRINTING_TIMEOUT_MS).unref());

  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw portRefused(config, error);
  });
  dataKeys.watch(watch);
  database.handles.accountChanges.listen();
  if (doesPeriodicWork) {
    parts.defer(startCleaning({ ...deps, purgeAccount: (id) => purgeAccount(deps, id) }));
    parts.defer(startSealing(deps, dataKeys.ring, sealsFolder(database.dataDir)));
    parts.defer(startReconciling(deps));
    parts.defer(startBookingJob(deps));
    parts.defer(startDepositJob(deps));
    parts.defer(startNoticeDelivery(deps));
    const formerHosts = await formerHostsNotice(deps);
    if (formerHosts) say(formerHosts);
    if (config.mail) {
      const { createMailer } = await import('./mail/smtp.ts');
      parts.defer(startDelivering({ ...deps, mailer: createMailer(config.mail), composers: mailComposers(deps) }));
      parts.defer(startReminding(deps));
      parts.defer(startRemindingOfRequests(deps));
    }
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
  }
  const environmentFile = await stat('.env').catch(() => undefined);
  for (const notice of [...payments.notices, ...startWarnings(config, environmentFile?.mode)]) say(notice);
  return parts.move();
}
