import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { listClinicalNotes, updateClinicalNote } from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { listPatients } from '#contract/patients';
import { withoutSecondFactor } from '#server/testing/authenticator';
import { formCluster, nodesOf } from '#server/testing/citus-cluster';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { fullAccount } from '#server/testing/full-account';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { urlOf } from '#server/testing/test-server';
import { sqlOn } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { identifier, type Sql } from '../database/sql.ts';
import { isDistributed } from './citus.ts';
import { distribute } from './distribute.ts';
import { tableShapes } from './placement.ts';

/** An installation that is in use before it has a cluster. The owner of its schema is no superuser. */
let database: TestDatabase;
/** As a superuser, and not as a server would connect. */
let reader: pg.Client;
let sql: Sql;
const keys = { token: randomBytes(32), data: randomBytes(32) };
const openApp = (): Promise<TestApp> =>
  createTestApp({ keys, database: { ...database, sql, close: async () => undefined } });

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.connections);
  reader = new pg.Client({ connectionString: urlOf(inject('testServer'), database.name) });
  await reader.connect();
  sql = sqlOn(reader);
});
afterAll(async () => {
  await reader.end();
  await database.close();
});

/** All rows of all tables. */
async function allRows(): Promise<Record<string, string[]>> {
  const pool = database.connections.asSchemaOwner(1);
  const names = (await tableShapes(pool)).map(({ name }) => name);
  await pool.end();
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const rows = await sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${identifier(name)} t`;
    found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}

test('a full database is distributed with every row, and the product goes on', async () => {
  let testApp = await openApp();
  const people: (Person & { code: string })[] = [await fullAccount(testApp), await fullAccount(testApp)];
  const admin = await testApp.newAdmin();
  await expect(distribute(database.connections)).rejects.toThrow(
    'The database has no extension citus: create it on every node (docs/citus.md)',
  );
  await formCluster(nodesOf(inject('testServer')) ?? [], database.name);
  await expect(distribute(database.connections)).rejects.toThrow(
    'A server or a command uses the database: stop all of them first',
  );
  await testApp.close();
  const before = await allRows();
  expect(before.patients?.length).toBeGreaterThan(1);

  expect(await isDistributed(database.connections)).toBe(false);
  expect(await distribute(database.connections)).toContain('patients');
  expect(await isDistributed(database.connections)).toBe(true);
  expect(await allRows()).toEqual(before);
  expect(await distribute(database.connections)).toEqual([]);

  testApp = await openApp();
  // Their second factors were distributed too. What is tried here needs none.
  for (const person of people) await withoutSecondFactor(testApp, person);
  const [ana, berta] = await Promise.all(people.map(({ user }) => testApp.logIn(user.email)));
  if (!ana || !berta) throw new Error('nobody logged in');
  const { body } = await ana.send(listPatients);
  const lists = body.patients.map(({ _id: id }) => ana.send(listClinicalNotes, { params: { id } }));
  const notes = (await Promise.all(lists)).flatMap((list) => list.body);
  const finalized = notes.find(({ status }) => status === 'finalized')?._id ?? '';
  const change = await ana.send(updateClinicalNote, { params: { id: finalized }, body: { reason: 'Otro' } });
  expect(change.status).toBe(409);
  await expect(sql`update clinical_notes set version = 9 where id = ${finalized}`).rejects.toThrow(/accepts no update/);
  // A trigger that had fired for the rows that moved would have counted them twice.
  await ana.hasPatient({ name: 'Luisa Soto' });
  const patients = body.total + 1;
  expect((await ana.send(listPatients)).body.total).toBe(patients);
  const counts = await sql`select owner_id, patients from patient_counts where owner_id = ${ana.user._id}`;
  expect([...counts]).toEqual([{ owner_id: ana.user._id, patients }]);

  for (const { code } of people) expect((await testApp.send(verifyDocument, { params: { code } })).status).toBe(200);
  const administrator = await testApp.logIn(admin.user.email);
  const removed = await administrator.send(deleteUser, { params: { id: ana.user._id } });
  expect(removed.status).toBe(204);
  expect((await berta.send(listPatients)).body.total).toBe(body.total);
  await testApp.close();
});
