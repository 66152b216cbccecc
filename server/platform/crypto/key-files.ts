import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { startRefused } from '../start-refused.ts';
import { createFieldCipher, type FieldCipher, keyRing } from './field-cipher.ts';
import {
  createKeyFile,
  dataKeysText,
  KEY_FILES,
  type KeyFile,
  type KeySettings,
  keyFile,
  readDataKeys,
  readPushKey,
  readTokenKey,
} from './keys.ts';

export type KeyFiles = Partial<Record<KeyFile, Buffer>>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The keys in use, each as the file that a first start makes in DATA_DIR/keys, also those of the environment. The
 * password of the embedded PostgreSQL belongs to its data folder and is not among them.
 */
export async function readKeyFiles(settings: KeySettings & Pick<Config, 'signing'>): Promise<KeyFiles> {
  const [dataKeys, tokenKey] = [await readDataKeys(settings), await readTokenKey(settings)];
  const pushKey = await readPushKey(settings);
  if (!dataKeys)
    throw startRefused(`The keys cannot be copied: ${keyFile(settings.dataDir, 'data.keys')} does not exist`);
  const signing = settings.signing
    ? await signingPem(settings.signing)
    : await readFile(keyFile(settings.dataDir, 'signing.pem')).catch(() => undefined);
  const files: KeyFiles = { 'data.keys': Buffer.from(dataKeysText(dataKeys)) };
  if (tokenKey) files['token.key'] = Buffer.from(`${Buffer.from(tokenKey).toString('base64')}\n`);
  if (signing) files['signing.pem'] = signing;
  if (pushKey) files['push.key'] = Buffer.from(`${Buffer.from(pushKey).toString('base64')}\n`);
  return files;
}

async function signingPem({ certificate, key, passphrase }: NonNullable<Config['signing']>): Promise<Buffer> {
  const privateKey = createPrivateKey({ key: await readFile(key), passphrase });
  const certificates = (await readFile(certificate, 'utf8')).match(CERTIFICATE) ?? [];
  return Buffer.from([privateKey.export({ type: 'pkcs8', format: 'pem' }), ...certificates].join('\n'));
}

/** The path of a key where a start looks for it. Undefined when it is there already. Another key there is refused. */
export async function newKeyPath(dataDir: string, name: string, bytes: Uint8Array): Promise<string | undefined> {
  const known = KEY_FILES.find((one) => one === name);
  if (!known) throw startRefused(`${name} is not the name of a key file`);
  const path = keyFile(dataDir, known);
  const found = await readFile(path).catch(() => undefined);
  if (!found) return path;
  if (found.equals(bytes)) return undefined;
  throw anotherKey(path);
}

/** Writes a key where a start looks for it. Another key there is never overwritten. Returns the path of a new file. */
export async function placeKeyFile(dataDir: string, name: string, bytes: Uint8Array): Promise<string | undefined> {
  const path = await newKeyPath(dataDir, name, bytes);
  if (path && !(await createKeyFile(path, bytes))) throw anotherKey(path);
  return path;
}

const anotherKey = (path: string): Error =>
  startRefused(
    `${path} exists already with another key and is not replaced. Move it away first if it is the wrong one, or use an empty DATA_DIR`,
  );

/** The cipher of the keys that are in place. Undefined without keys: unlike a start, it makes none. */
export async function cipherInPlace(dataKeys: string | undefined, dataDir: string): Promise<FieldCipher | undefined> {
  const keys = await readDataKeys({ dataDir, dataKeys });
  return keys && createFieldCipher(keyRing(keys));
}
