import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { passwordPath, rulesPath } from './platform/embedded-postgres/embedded-password.ts';
import { postgresAccount, preparePlace } from './platform/embedded-postgres/embedded-place.ts';
import { isAlive, postmasterPid, type Served } from './testing/process.ts';
import { queryAsSuperuser, test } from './testing/process-test.ts';

/** Connects from another process. Started by root, it runs as `nobody`, the account of PostgreSQL itself. */
const STRANGER = `
  import pg from 'pg';
  if (process.getuid() === 0) {
    process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
  }
  const [host, user, password] = process.argv.slice(1);
  const client = new pg.Client({ host, user, password, database: 'postgres' });
  await client.connect().then(() => console.log('connected'), ({ code, message }) => console.log(code ?? message));
  await client.end();
`;

async function connectAsStranger(dataDir: string, user: string, password = 'adivinada'): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    STRANGER,
    join(dataDir, 'run'),
    user,
    password,
  ]);
  return stdout.trim();
}

/** The rules that PostgreSQL's account can change. They are not used. */
const unusedRulesPath = (dataDir: string) => join(dataDir, 'postgres/pg_hba.conf');
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** When PostgreSQL has last read its settings and its rules. A new connection knows it from the process that reads them. */
async function rulesLoadedAt(dataDir: string): Promise<string | undefined> {
  const [row] = await queryAsSuperuser<{ at: string }>(dataDir, 'select pg_conf_load_time()::text as at');
  return row?.at;
}

/** Starts PostgreSQL with the rules of its folder. */
async function launchAsBefore(dataDir: string): Promise<void> {
  const { binaries, account } = await preparePlace(dataDir, postgresAccount(), () => undefined);
  const settings = { listen_addresses: '', unix_socket_directories: join(dataDir, 'run') };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = join(binaries, 'bin/postgres');
  await mkdir(join(dataDir, 'run'), { recursive: true });
  if (account) await chown(join(dataDir, 'run'), account.uid, account.gid);
  const options = { ...account, cwd: '/', detached: true, stdio: 'ignore' } as const;
  spawn(postgres, ['-D', join(dataDir, 'postgres'), ...args], options).unref();
  await eventually(async () => expect(await connectAsStranger(dataDir, 'postgres')).toBe('connected'));
}

async function stop(server: Served): Promise<void> {
  server.kill('SIGTERM');
  await server.ended;
}

test('the socket of a folder that trusted everyone asks for a password after the next start, and each role has another; a process whose id its account wrote is not stopped', async ({
  start,
  dataDir,
}) => {
  // As version 0.2.0 leaves it when its server is killed: without a password, and running.
  await writeFile(unusedRulesPath(dataDir), 'local all all trust\n');
  await rm(rulesPath(dataDir));
  await rm(passwordPath(dataDir));
  await launchAsBefore(dataDir);
  const trusting = await postmasterPid(dataDir);
  expect(await connectAsStranger(dataDir, 'postgres')).toBe('connected');
  const upgraded = await start();
  expect(await postmasterPid(dataDir)).not.toBe(trusting);
  expect(await connectAsStranger(dataDir, 'postgres')).toBe('28P01');
  expect(await connectAsStranger(dataDir, 'ficha_app')).toBe('28P01');

  // Also in the PostgreSQL that a killed server left running, and when the file with the password was lost.
  upgraded.kill('SIGKILL');
  await upgraded.ended;
  const orphan = await postmasterPid(dataDir);
  const next = await start();
  expect(await postmasterPid(dataDir)).toBe(orphan);
  await stop(next);
  await rm(passwordPath(dataDir));
  const log = join(dataDir, 'postgres.log');
  await writeFile(log, Buffer.alloc(10 * 1024 * 1024));
  const server = await start();
  const password = (await readFile(passwordPath(dataDir), 'utf8')).trim();
  expect(await connectAsStranger(dataDir, 'postgres')).toBe('28P01');
  expect(await connectAsStranger(dataDir, 'ficha_app')).toBe('28P01');
  expect(await connectAsStranger(dataDir, 'ficha_app', password)).toBe('28P01');
  expect(await connectAsStranger(dataDir, 'postgres', password)).toBe('connected');
  expect(await modeOf(passwordPath(dataDir))).toBe('600');
  // Nobody is let in by other rules among the files of that account.
  await writeFile(unusedRulesPath(dataDir), 'local all all trust\n');
  const loadedAt = await rulesLoadedAt(dataDir);
  process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGHUP');
  await eventually(async () => expect(await rulesLoadedAt(dataDir)).not.toBe(loadedAt));
  expect(await connectAsStranger(dataDir, 'postgres')).toBe('28P01');
  expect(await readFile(rulesPath(dataDir), 'utf8')).toBe('local all all scram-sha-256\n');
  expect(await modeOf(rulesPath(dataDir))).toBe('644');
  // The log, too large before the start, was rotated.
  await eventually(async () => expect((await stat(log)).size).toBeLessThan(1024 * 1024));
  expect([await modeOf(log), await modeOf(`${log}.1`)]).toEqual(['600', '600']);

  // The stop does not end the process whose id that account wrote.
  const postmaster = (await postmasterPid(dataDir)) ?? 0;
  const victim = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pidPath = join(dataDir, 'postgres/postmaster.pid');
  await writeFile(pidPath, (await readFile(pidPath, 'utf8')).replace(/^\d+/, `-${victim.pid}`));
  await stop(server);
  expect(victim.exitCode ?? victim.signalCode).toBeNull();
  victim.kill();
  process.kill(postmaster, 'SIGQUIT');
  await eventually(async () => expect(await isAlive(postmaster)).toBe(false));
});
