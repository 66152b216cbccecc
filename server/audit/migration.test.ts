import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyRing } from '#server/platform/crypto/field-cipher';
import { type Database, openDatabase } from '#server/platform/database/database';
import { applyMigrations, migrate } from '#server/platform/database/migrate';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { verifyAuditTrail } from './verify.ts';

const BEFORE = 6;
const OWNERS = [crypto.randomUUID(), crypto.randomUUID()].sort();
const PATIENT = crypto.randomUUID();

let database: TestDatabase;
let handles: Database;
beforeAll(async () => {
  database = await createEmptyDatabase({ inherits: false });
  const pool = database.connections.asSchemaOwner(1);
  const client = await pool.connect();
  await applyMigrations(client, undefined, BEFORE);
  await client.query('alter table audit_entries no force row level security');
  for (const [owner, act, subject, at] of [
    [OWNERS[0], 'patient.created', PATIENT, '2026-01-02T00:00:00.123456Z'],
    [OWNERS[0], 'account.registered', null, '2026-01-01T00:00:00Z'],
    [OWNERS[1], 'account.registered', null, '2026-01-03T00:00:00Z'],
  ]) {
    await client.query(
      'insert into audit_entries (owner_id, id, at, actor_id, act, subject_id) values ($1, $2, $3, $1, $4, $5)',
      [owner, crypto.randomUUID(), at, act, subject],
    );
  }
  await client.query('alter table audit_entries force row level security');
  client.release();
  await pool.end();
  await migrate(database.connections);
  handles = openDatabase(database.connections, { poolSize: 2 });
});
afterAll(async () => {
  await handles.close();
  await database.close();
});

test('entries from before are chained in the order of their time, and know their patient', async () => {
  const rows = await database.sql<{ number: string; act: string; patient_id: string | null }[]>`
    select number, act, patient_id from audit_entries where owner_id = ${OWNERS[0]} order by number`;
  expect([...rows]).toEqual([
    { number: '1', act: 'account.registered', patient_id: null },
    { number: '2', act: 'patient.created', patient_id: PATIENT },
  ]);
  const problems: string[] = [];
  const verified = await verifyAuditTrail(handles.audit, {
    ring: keyRing(new Map([[1, Buffer.alloc(32)]])),
    report: (problem) => void problems.push(problem),
  });
  expect(problems).toEqual([]);
  expect(verified).toMatchObject({ entries: 3, chains: 2, unsealed: 3 });
});
