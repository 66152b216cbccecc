import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFieldCipher } from './field-cipher.ts';
import { dataKeys, tokenKey } from './keys.ts';

const place = { table: 'patients', column: 'background', owner: 'ana', row: '1' };
const keys = new Map([[1, randomBytes(32)]]);

describe('an encrypted text', () => {
  test.each(['', 'Alérgica a la penicilina 🌿', 'x'.repeat(100_000)])('is decrypted in its place: %j', (text) => {
    const { encrypt, decrypt } = createFieldCipher(keys);
    expect(decrypt(encrypt(text, place), place)).toBe(text);
  });

  test('differs each time, and does not contain the plain text', () => {
    const { encrypt } = createFieldCipher(keys);
    const [one, other] = [encrypt('penicilina', place), encrypt('penicilina', place)];
    expect(one.equals(other)).toBe(false);
    expect(one.toString('latin1')).not.toContain('penicilina');
  });

  test.each(['table', 'column', 'owner', 'row'] as const)('is not decrypted under another %s', (part) => {
    const { encrypt, decrypt } = createFieldCipher(keys);
    expect(() => decrypt(encrypt('penicilina', place), { ...place, [part]: 'otra' })).toThrow();
  });

  test('is not decrypted when a bit of it was changed', () => {
    const { encrypt, decrypt } = createFieldCipher(keys);
    const encrypted = encrypt('penicilina', place);
    for (let at = 1; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(changed, place)).toThrow();
    }
  });

  test('is decrypted after a key was added, and new text needs the new key', () => {
    const grown = new Map([...keys, [2, randomBytes(32)]]);
    const old = createFieldCipher(keys).encrypt('antes', place);
    expect(createFieldCipher(grown).decrypt(old, place)).toBe('antes');
    expect(() => createFieldCipher(keys).decrypt(createFieldCipher(grown).encrypt('después', place), place)).toThrow(
      'no key 2',
    );
  });
});

describe('the keys', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ficha-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are created once, readable by their owner only, and read again', async () => {
    const [first, second] = await Promise.all([dataKeys(undefined, folder), dataKeys(undefined, folder)]);
    expect(second).toEqual(first);
    expect(await tokenKey(undefined, folder)).toEqual(await tokenKey(undefined, folder));
    for (const name of ['data.keys', 'token.key']) {
      expect((await stat(join(folder, 'keys', name))).mode & 0o777).toBe(0o600);
    }
  });

  test('are extended by adding a line', async () => {
    const path = join(folder, 'keys/data.keys');
    await writeFile(path, `${await readFile(path, 'utf8')}2:${randomBytes(32).toString('base64')}\n`);
    expect([...(await dataKeys(undefined, folder)).keys()]).toEqual([1, 2]);
  });

  test('may come from the environment, and a damaged key refuses the start', async () => {
    const key = randomBytes(32);
    expect(await dataKeys(`1:${key.toString('base64')}`, folder)).toEqual(new Map([[1, key]]));
    await expect(dataKeys('1:c2hvcnQ=', folder)).rejects.toThrow('DATA_KEYS is damaged');
    await writeFile(join(folder, 'keys/token.key'), 'x');
    await expect(tokenKey(undefined, folder)).rejects.toThrow('token.key is damaged');
  });
});
