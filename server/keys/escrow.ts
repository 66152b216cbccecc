import { readFile } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import type { KeyFiles } from '#server/platform/crypto/key-files';
import {
  createKeyFile,
  createSecretFile,
  KEY_FILES,
  type KeyFile,
  type KeySettings,
  keyFile,
} from '#server/platform/crypto/keys';
import { startRefused } from '#server/platform/start-refused';

/** The content of an escrow copy: the key files as a server keeps them. */
const Escrow = z.object({
  product: z.literal('ficha-austral'),
  exportedAt: z.string(),
  files: z.partialRecord(z.enum(KEY_FILES), z.string()),
});

interface Export {
  passphrase: string;
  path: string;
  at: Date;
  /** The cost of scrypt, as a power of two. Tests lower it. */
  workFactor?: number;
}

/** Writes all keys into one file that a passphrase opens (age). The copy is read again before it counts as written. */
export async function exportKeys(keys: KeyFiles, options: Export): Promise<string[]> {
  const { passphrase, path, at, workFactor } = options;
  const files = Object.fromEntries(Object.entries(keys).map(([name, bytes]) => [name, bytes.toString('utf8')]));
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  const text = JSON.stringify({ product: 'ficha-austral', exportedAt: at.toISOString(), files });
  const encrypted = await encrypter.encrypt(text);
  const isNew = await createSecretFile(path, encrypted).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`${path} cannot be written: ${error.code}`);
  });
  if (!isNew) throw startRefused(`${path} exists already and is not replaced`);
  const read = await readEscrow(path, passphrase);
  if (JSON.stringify(read) !== JSON.stringify(files)) throw new Error('the escrow copy differs from the keys');
  return Object.keys(files);
}

/** Writes the key files of an escrow copy. A file that exists is not replaced, and then none is written. */
export async function importKeys({ dataDir }: KeySettings, passphrase: string, path: string): Promise<string[]> {
  const files = Object.entries(await readEscrow(path, passphrase)) as [KeyFile, string][];
  for (const [name] of files) {
    const there = keyFile(dataDir, name);
    if ((await readFile(there).catch(() => undefined)) !== undefined) {
      throw startRefused(`${there} exists already and is not replaced. Move it away first if it is the wrong one`);
    }
  }
  for (const [name, text] of files) await createKeyFile(keyFile(dataDir, name), text);
  return files.map(([name]) => name);
}

async function readEscrow(path: string, passphrase: string): Promise<z.output<typeof Escrow>['files']> {
  const encrypted = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw startRefused(`${path} cannot be read: ${error.code}`);
  });
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(encrypted, 'text').catch(() => {
    throw startRefused(`${path} cannot be decrypted: it is damaged, or BACKUP_PASSPHRASE is not its passphrase`);
  });
  const parsed = Escrow.safeParse(JSON.parse(text));
  if (!parsed.success) throw startRefused(`${path} is not a copy of the keys of Ficha Austral`);
  return parsed.data.files;
}
