import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 2 + NONCE_BYTES;

/** The keys by number. New text is sealed with the highest; older keys still open what they sealed. */
export type KeyRing = ReadonlyMap<number, Uint8Array>;

/** Where a sealed value stands. It opens nowhere else: moved to another row or column it is refused. */
interface Place {
  table: string;
  column: string;
  owner: string;
  row: string;
}

export interface FieldCipher {
  encrypt(text: string, place: Place): Buffer;
  decrypt(sealed: Buffer, place: Place): string;
  encryptBytes(bytes: Uint8Array, place: Place): Buffer;
  decryptBytes(sealed: Buffer, place: Place): Buffer;
}

export function createFieldCipher(ring: KeyRing): FieldCipher {
  // Prepared once: made ready for each value anew, a key costs several times what it seals.
  const keys = new Map([...ring].map(([number, key]) => [number, createSecretKey(key)]));
  const current = Math.max(...keys.keys());
  const encryptBytes: FieldCipher['encryptBytes'] = (bytes, place) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(keys, current), nonce).setAAD(whereabouts(place));
    const body = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([Buffer.of(VERSION, current), nonce, ...body, cipher.getAuthTag()]);
  };
  const decryptBytes: FieldCipher['decryptBytes'] = (sealed, place) => {
    const key = keyOf(keys, sealed.readUInt8(1));
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(2, HEAD_BYTES))
      .setAAD(whereabouts(place))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const bytes = decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES));
    // With this cipher nothing is left for the end but the check.
    decipher.final();
    return bytes;
  };
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, place) => encryptBytes(Buffer.from(text, 'utf8'), place),
    decrypt: (sealed, place) => decryptBytes(sealed, place).toString('utf8'),
  };
}

const whereabouts = ({ table, column, owner, row }: Place) => Buffer.from(JSON.stringify([table, column, owner, row]));

function keyOf(keys: ReadonlyMap<number, KeyObject>, number: number): KeyObject {
  const key = keys.get(number);
  if (!key) throw new Error(`the key ring has no key ${number}`);
  return key;
}
