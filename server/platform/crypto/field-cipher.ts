import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 2 + NONCE_BYTES;

/** Keys by number. The highest encrypts new text; older keys still decrypt what they encrypted. */
export type KeyRing = ReadonlyMap<number, Uint8Array>;

/** Where a value is stored. It is the additional authenticated data: moved to another row or column it does not decrypt. */
interface Place {
  table: string;
  column: string;
  owner: string;
  row: string;
}

export interface FieldCipher {
  encrypt(text: string, place: Place): Buffer;
  decrypt(encrypted: Buffer, place: Place): string;
  encryptBytes(bytes: Uint8Array, place: Place): Buffer;
  decryptBytes(encrypted: Buffer, place: Place): Buffer;
}

export function createFieldCipher(ring: KeyRing): FieldCipher {
  // Created once: setting a key up costs several times the encryption of a value.
  const keys = new Map([...ring].map(([number, key]) => [number, createSecretKey(key)]));
  const current = Math.max(...keys.keys());
  const encryptBytes: FieldCipher['encryptBytes'] = (bytes, place) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(keys, current), nonce).setAAD(authenticatedData(place));
    const body = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([Buffer.of(VERSION, current), nonce, ...body, cipher.getAuthTag()]);
  };
  const decryptBytes: FieldCipher['decryptBytes'] = (encrypted, place) => {
    const key = keyOf(keys, encrypted.readUInt8(1));
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(2, HEAD_BYTES))
      .setAAD(authenticatedData(place))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    const bytes = decipher.update(encrypted.subarray(HEAD_BYTES, -TAG_BYTES));
    // In GCM, final() returns no more bytes. It throws when the authentication tag does not match.
    decipher.final();
    return bytes;
  };
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, place) => encryptBytes(Buffer.from(text, 'utf8'), place),
    decrypt: (encrypted, place) => decryptBytes(encrypted, place).toString('utf8'),
  };
}

const authenticatedData = ({ table, column, owner, row }: Place) =>
  Buffer.from(JSON.stringify([table, column, owner, row]));

function keyOf(keys: ReadonlyMap<number, KeyObject>, number: number): KeyObject {
  const key = keys.get(number);
  if (!key) throw new Error(`the key ring has no key ${number}`);
  return key;
}
