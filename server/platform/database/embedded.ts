import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startRefused } from '../start-refused.ts';
import { makeOwnFolder, type Place } from './embedded-place.ts';

const SUPERUSER = 'postgres';
/** The path of a Unix socket has at most about 104 characters, including the file name. */
const MAX_SOCKET_FOLDER_LENGTH = 80;
const LAUNCH_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 4000;
/** The environment of the server is not passed on: it has secrets and a locale. */
const CHILD_ENVIRONMENT = { PATH: '/usr/bin:/bin', TZ: 'UTC' };

interface Socket {
  folder: string;
  superuser: string;
}

export interface EmbeddedPostgres {
  socket: Socket;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL as a child process, or adopts the one that a killed server left running.
 * `onLost` is called when PostgreSQL stops by itself.
 */
export async function startEmbedded(place: Place, onLost: () => void): Promise<EmbeddedPostgres> {
  const running = await startAndLock(place, { onLost, lockAttempts: 20 });
  if (!running.isHeld) throw startRefused(`${place.dataDir} is in use by another running Ficha Austral`);
  return running;
}

/** For command line tools: the PostgreSQL of a running server is used, and left running. */
export const joinEmbedded = (place: Place): Promise<EmbeddedPostgres> =>
  startAndLock(place, { onLost: () => undefined, lockAttempts: 1 });

interface LockOptions {
  onLost: () => void;
  /** A killed server releases its lock after a moment. */
  lockAttempts: number;
}

async function startAndLock(place: Place, options: LockOptions): Promise<EmbeddedPostgres & { isHeld: boolean }> {
  const cluster = join(place.dataDir, 'postgres');
  const socket = { folder: await socketFolder(place), superuser: SUPERUSER };

  await createCluster(cluster, place);
  if (!(await answers(socket))) await launch(cluster, socket, place);
  const lock = await lockDataFolder(socket, options);
  if (!lock) return { socket, isHeld: false, stop: async () => undefined };

  return {
    isHeld: true,
    socket,
    stop: async () => {
      // The lock is held until PostgreSQL is down: a start in between would adopt an instance that is stopping.
      if (lock.isHeld()) await shutDown(cluster);
      await lock.release();
    },
  };
}

async function socketFolder(place: Place): Promise<string> {
  const inside = join(place.dataDir, 'run');
  const name = `ficha-austral-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 16)}`;
  const folder = inside.length <= MAX_SOCKET_FOLDER_LENGTH ? inside : join(tmpdir(), name);
  await makeOwnFolder(folder, place.account);
  return folder;
}

async function createCluster(cluster: string, place: Place): Promise<void> {
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return;

  // Created under another name and renamed: a crash leaves no half-made cluster.
  const unfinished = `${cluster}.unfinished-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await makeOwnFolder(unfinished, place.account);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ],
    { ...place.account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: CHILD_ENVIRONMENT },
  );
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const code = await exitCode(child);
  if (code !== 0) throw startRefused(`PostgreSQL could not create its data folder: ${lastLine(errorOutput)}`);
  await rename(unfinished, cluster).catch((error: NodeJS.ErrnoException) => {
    // Another process created the cluster at the same time.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    return rm(unfinished, { recursive: true, force: true });
  });
}

async function launch(cluster: string, socket: Socket, place: Place): Promise<void> {
  const given = {
    listen_addresses: '',
    unix_socket_directories: socket.folder,
    unix_socket_permissions: '0700',
    fsync: 'on',
    max_connections: '100',
    // The log has error messages without the statements, whose values are patients' data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...place.settings,
  };
  const args = ['-D', cluster, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const logPath = join(place.dataDir, 'postgres.log');
  const deadline = Date.now() + LAUNCH_TIMEOUT_MS;
  while (!(await runUntilUp(args, place, logPath, socket))) {
    // The remains of a killed PostgreSQL (a process not yet reaped, a backend) end by themselves after a moment.
    if (Date.now() > deadline) {
      throw startRefused(`PostgreSQL did not start: ${lastLine(await readFile(logPath, 'utf8'))} (see ${logPath})`);
    }
    await delay(200);
  }
}

/** True once PostgreSQL answers, false when its process ended first. Recovery after a crash may take long. */
async function runUntilUp(args: string[], place: Place, logPath: string, socket: Socket): Promise<boolean> {
  const log = await open(logPath, 'a', 0o600);
  // Detached: Ctrl-C signals the whole process group, and PostgreSQL must outlive the requests under way.
  const child = spawn(join(place.binaries, 'bin', 'postgres'), args, {
    ...place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: CHILD_ENVIRONMENT,
  });
  child.unref();
  await log.close();
  let hasEnded = false;
  void exitCode(child).then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    if (await answers(socket)) return true;
    await delay(25);
  }
  // When two processes start it at the same time, one fails and the other answers.
  return answers(socket);
}

/** Locks the data folder for this process. PostgreSQL releases the lock when the process ends. Undefined when another process has it. */
async function lockDataFolder(socket: Socket, { onLost, lockAttempts }: LockOptions) {
  const client = connectionTo(socket);
  let isHeld = true;
  let isExpected = false;
  client.on('error', () => undefined);
  await client.connect();
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    if (attempt > 0) await delay(50);
    const { rows } = await client.query('select pg_try_advisory_lock(7461626) as held');
    if (rows[0]?.held) {
      client.once('end', () => {
        isHeld = false;
        if (!isExpected) onLost();
      });
      return {
        /** Called once, when the server stops: from then on the end of PostgreSQL is expected. */
        isHeld: () => {
          isExpected = true;
          return isHeld;
        },
        release: () => client.end().catch(() => undefined),
      };
    }
  }
  await client.end();
  return undefined;
}

const connectionTo = ({ folder, superuser }: Socket) =>
  new pg.Client({ host: folder, user: superuser, database: 'postgres', connectionTimeoutMillis: 5000 });

async function answers(socket: Socket): Promise<boolean> {
  const client = connectionTo(socket);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function shutDown(cluster: string): Promise<void> {
  const pid = await postmasterPid(cluster);
  // SIGINT is PostgreSQL's fast shutdown: it ends the sessions and writes a checkpoint.
  if (!pid || !signal(pid, 'SIGINT')) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // It removes its pid file last. The process may stay listed until its parent reaps it.
  while ((await postmasterPid(cluster)) === pid) {
    if (Date.now() > deadline) {
      // Immediate shutdown: the next start recovers from the write-ahead log, and no committed data is lost.
      signal(pid, 'SIGQUIT');
      return;
    }
    await delay(20);
  }
  for (let attempt = 0; attempt < 25 && signal(pid, 0); attempt++) await delay(20);
}

/** False when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function postmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
}

/** Waits until the process has ended and its output is read. Null when it could not be started. */
async function exitCode(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = await once(child, 'close');
    return code as number | null;
  } catch {
    return null;
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
