import type { AppDeps } from '#server/app';
import { createAccessRecorder } from '#server/audit/access-recorder';
import { withQuota } from '#server/billing/quota.service';
import { openDataKeys, openPushKey, openTokenKey } from '#server/keys/open-keys';
import { createPushService } from '#server/notices/push-service';
import { chooseDepositProviders } from '#server/payments/deposit-providers';
import { createPrinter } from '#server/pdf/printer';
import { loadSigningIdentity } from '#server/pdf/signing/identity';
import { createFieldCipher, logUndecryptable } from '#server/platform/crypto/field-cipher';
import { createPasswords } from '#server/platform/crypto/passwords';
import { accessTokens } from '#server/platform/crypto/tokens';
import type { Database } from '#server/platform/database/database';
import { UNKNOWN_DISK } from '#server/platform/disk-floor';
import { createMonitor } from '#server/platform/monitoring/monitor';
import { deriveChallengeKey } from '#server/proof-of-work/proof-of-work.service';
import { createDemoProvider, type DemoProvider } from './payments.ts';

/** Nobody waits at a screen. */
const PRINT_TIMEOUT_MS = 60_000;
/** No professional of the demonstration has credentials. */
const NO_PROVIDER = 'http://localhost';

interface Place {
  handles: Database;
  dataDir: string;
  /** Printed on documents. */
  publicUrl: string;
  now(): Date;
}

/** What services need, on an open database, with a clock of the caller's. Disposing of the stack closes the parts. */
export async function openDemoDeps(
  { handles, dataDir, publicUrl, now }: Place,
  parts: AsyncDisposableStack,
): Promise<{ deps: AppDeps; payments: DemoProvider }> {
  const keySettings = { dataDir };
  const ring = await openDataKeys({ ...handles, now }, keySettings);
  const tokenKey = await openTokenKey({ ...handles, now }, keySettings);
  const { key } = await openPushKey({ ...handles, now }, keySettings);
  const signer = await loadSigningIdentity(undefined, dataDir, new Date());
  const printer = createPrinter({ signer, timestampUrl: undefined, limitMs: PRINT_TIMEOUT_MS });
  parts.defer(() => printer.close());
  const monitor = await createMonitor({ now, hasMetrics: false, ofProcess: false });
  parts.defer(() => monitor.close());
  const warn: AppDeps['warn'] = (details, message) => console.warn(message, details);
  const cipher = createFieldCipher(ring, logUndecryptable(warn));
  const diskFloor = UNKNOWN_DISK;
  const accessRecorder = createAccessRecorder({ ...handles, cipher, diskFloor, warn });
  parts.defer(() => accessRecorder.close());
  const payments = createDemoProvider();
  const depositProviders = chooseDepositProviders(
    { mercadoPagoApiUrl: NO_PROVIDER, isProduction: false },
    { publicUrl, now, deliver: async () => undefined, testCheckout: undefined },
  );
  const deps: AppDeps = {
    ...handles,
    tenantTransaction: withQuota(handles, true),
    now,
    inform: () => undefined,
    warn,
    isDraining: () => false,
    diskFloor,
    accessTokens: accessTokens(tokenKey),
    challengeKey: deriveChallengeKey(tokenKey),
    cipher,
    accessRecorder,
    passwords: createPasswords(),
    printer,
    payments: { provider: payments.provider, testCheckout: undefined },
    depositProviders,
    // No device of the demonstration subscribes while it is made.
    push: createPushService({ key, subject: publicUrl }),
    monitor,
    otherProcesses: async () => [],
    folders: { data: dataDir, backups: undefined },
    backupSchedule: undefined,
    countsTestPayments: true,
    sendsMail: false,
    defaultPlan: 'free',
    requiresAdminSecondFactor: false,
    publicUrl,
  };
  return { deps, payments };
}
