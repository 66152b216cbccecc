import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tryToLockBackups } from '#server/backups/backup-runs.store';
import { makeDataKeys, readDataKeys, readTokenKey } from '#server/platform/crypto/keys';
import { sqlOn } from '#server/platform/database/connection';
import { type Database, openDatabase } from '#server/platform/database/database';
import { applyMigrations } from '#server/platform/database/migrate';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { createTestApp } from '#server/testing/test-app';
import { openDataKeys, openPushKey, openTokenKey, recordSigningCertificate, requireRecordedKeys } from './open-keys.ts';

const newKey = () => randomBytes(32).toString('base64');
const now = () => new Date();

let database: TestDatabase;
let handles: Database;
let dataDir: string;
beforeEach(async () => {
  database = await createDatabase();
  handles = openDatabase(database.connections, { poolSize: 4 });
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-open-keys-'));
});
afterEach(async () => {
  await handles.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const open = (dataKeys?: string, folder = dataDir) => openDataKeys({ ...handles, now }, { dataDir: folder, dataKeys });

describe('data keys', () => {
  test('are made for an empty database, and the database keeps their fingerprint and a check value, not the key', async () => {
    const ring = await open();
    expect(ring.current).toBe(1);
    const key = Buffer.from((await readDataKeys({ dataDir }))?.get(1) ?? []);
    const rows = await database.sql<{ fingerprint: Buffer; canary: Buffer }[]>`select * from data_keys`;
    expect([...rows]).toEqual([expect.objectContaining({ number: 1, status: 'current', accepts_text: true })]);
    for (const value of [rows[0]?.fingerprint, rows[0]?.canary]) expect(value?.includes(key)).toBe(false);
    expect((await open()).current).toBe(1);
  });

  test('are never made again: without the file the start is refused, and no file is made', async () => {
    await open();
    await rm(join(dataDir, 'keys'), { recursive: true });
    await expect(open()).rejects.toThrow(/^Data key 1 is missing: .+data\.keys does not exist\. Put it back/);
    expect(await readDataKeys({ dataDir })).toBeUndefined();
  });

  test('that differ are refused with both fingerprints, and nothing changes', async () => {
    await open(`1:${newKey()}`);
    const before = [...(await database.sql`select * from data_keys`)];
    await expect(open(`1:${newKey()}`)).rejects.toThrow(
      /^Data key 1 in DATA_KEYS is not the key of this database: its fingerprint is [0-9a-f]{16} instead of [0-9a-f]{16}\./,
    );
    await expect(open(`2:${newKey()}`)).rejects.toThrow('Data key 1 is missing: DATA_KEYS does not contain it');
    expect([...(await database.sql`select * from data_keys`)]).toEqual(before);
  });

  test('of two processes that start at once with different keys, one is refused', async () => {
    const results = await Promise.allSettled([open(`1:${newKey()}`), open(`1:${newKey()}`), open(undefined)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test('are opened while a backup is made, which may take hours', async () => {
    const pool = database.connections.asBackup(1);
    const client = await pool.connect();
    try {
      expect(await tryToLockBackups(sqlOn(client))).toBe(true);
      await expect(open()).resolves.toMatchObject({ current: 1 });
    } finally {
      client.release(true);
      await pool.end();
    }
  });

  test('with a damaged check value are refused, although the fingerprint is right', async () => {
    const keys = `1:${newKey()}`;
    await open(keys);
    await database.sql`update data_keys set canary = set_byte(canary, 20, 255 - get_byte(canary, 20))`;
    await expect(open(keys)).rejects.toThrow('its check value (column canary of data_keys) is damaged');
  });

  test('beyond those that the database knows are not used until a rotation', async () => {
    const first = `1:${newKey()}`;
    await open(first);
    const ring = await open(`${first},2:${newKey()}`);
    expect([ring.current, [...ring.keys.keys()]]).toEqual([1, [1]]);
  });
});

describe('a database from before it knew its keys', () => {
  test('is opened with the keys of its rows alone', async () => {
    const testApp = await createTestApp();
    await (await testApp.newProfessional()).hasNote();
    await testApp.sql`delete from data_keys`;
    const start = (dataKeys?: string) => openDataKeys(testApp.deps, { dataDir, dataKeys });
    await expect(start()).rejects.toThrow('Data key 1 is missing');
    await expect(start(`2:${newKey()}`)).rejects.toThrow('Data key 1 is missing: DATA_KEYS does not contain it');
    await expect(start(`1:${newKey()}`)).rejects.toThrow('Data key 1 in DATA_KEYS is not the key of this database');
    expect([...(await testApp.sql`select from data_keys`)]).toEqual([]);
    expect((await start(testApp.keySettings.dataKeys)).current).toBe(1);
    await expect(start(`1:${newKey()}`)).rejects.toThrow('is not the key of this database');
    await testApp.close();
  });

  test('and without encrypted rows takes the keys of the file', async () => {
    await makeDataKeys({ dataDir });
    await database.sql`insert into users (id, role, name, email, password_hash, created_at)
                       values (gen_random_uuid(), 'admin', 'A', 'a@b.cl', 'x', now())`;
    expect((await open()).current).toBe(1);
  });

  test('is refused without its keys before migrations change it, once it has accounts', async () => {
    const old = await createEmptyDatabase({ inherits: false });
    const pool = old.connections.asSchemaOwner(1);
    const examine = () => requireRecordedKeys(sqlOn(pool), { dataDir });
    await expect(examine()).resolves.toBeUndefined();
    const client = await pool.connect();
    await applyMigrations(client, undefined, 1);
    client.release();
    await expect(examine()).resolves.toBeUndefined();
    await pool.query(`insert into users (id, role, name, email, password_hash, created_at)
                      values (gen_random_uuid(), 'admin', 'A', 'a@b.cl', 'x', now())`);
    await expect(examine()).rejects.toThrow(/^Data key 1 is missing: .+data\.keys does not exist\. Put it back/);
    await makeDataKeys({ dataDir });
    await expect(examine()).resolves.toBeUndefined();
    await pool.end();
    await old.close();
  });
});

describe('the token key', () => {
  const token = (tokenKey?: string) => openTokenKey({ ...handles, now }, { dataDir, tokenKey });

  test('is made once, and a missing or another one is refused', async () => {
    const key = await token();
    expect(await token()).toEqual(key);
    await expect(token(newKey())).rejects.toThrow(/^The token key in TOKEN_KEY is not the key of this database\. Put/);
    await rm(join(dataDir, 'keys'), { recursive: true });
    await expect(token()).rejects.toThrow(
      /^The token key is missing: .+token\.key does not exist\. Put .+forget token/,
    );
    expect(await readTokenKey({ dataDir })).toBeUndefined();
  });
});

test('another signing certificate is allowed, with one warning', async () => {
  const record = (certificate: string) => recordSigningCertificate({ ...handles, now }, Buffer.from(certificate));
  expect(await record('one')).toBeUndefined();
  expect(await record('one')).toBeUndefined();
  expect(await record('other')).toMatch(
    /^Warning: documents are signed with another certificate \(SHA-256 [0-9a-f]{64}\)/,
  );
  expect(await record('other')).toBeUndefined();
});

test('another push key is allowed, with one warning', async () => {
  const open = (pushKey?: string) => openPushKey({ ...handles, now }, { dataDir, pushKey });
  const { key, warning } = await open();
  expect(warning).toBeUndefined();
  expect(await open()).toEqual({ key, warning: undefined });
  const other = Buffer.alloc(32, 1).toString('base64');
  expect(await open(other)).toEqual({
    key: Buffer.alloc(32, 1),
    warning: expect.stringMatching(/^Warning: notices are sent with another push key than before/),
  });
  expect((await open(other)).warning).toBeUndefined();
});
