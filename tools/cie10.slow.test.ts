import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { eventually } from '#server/testing/eventually';
import { isAlive, postmasterPid, serve, untilHealthy } from '#server/testing/process';
import { queryAsSuperuser, test } from '#server/testing/process-test';

const OFFICIAL = 'Código;Descripción\nI10X;Hipertensión esencial (primaria)\nE110;Diabetes con coma\nE1;Incompleto\n';
const COMMAND = ['node', 'tools/cie10.ts', 'import'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-cie10-'));
  await writeFile(join(folder, 'deis.csv'), OFFICIAL, 'latin1');
  await writeFile(join(folder, 'deis2.csv'), OFFICIAL.replace('con coma', 'mellitus con coma'));
  await writeFile(join(folder, 'empty.csv'), '');
  await writeFile(join(folder, 'people.csv'), 'nombre;rut\nAna;1-9\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(file: string, environment: Record<string, string>, command = COMMAND) {
  const { code, output } = await serve(environment, [...command, file]).ended;
  return { code, lines: output.trim().split('\n') };
}

const report = (file: string, counts: number[]) => [
  `CIE-10 catalogue: 3 lines of ${file} imported`,
  ...['total', 'added', 'updated', 'skipped', 'errors'].map((name, i) => `${name}: ${counts[i]}`),
];

test.concurrent('without a server it starts PostgreSQL, imports and stops it; beside a running one it leaves it alone; with DATABASE_URL it imports there', async ({
  start,
  dataDir,
}) => {
  const npm = ['npm', 'run', '--silent', 'cie10', '--', 'import'];
  const alone = await run(join(folder, 'deis.csv'), { DATA_DIR: dataDir }, npm);
  expect(alone).toEqual({ code: 0, lines: report('deis.csv', [2, 2, 0, 0, 1]) });
  expect(await postmasterPid(dataDir)).toBeUndefined();

  const server = await start({ LOG_LEVEL: 'silent' });
  const postmaster = await postmasterPid(dataDir);
  const beside = await run(join(folder, 'deis2.csv'), { DATA_DIR: dataDir });
  expect(beside).toEqual({ code: 0, lines: report('deis2.csv', [2, 0, 1, 1, 1]) });
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  await untilHealthy(server);
  const again = await run(join(folder, 'deis2.csv'), { DATA_DIR: dataDir });
  expect(again).toEqual({ code: 0, lines: report('deis2.csv', [2, 0, 0, 2, 1]) });

  const url = `postgres://postgres:${await superuserPassword(dataDir)}@localhost/postgres?host=${join(dataDir, 'run')}`;
  const there = await run(join(folder, 'deis.csv'), { DATABASE_URL: url });
  expect(there).toEqual({ code: 0, lines: report('deis.csv', [2, 0, 1, 1, 1]) });
  const codes = await queryAsSuperuser(dataDir, 'select code, description, source from cie10_codes order by code');
  expect(codes).toEqual([
    { code: 'E11.0', description: 'Diabetes con coma', source: 'official' },
    { code: 'I10', description: 'Hipertensión esencial (primaria)', source: 'official' },
  ]);

  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  await eventually(async () => expect(await isAlive(postmaster)).toBe(false));
});

test.concurrent.each([
  ['nowhere.csv', 'cannot be read: ENOENT'],
  ['empty.csv', 'is empty'],
  ['people.csv', 'has no columns for code and description'],
])('%s is refused in one line, and no database is touched', async (name, reason) => {
  const file = join(folder, name);
  const untouched = join(folder, 'untouched');
  expect(await run(file, { DATA_DIR: untouched })).toEqual({ code: 1, lines: [`${file} ${reason}`] });
  expect(await postmasterPid(untouched)).toBeUndefined();
});

test.concurrent('anything but an import says how it is used', async () => {
  expect(await run('', {}, ['node', 'tools/cie10.ts', 'export'])).toEqual({
    code: 1,
    lines: ['Usage: npm run cie10 -- import FILE'],
  });
});
