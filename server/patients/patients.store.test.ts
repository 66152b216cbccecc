import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database';
import { identifier } from '#server/platform/database/sql';
import { createDatabase } from '#server/testing/database';
import { findPatient } from './patients.store.ts';

test('the time of a patient is the same to the millisecond, whatever the time zone of the database', async () => {
  const database = await createDatabase();
  const { sql } = database;
  await sql`alter database ${identifier(database.name)} set timezone = 'America/Santiago'`;
  const [owner, id] = [randomUUID(), randomUUID()];
  const handles = openDatabase(database.connections, { poolSize: 1 });
  await sql`
    insert into users (id, role, name, email, password_hash, created_at)
    values (${owner}, 'admin', 'Ana', ${`${owner}@ejemplo.cl`}, '', now())`;
  await sql`
    insert into patients (owner_id, id, ficha_number, name, folded_name, rut, compact_rut, birth_date, created_at)
    values (${owner}, ${id}, 1, 'Rosa', 'rosa', '1-9', '19', '1980-05-10', '2026-01-02T03:04:05.678999Z')`;
  const context = { cipher: undefined as never, today: '2026-11-15' };
  const [zone, patient] = await handles.tenantRead(owner, (db) =>
    Promise.all([db<[{ zone: string }]>`select current_setting('timezone') as zone`, findPatient(db, id, context)]),
  );
  expect(zone[0].zone).toBe('America/Santiago');
  expect(patient?.createdAt).toBe('2026-01-02T03:04:05.678Z');
  await handles.close();
  await database.close();
});
