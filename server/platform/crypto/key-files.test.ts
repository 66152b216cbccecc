import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeKeyFile } from './key-files.ts';

test('only files with the names of keys are written, and only into the folder of the keys', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ficha-key-files-'));
  for (const name of ['../data.keys', 'postgres.password', 'data.keys/..', '/tmp/data.keys']) {
    await expect(placeKeyFile(dataDir, name, Buffer.from('1:key\n'))).rejects.toThrow('is not the name of a key file');
  }
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
