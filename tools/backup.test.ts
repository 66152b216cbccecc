import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { freePort, postmasterPid, type Served, serve, untilHealthy, withPassphrase } from '#server/testing/process';
import { queryAsSuperuser, test } from '#server/testing/process-test';

const PASSPHRASE = withPassphrase('correcta caballo bateria');
const TOO_SHORT =
  'BACKUP_PASSPHRASE has fewer than 12 characters: choose a longer one. Files made with the former passphrase can still be restored with it';
const USAGE_OF_RESTORE =
  'Usage: npm run restore -- [--drill] FILE, or npm run restore -- FILE --former FORMER_DATA_DIR|FORMER_DATABASE_URL';
const npm = (script: string, ...args: string[]) => ['npm', 'run', '--silent', script, '--', ...args];

async function run(command: string[], environment: Record<string, string>) {
  const { code, output } = await serve({ ...PASSPHRASE, ...environment }, command).ended;
  return { code, lines: output.trim().split('\n') };
}

/** Signs the administrator in and reads what that path answers. */
async function read({ url }: Served, path: string) {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'jefa@ejemplo.cl', password: 'clave-de-prueba' }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
  return reply.json();
}

test.concurrent('beside a running server a backup is made, drilled, and restored into an empty data folder that then starts', async ({
  start,
  dataDir,
  emptyDir,
}) => {
  const admin = { ADMIN_EMAIL: 'jefa@ejemplo.cl', ADMIN_PASSWORD: 'clave-de-prueba' };
  const server = await start({ ...admin, ...PASSPHRASE, BACKUP_DIR: join(dataDir, 'scheduled') });
  const postmaster = await postmasterPid(dataDir);
  const file = join(emptyDir, 'copia.age');
  const made = await run(npm('backup', file, '--with-keys'), { DATA_DIR: dataDir });
  expect([made.code, made.lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^Backup verified: .*copia.age, \d+ rows of \d+ tables, [\d.]+ KB$/),
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await postmasterPid(dataDir)).toBe(postmaster);

  await eventually(() => expect(server.output()).toContain('the scheduled backup succeeded'));
  expect(await read(server, '/api/admin/system')).toMatchObject({ backup: { status: 'ok' } });
  expect(await readdir(join(dataDir, 'scheduled'))).toEqual([
    expect.stringMatching(/^ficha-austral-.*Z\.tar\.zst\.age$/),
  ]);

  // The keys come from the backup: this data folder has none.
  const drilled = await run(npm('restore', '--drill', file), { DATA_DIR: emptyDir });
  expect([drilled.code, drilled.lines.slice(-2)]).toEqual([
    0,
    [
      'Texts: 0 finalised notes, certificates, addenda, documents and attachments decrypted, each with its stored hash',
      expect.stringMatching(/^The drill succeeded: \d+ rows can be restored. Nothing was changed$/),
    ],
  ]);
  expect(await readdir(emptyDir)).toEqual(['copia.age']);

  const [scheduled = ''] = await readdir(join(dataDir, 'scheduled'));
  await cp(join(dataDir, 'audit'), join(emptyDir, 'audit'), { recursive: true });
  const restore = npm('restore', join(dataDir, 'scheduled', scheduled), '--former', dataDir);
  const done = await run(restore, { DATA_DIR: emptyDir });
  expect([done.code, done.lines.slice(-7)]).toEqual([
    0,
    [
      'Texts: not read, because there are no data keys',
      expect.stringMatching(/^Restored and verified: \d+ rows/),
      expect.stringMatching(
        /^Ended, so that everybody logs in again: \d+ sessions, 0 calendar addresses, 0 passkeys, 0 temporary passwords, 0 logins under way, \d+ known devices$/,
      ),
      "Assistants: 0 reach nothing until their professional confirms them under 'Secretaría', 0 open invitations ended",
      'Taken over from the former database: 0 ended accesses and invitations of assistants, 0 blocked patients, 0 ended links with documents, 0 ended links of appointments, 0 closed accounts',
      expect.stringMatching(/^The backup has no keys. Before the start, put data.keys, token.key and signing.pem/),
      expect.stringMatching(
        /^DATA_DIR\/audit has seals of the access log from before this restore\. .* npm run audit -- accept-restore$/,
      ),
    ],
  ]);
  expect(await postmasterPid(emptyDir)).toBeUndefined();
  for (const name of ['data.keys', 'token.key', 'signing.pem']) {
    await cp(join(dataDir, 'keys', name), join(emptyDir, 'keys', name));
  }
  for (const command of ['accept-restore', 'verify']) {
    expect(await run(npm('audit', command), { DATA_DIR: emptyDir })).toMatchObject({ code: 0 });
  }
  const second = serve({ PORT: await freePort(), DATA_DIR: emptyDir, LOG_LEVEL: 'silent' });
  await untilHealthy(second);
  const users = await read(server, '/api/admin/users');
  expect(users).toHaveLength(2);
  expect(await read(second, '/api/admin/users')).toEqual(users);
  second.kill('SIGTERM');
  expect((await second.ended).output).not.toMatch(/Administrator:/);
});

