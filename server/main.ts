import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { requireLongPassphrase } from './backups/passphrase.ts';
import { checkHealth } from './health/health.service.ts';
import { requireRecordedKeys } from './keys/open-keys.ts';
import { requireUsableIdentity } from './pdf/signing/identity.ts';
import { type Config, processConfig, publicUrlOf } from './platform/config.ts';
import { watchDiskFloor } from './platform/disk-floor.ts';
import { joinDatabase, type RunningDatabase, startDatabase } from './platform/embedded-postgres/start-database.ts';
import type { Watch } from './platform/embedded-postgres/supervise-embedded.ts';
import { requireFreePort } from './platform/http/require-free-port.ts';
import { superviseWorkers } from './platform/processes/supervise-workers.ts';
import { connectToPrimary } from './platform/processes/worker.ts';
import { describeFailure, isStartRefused } from './platform/start-refused.ts';

/** Without the time of draining. */
const STOP_TIMEOUT_MS = 9500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const report = (line: string) => process.stderr.write(`${line}\n`);

/** Printed when the start ends, also after a failure: a generated password among these lines is stored nowhere else. */
const lastLines: string[] = [];
const sayLast = (line: string) => void lastLines.push(line);

/** Loaded by a process that serves. The primary does without it, and without the memory that it takes. */
const loadServer = () => import('./serve.ts');

/** What runs. Disposing of its parts stops it. */
interface Running {
  parts: AsyncDisposableStack;
  /** Called a while before the stop, so that load balancers learn of it. */
  drain(): void;
}

/** Whatever would refuse the start is looked for before the start changes anything. */
async function openDatabase(config: Config, watch: Watch): Promise<RunningDatabase> {
  if (config.backups.folder) requireLongPassphrase(config.backups.passphrase, 'BACKUP_DIR needs it');
  return startDatabase(config, say, watch, async (sql, dataDir) => {
    await requireFreePort(config);
    await requireRecordedKeys(sql, { ...config, dataDir });
    await requireUsableIdentity(config.signing, dataDir);
  });
}

/** One process, which has the database and serves. */
async function startAlone(config: Config, watch: Watch): Promise<Running> {
  const { serve } = await loadServer();
  const database = await openDatabase(config, watch);
  let isDraining = false;
  const parts = await serve(config, database, {
    watch,
    say,
    sayLast,
    isDraining: () => isDraining,
    asWorker: undefined,
  });
  say(`Ficha Austral: ${publicUrlOf(config)}`);
  const drain = () => {
    isDraining = true;
  };
  return { parts, drain };
}

/** The primary has the database and the data folder. It serves nothing itself: requests are answered by its workers. */
async function startPrimary(config: Config, watch: Watch): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  const { handles, close, ...database } = await openDatabase(config, watch);
  parts.defer(close);
  if (database.isEmbedded) {
    const disk = await watchDiskFloor({
      folder: database.dataDir,
      floorBytes: config.diskFloorBytes,
      report: watch.report,
    });
    parts.defer(() => disk.close());
  }
  const workers = await superviseWorkers({
    count: config.workers,
    script: import.meta.filename,
    database,
    isDatabaseAnswering: () =>
      checkHealth(handles).then(
        () => true,
        () => false,
      ),
    sayLast,
    watch,
  });
  parts.defer(workers.stop);
  say(`Ficha Austral: ${publicUrlOf(config)}`);
  return { parts: parts.move(), drain: workers.drain };
}

/** One of the processes that share the port. */
async function startWorker(config: Config): Promise<Running> {
  const primary = connectToPrimary();
  let isDraining = false;
  void primary.drain.then(() => {
    isDraining = true;
  });
  void primary.stop.then(() => requestStop(0));
  const { serve } = await loadServer();
  const { worker, isReplacement, database } = await primary.start;
  const isFirst = worker === 1 && !isReplacement;
  try {
    const parts = await serve(config, joinDatabase(database, config.workers), {
      watch: { report, onLost: (reason) => void primary.tell({ type: 'lost', reason }) },
      say: isFirst ? say : () => undefined,
      sayLast: (line) => void primary.tell({ type: 'say-last', line }),
      isDraining: () => isDraining,
      asWorker: { worker, primary },
    });
    await primary.tell({ type: 'ready' });
    // A worker that stops alone needs no draining: the primary gives its connections to the others.
    return { parts, drain: () => undefined };
  } catch (error) {
    if (!isStartRefused(error)) throw error;
    await primary.tell({ type: 'refused', reason: error.message });
    process.exit(1);
  }
}

const stopRequest = Promise.withResolvers<number>();
let drainMs = 0;
function requestStop(code: number): void {
  setTimeout(() => process.exit(1), drainMs + STOP_TIMEOUT_MS).unref();
  stopRequest.resolve(code);
}
process.on('SIGTERM', () => requestStop(0));
// Ctrl-C signals every process of the terminal. The primary then stops the workers.
process.on('SIGINT', () => cluster.isWorker || requestStop(0));

try {
  const watch: Watch = {
    report,
    onLost: (reason) => {
      report(reason);
      requestStop(1);
    },
  };
  const config = processConfig();
  ({ drainMs } = config);
  const start = cluster.isWorker ? startWorker : config.workers > 1 ? startPrimary : startAlone;
  const { parts, drain } = await start(config, watch).finally(() => lastLines.forEach(say));
  const code = await stopRequest.promise;
  if (code === 0 && !cluster.isWorker) {
    drain();
    await delay(drainMs);
  }
  await parts.disposeAsync();
  process.exit(code);
} catch (error) {
  report(describeFailure(error));
  process.exit(1);
}
