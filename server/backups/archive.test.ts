import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArchiveEntry, readArchive, writeArchive } from './archive.ts';

const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
/** The first bytes of every zstd frame. */
const FRAME_MAGIC = Buffer.from('28b52ffd', 'hex');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function decrypted(path: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(encryption.passphrase);
  return Buffer.from(await decrypter.decrypt(await readFile(path)));
}

test.each([1, 5, 40])('an archive of %i entries is one zstd frame, and is read as it was written', async (count) => {
  const entries: ArchiveEntry[] = Array.from({ length: count }, (_, i) => ({
    name: `entry-${i}`,
    bytes: Buffer.from('una línea\n'.repeat(i * 100)),
  }));
  const path = join(folder, `${count}.age`);
  await writeArchive(path, encryption, async (add) => {
    for (const entry of entries) await add(entry);
  });

  const compressed = await decrypted(path);
  expect(compressed.indexOf(FRAME_MAGIC)).toBe(0);
  expect(compressed.lastIndexOf(FRAME_MAGIC)).toBe(0);
  const read: string[] = [];
  await readArchive(path, encryption, async ({ name, bytes }) => void read.push(`${name} ${Buffer.from(bytes)}`));
  expect(read).toEqual(entries.map(({ name, bytes }) => `${name} ${bytes}`));
});
