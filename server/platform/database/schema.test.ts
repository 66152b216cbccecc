import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { record } from '#server/audit/audit.store';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { TEMPLATE } from '#server/testing/test-server';
import { OWNER, placesOf, tableShapes } from '../placement/placement.ts';
import { uuidv7 } from '../uuid.ts';
import { type Database, openDatabase } from './database.ts';

// Tables of accounts, billing, the catalogue and migrations. Every other table is a tenant table.
const NOT_TENANT = [
  'account_links',
  'assistants',
  'audit_seals',
  'backup_runs',
  'calendar_links',
  'cie10_codes',
  'data_keys',
  'incidents',
  'job_runs',
  'key_fingerprints',
  'key_processes',
  'login_origins',
  'mail_outbox',
  'known_devices',
  'login_challenges',
  'passkey_challenges',
  'passkeys',
  'password_resets',
  'push_deliveries',
  'push_notices',
  'push_subscriptions',
  'rate_limits',
  'recovery_codes',
  'schema_versions',
  'second_factors',
  'sessions',
  'solved_challenges',
  'users',
  'verifications_of_deleted_accounts',
  'webhooks',
];

const ROLES = [
  'ficha_app',
  'ficha_identity',
  'ficha_catalogue',
  'ficha_billing',
  'ficha_admin',
  'ficha_purge',
  'ficha_public',
  'ficha_keys',
  'ficha_backup',
  'ficha_cleanup',
  'ficha_mail',
  'ficha_audit',
  'ficha_custody',
  'ficha_assistant',
] as const;

const ana = uuidv7(new Date());
const berta = uuidv7(new Date());

let database: TestDatabase;
let handles: Database;
beforeAll(async () => {
  database = await createDatabase();
  handles = openDatabase(database.connections, { poolSize: 2 });
});
afterAll(async () => {
  await handles.close();
  await database.close();
});