test.concurrent('a backup that is killed, or has no space, leaves no file that looks like one', async ({
  start,
  dataDir,
  emptyDir,
}) => {
  await start({ LOG_LEVEL: 'silent' });
  await queryAsSuperuser(
    dataDir,
    `insert into cie10_codes (code, description, source, words)
     select chr(65 + i / 100) || lpad((i % 100)::text, 2, '0'), string_agg(md5(random()::text), ''), 'base', ''
       from generate_series(0, 99) i, generate_series(1, 500) group by i`,
  );
  const file = join(emptyDir, 'copia.age');
  const killed = serve({ ...PASSPHRASE, DATA_DIR: dataDir }, ['node', 'tools/backup.ts', file]);
  while ((await readdir(emptyDir)).length === 0) await delay(5);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(await readdir(emptyDir)).toEqual(['copia.age.partial']);

  const limited = ['sh', '-c', `ulimit -f 200 && exec node tools/backup.ts ${file}`];
  const { code, lines } = await run(limited, { DATA_DIR: dataDir });
  expect([code, lines.at(-1)]).toEqual([
    1,
    `copia.age was not written: there is no space for it in ${emptyDir} (EFBIG)`,
  ]);
  expect(await readdir(emptyDir)).toEqual([]);
});

test.concurrent('each mistake is one line and exit code 1, and creates nothing', async ({ emptyDir }) => {
  const file = join(emptyDir, 'x.age');
  const dataDir = { DATA_DIR: emptyDir };
  await writeFile(file, 'age-encryption.org/v1\n');
  for (const [command, environment, line] of [
    [['backup.ts'], dataDir, 'Usage: npm run backup -- FILE [--with-keys]'],
    [['restore.ts', '--force', file], dataDir, USAGE_OF_RESTORE],
    [['restore.ts', '--drill', '--former', emptyDir, file], dataDir, USAGE_OF_RESTORE],
    [['backup.ts', file], dataDir, `There is no installation in ${emptyDir}`],
    [['backup.ts', file], { BACKUP_PASSPHRASE: '' }, 'BACKUP_PASSPHRASE is not set: a backup is always encrypted'],
    [['backup.ts', file], { BACKUP_PASSPHRASE: 'once letras' }, TOO_SHORT],
    [['keys.ts', 'export', `${file}.keys`], { BACKUP_PASSPHRASE: 'once letras' }, TOO_SHORT],
    // What was made with a short passphrase is still read.
    [
      ['restore.ts', file],
      { ...dataDir, BACKUP_PASSPHRASE: 'corta' },
      `${file} is damaged or incomplete: nothing in it can be trusted`,
    ],
    [
      ['keys.ts', 'import', file],
      { ...dataDir, BACKUP_PASSPHRASE: 'corta' },
      `${file} cannot be decrypted: it is damaged, or BACKUP_PASSPHRASE is not its passphrase`,
    ],
    [['restore.ts', file], dataDir, `${file} is damaged or incomplete: nothing in it can be trusted`],
  ] as const) {
    const [script = '', ...args] = command;
    expect(await run(['node', `tools/${script}`, ...args], environment)).toEqual({ code: 1, lines: [line] });
  }
  await rm(file);
  expect(await readdir(emptyDir)).toEqual([]);
});
