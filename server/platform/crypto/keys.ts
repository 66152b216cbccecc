import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../folders.ts';
import { startRefused } from '../start-refused.ts';

const KEY_BYTES = 32;

/** The key that signs access tokens: given by the environment, or made once and kept in the data folder. */
export async function tokenKey(given: string | undefined, dataDir: string): Promise<Uint8Array> {
  if (given) return Buffer.from(given, 'base64');
  return keptKey(join(dataDir, 'keys'), 'token.key');
}

async function keptKey(folder: string, name: string): Promise<Uint8Array> {
  const path = join(folder, name);
  const text = (await readIfThere(path)) ?? (await makeKey(folder, path));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw startRefused(`${path} is damaged: it must hold ${KEY_BYTES} bytes in base64`);
  return key;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw startRefused(`${path} cannot be read: ${code}`);
  }
}

async function makeKey(folder: string, path: string): Promise<string> {
  await makeFolder(folder);
  try {
    await chmod(folder, 0o700);
    await writeOnce(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  } catch (error) {
    throw startRefused(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
  return readFile(path, 'utf8');
}

/** The file appears whole or not at all, and the first writer wins. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
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
