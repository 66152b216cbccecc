import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/platform/database/database';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { proofOf } from './key-proof.ts';
import { insertDataKey } from './keys.store.ts';
import { type LiveKeys, openLiveKeys } from './live-keys.ts';

const now = () => new Date();

let database: TestDatabase;
let handles: Database;
let dataDir: string;
let live: LiveKeys;
beforeEach(async () => {
  database = await createDatabase();
  handles = openDatabase(database.connections, { poolSize: 4 });
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-live-keys-'));
  live = await openLiveKeys({ ...handles, now }, { dataDir }, { refreshMs: 10 });
});
afterEach(async () => {
  await live.close();
  await handles.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const path = () => join(dataDir, 'keys/data.keys');
const processes = () => database.sql`select from key_processes`;

/** In one step, as the rotation does: a refresh never reads an empty or half-written file. */
async function replaceFile(text: string): Promise<void> {
  await writeFile(`${path()}.new`, text);
  await rename(`${path()}.new`, path());
}

/** Announces data key 2, as a rotation does. Returns the line for the file of the keys. */
async function announceKey(): Promise<string> {
  const key = randomBytes(32);
  await handles.keysTransaction((tx) => insertDataKey(tx, { number: 2, ...proofOf(2, key), status: 'pending' }, now()));
  return `2:${key.toString('base64')}\n`;
}

test('a process that ends during a refresh is not reported as running afterwards', async () => {
  const line = await announceKey();
  // Two connections are open from here on.
  await Promise.all([live.refresh(), live.refresh()]);
  expect(await processes()).toHaveLength(1);
  await writeFile(path(), `${await readFile(path(), 'utf8')}${line}`);
  const pool = database.connections.asSchemaOwner(1);
  const client = await pool.connect();
  await client.query('begin; lock table data_keys');
  const refreshing = live.refresh();
  const closing = live.close();
  const waiting = () => database.sql`
    select from pg_locks join pg_database d on d.oid = database where datname = ${database.name} and not granted`;
  await eventually(async () => expect(await waiting()).toHaveLength(1));
  await client.query('rollback');
  client.release();
  await pool.end();
  await Promise.all([refreshing, closing]);
  expect(await processes()).toHaveLength(0);
  await live.refresh();
  expect(await processes()).toHaveLength(0);
});

test('a damaged file of the keys is reported once, until it is right again', async () => {
  const text = await readFile(path(), 'utf8');
  const line = await announceKey();
  const lines: string[] = [];
  const damage = () => writeFile(path(), 'no key');
  await damage();
  live.watch({ onLost: () => undefined, report: (reported) => lines.push(reported) });
  await eventually(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toBe(
    `The data keys cannot be refreshed: ${path()} is damaged: a line is a number from 1 to 255, a colon and a key. Put it back from your copy of the keys`,
  );
  // Other lines of the log report an unavailable database.
  await database.lose();
  await expect(live.refresh()).rejects.toThrow();
  await database.restore();

  await replaceFile(`${text}${line}`);
  await eventually(() => expect([...live.ring.keys.keys()]).toEqual([1, 2]));
  expect(lines).toHaveLength(1);
});
