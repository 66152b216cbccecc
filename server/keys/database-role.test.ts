import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

test('every table with encrypted columns refuses text under an unusable key, and can be re-encrypted', async () => {
  const tables = await database.sql`
    select c.relname as name,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'require_usable_key'::regproc) as checked,
           bool_and(has_column_privilege('ficha_keys', c.oid, a.attnum, 'update')) as reencrypted,
           (select array_agg(p.cmd order by p.cmd) from pg_policies p
             where p.tablename = c.relname and p.roles = '{ficha_keys}') as policies
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'encrypted'::regtype
     group by c.oid order by 1`;
  expect(tables.length).toBeGreaterThanOrEqual(8);
  for (const { name, ...found } of tables) {
    expect({ name, ...found }).toEqual({ name, checked: true, reencrypted: true, policies: ['SELECT', 'UPDATE'] });
  }
});

test('the keys role reads and changes encrypted columns and primary keys of tenant tables, and nothing else of them', async () => {
  const columns = await database.sql<{ place: string }[]>`
    select c.relname || '.' || a.attname as place
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid <> 'encrypted'::regtype
       and c.relname not in ('data_keys', 'key_fingerprints', 'key_processes')
       and (has_column_privilege('ficha_keys', c.oid, a.attnum, 'update')
            or has_column_privilege('ficha_keys', c.oid, a.attnum, 'select')
               and not exists (select from pg_index i
                                where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)))`;
  expect([...columns]).toEqual([]);
  const writes = await database.sql`
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (has_table_privilege('ficha_keys', c.oid, 'insert') or has_table_privilege('ficha_keys', c.oid, 'delete')
            or has_table_privilege('ficha_keys', c.oid, 'truncate')) order by 1`;
  expect(writes.map(({ relname }) => relname)).toEqual([
    ...['audit_entries', 'data_keys', 'key_fingerprints', 'key_processes'],
  ]);
});
