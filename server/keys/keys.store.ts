import { ADVISORY_LOCKS } from '#server/platform/database/advisory-locks';
import type { KeysSql, KeysTx } from '#server/platform/database/database';
import type { Sql } from '#server/platform/database/sql';

type DataKeyState = 'pending' | 'current' | 'previous' | 'retired';

export interface RecordedDataKey {
  number: number;
  fingerprint: Buffer;
  checkValue: Buffer;
  status: DataKeyState;
}

export interface DataKeyRow extends RecordedDataKey {
  acceptsText: boolean;
  reencryptedAt: Date | null;
}

/** A process that was not seen for longer has ended without saying so. */
export const PROCESS_TIMEOUT = '60 seconds';

/** Serializes starts and changes of the keys until the transaction ends. */
export async function lockKeys(tx: KeysTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.keys})`;
}

export async function dataKeyRows(db: KeysSql): Promise<DataKeyRow[]> {
  return db<DataKeyRow[]>`
    select number, fingerprint, canary as "checkValue", status, accepts_text as "acceptsText", reencrypted_at as "reencryptedAt"
      from data_keys order by number`;
}

interface KeysBeforeMigration {
  dataKeys: RecordedDataKey[];
  token: Buffer | undefined;
  hasAccounts: boolean;
}

/**
 * The keys that a database knows, read by the owner of its schema. The schema may be of any release: the columns have
 * these names since the tables exist.
 */
export async function keysBeforeMigration(sql: Sql): Promise<KeysBeforeMigration> {
  const [has] = await sql<[{ users: boolean; keys: boolean }]>`
    select to_regclass('users') is not null as users, to_regclass('key_fingerprints') is not null as keys`;
  const hasAccounts = has.users && (await sql`select from users limit 1`).length > 0;
  if (!has.keys) return { dataKeys: [], token: undefined, hasAccounts };
  const dataKeys = await sql<RecordedDataKey[]>`
    select number, fingerprint, canary as "checkValue", status from data_keys order by number`;
  const [token] = await sql<[{ fingerprint: Buffer }?]>`
    select fingerprint from key_fingerprints where name = 'token'`;
  return { dataKeys, token: token?.fingerprint, hasAccounts };
}

export async function insertDataKey(tx: KeysTx, key: RecordedDataKey, at: Date): Promise<void> {
  await tx`
    insert into data_keys (number, fingerprint, canary, status, accepts_text, created_at)
    values (${key.number}, ${key.fingerprint}, ${key.checkValue}, ${key.status}, ${key.status === 'current'}, ${at})`;
}

/** The keys whose fingerprint alone is in the database. */
type FingerprintedKey = 'token' | 'signing' | 'push';

export async function recordedFingerprint(db: KeysSql, name: FingerprintedKey): Promise<Buffer | undefined> {
  const [row] = await db<[{ fingerprint: Buffer }?]>`select fingerprint from key_fingerprints where name = ${name}`;
  return row?.fingerprint;
}

export async function recordFingerprint(
  tx: KeysTx,
  name: FingerprintedKey,
  fingerprint: Buffer,
  at: Date,
): Promise<void> {
  await tx`
    insert into key_fingerprints (name, fingerprint, recorded_at) values (${name}, ${fingerprint}, ${at})
    on conflict (name) do update set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at`;
}

export async function deleteFingerprint(tx: KeysTx, name: 'token'): Promise<boolean> {
  return (await tx`delete from key_fingerprints where name = ${name}`).count === 1;
}

/** A running process: the keys that it can decrypt with, and the key that it encrypts with. */
export interface KeyProcess {
  id: string;
  name: string;
  readable: number[];
  writing: number;
}

/** By the clock of the database, which all processes share. */
export async function reportProcess(db: KeysSql, { id, name, readable, writing }: KeyProcess): Promise<void> {
  await db`
    insert into key_processes (id, name, readable, writing, seen_at)
    values (${id}, ${name}, ${readable}, ${writing}, clock_timestamp())
    on conflict (id) do update
      set readable = excluded.readable, writing = excluded.writing, seen_at = excluded.seen_at`;
}

export async function removeProcess(db: KeysSql, id: string): Promise<void> {
  await db`delete from key_processes where id = ${id} or seen_at < clock_timestamp() - ${PROCESS_TIMEOUT}::interval`;
}
