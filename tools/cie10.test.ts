import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '#server/testing/database';
import { freePort, isAlive, postmasterPid, serve, untilHealthy } from '#server/testing/process';

const OFFICIAL = 'Código;Descripción\nI10X;Hipertensión esencial (primaria)\nE110;Diabetes con coma\nE1;Incompleto\n';
const COMMAND = ['node', 'tools/cie10.ts', 'import'];

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-cie10-'));
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-cie10-data-'));
  await writeFile(join(folder, 'deis.csv'), OFFICIAL, 'latin1');
  await writeFile(join(folder, 'deis2.csv'), OFFICIAL.replace('con coma', 'mellitus con coma'));
  await writeFile(join(folder, 'empty.csv'), '');
  await writeFile(join(folder, 'people.csv'), 'nombre;rut\nAna;1-9\n');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

async function run(file: string, environment: Record<string, string> = { DATA_DIR: dataDir }, command = COMMAND) {
  const { code, output } = await serve(environment, [...command, file]).ended;
  return { code, lines: output.trim().split('\n') };
}

const report = (file: string, counts: number[]) => [
  `CIE-10 catalogue: 3 lines of ${file} imported`,
  ...['total', 'added', 'updated', 'skipped', 'errors'].map((name, i) => `${name}: ${counts[i]}`),
];

test('without a server it starts PostgreSQL, imports and stops it; beside a running one it leaves it alone', async () => {
  const npm = ['npm', 'run', '--silent', 'cie10', '--', 'import'];
  const alone = await run(join(folder, 'deis.csv'), { DATA_DIR: dataDir }, npm);
  expect(alone).toEqual({ code: 0, lines: report('deis.csv', [2, 2, 0, 0, 1]) });
  expect(await postmasterPid(dataDir)).toBeUndefined();

  const server = serve({ PORT: await freePort(), DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  await untilHealthy(server);
  const postmaster = await postmasterPid(dataDir);
  const beside = await run(join(folder, 'deis2.csv'));
  expect(beside).toEqual({ code: 0, lines: report('deis2.csv', [2, 0, 1, 1, 1]) });
  expect(await postmasterPid(dataDir)).toBe(postmaster);
  await untilHealthy(server);
  const again = await run(join(folder, 'deis2.csv'));
  expect(again).toEqual({ code: 0, lines: report('deis2.csv', [2, 0, 0, 2, 1]) });

  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(await isAlive(postmaster)).toBe(false);
});

test('with DATABASE_URL it imports there', async () => {
  const database = await createDatabase();
  const [row] = await database.sql<[{ folder: string }]>`select current_setting('unix_socket_directories') as folder`;
  const url = `postgres://postgres@localhost/${database.name}?host=${row.folder}`;
  expect((await run(join(folder, 'deis.csv'), { DATABASE_URL: url })).code).toBe(0);
  const codes = await database.sql`select code, description, source from cie10_codes order by code`;
  expect([...codes]).toEqual([
    { code: 'E11.0', description: 'Diabetes con coma', source: 'official' },
    { code: 'I10', description: 'Hipertensión esencial (primaria)', source: 'official' },
  ]);
  await database.drop();
});

test.each([
  ['nowhere.csv', 'cannot be read: ENOENT'],
  ['empty.csv', 'is empty'],
  ['people.csv', 'has no columns for code and description'],
])('%s is refused in one line, and no database is touched', async (name, reason) => {
  const file = join(folder, name);
  const untouched = join(folder, 'untouched');
  expect(await run(file, { DATA_DIR: untouched })).toEqual({ code: 1, lines: [`${file} ${reason}`] });
  expect(await postmasterPid(untouched)).toBeUndefined();
});

test('anything but an import says how it is used', async () => {
  expect(await run('', {}, ['node', 'tools/cie10.ts', 'export'])).toEqual({
    code: 1,
    lines: ['Usage: npm run cie10 -- import FILE'],
  });
});
