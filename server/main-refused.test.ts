import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { passwordPath, rulesPath } from './platform/embedded-postgres/embedded-password.ts';
import { eventually } from './testing/eventually.ts';
import { freePort, isAlive, postmasterPid, type Served, serve, untilHealthy } from './testing/process.ts';
import { createDataDir, test } from './testing/process-test.ts';

async function refusal(environment: Record<string, string>) {
  const { code, output } = await serve({ PORT: await freePort(), LOG_LEVEL: 'silent', ...environment }).ended;
  return { code, lines: output.trim().split('\n') };
}

const refused = (line: RegExp) => ({ code: 1, lines: [expect.stringMatching(line)] });

async function stop(server: Served): Promise<void> {
  server.kill('SIGTERM');
  await server.ended;
}

/** The names in a data folder, and who may connect. */
const folderContent = async (dataDir: string) => ({
  names: await readdir(dataDir),
  rules: await readFile(rulesPath(dataDir), 'utf8'),
});

const NEW_PASSWORD = /^PostgreSQL has a new password: .+postgres\.password was missing or did not fit$/m;

describe.concurrent('a refused start changes nothing and leaves nothing running', () => {
  test('without the folder of keys: the next start finds it put back', async ({ start, dataDir, emptyDir }) => {
    const [keys, away] = [join(dataDir, 'keys'), join(emptyDir, 'keys')];
    await rename(keys, away);
    const before = await folderContent(dataDir);
    expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/^Data key 1 is missing: .+ does not exist/));
    expect(await folderContent(dataDir)).toEqual(before);
    expect(await postmasterPid(dataDir)).toBeUndefined();
    await rename(away, keys);
    expect((await start()).output()).not.toMatch(NEW_PASSWORD);
  });

  test('with the keys of another installation', async ({ start, dataDir, emptyDir }) => {
    const other = await createDataDir();
    const keys = join(dataDir, 'keys');
    await rename(keys, join(emptyDir, 'keys'));
    await rename(join(other, 'keys'), keys);
    await rm(other, { recursive: true });
    const key = Buffer.alloc(32, 7).toString('base64');
    await writeFile(join(keys, 'data.keys'), `1:${key}\n`);
    await writeFile(passwordPath(dataDir), 'de-otra-parte\n');
    const before = await folderContent(dataDir);
    expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/^Data key 1 in .+ is not the key of this database/));
    expect(await folderContent(dataDir)).toEqual(before);
    expect(await postmasterPid(dataDir)).toBeUndefined();
    await rm(keys, { recursive: true });
    await rename(join(emptyDir, 'keys'), keys);
    expect((await start()).output()).not.toMatch(NEW_PASSWORD);
  });

  test('with a damaged signing identity, which is found before the password is set', async ({ start, dataDir }) => {
    const path = join(dataDir, 'keys/signing.pem');
    const identity = await readFile(path);
    await writeFile(path, 'x');
    const password = await readFile(passwordPath(dataDir));
    await rm(passwordPath(dataDir));
    expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/signing\.pem is damaged/));
    expect(await postmasterPid(dataDir)).toBeUndefined();
    await writeFile(path, identity);
    await writeFile(passwordPath(dataDir), password);
    expect((await start()).output()).not.toMatch(NEW_PASSWORD);
  });

  test('on a port that is taken, also as the first start: it creates neither keys nor an administrator', async ({
    emptyDir,
  }) => {
    const dataDir = join(emptyDir, 'data');
    await chmod(emptyDir, 0o711);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toEqual({
      code: 1,
      lines: [`Port ${port} on 127.0.0.1 cannot be used: EADDRINUSE`],
    });
    taken.close();
    expect(await postmasterPid(dataDir)).toBeUndefined();
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['postgres.password']);
  });

  test('with scheduled backups under a short passphrase', async ({ dataDir, emptyDir }) => {
    const before = await folderContent(dataDir);
    const environment = { DATA_DIR: dataDir, BACKUP_DIR: emptyDir, BACKUP_PASSPHRASE: 'corta' };
    expect(await refusal(environment)).toEqual(refused(/^BACKUP_PASSPHRASE has fewer than 12 characters/));
    expect(await folderContent(dataDir)).toEqual(before);
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });

  test('when a file cannot be written, and says so in one line', async ({ dataDir }) => {
    await rm(rulesPath(dataDir));
    await mkdir(`${rulesPath(dataDir)}.next`);
    expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/pg_hba\.conf.* cannot be written: EISDIR$/));
    expect(await postmasterPid(dataDir)).toBeUndefined();
  });
});

const usePassword = (dataDir: string, password: string) => writeFile(passwordPath(dataDir), `${password}\n`);

test.concurrent('a password that does not fit is replaced in a PostgreSQL that nobody uses', async ({
  start,
  dataDir,
}) => {
  await usePassword(dataDir, 'otra');
  const first = await start();
  expect(first.output().match(new RegExp(NEW_PASSWORD, 'gm'))).toHaveLength(1);
  await stop(first);
  const second = await start();
  expect(second.output()).not.toMatch(NEW_PASSWORD);

  second.kill('SIGKILL');
  await second.ended;
  const orphan = (await postmasterPid(dataDir)) ?? 0;
  expect(await isAlive(orphan)).toBe(true);
  await rm(passwordPath(dataDir));
  const third = await start();
  expect(third.output().match(new RegExp(NEW_PASSWORD, 'gm'))).toHaveLength(1);
  expect(await isAlive(orphan)).toBe(false);
});

test.concurrent('a password that does not fit is not replaced in a PostgreSQL that another server uses', async ({
  start,
  dataDir,
}) => {
  const killed = await start();
  killed.kill('SIGKILL');
  await killed.ended;
  // It adopts a PostgreSQL whose parent has ended.
  const server = await start();
  // The server that runs writes its seals to a folder of its own.
  await eventually(async () => expect(await readdir(dataDir)).toContain('audit'));
  await usePassword(dataDir, 'otra');
  const before = await folderContent(dataDir);
  const pid = await postmasterPid(dataDir);
  const reason = `PostgreSQL is running on ${join(dataDir, 'postgres')} as process ${pid}, and the password in ${passwordPath(dataDir)} is missing or wrong. Stop that process and start again: the start then sets a new password`;
  expect(await refusal({ DATA_DIR: dataDir })).toEqual({ code: 1, lines: [reason] });
  expect(await folderContent(dataDir)).toEqual(before);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(server.output()).not.toContain('PostgreSQL');
});

test.concurrent('when two starts race with a password that does not fit, one serves and one is refused in one line', async ({
  dataDir,
}) => {
  await usePassword(dataDir, 'otra');
  const servers = await Promise.all(
    [0, 1].map(async () => serve({ PORT: await freePort(), DATA_DIR: dataDir, LOG_LEVEL: 'silent' })),
  );
  const { code, output } = await Promise.race(servers.map(({ ended }) => ended));
  expect([code, output.trim().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/^(PostgreSQL is running on|.+ is in use by)/)],
  ]);
  const serving = servers.find((server) => server.isRunning());
  await untilHealthy(serving as Served);
  expect(serving?.output()).toMatch(NEW_PASSWORD);
  expect(await readFile(rulesPath(dataDir), 'utf8')).not.toContain('trust');
  await stop(serving as Served);
});

test.concurrent('a start does not write again what is right already', async ({ start, dataDir }) => {
  const before = await stat(rulesPath(dataDir));
  // In the place of the file that a start would write first.
  await mkdir(`${rulesPath(dataDir)}.next`);
  await stop(await start());
  expect((await stat(rulesPath(dataDir))).ino).toBe(before.ino);
});
