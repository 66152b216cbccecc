import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresAccount, preparePlace } from '#server/platform/database/embedded-place';
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
  /** Stops all its processes without closing their connections, and lets them go on. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
}

export async function startExternalPostgres(
  folder: string,
  environment: Record<string, string> = {},
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
  const port = await freePort();
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories='];
    child = spawn(join(binaries, 'bin/postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' });
    const deadline = performance.now() + START_LIMIT_MS;
    while (!(await answers(url))) {
      if (performance.now() > deadline || child.exitCode !== null) throw new Error('PostgreSQL did not start');
      await delay(50);
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // SIGQUIT is PostgreSQL's immediate shutdown.
    child.kill('SIGQUIT');
    await ended;
  }

  // Ctrl-C would leave it behind.
  process.once('exit', () => child?.kill('SIGQUIT'));
  await start();
  return {
    url,
    start,
    stop,
    signalAll: async (signal) => {
      const postmaster = child?.pid ?? 0;
      const pids = [postmaster, ...(await childrenOf(postmaster)).map(({ pid }) => pid)];
      for (const pid of pids) process.kill(pid, signal);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
