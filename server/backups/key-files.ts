import { createPrivateKey } from 'node:crypto';
import { chmod, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '#server/platform/config';
import { createFieldCipher, type FieldCipher, keyRing } from '#server/platform/crypto/field-cipher';
import { readDataKeys } from '#server/platform/crypto/keys';
import { passwordPath } from '#server/platform/database/embedded-password';
import { makeFolder } from '#server/platform/folders';
import { startRefused } from '#server/platform/start-refused';

type KeyFiles = Record<string, Buffer>;

const DATA_KEYS = 'data.keys';
const folderOf = (dataDir: string) => join(dataDir, 'keys');

/**
 * The keys of an installation as files, as a first start makes them in DATA_DIR/keys. Keys of the environment replace
 * the files: they are the ones in use.
 */
export async function readKeyFiles(
  config: Pick<Config, 'tokenKey' | 'dataKeys' | 'signing'>,
  dataDir: string,
): Promise<KeyFiles> {
  const folder = folderOf(dataDir);
  const keys: KeyFiles = {};
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    // The password of the embedded PostgreSQL belongs to its data folder: another installation has its own.
    if (entry.isFile() && entry.name !== basename(passwordPath(dataDir)))
      keys[entry.name] = await readFile(join(folder, entry.name));
  }
  if (config.dataKeys) keys[DATA_KEYS] = Buffer.from(`${config.dataKeys.replaceAll(',', '\n')}\n`);
  if (config.tokenKey) keys['token.key'] = Buffer.from(`${config.tokenKey}\n`);
  if (config.signing) keys['signing.pem'] = await signingPem(config.signing);
  if (!keys[DATA_KEYS]) throw startRefused(`The keys cannot be included: ${join(folder, DATA_KEYS)} does not exist`);
  return keys;
}

async function signingPem({ certificate, key, passphrase }: NonNullable<Config['signing']>): Promise<Buffer> {
  const privateKey = createPrivateKey({ key: await readFile(key), passphrase });
  const certificates = (await readFile(certificate, 'utf8')).match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  return Buffer.from([privateKey.export({ type: 'pkcs8', format: 'pem' }), ...(certificates ?? [])].join('\n'));
}

/** Writes a key where a start looks for it. A different key there is never overwritten. Returns the path of a new file. */
export async function placeKeyFile(dataDir: string, name: string, bytes: Buffer): Promise<string | undefined> {
  const folder = folderOf(dataDir);
  const path = join(folder, name);
  await makeFolder(folder);
  await chmod(folder, 0o700);
  const found = await readFile(path).catch(() => undefined);
  if (found?.equals(bytes)) return undefined;
  if (found) throw startRefused(`${path} exists already with another key: restore into an empty DATA_DIR`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw startRefused(`${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  } finally {
    await file.close();
  }
  return path;
}

/** The cipher of the keys that are in place. Undefined without keys: unlike a start, it makes none. */
export async function cipherInPlace(given: string | undefined, dataDir: string): Promise<FieldCipher | undefined> {
  const keys = await readDataKeys({ dataDir, dataKeys: given });
  return keys && createFieldCipher(keyRing(keys));
}