describe('the roles of the application', () => {
  test('the identity role cannot delete accounts or sessions', async () => {
    const pool = database.connections.as('ficha_identity', 1);
    for (const table of ['users', 'sessions']) {
      await expect(pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    }
    await pool.end();
  });

  test.each(ROLES)('%s owns nothing and cannot become another role', async (role) => {
    const [found] = await database.sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
             (select count(*)::int from pg_class where relowner = r.oid) as tables,
             (select count(*)::int from pg_auth_members where member = r.oid) as memberships
        from pg_roles r where rolname = ${role}`;
    expect(found).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      tables: 0,
      memberships: 0,
    });
    const pool = database.connections.as(role, 1);
    for (const attempt of [
      // Over DATABASE_URL each connection logs in as the owner, and could become the owner again.
      ...('socket' in inject('testServer') ? ['set role postgres'] : []),
      'create table mine (id int)',
      "call enable_tenant_isolation('audit_entries', 'select')",
      "call allow_purge('audit_entries')",
      "call protect_encrypted_columns('patients')",
      "call count_storage('patients', true)",
      "call allow_reencryption('patients')",
      "call create_application_role('ficha_app')",
      'alter table users disable trigger all',
    ]) {
      await expect(pool.query(attempt)).rejects.toThrow(/permission denied|must be owner/);
    }
    await pool.end();
    // Privileges on a database are not copied from its template, so the template itself is checked.
    const [temporary] = await database.sql`select has_database_privilege(${role}, ${TEMPLATE}, 'temporary') as allowed`;
    expect(temporary).toEqual({ allowed: false });
  });

  test('the application role sees no accounts and no sessions', async () => {
    await expect(handles.tenantRead(ana, (db) => db`select * from users`)).rejects.toThrow(/permission denied/);
    await expect(handles.tenantRead(ana, (db) => db`select * from sessions`)).rejects.toThrow(/permission denied/);
  });
});

describe('every table of the schema', () => {
  test('that holds tenant data has owner_id first in its keys, and forces row-level security', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
             (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
               where i.indrelid = c.oid and i.indisprimary) as first_key,
             coalesce((select bool_and((select attname from pg_attribute where attrelid = c.oid and attnum = k.conkey[1]) = 'owner_id')
                from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), true) as owned_references
        from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       order by c.relname`;
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(NOT_TENANT));
    const tenants = tables.filter((table) => !NOT_TENANT.includes(table.name));
    expect(tenants.length).toBeGreaterThan(0);
    for (const { name, ...found } of tenants) {
      expect({ name, ...found }).toEqual({ name, forced: true, first_key: 'owner_id', owned_references: true });
    }
  });

  test('has a place when Citus distributes the database, which docs/citus.md names, and a table without one is reported', async () => {
    const pool = database.connections.asSchemaOwner(1);
    const { places, problems } = placesOf(await tableShapes(pool));
    expect(problems).toEqual([]);
    const distributed = [...places].filter(([, { kind }]) => kind === 'distributed').map(([name]) => name);
    expect(distributed).toEqual(expect.arrayContaining(['appointments', 'audit_entries', 'patients', 'verifications']));

    const guide = await readFile(join(import.meta.dirname, '../../../docs/citus.md'), 'utf8');
    const elsewhere = [...places].filter(([, place]) => !('column' in place && place.column === OWNER));
    expect(elsewhere.map(([name]) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);

    await pool.query('create table placeless (owner_id uuid, id uuid unique, primary key (owner_id, id))');
    expect(placesOf(await tableShapes(pool)).problems).toEqual([
      expect.stringMatching(/^placeless is no tenant table/),
    ]);
    await pool.query(`call enable_tenant_isolation('placeless', 'select')`);
    expect(placesOf(await tableShapes(pool)).problems).toEqual(['placeless has a unique key without owner_id: id']);
    await pool.query('drop table placeless');
    await pool.end();
  });

  test('lets professionals and assistants see rows by their owner alone, in each of their policies', async () => {
    const policies = await database.sql`
      select distinct qual, with_check from pg_policies
       where permissive = 'PERMISSIVE' and roles && array['ficha_app', 'ficha_assistant', 'public']::name[]`;
    const byOwner = "(owner_id = (NULLIF(current_setting('app.owner'::text, true), ''::text))::uuid)";
    expect([...policies]).toEqual([{ qual: byOwner, with_check: byOwner }]);
  });

  test('is not bypassed by a view, nor by a security definer function that a role may call', async () => {
    const found = await database.sql`
      select relname::text as name from pg_class c
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      union all
      select proname from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef
         and not ((proname like 'count\_storage\_of\_%' or proname = 'chain_audit_entry') and prorettype = 'trigger'::regtype
                  and proconfig = array['search_path=pg_catalog, public, pg_temp'])
         and not (proname = 'append_audit_entries' and proconfig = array['search_path=pg_catalog, public, pg_temp'])`;
    expect([...found]).toEqual([]);
    const callable = await database.sql`
      select proname as name, role
        from pg_proc, unnest(${[...ROLES]}::text[]) as role
       where pronamespace = 'public'::regnamespace and (prosecdef or proname = 'add_storage')
         and has_function_privilege(role, pg_proc.oid, 'execute')`;
    // This role may add entries of all owners anyway.
    expect([...callable]).toEqual([{ name: 'append_audit_entries', role: 'ficha_audit' }]);
  });

  test('that counts stored bytes is changed by its triggers alone', async () => {
    const written = await database.sql`
      select role, act
        from unnest(${[...ROLES]}::text[]) as role, unnest(array['insert', 'update', 'delete', 'truncate']) as act
       where has_table_privilege(role, 'storage_usage', act)
          or act in ('insert', 'update') and has_any_column_privilege(role, 'storage_usage', act)`;
    expect([...written]).toEqual([{ role: 'ficha_purge', act: 'delete' }]);
    const raised = handles.tenantTransaction(ana, (tx) => tx`select add_storage(${ana}, -1000000, false)`);
    await expect(raised).rejects.toThrow(/permission denied/);
  });
});

describe('the access log', () => {
  beforeAll(() =>
    handles.tenantTransaction(berta, (tx) =>
      record(tx, { act: 'session.ended', at: new Date(), actorId: berta, address: undefined }),
    ),
  );

  test('is append-only: no role may change or delete entries, and few read them', async () => {
    for (const role of ROLES) {
      const pool = database.connections.as(role, 1);
      const reading = ['ficha_app', 'ficha_audit', 'ficha_backup'].includes(role) ? [] : ['select * from'];
      for (const attempt of [...reading, 'update', 'delete from', 'truncate']) {
        const rest = attempt === 'update' ? "set act = 'x'" : '';
        await expect(pool.query(`${attempt} audit_entries ${rest}`)).rejects.toThrow(/permission denied/);
      }
      await pool.end();
    }
  });

  test('refuses even the owner of the schema', async () => {
    const { sql } = database;
    await expect(sql`update audit_entries set act = 'x'`).rejects.toThrow(/accepts no update/);
    await expect(sql`delete from audit_entries`).rejects.toThrow(/accepts no delete/);
    await expect(sql`truncate audit_entries cascade`).rejects.toThrow(/accepts no truncate/);
    await expect(sql`update audit_seals set mac = ''`).rejects.toThrow(/accepts no update/);
    await expect(sql`delete from audit_seals`).rejects.toThrow(/accepts no delete/);
    await expect(sql`update audit_details set detail = detail`).rejects.toThrow(/accepts no update/);
    await expect(sql`delete from audit_details`).rejects.toThrow(/accepts no delete/);
  });

  test('has heads that its trigger alone writes, seals that one role adds, and details of two roles', async () => {
    const written = await database.sql`
      select name, role, act
        from unnest(array['audit_heads', 'audit_seals', 'audit_details']) as name, unnest(${[...ROLES]}::text[]) as role,
             unnest(array['insert', 'update', 'delete', 'truncate']) as act
       where has_table_privilege(role, name, act)
          or act in ('insert', 'update') and has_any_column_privilege(role, name, act)
       order by 1, 2, 3`;
    expect([...written].map(({ name, role, act }) => `${name} ${role} ${act}`)).toEqual([
      'audit_details ficha_app insert',
      'audit_details ficha_assistant insert',
      'audit_details ficha_audit insert',
      // The end of a custody.
      'audit_details ficha_custody delete',
      'audit_details ficha_identity insert',
      // Re-encryption, and the deletion of an account.
      'audit_details ficha_keys update',
      'audit_details ficha_purge delete',
      // The number of the last seal.
      'audit_heads ficha_audit update',
      'audit_seals ficha_audit insert',
    ]);
  });

  test('refuses an entry about another owner in a tenant transaction', async () => {
    const forged = handles.tenantTransaction(ana, (tx) =>
      record(tx, { act: 'session.ended', at: new Date(), actorId: ana, ownerId: berta, address: undefined }),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });

  test('accepts only acts on the catalogue from the catalogue role', async () => {
    const forged = handles.catalogueTransaction((tx) =>
      record(tx, { act: 'session.ended', at: new Date(), actorId: ana, address: undefined }),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
    await handles.catalogueTransaction((tx) =>
      record(tx, { act: 'cie10.expanded', at: new Date(), actorId: berta, address: undefined }),
    );
  });

  test('accepts only acts of billing from the billing role', async () => {
    const forged = handles.billingTransaction(ana, (tx) =>
      record(tx, { act: 'session.ended', at: new Date(), actorId: ana, address: undefined }),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
    await handles.billingTransaction(berta, (tx) =>
      record(tx, { act: 'payment.approved', at: new Date(), actorId: berta, address: undefined }),
    );
  });

  test('has no entry when the transaction of the act failed', async () => {
    const failing = handles.tenantTransaction(ana, async (tx) => {
      await record(tx, { act: 'session.started', at: new Date(), actorId: ana, address: undefined });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect([...(await database.sql`select from audit_entries where owner_id = ${ana}`)]).toEqual([]);
  });
});

test('the backup role reads every table completely, and writes only its own attempts', async () => {
  const hidden = await database.sql`
    select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and (not has_table_privilege('ficha_backup', c.oid, 'select') or (relrowsecurity and not exists (
         select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup_read'
            and pg_get_expr(p.polqual, p.polrelid) = 'true')))`;
  expect([...hidden]).toEqual([]);
  const written = await database.sql`
    select relname as name, array_agg(act order by act) as acts
      from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate']) as act
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and has_table_privilege('ficha_backup', c.oid, act)
     group by 1`;
  expect([...written]).toEqual([{ name: 'backup_runs', acts: ['delete', 'insert'] }]);
});
