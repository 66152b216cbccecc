import { createFieldCipher, type KeyRing, keyRing } from '#server/platform/crypto/field-cipher';
import {
  type DataKeys,
  type KeySettings,
  makeDataKeys,
  makePushKey,
  makeTokenKey,
  readDataKeys,
  readPushKey,
  readTokenKey,
  sourceOfDataKeys,
  sourceOfTokenKey,
} from '#server/platform/crypto/keys';
import type { Database, KeysTx } from '#server/platform/database/database';
import type { Sql } from '#server/platform/database/sql';
import { startRefused } from '#server/platform/start-refused';
import { contextOf, valuesOf } from './encrypted-columns.store.ts';
import { encryptedRows } from './encrypted-rows.ts';
import {
  certificateFingerprint,
  decryptsCheckValue,
  isSameKey,
  keyFingerprint,
  proofOf,
  shortFingerprint,
} from './key-proof.ts';
import {
  dataKeyRows,
  insertDataKey,
  keysBeforeMigration,
  lockKeys,
  type RecordedDataKey,
  recordedFingerprint,
  recordFingerprint,
} from './keys.store.ts';

export type KeysDeps = Pick<Database, 'keys' | 'keysTransaction'> & { now(): Date };

const PUT_BACK = 'Put it back from your copy of the keys; without it records cannot be read';

/** Called with the keys while they cannot change. */
type OnOpened = (tx: KeysTx, ring: KeyRing) => Promise<void>;

/**
 * The data keys of this database. Keys are made for a database without encrypted text and without known keys, and never
 * otherwise: a missing or wrong key refuses the start.
 */
export function openDataKeys(deps: KeysDeps, settings: KeySettings, onOpened?: OnOpened): Promise<KeyRing> {
  return deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const known = await dataKeyRows(tx);
    const ring = known.length > 0 ? await requireKnownKeys(known, settings) : await firstKeys(tx, deps, settings);
    await onOpened?.(tx, ring);
    return ring;
  });
}

/**
 * Refuses missing and wrong keys of a database that knows its keys, and missing keys of an older one. It changes nothing.
 */
export async function requireRecordedKeys(sql: Sql, settings: KeySettings): Promise<void> {
  const { dataKeys, token, hasAccounts } = await keysBeforeMigration(sql);
  if (dataKeys.length > 0) await requireKnownKeys(dataKeys, settings);
  // Every release creates the keys before the first account.
  else if (hasAccounts && !(await readDataKeys(settings))) throw missing([1], undefined, sourceOfDataKeys(settings));
  if (token) await requireKnownTokenKey(token, settings);
}

/**
 * Every key that the database needs is there and is the right one. A pending one may be missing. A retired one, or one
 * that the database does not know, is left out.
 */
async function requireKnownKeys(known: readonly RecordedDataKey[], settings: KeySettings): Promise<KeyRing> {
  const keys = await readDataKeys(settings);
  const where = sourceOfDataKeys(settings);
  const proven = new Map<number, Uint8Array>();
  for (const row of known) {
    if (row.status === 'retired') continue;
    const key = keys?.get(row.number);
    if (key) {
      requireSameKey(row, key, where);
      proven.set(row.number, key);
    } else if (row.status !== 'pending') throw missing([row.number], keys, where);
  }
  return keyRing(proven, known.find(({ status }) => status === 'current')?.number);
}

function requireSameKey(row: RecordedDataKey, key: Uint8Array, where: string): void {
  if (!isSameKey(key, row)) {
    const [found, expected] = [keyFingerprint('data', key), row.fingerprint].map(shortFingerprint);
    throw startRefused(
      `Data key ${row.number} in ${where} is not the key of this database: its fingerprint is ${found} instead of ${expected}. ${PUT_BACK}`,
    );
  }
  if (decryptsCheckValue(row.number, key, row)) return;
  throw startRefused(
    `Data key ${row.number} in ${where} is right, but its check value (column canary of data_keys) is damaged. Restore the database from a backup`,
  );
}

function missing(numbers: number[], keys: DataKeys | undefined, where: string): Error {
  const subject = numbers.length === 1 ? `Data key ${numbers[0]} is` : `Data keys ${numbers.join(', ')} are`;
  const object = numbers.length === 1 ? 'it' : 'them';
  return startRefused(
    `${subject} missing: ${where} ${keys ? `does not contain ${object}` : 'does not exist'}. ${PUT_BACK}`,
  );
}

