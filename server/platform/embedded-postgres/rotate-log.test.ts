import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateLog } from './rotate-log.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-log-'));
  path = join(folder, 'postgres.log');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a log that is too large becomes a numbered file, and its writer goes on in the empty log', async () => {
  await rotateLog(path, 20);
  const writer = await open(path, 'a', 0o600);
  await writer.write('short\n');
  await rotateLog(path, 20);
  expect(await readdir(folder)).toEqual(['postgres.log']);

  for (let round = 1; round <= 6; round++) {
    await writer.write(`the rest of round ${round}\n`);
    await rotateLog(path, 20);
  }
  await writer.write('last\n');
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('last\n');
  expect((await readdir(folder)).sort()).toEqual(['postgres.log', ...[1, 2, 3, 4].map((n) => `postgres.log.${n}`)]);
  expect(await readFile(`${path}.1`, 'utf8')).toBe('the rest of round 6\n');
  expect(await readFile(`${path}.4`, 'utf8')).toBe('the rest of round 3\n');
  expect((await stat(`${path}.1`)).mode & 0o777).toBe(0o600);
});

test('a log of ten megabytes is too large', async () => {
  await writeFile(path, Buffer.alloc(10 * 1024 * 1024 - 1));
  await rotateLog(path);
  expect((await stat(path)).size).toBe(10 * 1024 * 1024 - 1);
  await writeFile(path, Buffer.alloc(10 * 1024 * 1024));
  await rotateLog(path);
  expect((await stat(path)).size).toBe(0);
});
