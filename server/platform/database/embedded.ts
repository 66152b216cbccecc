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
/** Unix socket paths end at about 104 characters, file name included. */
const LONGEST_SOCKET_FOLDER = 80;
const LAUNCH_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 4000;
/** Nothing of ours: neither secrets nor somebody's locale. */
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
 * Starts PostgreSQL as a child, or adopts the one that a killed predecessor left running.
 * `onLost` is told when it goes away by itself.
 */
export async function startEmbedded(place: Place, onLost: () => void): Promise<EmbeddedPostgres> {
  const running = await bringUp(place, { onLost, holdTries: 20 });
  if (!running.isHeld) throw startRefused(`${place.dataDir} is in use by another running Ficha Austral`);
  return running;
}

/** For a command beside the server: the PostgreSQL of a running one is used and left as it is. */
export const joinEmbedded = (place: Place): Promise<EmbeddedPostgres> =>
  bringUp(place, { onLost: () => undefined, holdTries: 1 });

interface Holding {
  onLost: () => void;
  /** What a killed predecessor held is let go within moments. */
  holdTries: number;
}

async function bringUp(place: Place, holding: Holding): Promise<EmbeddedPostgres & { isHeld: boolean }> {
  const cluster = join(place.dataDir, 'postgres');
  const socket = { folder: await socketFolder(place), superuser: SUPERUSER };

  await initialise(cluster, place);
  if (!(await answers(socket))) await launch(cluster, socket, place);
  const hold = await takeHold(socket, holding);
  if (!hold) return { socket, isHeld: false, stop: async () => undefined };

  return {
    isHeld: true,
    socket,
    stop: async () => {
      // The folder is held until PostgreSQL is down: a new start in between would adopt what is about to go.
      if (hold.isKept()) await shutDown(cluster);
      await hold.letGo();
    },
  };
}

async function socketFolder(place: Place): Promise<string> {
  const inside = join(place.dataDir, 'run');
  const name = `ficha-austral-${createHash('sha256').update(place.dataDir).digest('hex').slice(0, 16)}`;
  const folder = inside.length <= LONGEST_SOCKET_FOLDER ? inside : join(tmpdir(), name);
  await makeOwnFolder(folder, place.account);
  return folder;
}

async function initialise(cluster: string, place: Place): Promise<void> {
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return;

  // Made aside and moved into place: a crash in the middle leaves nothing that looks like a cluster.
  const unfinished = `${cluster}.unfinished-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await makeOwnFolder(unfinished, place.account);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      ...['--pgdata', unfinished, '--username', SUPERUSER],
      ...['--auth-local', 'trust', '--auth-host', 'reject'],
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      '--data-checksums',
    ],
    { ...place.account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: CHILD_ENVIRONMENT },
  );
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const code = await exitCode(child);
  if (code !== 0) throw startRefused(`PostgreSQL could not make its data folder: ${lastLine(complaint)}`);
  await rename(unfinished, cluster).catch((error: NodeJS.ErrnoException) => {
    // Another first start at the same moment was quicker.
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
    // The log names the mistake, never the values: they are somebody's data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...place.settings,
  };
  const args = ['-D', cluster, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const logPath = join(place.dataDir, 'postgres.log');
  const deadline = Date.now() + LAUNCH_WITHIN_MS;
  while (!(await runUntilUp(args, place, logPath, socket))) {
    // What a killed PostgreSQL leaves (a process not yet reaped, a backend that notices late) goes away by itself.
    if (Date.now() > deadline) {
      throw startRefused(`PostgreSQL did not start: ${lastLine(await readFile(logPath, 'utf8'))} (see ${logPath})`);
    }
    await delay(200);
  }
}

/** True once it answers, false when it ended first. Recovery after a crash may take its time. */
async function runUntilUp(args: string[], place: Place, logPath: string, socket: Socket): Promise<boolean> {
  const log = await open(logPath, 'a', 0o600);
  // Detached: Ctrl-C reaches the whole terminal group, and PostgreSQL must outlive the requests under way.
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
  // A second start at the same moment loses the race for the folder: the winner answers.
  return answers(socket);
}

/** Holds the data folder for this process; PostgreSQL itself lets go when the process dies. Undefined: another has it. */
async function takeHold(socket: Socket, { onLost, holdTries }: Holding) {
  const client = connectionTo(socket);
  let isKept = true;
  let isExpected = false;
  client.on('error', () => undefined);
  await client.connect();
  for (let tries = 0; tries < holdTries; tries++) {
    if (tries > 0) await delay(50);
    const { rows } = await client.query('select pg_try_advisory_lock(7461626) as held');
    if (rows[0]?.held) {
      client.once('end', () => {
        isKept = false;
        if (!isExpected) onLost();
      });
      return {
        /** Asked once, at the stop: from then on PostgreSQL may go. */
        isKept: () => {
          isExpected = true;
          return isKept;
        },
        letGo: () => client.end().catch(() => undefined),
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
  const deadline = Date.now() + STOP_WITHIN_MS;
  // Its last deed is to remove its file; the process itself may stay listed until somebody reaps it.
  while ((await postmasterPid(cluster)) === pid) {
    if (Date.now() > deadline) {
      // Immediate shutdown: the next start replays the log, and nothing acknowledged is lost.
      signal(pid, 'SIGQUIT');
      return;
    }
    await delay(20);
  }
  for (let moments = 0; moments < 25 && signal(pid, 0); moments++) await delay(20);
}

/** False when there is no such process (any more). */
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

/** Once it has ended and its last words have been read; null when it could not even begin. */
async function exitCode(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = await once(child, 'close');
    return code as number | null;
  } catch {
    return null;
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