/** For a new database, and for one from before the database knew its keys. */
async function firstKeys(tx: KeysTx, deps: KeysDeps, settings: KeySettings): Promise<KeyRing> {
  const given = await readDataKeys(settings);
  const used = await requireKeysOfRows(tx, given, sourceOfDataKeys(settings));
  const keys = given ?? (await makeDataKeys(settings));
  const current = Math.max(...keys.keys());
  const recorded = [...keys].filter(([number]) => number === current || used.has(number));
  for (const [number, key] of recorded) {
    const status = number === current ? 'current' : 'previous';
    await insertDataKey(tx, { number, ...proofOf(number, key), status }, deps.now());
  }
  return keyRing(new Map(recorded));
}

/** The numbers of the keys that the rows need. Each of them decrypts at least one row. */
async function requireKeysOfRows(tx: KeysTx, keys: DataKeys | undefined, where: string): Promise<Set<number>> {
  const used = new Set<number>();
  const proven = new Set<number>();
  const { tryDecrypt } = createFieldCipher(keyRing(keys ?? new Map(), 0));
  for await (const { table, key, numbers } of encryptedRows(tx)) {
    for (const number of numbers) used.add(number);
    if (numbers.every((number) => proven.has(number))) continue;
    for (const { column, encrypted } of (await valuesOf(tx, table, key)) ?? []) {
      if (tryDecrypt(encrypted, contextOf(table, key, column)) !== undefined) proven.add(encrypted.readUInt8(1));
    }
  }
  const absent = [...used].filter((number) => !keys?.has(number));
  if (absent.length > 0) throw missing(absent, keys, where);
  const wrong = used.difference(proven);
  if (wrong.size === 0) return used;
  throw startRefused(`Data key ${[...wrong].join(', ')} in ${where} is not the key of this database. ${PUT_BACK}`);
}

/** The key of access tokens. Another one would refuse the sessions of every other process. */
export function openTokenKey(deps: KeysDeps, settings: KeySettings): Promise<Uint8Array> {
  return deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const known = await recordedFingerprint(tx, 'token');
    if (known) return requireKnownTokenKey(known, settings);
    const key = (await readTokenKey(settings)) ?? (await makeTokenKey(settings));
    await recordFingerprint(tx, 'token', keyFingerprint('token', key), deps.now());
    return key;
  });
}

async function requireKnownTokenKey(known: Buffer, settings: KeySettings): Promise<Uint8Array> {
  const where = sourceOfTokenKey(settings);
  const otherwise =
    'Put it back from your copy of the keys, or run `npm run keys -- forget token` to use another one from the next start on';
  const key = await readTokenKey(settings);
  if (!key) throw startRefused(`The token key is missing: ${where} does not exist. ${otherwise}`);
  if (known.equals(keyFingerprint('token', key))) return key;
  throw startRefused(`The token key in ${where} is not the key of this database. ${otherwise}`);
}

/**
 * The key by which push services know this installation. Another key than before is allowed and returns a warning: a
 * device that turned notices on under the former key can turn them on again.
 */
export function openPushKey(
  deps: KeysDeps,
  settings: KeySettings,
): Promise<{ key: Uint8Array; warning: string | undefined }> {
  return deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const key = (await readPushKey(settings)) ?? (await makePushKey(settings));
    const fingerprint = keyFingerprint('push', key);
    const known = await recordedFingerprint(tx, 'push');
    if (known?.equals(fingerprint)) return { key, warning: undefined };
    await recordFingerprint(tx, 'push', fingerprint, deps.now());
    return { key, warning: known && OTHER_PUSH_KEY };
  });
}

const OTHER_PUSH_KEY =
  'Warning: notices are sent with another push key than before, and reach only devices that turn them on again. If you did not change the key, put push.key back from your copy of the keys; all processes need the same one (PUSH_KEY)';

/** Another certificate is allowed, because every document carries its own. It returns a warning. */
export function recordSigningCertificate(deps: KeysDeps, certificate: Uint8Array): Promise<string | undefined> {
  const fingerprint = certificateFingerprint(certificate);
  return deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const known = await recordedFingerprint(tx, 'signing');
    if (known?.equals(fingerprint)) return undefined;
    await recordFingerprint(tx, 'signing', fingerprint, deps.now());
    if (!known) return undefined;
    const [before, now] = [known, fingerprint].map((one) => one.toString('hex'));
    return `Warning: documents are signed with another certificate (SHA-256 ${now}) than before (${before}). If you did not change it, put signing.pem back from your copy of the keys; all processes need the same one`;
  });
}
