import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { startRefused } from '../start-refused.ts';
import { passwordPath, rulesPath, scramVerifier } from './embedded-password.ts';
import { type Account, makeOwnFolder, type Place } from './embedded-place.ts';
import { ScramClient } from './scram-client.ts';

export const SUPERUSER = 'postgres';
const LAUNCH_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 4000;
/** A PostgreSQL that does not answer in this time is not usable now. */
const ANSWER_TIMEOUT_MS = 5000;
const INVALID_PASSWORD = '28P01';
/** The environment of the server is not passed on: it has secrets and a locale. */
const CHILD_ENVIRONMENT = { PATH: '/usr/bin:/bin', TZ: 'UTC' };

export interface Socket {
  folder: string;
  superuser: string;
  /** The superuser's. The passwords of the other roles are computed from it. */
  password: string;
}

/** The files of one PostgreSQL and its socket. */
export interface Cluster {
  folder: string;
  logPath: string;
  socket: Socket;
  place: Place;
}

export const hasCluster = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, 'PG_VERSION')).catch(() => undefined)) !== undefined;

export async function createCluster({ folder, socket, place }: Cluster): Promise<void> {
  // Created under another name and renamed: a crash leaves no half-made cluster.
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await makeOwnFolder(unfinished, place.account);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, scramVerifier(socket.password), { mode: 0o600 });
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
  const child = spawn(
    join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth-local=scram-sha-256',
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
  await rm(passwordFile);
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw startRefused(`PostgreSQL could not create its data folder: ${lastLine(errorOutput)}`);
  }
  await rename(unfinished, folder).catch((error: NodeJS.ErrnoException) => {
    // Another process created the cluster at the same time.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    return rm(unfinished, { recursive: true, force: true });
  });
}

/**
 * Starts PostgreSQL and waits until it answers. Aborting, and a refused password, stop what was started. Where another
 * PostgreSQL refuses the password, the start is refused.
 */
export async function launch(cluster: Cluster, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + LAUNCH_TIMEOUT_MS;
  while (!(await runUntilUp(cluster, signal))) {
    signal?.throwIfAborted();
    // The remains of a killed PostgreSQL (a process not yet reaped, a backend) end by themselves after a moment.
    if (Date.now() > deadline) {
      throw startRefused(`PostgreSQL did not start: ${await lastLogLine(cluster)} (see ${cluster.logPath})`);
    }
    await delay(200);
  }
}

function launchArguments({ folder, socket, place }: Cluster): string[] {
  const given = {
    listen_addresses: '',
    unix_socket_directories: socket.folder,
    unix_socket_permissions: '0700',
    hba_file: rulesPath(place.dataDir),
    fsync: 'on',
    max_connections: '100',
    // The log has error messages without the statements, whose values are patients' data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...place.settings,
  };
  return ['-D', folder, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** True once PostgreSQL answers, false when its process ended first. Recovery after a crash may take long. */
async function runUntilUp(cluster: Cluster, signal?: AbortSignal): Promise<boolean> {
  const log = await open(cluster.logPath, 'a', 0o600);
  // Detached: Ctrl-C signals the whole process group, and PostgreSQL must outlive the requests under way.
  const child = spawn(join(cluster.place.binaries, 'bin', 'postgres'), launchArguments(cluster), {
    ...cluster.place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: CHILD_ENVIRONMENT,
  });
  child.unref();
  let hasEnded = false;
  // Before anything is awaited: the end of a process that ends at once would be missed.
  const ended = exitCode(child).then(() => {
    hasEnded = true;
  });
  await log.close();
  try {
    while (!hasEnded) {
      if (await answers(cluster)) return true;
      if (signal?.aborted) child.kill('SIGINT');
      await delay(25);
    }
    // When two processes start it at the same time, one fails and the other answers.
    return await answers(cluster);
  } catch (error) {
    const isOwn = (await postmasterPid(cluster.folder)) === child.pid;
    child.ref();
    child.kill('SIGINT');
    await ended;
    throw isOwn ? error : await passwordRefused(cluster);
  }
}

export const connectionTo = ({ folder, superuser, password }: Socket) =>
  new ScramClient({
    host: folder,
    user: superuser,
    password,
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });

/** False when PostgreSQL is not running or not ready. A refused password is an error (`isPasswordRefused`). */
export async function answers({ socket }: Cluster): Promise<boolean> {
  const client = connectionTo(socket);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if (isPasswordRefused(error)) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const isPasswordRefused = (error: unknown): boolean =>
  (error as Partial<pg.DatabaseError>).code === INVALID_PASSWORD;

export async function passwordRefused({ folder, place }: Cluster): Promise<Error> {
  const pid = await postmasterPid(folder);
  const running = `PostgreSQL is running on ${folder}${pid ? ` as process ${pid}` : ''}`;
  return startRefused(
    `${running}, and the password in ${passwordPath(place.dataDir)} is missing or wrong. Stop that process and start again: the start then sets a new password`,
  );
}

/** True when no process listens on the socket. A PostgreSQL that starts, recovers, stops or hangs still listens. */
export const isSocketClosed = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

export async function shutDown({ folder, place }: Cluster): Promise<void> {
  const pid = await postmasterPid(folder);
  // SIGINT is PostgreSQL's fast shutdown: it ends the sessions and writes a checkpoint.
  if (!pid || !signalAs(place.account, pid, 'SIGINT')) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // It removes its pid file last. The process may stay listed until its parent reaps it.
  while ((await postmasterPid(folder)) === pid) {
    if (Date.now() > deadline) {
      // Immediate shutdown: the next start recovers from the write-ahead log, and no committed data is lost.
      signalAs(place.account, pid, 'SIGQUIT');
      return;
    }
    await delay(20);
  }
  for (let attempt = 0; attempt < 25 && isListed(pid); attempt++) await delay(20);
}

/**
 * Sent as PostgreSQL's account, which wrote the pid: root would signal any process that stands there. False when there
 * is no such process.
 */
function signalAs(account: Account, pid: number, name: 'SIGINT' | 'SIGQUIT'): boolean {
  if (account) return spawnSync('kill', ['-s', name.slice(3), String(pid)], { ...account, cwd: '/' }).status === 0;
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function isListed(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A negative number would stand for a group of processes. */
async function postmasterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
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

export const lastLogLine = async ({ logPath }: Cluster): Promise<string> =>
  lastLine(await readFile(logPath, 'utf8').catch(() => ''));

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
