import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningIdentity } from '#server/pdf/signing/identity';
import { readKeyFiles } from '#server/platform/crypto/key-files';
import { dataKeysText, makeDataKeys, makePushKey, makeTokenKey } from '#server/platform/crypto/keys';
import { isStartRefused } from '#server/platform/start-refused';
import { SIGNING_PEM } from '#server/testing/printables';
import { exportKeys, importKeys } from './key-copy.ts';

const PASSPHRASE = 'tres tristes tigres';
const NAMES = ['data.keys', 'token.key', 'signing.pem', 'push.key'];
const CHEAP = { passphrase: PASSPHRASE, at: new Date('2026-11-15T12:00:00Z'), workFactor: 4 };

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-key-copy-'));
  dataDir = join(folder, 'data');
  await makeDataKeys({ dataDir });
  await makeTokenKey({ dataDir });
  await makePushKey({ dataDir });
  await writeFile(join(dataDir, 'keys/signing.pem'), 'the certificate and its key');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kept = (from: string) => Promise.all(NAMES.map((name) => readFile(join(from, 'keys', name), 'utf8')));

test('a copy has all keys, opens with its passphrase alone, and replaces nothing', async () => {
  const copy = join(folder, 'keys.age');
  expect(await exportKeys(await readKeyFiles({ dataDir, signing: undefined }), { ...CHEAP, path: copy })).toEqual(
    NAMES,
  );
  const written = await readFile(copy, 'latin1');
  expect(written).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
  for (const text of await kept(dataDir)) expect(written).not.toContain(text.trim());
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  await expect(
    exportKeys(await readKeyFiles({ dataDir, signing: undefined }), { ...CHEAP, path: copy }),
  ).rejects.toThrow('exists already and is not replaced');

  const elsewhere = join(folder, 'elsewhere');
  await expect(importKeys({ dataDir: elsewhere }, 'otra', copy)).rejects.toThrow('BACKUP_PASSPHRASE is not its');
  expect(await importKeys({ dataDir: elsewhere }, PASSPHRASE, copy)).toEqual(NAMES);
  expect(await kept(elsewhere)).toEqual(await kept(dataDir));
  expect((await stat(join(elsewhere, 'keys'))).mode & 0o777).toBe(0o700);

  // A key that is in place already is right. Another one is not replaced, and then nothing is written.
  await rm(join(elsewhere, 'keys/data.keys'));
  expect(await importKeys({ dataDir: elsewhere }, PASSPHRASE, copy)).toEqual(NAMES);
  expect(await kept(elsewhere)).toEqual(await kept(dataDir));
  await rm(join(elsewhere, 'keys/data.keys'));
  await writeFile(join(elsewhere, 'keys/token.key'), 'another one');
  await expect(importKeys({ dataDir: elsewhere }, PASSPHRASE, copy)).rejects.toThrow(
    /token\.key exists already with another key and is not replaced/,
  );
  await expect(stat(join(elsewhere, 'keys/data.keys'))).rejects.toThrow('ENOENT');
});

test('a file that is no copy of the keys is refused in one line', async () => {
  const encrypted = async (name: string, content: string) => {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(PASSPHRASE);
    encrypter.setScryptWorkFactor(4);
    const path = join(folder, name);
    await writeFile(path, await encrypter.encrypt(content));
    return path;
  };
  const refused = async (path: string) => {
    const problem = await importKeys({ dataDir: join(folder, 'unused') }, PASSPHRASE, path).catch((error) => error);
    expect(isStartRefused(problem)).toBe(true);
    return problem.message as string;
  };
  const noCopy = (path: string) => `${path} is not a copy of the keys of Ficha Austral`;
  const backup = await encrypted('backup.age', 'ustar');
  expect(await refused(backup)).toBe(noCopy(backup));
  const other = await encrypted('other.age', '{"product":"otro"}');
  expect(await refused(other)).toBe(noCopy(other));
  // A backup may be larger than the memory: it is not read.
  const large = join(folder, 'large.age');
  await writeFile(large, 'x'.repeat(1024 * 1024 + 1));
  expect(await refused(large)).toBe(noCopy(large));
});

test('a copy that cannot be read again is deleted', async () => {
  const copy = join(folder, 'failed.age');
  const files = { 'data.keys': Buffer.alloc(1024 * 1024 + 1, 'x') };
  await expect(exportKeys(files, { ...CHEAP, path: copy })).rejects.toThrow('is not a copy of the keys');
  await expect(stat(copy)).rejects.toThrow('ENOENT');
});

test('keys of the environment are part of the copy, in the form of their files', async () => {
  const keys = new Map([
    [1, randomBytes(32)],
    [2, randomBytes(32)],
  ]);
  const settings = {
    dataDir: join(folder, 'nowhere'),
    dataKeys: dataKeysText(keys).trim().replace('\n', ','),
    tokenKey: randomBytes(32).toString('base64'),
    pushKey: Buffer.alloc(32, 1).toString('base64'),
    signing: { certificate: SIGNING_PEM, key: SIGNING_PEM, passphrase: undefined },
  };
  const copy = join(folder, 'environment.age');
  expect(await exportKeys(await readKeyFiles(settings), { ...CHEAP, path: copy })).toEqual(NAMES);
  const there = join(folder, 'there');
  await importKeys({ dataDir: there }, PASSPHRASE, copy);
  const [restored, operators] = await Promise.all([
    loadSigningIdentity(undefined, there, new Date()),
    loadSigningIdentity(settings.signing, there, new Date()),
  ]);
  expect(restored.certificate).toEqual(operators.certificate);
  expect(restored.key.equals(operators.key)).toBe(true);
  expect(await readFile(join(there, 'keys/data.keys'), 'utf8')).toBe(dataKeysText(keys));
  await expect(exportKeys(await readKeyFiles(settings), { ...CHEAP, path: '/nowhere/keys.age' })).rejects.toThrow(
    'cannot be written: ENOENT',
  );
});
