import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../folders.ts';
import { startRefused } from '../start-refused.ts';
import type { KeyRing } from './field-cipher.ts';

const KEY_BYTES = 32;

/** The key that signs access tokens, from the environment or from a file that the first start creates. */
export async function tokenKey(given: string | undefined, dataDir: string): Promise<Uint8Array> {
  if (given) return Buffer.from(given, 'base64');
  const path = join(dataDir, 'keys', 'token.key');
  return decoded(await keptText(path, newKey), path);
}

/**
 * The keys that encrypt clinical text, from the environment or from a file that the first start creates. One line for
 * each key: `1:base64`. To rotate, add a line with the next number, and keep the old lines to decrypt existing text.
 */
export async function dataKeys(given: string | undefined, dataDir: string): Promise<KeyRing> {
  const path = join(dataDir, 'keys', 'data.keys');
  const text = given?.replaceAll(',', '\n') ?? (await keptText(path, () => `1:${newKey()}`));
  const keys = new Map<number, Uint8Array>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [number = '', key = ''] = line.trim().split(':');
    if (!/^\d{1,3}$/.test(number) || Number(number) < 1 || Number(number) > 255)
      throw damaged(given ? 'DATA_KEYS' : path);
    keys.set(Number(number), decoded(key, given ? 'DATA_KEYS' : path));
  }
  if (keys.size === 0) throw damaged(given ? 'DATA_KEYS' : path);
  return keys;
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64');

const damaged = (where: string) => startRefused(`${where} is damaged: a key is ${KEY_BYTES} bytes in base64`);

function decoded(text: string, where: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw damaged(where);
  return key;
}

/** Reads a secret file, and creates it first if it does not exist. Only its owner may read it. */
export const keptText = async (path: string, make: () => string | Promise<string>): Promise<string> =>
  (await readIfThere(path)) ?? (await makeOnce(path, await make()));

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw startRefused(`${path} cannot be read: ${code}`);
  }
}

async function makeOnce(path: string, text: string): Promise<string> {
  await makeFolder(dirname(path));
  try {
    await chmod(dirname(path), 0o700);
    await writeOnce(path, `${text}\n`);
  } catch (error) {
    throw startRefused(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
  return readFile(path, 'utf8');
}

/** Writes the file atomically. When two processes create it at once, the first one wins. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}
