import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { receiveNotification } from '#contract/billing';
import { buildApp } from './app.ts';
import { ensureAdmin } from './auth/first-admin.ts';
import { choosePayments } from './billing/choose-payments.ts';
import { forgetUnsigned } from './billing/notifications.service.ts';
import { startReconciling } from './billing/reconcile.service.ts';
import type { Delivery } from './billing/test-checkout.ts';
import type { Deps } from './deps.ts';
import { createPrinter } from './documents/print/printer.ts';
import { sealIdentity } from './documents/seal/identity.ts';
import { type Config, processConfig } from './platform/config.ts';
import { createFieldCipher } from './platform/crypto/field-cipher.ts';
import { dataKeys, tokenKey } from './platform/crypto/keys.ts';
import { createPasswords } from './platform/crypto/passwords.ts';
import { accessTokens } from './platform/crypto/tokens.ts';
import { startDatabase } from './platform/database/start-database.ts';
import { closeWithin } from './platform/http/closing.ts';
import { forgetPastLimits } from './platform/rate-limit.store.ts';
import { isStartRefused, startRefused } from './platform/start-refused.ts';

const WEB_FOLDER = join(import.meta.dirname, '../web/dist');
const HOUR_MS = 3600 * 1000;
/** Together under the ten seconds that a stop may take: answers under way, pools (1 s), PostgreSQL (4 s). */
const ANSWERS_WITHIN_MS = 4000;
/** Before that: who waits for paper longer is told so while there is still a connection to say it on. */
const PAPER_WITHIN_MS = 3000;
const STOP_WITHIN_MS = 9500;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts all parts; what comes back takes them down again, the last first. */
async function start(onLost: () => void): Promise<AsyncDisposableStack> {
  await using parts = new AsyncDisposableStack();
  const config = processConfig();
  const database = await startDatabase(config, say, onLost);
  parts.defer(() => database.close());

  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const seal = await sealIdentity(config.seal, database.dataDir, new Date());
  const printer = createPrinter({
    seal,
    timestampUrl: config.timestampUrl,
    onUnstamped: (problem) => app.log.warn(problem, 'a document was sealed without a time-stamp'),
  });
  parts.defer(() => printer.close());

  const now = () => new Date();
  const deliver = (delivery: Delivery) => postToSelf(config, delivery);
  const payments = choosePayments(config, { publicUrl, now, deliver });
  const deps: Deps = {
    ...database.handles,
    now,
    warn: (particulars, message) => app.log.warn(particulars, message),
    accessTokens: accessTokens(await tokenKey(config.tokenKey, database.dataDir)),
    cipher: createFieldCipher(await dataKeys(config.dataKeys, database.dataDir)),
    passwords: createPasswords(),
    printer,
    payments,
    publicUrl,
  };
  await ensureAdmin(deps, config.admin, say);

  const isBuilt = existsSync(join(WEB_FOLDER, 'pages.json'));
  if (!isBuilt) say('The web is not built: only the API is served');
  const app = await buildApp(deps, { ...config, publicUrl, webFolder: isBuilt ? WEB_FOLDER : undefined });
  parts.defer(() => closeWithin(app, ANSWERS_WITHIN_MS));
  parts.defer(() => void setTimeout(() => printer.close(), PAPER_WITHIN_MS).unref());

  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`Port ${config.port} on ${config.host} cannot be used: ${error.code}`);
  });
  parts.defer(startCleaning(deps));
  parts.defer(startReconciling(deps));
  for (const notice of payments.notices) say(notice);
  say(`Ficha Austral: ${publicUrl}`);
  return parts.move();
}

/** What has no use any more goes, at once and then every hour. */
function startCleaning(deps: Deps): () => void {
  const clean = () => {
    forgetPastLimits(deps.identity, deps.now()).catch(({ code }) => deps.warn({ code }, 'limits kept'));
    forgetUnsigned(deps).catch(({ code }) => deps.warn({ code }, 'unsigned notifications kept'));
  };
  clean();
  const cleaning = setInterval(clean, HOUR_MS);
  return () => clearInterval(cleaning);
}

/** The test checkout speaks to the server as the provider would: over the network. */
async function postToSelf(at: Pick<Config, 'host' | 'port'>, { query, headers, body }: Delivery): Promise<void> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[at.host] ?? (at.host.includes(':') ? `[${at.host}]` : at.host);
  await fetch(`http://${host}:${at.port}${receiveNotification.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
}

const asked = Promise.withResolvers<number>();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    asked.resolve(0);
  });
}

try {
  const parts = await start(() => {
    process.stderr.write('PostgreSQL went away\n');
    asked.resolve(1);
  });
  const code = await asked.promise;
  await parts.disposeAsync();
  process.exit(code);
} catch (error) {
  process.stderr.write(`${isStartRefused(error) ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
