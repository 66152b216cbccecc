import { readFile, rm, stat } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { type KeyFiles, newKeyPath, placeKeyFile } from '#server/platform/crypto/key-files';
import { createSecretFile, KEY_FILES, type KeySettings } from '#server/platform/crypto/keys';
import { startRefused } from '#server/platform/start-refused';

/** The content of a copy of the keys: the key files as a server keeps them. */
const KeyCopy = z.object({
  product: z.literal('ficha-austral'),
  exportedAt: z.string(),
  files: z.partialRecord(z.enum(KEY_FILES), z.string()),
});

/** A copy has some kilobytes. A backup, which is encrypted in the same way, may be larger than the memory. */
const MAX_BYTES = 1024 * 1024;

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
  try {
    const read = await readKeyCopy(path, passphrase);
    if (JSON.stringify(read) !== JSON.stringify(files)) throw new Error('the copy differs from the keys');
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return Object.keys(files);
}

/** Writes the key files of a copy. Another key is not replaced, and then none is written. */
export async function importKeys({ dataDir }: KeySettings, passphrase: string, path: string): Promise<string[]> {
  const texts = Object.entries(await readKeyCopy(path, passphrase));
  const files = texts.map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  for (const { name, bytes } of files) await newKeyPath(dataDir, name, bytes);
  for (const { name, bytes } of files) await placeKeyFile(dataDir, name, bytes);
  return files.map(({ name }) => name);
}

async function readKeyCopy(path: string, passphrase: string): Promise<z.output<typeof KeyCopy>['files']> {
  const noCopy = () => startRefused(`${path} is not a copy of the keys of Ficha Austral`);
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw startRefused(`${path} cannot be read: ${error.code}`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > MAX_BYTES) throw noCopy();
  const encrypted = await readFile(path).catch(unreadable);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(encrypted, 'text').catch(() => {
    throw startRefused(`${path} cannot be decrypted: it is damaged, or BACKUP_PASSPHRASE is not its passphrase`);
  });
  const parsed = KeyCopy.safeParse(parsedJson(text));
  if (!parsed.success) throw noCopy();
  return parsed.data.files;
}

/** Undefined for text that is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
