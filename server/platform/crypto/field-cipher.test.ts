import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFieldCipher, keyRing, logUndecryptable } from './field-cipher.ts';

const context = { table: 'patients', column: 'background', owner: 'ana', row: '1' };
const key = randomBytes(32);
const ring = keyRing(new Map([[1, key]]));

describe('an encrypted text', () => {
  test.each(['', 'Alérgica a la penicilina 🌿', 'x'.repeat(100_000)])('is decrypted in its context: %j', (text) => {
    const { encrypt, decrypt } = createFieldCipher(ring);
    expect(decrypt(encrypt(text, context), context)).toBe(text);
  });

  test('differs each time, and does not contain the plain text', () => {
    const { encrypt } = createFieldCipher(ring);
    const [one, other] = [encrypt('penicilina', context), encrypt('penicilina', context)];
    expect(one.equals(other)).toBe(false);
    expect(one.toString('latin1')).not.toContain('penicilina');
  });

  test.each(['table', 'column', 'owner', 'row'] as const)('is not decrypted under another %s', (part) => {
    const { encrypt, decrypt } = createFieldCipher(ring);
    expect(() => decrypt(encrypt('penicilina', context), { ...context, [part]: 'otra' })).toThrow();
  });

  test('is not decrypted when a bit of it was changed', () => {
    const { encrypt, decrypt } = createFieldCipher(ring);
    const encrypted = encrypt('penicilina', context);
    for (let at = 1; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decrypt(changed, context)).toThrow();
    }
  });

  test('is decrypted after a key was added, and new text needs the new key', () => {
    const grown = keyRing(
      new Map([
        [1, key],
        [2, randomBytes(32)],
      ]),
    );
    const old = createFieldCipher(ring).encrypt('antes', context);
    expect(createFieldCipher(grown).decrypt(old, context)).toBe('antes');
    const encrypted = createFieldCipher(grown).encrypt('después', context);
    expect(encrypted.readUInt8(1)).toBe(2);
    expect(() => createFieldCipher(ring).decrypt(encrypted, context)).toThrow('No se pudo descifrar');
  });

  test('is encrypted with the new key as soon as the ring says so', () => {
    const changing = keyRing(
      new Map([
        [1, key],
        [2, randomBytes(32)],
      ]),
      1,
    );
    const { encrypt, decrypt } = createFieldCipher(changing);
    const before = encrypt('antes', context);
    changing.current = 2;
    const after = encrypt('después', context);
    expect([before.readUInt8(1), after.readUInt8(1)]).toEqual([1, 2]);
    expect([decrypt(before, context), decrypt(after, context)]).toEqual(['antes', 'después']);
  });

  test('that does not decrypt is logged once by its ids, and a list gets undefined instead of an error', () => {
    const lines: unknown[] = [];
    const cipher = createFieldCipher(
      ring,
      logUndecryptable((details, message) => lines.push({ ...details, message })),
    );
    const encrypted = cipher.encrypt('penicilina', { ...context, row: '2' });
    expect(cipher.tryDecrypt(encrypted, context)).toBeUndefined();
    expect(() => cipher.decrypt(encrypted, context)).toThrow('No se pudo descifrar');
    expect(cipher.tryDecrypt(Buffer.of(1), { ...context, row: '3' })).toBeUndefined();
    expect(lines).toEqual([
      { ...context, message: 'a value could not be decrypted' },
      { ...context, row: '3', message: 'a value could not be decrypted' },
    ]);
  });
});
