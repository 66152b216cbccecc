import { createECDH, randomBytes } from 'node:crypto';
import { chmod, chown, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from '../folders.ts';
import { startRefused } from '../start-refused.ts';

const KEY_BYTES = 32;
const BASE64_KEY = /^[A-Za-z0-9+/]{43}=$/;
const MAX_NUMBER = 255;

export type DataKeys = ReadonlyMap<number, Uint8Array>;

/** Where keys come from: the environment, or files in the data folder. */
export interface KeySettings {
  dataDir: string;
  /** DATA_KEYS */
  dataKeys?: string | undefined;
  /** TOKEN_KEY */
  tokenKey?: string | undefined;
  /** PUSH_KEY */
  pushKey?: string | undefined;
}

export const KEY_FILES = ['data.keys', 'token.key', 'signing.pem', 'push.key'] as const;
export type KeyFile = (typeof KEY_FILES)[number];

export const keyFile = (dataDir: string, name: KeyFile): string => join(dataDir, 'keys', name);

/** For messages: the variable or the path. */
export const sourceOfDataKeys = ({ dataKeys, dataDir }: KeySettings): string =>
  dataKeys ? 'DATA_KEYS' : keyFile(dataDir, 'data.keys');
export const sourceOfTokenKey = ({ tokenKey, dataDir }: KeySettings): string =>
  tokenKey ? 'TOKEN_KEY' : keyFile(dataDir, 'token.key');

/** The key that signs access tokens. Undefined when its file does not exist. */
export async function readTokenKey(settings: KeySettings): Promise<Uint8Array | undefined> {
  const text = settings.tokenKey ?? (await readIfExists(keyFile(settings.dataDir, 'token.key')));
  return text === undefined ? undefined : decoded(text, 'The token key', sourceOfTokenKey(settings));
}

export async function makeTokenKey(settings: KeySettings): Promise<Uint8Array> {
  const text = await readOrCreateSecret(keyFile(settings.dataDir, 'token.key'), newKey);
  return decoded(text, 'The token key', sourceOfTokenKey(settings));
}

/** The key by which push services know this installation (VAPID). Undefined when its file does not exist. */
export async function readPushKey(settings: KeySettings): Promise<Uint8Array | undefined> {
  const text = settings.pushKey ?? (await readIfExists(keyFile(settings.dataDir, 'push.key')));
  return text === undefined ? undefined : decodedPushKey(text, settings);
}

export async function makePushKey(settings: KeySettings): Promise<Uint8Array> {
  return decodedPushKey(await readOrCreateSecret(keyFile(settings.dataDir, 'push.key'), newPushKey), settings);
}

/** The keys that encrypt clinical text, one line for each: `1:base64`. Undefined when their file does not exist. */
export async function readDataKeys(settings: KeySettings): Promise<DataKeys | undefined> {
  const text = settings.dataKeys?.replaceAll(',', '\n') ?? (await readIfExists(keyFile(settings.dataDir, 'data.keys')));
  return text === undefined ? undefined : parseDataKeys(text, sourceOfDataKeys(settings));
}

/** Makes the first key, unless another process has just made it. */
export async function makeDataKeys({ dataDir }: KeySettings): Promise<DataKeys> {
  const path = keyFile(dataDir, 'data.keys');
  return parseDataKeys(await readOrCreateSecret(path, () => `1:${newKey()}`), path);
}

/** Adds a key to the file. The file is replaced as a whole, so a crash leaves the old one or the new one. */
export async function addDataKey({ dataDir }: KeySettings, number: number): Promise<void> {
  const path = keyFile(dataDir, 'data.keys');
  if (number > MAX_NUMBER) throw startRefused(`${path} has no number left: the highest is ${MAX_NUMBER}`);
  const text = (await readFile(path, 'utf8')).trimEnd();
  const { uid, gid } = await stat(path);
  const temporary = await writeTemporary(path, `${text}\n${number}:${newKey()}\n`);
  // Root may run the command for a server that runs under another account.
  if (process.getuid?.() === 0) await chown(temporary, uid, gid);
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** The keys as their file contains them. */
export const dataKeysText = (keys: DataKeys): string =>
  [...keys].map(([number, key]) => `${number}:${Buffer.from(key).toString('base64')}\n`).join('');

function parseDataKeys(text: string, where: string): DataKeys {
  const keys = new Map<number, Uint8Array>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [written = '', key = ''] = line.trim().split(':');
    const number = /^\d{1,3}$/.test(written) ? Number(written) : 0;
    if (number < 1 || number > MAX_NUMBER) {
      throw startRefused(
        `${where} is damaged: a line is a number from 1 to ${MAX_NUMBER}, a colon and a key. ${FROM_COPY}`,
      );
    }
    if (keys.has(number))
      throw startRefused(`Data key ${number} is in ${where} twice. Keep the line of your copy only`);
    const decodedKey = decoded(key, `Data key ${number}`, where);
    const same = [...keys].find(([, other]) => Buffer.from(other).equals(decodedKey));
    if (same) throw startRefused(`Data keys ${same[0]} and ${number} in ${where} are the same key. ${FROM_COPY}`);
    keys.set(number, decodedKey);
  }
  if (keys.size === 0) throw startRefused(`${where} is damaged: it has no key. ${FROM_COPY}`);
  return keys;
}

const FROM_COPY = 'Put it back from your copy of the keys';

/** A private key of P-256. Leading zeros are part of it. */
function newPushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const key = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(KEY_BYTES - key.length), key]).toString('base64');
}

function decodedPushKey(text: string, { pushKey, dataDir }: KeySettings): Buffer {
  const where = pushKey ? 'PUSH_KEY' : keyFile(dataDir, 'push.key');
  const key = decoded(text, 'The push key', where);
  try {
    createECDH('prime256v1').setPrivateKey(key);
    return key;
  } catch {
    throw startRefused(`The push key in ${where} is damaged: it is no private key of P-256. ${FROM_COPY}`);
  }
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64');

function decoded(text: string, name: string, where: string): Buffer {
  if (BASE64_KEY.test(text.trim())) return Buffer.from(text.trim(), 'base64');
  throw startRefused(`${name} in ${where} is damaged: a key is ${KEY_BYTES} bytes in base64. ${FROM_COPY}`);
}

/** Reads a secret file, and creates it first if it does not exist. Only its owner may read it. */
export const readOrCreateSecret = async (path: string, make: () => string | Promise<string>): Promise<string> =>
  (await readIfExists(path)) ?? (await makeOnce(path, await make()));

/** The text of a file. Undefined when there is none. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw startRefused(`${path} cannot be read: ${code}`);
  }
}

async function makeOnce(path: string, text: string): Promise<string> {
  await createKeyFile(path, `${text}\n`);
  return readFile(path, 'utf8');
}

/** Writes a file into the folder of the keys. False when it exists. */
export async function createKeyFile(path: string, text: string | Uint8Array): Promise<boolean> {
  await makeFolder(dirname(path));
  try {
    await chmod(dirname(path), 0o700);
    const isNew = await createSecretFile(path, text);
    // The name of a new folder is part of the one above.
    await syncFolder(dirname(dirname(path)));
    return isNew;
  } catch (error) {
    throw startRefused(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Writes the file atomically. False when it exists: of two processes that create it at once, the first one wins. */
export async function createSecretFile(path: string, text: string | Uint8Array): Promise<boolean> {
  const temporary = await writeTemporary(path, text);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(temporary);
    // The name of a new file is part of its folder.
    await syncFolder(dirname(path));
  }
}

async function writeTemporary(path: string, text: string | Uint8Array): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return temporary;
}
