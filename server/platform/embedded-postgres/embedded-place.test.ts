import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseDataDir, makeOwnFolder } from './embedded-place.ts';

const NOBODY = { uid: 65534, gid: 65534 };
let folder: string;
const messages: string[] = [];
const say = (line: string) => void messages.push(line);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-place-'));
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'closed'), { mode: 0o700 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an ordinary account keeps its data in the configured folder, closed to others or not', async () => {
  const asked = join(folder, 'closed/data');
  expect(await chooseDataDir(asked, undefined, say)).toBe(asked);
});

test('root keeps its data in a configured folder that PostgreSQL can enter', async () => {
  const asked = join(folder, 'open/data');
  expect(await chooseDataDir(asked, NOBODY, say)).toBe(asked);
});

test('root is refused a folder that PostgreSQL cannot enter, with the reason', async () => {
  await expect(chooseDataDir(join(folder, 'closed/data'), NOBODY, say)).rejects.toThrow(
    `${folder}/closed is closed to other accounts`,
  );
});

test('a checkout that is closed to others keeps its data in /var/lib, and says so', async () => {
  const before = process.cwd;
  process.cwd = () => join(folder, 'closed');
  try {
    expect(await chooseDataDir(undefined, NOBODY, say)).toBe('/var/lib/ficha-austral');
  } finally {
    process.cwd = before;
  }
  expect(messages).toEqual([expect.stringContaining('Data is kept in /var/lib/ficha-austral')]);
});

test('an own folder is closed to other accounts, and a link in its place is refused', async () => {
  const own = join(folder, 'own');
  await makeOwnFolder(own, undefined);
  expect((await stat(own)).mode & 0o777).toBe(0o700);
  const { symlink } = await import('node:fs/promises');
  await symlink(own, join(folder, 'link'));
  await expect(makeOwnFolder(join(folder, 'link'), undefined)).rejects.toThrow('belongs to another account');
});
