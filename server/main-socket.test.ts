import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { passwordPath } from './platform/database/embedded-password.ts';
import { postmasterPid, type Served } from './testing/process.ts';
import { test } from './testing/process-test.ts';

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

const rulesPath = (dataDir: string) => join(dataDir, 'postgres/pg_hba.conf');
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function stop(server: Served): Promise<void> {
  server.kill('SIGTERM');
  await server.ended;
}

describe.concurrent('the socket of the embedded PostgreSQL', () => {
  test('asks a process of its own account for a password, that of each role is another', async ({ start, dataDir }) => {
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, Buffer.alloc(10 * 1024 * 1024));
    await start();
    const password = (await readFile(passwordPath(dataDir), 'utf8')).trim();
    expect(await connectAsStranger(dataDir, 'postgres')).toBe('28P01');
    expect(await connectAsStranger(dataDir, 'ficha_app')).toBe('28P01');
    expect(await connectAsStranger(dataDir, 'ficha_app', password)).toBe('28P01');
    expect(await connectAsStranger(dataDir, 'postgres', password)).toBe('connected');
    expect(await modeOf(passwordPath(dataDir))).toBe('600');
    expect(await readFile(rulesPath(dataDir), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m);
    // The log, too large before the start, was rotated.
    await eventually(async () => expect((await stat(log)).size).toBeLessThan(1024 * 1024));
    expect([await modeOf(log), await modeOf(`${log}.1`)]).toEqual(['600', '600']);
  });

  test('of a folder that trusted everyone asks for a password after the next start', async ({ start, dataDir }) => {
    const rules = await readFile(rulesPath(dataDir), 'utf8');
    await writeFile(rulesPath(dataDir), rules.replaceAll('scram-sha-256', 'trust'));
    await rm(passwordPath(dataDir));
    const upgraded = await start();
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
    await start();
    expect(await connectAsStranger(dataDir, 'postgres')).toBe('28P01');
    const password = (await readFile(passwordPath(dataDir), 'utf8')).trim();
    expect(await connectAsStranger(dataDir, 'postgres', password)).toBe('connected');
  });
});
