import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { AppError } from '../app-error.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 2 + NONCE_BYTES;
/** How many bytes longer an encrypted value is than its text. */
export const ENCRYPTION_BYTES = HEAD_BYTES + TAG_BYTES;

/** Keys by number. It may change while the server runs: a rotation adds a key and makes it the current one. */
export interface KeyRing {
  /** The key that encrypts. The others decrypt what they encrypted. */
  current: number;
  readonly keys: Map<number, KeyObject>;
}

/** By default the highest number encrypts. */
export const keyRing = (keys: ReadonlyMap<number, Uint8Array>, current = Math.max(...keys.keys())): KeyRing => ({
  current,
  // Created once: setting a key up costs several times the encryption of a value.
  keys: new Map([...keys].map(([number, key]) => [number, createSecretKey(key)])),
});

/** Where a value is stored. It is the additional authenticated data: moved to another row or column it does not decrypt. */
export interface EncryptionContext {
  table: string;
  column: string;
  owner: string;
  row: string;
}

/** A value that does not decrypt throws UNDECRYPTABLE. */
export interface FieldCipher {
  encrypt(text: string, context: EncryptionContext): Buffer;
  decrypt(encrypted: Buffer, context: EncryptionContext): string;
  /** For lists: returns undefined instead of an error, so that one damaged row does not fail the whole list. */
  tryDecrypt(encrypted: Buffer, context: EncryptionContext): string | undefined;
  encryptBytes(bytes: Uint8Array, context: EncryptionContext): Buffer;
  decryptBytes(encrypted: Buffer, context: EncryptionContext): Buffer;
}

/** `onUndecryptable` is told where a value does not decrypt, each time that it is read. */
export function createFieldCipher(
  ring: Readonly<KeyRing>,
  onUndecryptable: (context: EncryptionContext) => void = () => undefined,
): FieldCipher {
  const encryptBytes: FieldCipher['encryptBytes'] = (bytes, context) => {
    const { current } = ring;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(ring, current), nonce).setAAD(authenticatedData(context));
    const body = [cipher.update(bytes), cipher.final()];
    return Buffer.concat([Buffer.of(VERSION, current), nonce, ...body, cipher.getAuthTag()]);
  };
  const decryptBytes: FieldCipher['decryptBytes'] = (encrypted, context) => {
    try {
      return decrypted(ring, encrypted, context);
    } catch (cause) {
      onUndecryptable(context);
      throw new AppError('UNDECRYPTABLE', { cause });
    }
  };
  const decrypt: FieldCipher['decrypt'] = (encrypted, context) => decryptBytes(encrypted, context).toString('utf8');
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, context) => encryptBytes(Buffer.from(text, 'utf8'), context),
    decrypt,
    tryDecrypt: (encrypted, context) => {
      try {
        return decrypt(encrypted, context);
      } catch {
        return undefined;
      }
    },
  };
}

function decrypted(ring: Readonly<KeyRing>, encrypted: Buffer, context: EncryptionContext): Buffer {
  const key = keyOf(ring, encrypted.readUInt8(1));
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(2, HEAD_BYTES))
    .setAAD(authenticatedData(context))
    .setAuthTag(encrypted.subarray(-TAG_BYTES));
  const bytes = decipher.update(encrypted.subarray(HEAD_BYTES, -TAG_BYTES));
  // In GCM, final() returns no more bytes. It throws when the authentication tag does not match.
  decipher.final();
  return bytes;
}

/** The same bytes as the JSON of the four texts, none of which needs an escape. Lists build it for each value. */
const authenticatedData = ({ table, column, owner, row }: EncryptionContext) =>
  Buffer.from(`["${table}","${column}","${owner}","${row}"]`);

function keyOf({ keys }: Readonly<KeyRing>, number: number): KeyObject {
  const key = keys.get(number);
  if (!key) throw new Error(`the key ring has no key ${number}`);
  return key;
}

/** How many values are remembered. About 2 MB when full. */
const REMEMBERED_VALUES = 10_000;

/** Logs each value that does not decrypt once, by its ids and without its content. */
export function logUndecryptable(warn: (details: Record<string, unknown>, message: string) => void) {
  const logged = new Set<string>();
  return (context: EncryptionContext): void => {
    const id = JSON.stringify(Object.values(context));
    if (logged.has(id)) return;
    if (logged.size < REMEMBERED_VALUES) logged.add(id);
    warn({ ...context }, 'a value could not be decrypted');
  };
}
