import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database';
import { applyMigrations, migrate } from '#server/platform/database/migrate';
import { createEmptyDatabase } from '#server/testing/database';

const BEFORE_DEPOSITS = 36;

test('bookings from before deposits keep their state, and the space that they take is counted until they are gone', async () => {
  const database = await createEmptyDatabase({ inherits: false });
  const pool = database.connections.asSchemaOwner(1);
  const client = await pool.connect();
  await applyMigrations(client, undefined, BEFORE_DEPOSITS);
  client.release();
  await pool.end();
  let handles = openDatabase(database.connections, { poolSize: 2 });
  const [owner, other] = [randomUUID(), randomUUID()];
  for (const id of [owner, other]) {
    await database.sql`
      insert into users (id, role, name, email, password_hash, created_at)
      values (${id}, 'admin', 'Ana', ${`${id}@ejemplo.cl`}, 'x', now())`;
  }
  await database.sql`insert into data_keys values (1, 'x', 'x', 'current', true, now())`;
  const person = Buffer.alloc(100, 1);
  const book = (by: string, status: string, expiresAt: string | null) =>
    handles.tenantTransaction(
      by,
      (tx) => tx`
        insert into bookings (owner_id, id, status, service_id, service_name, date, start_minute, duration, compact_rut,
                              document_type, person, created_at, expires_at, kept_until)
        values (${tx.owner}, ${randomUUID()}, ${status}, ${randomUUID()}, 'Control', '2030-01-07', 540, 30, '123456785',
                'rut', ${person}, now(), ${expiresAt}, '2030-02-01')`,
    );
  await book(owner, 'requested', '2030-01-01');
  await book(owner, 'accepted', null);
  const stored = async (of: string) => {
    const rows = await database.sql<{ bytes: number }[]>`
      select bytes::int from storage_usage where owner_id = ${of}`;
    return rows.map(({ bytes }) => bytes);
  };
  const before = 2 * (200 + 'Control'.length + '123456785'.length + person.length);
  expect(await stored(owner)).toEqual([before]);

  // The older release is stopped first.
  await handles.close();
  await migrate(database.connections);
  handles = openDatabase(database.connections, { poolSize: 2 });
  const rows = await handles.tenantRead(
    owner,
    (db) => db<{ status: string }[]>`select status from bookings where owner_id = ${db.owner} order by status`,
  );
  expect(rows.map(({ status }) => status)).toEqual(['accepted', 'requested']);
  expect(await stored(owner)).toEqual([before + 'requestedaccepted'.length]);
  expect(await stored(other)).toEqual([]);

  await handles.tenantTransaction(
    owner,
    (tx) =>
      tx`update bookings set status = 'ended', expires_at = null where owner_id = ${tx.owner} and status = 'requested'`,
  );
  expect(await stored(owner)).toEqual([before + 'endedaccepted'.length]);
  await book(other, 'unpaid', '2030-01-01');
  await expect(book(other, 'another', null)).rejects.toThrow('bookings_status_check');
  await handles.tenantTransaction(owner, (tx) => tx`delete from bookings where owner_id = ${tx.owner}`);
  expect(await stored(owner)).toEqual([0]);
  await handles.close();
  await database.close();
});
