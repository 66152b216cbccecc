import { createHash, createHmac } from 'node:crypto';
import { createFieldCipher, keyRing } from '#server/platform/crypto/field-cipher';

const CHECK_VALUE = 'ficha-austral';

/** What the database keeps of a data key: enough to recognise it, and nothing that opens a record. */
export interface KeyProof {
  fingerprint: Buffer;
  /** A known text, encrypted with the key. */
  checkValue: Buffer;
}

/** A keyed hash. Each kind of key has its own, so that equal bytes are recognised only as the same kind. */
export const keyFingerprint = (kind: 'data' | 'token' | 'push', key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${CHECK_VALUE} ${kind} key`).digest();

export const certificateFingerprint = (der: Uint8Array): Buffer => createHash('sha256').update(der).digest();

/** Enough of a fingerprint to compare two keys by eye. */
export const shortFingerprint = (fingerprint: Buffer): string => fingerprint.toString('hex', 0, 8);

const checkValueContext = (number: number) => ({
  table: 'data_keys',
  column: 'canary',
  owner: '',
  row: String(number),
});
const cipherOf = (number: number, key: Uint8Array) => createFieldCipher(keyRing(new Map([[number, key]])));

export const proofOf = (number: number, key: Uint8Array): KeyProof => ({
  fingerprint: keyFingerprint('data', key),
  checkValue: cipherOf(number, key).encrypt(CHECK_VALUE, checkValueContext(number)),
});

export const isSameKey = (key: Uint8Array, { fingerprint }: KeyProof): boolean =>
  keyFingerprint('data', key).equals(fingerprint);

export const decryptsCheckValue = (number: number, key: Uint8Array, { checkValue }: KeyProof): boolean =>
  cipherOf(number, key).tryDecrypt(checkValue, checkValueContext(number)) === CHECK_VALUE;
