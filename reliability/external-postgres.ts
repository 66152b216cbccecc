import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresAccount, preparePlace } from '#server/platform/embedded-postgres/embedded-place';
import { freePort } from '#server/testing/process';
import { childrenOf } from './product.ts';

const PASSWORD = 'clave-de-la-base';
const START_LIMIT_MS = 60_000;

/** A PostgreSQL that the product did not start: it is reached by TCP, as with DATABASE_URL. */
export interface ExternalPostgres extends AsyncDisposable {
  url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash of its machine does. */
  stop(): Promise<void>;
  /** Stops all its processes without closing their connections, and lets them go on, or kills them at once. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>;
  /** Sends a statement as its superuser. */
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** A hot standby of it, on another port. It is stopped for the moment of the copy. */
  startStandby(): Promise<ExternalPostgres>;
}

interface Files {
  binaries: string;
  data: string;
  /** The account and environment of its processes. */
  options: SpawnOptions;
}

export async function startExternalPostgres(
  folder: string,
  environment: Record<string, string> = {},
  settings: Record<string, string> = {},
): Promise<ExternalPostgres> {
  const account = postgresAccount();
  const { binaries } = await preparePlace(folder, account, () => undefined);
  const data = join(folder, 'external');
  const passwordFile = join(folder, 'external-password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD);
  if (account) {
    await chown(data, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC', ...environment } };
  const auth = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await promisify(execFile)(join(binaries, 'bin/initdb'), [`--pgdata=${data}`, '--encoding=UTF8', ...auth], options);
  return startOn({ binaries, data, options }, settings);
}

async function startOn(files: Files, settings: Record<string, string>): Promise<ExternalPostgres> {
  const { binaries, data, options } = files;
  const port = await freePort();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const given = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...settings };
  const args = ['-D', data, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawn(join(binaries, 'bin/postgres'), args, { ...options, stdio: 'ignore' });
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await answers(url))) {
      if (performance.now() > deadline || child.exitCode !== null) throw new Error('PostgreSQL did not start');
      await delay(50);
    }
  }

  // SIGQUIT is PostgreSQL's immediate shutdown, SIGINT a clean one.
  async function stop(signal: 'SIGQUIT' | 'SIGINT' = 'SIGQUIT'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async function startStandby(): Promise<ExternalPostgres> {
    const copy = `${data}-standby`;
    await stop('SIGINT');
    // Unlike `cp` of Node, it keeps the owner of the files.
    await promisify(execFile)('cp', ['-a', data, copy]);
    await start();
    const source = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD} application_name=standby`;
    await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await writeFile(join(copy, 'standby.signal'), '');
    return startOn({ ...files, data: copy }, {});
  }

  // Ctrl-C would leave it behind.
  process.once('exit', () => child?.kill('SIGQUIT'));
  await start();
  return {
    url,
    start,
    stop: () => stop(),
    signalAll: async (signal) => {
      const postmaster = child?.pid ?? 0;
      const pids = [postmaster, ...(await childrenOf(postmaster)).map(({ pid }) => pid)];
      for (const pid of pids) signalIfAlive(pid, signal);
    },
    query: (statement) => queryAt(url, statement),
    startStandby,
    [Symbol.asyncDispose]: () => stop(),
  };
}

/** A child that ended is listed until the postmaster, which was signalled first, has reaped it. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function queryAt(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const answers = (url: string): Promise<boolean> =>
  queryAt(url, 'select 1').then(
    () => true,
    () => false,
  );
