import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { ensureAdmin } from './auth/first-admin.ts';
import type { Deps } from './deps.ts';
import { processConfig } from './platform/config.ts';
import { tokenKey } from './platform/crypto/keys.ts';
import { accessTokens } from './platform/crypto/tokens.ts';
import { openDatabase } from './platform/database/open.ts';
import { forgetPastLimits } from './platform/rate-limit.store.ts';
import { isStartRefused, startRefused } from './platform/start-refused.ts';

const WEB_FOLDER = join(import.meta.dirname, '../web/dist');
const HOUR_MS = 3600 * 1000;
const STOP_WITHIN_MS = 9500;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<() => Promise<void>> {
  const config = processConfig();
  const database = await openDatabase(config, say);
  const closeInOrder = [() => database.close()];
  const close = async () => {
    for (const step of closeInOrder.toReversed()) await step();
  };

  try {
    const deps: Deps = {
      ...database.gates,
      now: () => new Date(),
      accessTokens: accessTokens(await tokenKey(config.tokenKey, database.dataDir)),
    };
    await ensureAdmin(deps, config.admin, say);

    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
    const isBuilt = existsSync(join(WEB_FOLDER, 'pages.json'));
    if (!isBuilt) say('The web is not built: only the API is served');
    const app = await buildApp(deps, { ...config, publicUrl, webFolder: isBuilt ? WEB_FOLDER : undefined });
    closeInOrder.push(() => app.close());
    const cleaning = setInterval(() => {
      forgetPastLimits(deps.identity, deps.now()).catch((error) => app.log.warn({ code: error.code }, 'limits kept'));
    }, HOUR_MS);
    closeInOrder.push(async () => clearInterval(cleaning));

    await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
      throw startRefused(`Port ${config.port} on ${config.host} cannot be used: ${error.code}`);
    });
    say(`Ficha Austral: ${publicUrl}`);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

let stopping = false;
async function stop(close: () => Promise<void>): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  await close();
  process.exit(0);
}

const asked = Promise.withResolvers<void>();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => asked.resolve());

try {
  const close = await start();
  await asked.promise;
  await stop(close);
} catch (error) {
  process.stderr.write(`${isStartRefused(error) ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
