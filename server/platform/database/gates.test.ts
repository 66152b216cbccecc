import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '#server/audit/audit.store';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { uuidv7 } from '../uuid.ts';
import { type Gates, type OwnerSql, type OwnerTx, openGates } from './gates.ts';

// Tables of identity and of the machinery. Every other table is a professional's data and must be closed by owner.
const NOT_TENANT = ['rate_limits', 'schema_versions', 'sessions', 'users'];

const ana = uuidv7(new Date());
const berta = uuidv7(new Date());

let database: TestDatabase;
let gates: Gates;
let schemaOwner: ReturnType<TestDatabase['connections']['asSchemaOwner']>;

beforeAll(async () => {
  database = await createDatabase();
  schemaOwner = database.connections.asSchemaOwner({ max: 1 });
  await schemaOwner`create table probes (owner_id uuid not null, id int not null, word text, primary key (owner_id, id))`;
  await schemaOwner`call make_tenant_table('probes', 'select, insert, update, delete')`;
  gates = openGates(database.connections, 4);
  await gates.asOwnerInTransaction(ana, (tx) => tx`insert into probes values (${ana}, 1, 'de Ana')`);
  await gates.asOwnerInTransaction(berta, (tx) => tx`insert into probes values (${berta}, 1, 'de Berta')`);
});
afterAll(async () => {
  await gates.close();
  await schemaOwner.end();
  await database.drop();
});

const words = async (db: OwnerSql) => (await db`select word from probes`).map((row) => row.word);

describe('the tenant gate', () => {
  test('shows an owner their rows, also to a query that forgot to ask for them', async () => {
    expect(await gates.asOwner(ana, words)).toEqual(['de Ana']);
    expect(await gates.asOwner(berta, words)).toEqual(['de Berta']);
    expect(await gates.asOwnerInTransaction(berta, words)).toEqual(['de Berta']);
  });

  test('never mixes owners among many reads on few connections, new and known statements alike', async () => {
    const fresh = openGates(database.connections, 3);
    const owners = Array.from({ length: 300 }, (_, i) => (i % 2 ? ana : berta));
    const seen = await Promise.all(
      owners.map((owner, i) =>
        fresh.asOwner(owner, async (db) => {
          const first = await db.unsafe(`select word from probes /* ${i % 50} */`);
          return [...first.map((row) => row.word), ...(await words(db))];
        }),
      ),
    );
    await fresh.close();
    expect(seen).toEqual(owners.map((owner) => Array(2).fill(owner === ana ? 'de Ana' : 'de Berta')));
  });

  test('shows nothing to a connection that names no owner, or an empty one', async () => {
    const bare = database.connections.as('ficha_app', { max: 1 });
    expect(await bare`select * from probes`).toHaveLength(0);
    await bare`select set_config('app.owner', '', false)`;
    expect(await bare`select * from probes`).toHaveLength(0);
    await expect(bare`insert into probes values (${ana}, 9, 'sin dueño')`).rejects.toThrow(/row-level security/);
    await bare.end();
  });

  test('lets no owner write, change or delete a row of another', async () => {
    const write = (run: (tx: OwnerTx) => Promise<{ count: number }>) => gates.asOwnerInTransaction(ana, run);
    await expect(write((tx) => tx`insert into probes values (${berta}, 2, 'intrusa')`)).rejects.toThrow(
      /row-level security/,
    );
    await expect(write((tx) => tx`update probes set owner_id = ${berta}`)).rejects.toThrow(/row-level security/);
    expect((await write((tx) => tx`update probes set word = 'x' where owner_id = ${berta}`)).count).toBe(0);
    expect((await write((tx) => tx`delete from probes where owner_id = ${berta}`)).count).toBe(0);
    expect(await gates.asOwner(berta, words)).toEqual(['de Berta']);
  });

  test('a branch that outlives its failed sibling reads nothing, least of all as the next owner', async () => {
    const single = openGates(database.connections, 1);
    const sibling = Promise.withResolvers<unknown>();
    const failing = single.asOwner(ana, (db) => {
      const branch = async () => {
        await db`select pg_sleep(0.05)`;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return words(db);
      };
      branch().then(sibling.reject, sibling.resolve);
      return db`select 1 / 0`;
    });
    await expect(failing).rejects.toThrow(/division by zero/);
    await single.asOwner(berta, async (db) => {
      await db`select pg_sleep(0.3)`;
    });
    expect(await sibling.promise).toEqual(new Error('the gate of this query is closed'));
    await single.close();
  });

  test('a query kept for after its transaction is refused', async () => {
    let kept: OwnerTx | undefined;
    await gates.asOwnerInTransaction(ana, async (tx) => {
      kept = tx;
    });
    await expect(kept?.unsafe('delete from probes')).rejects.toThrow('the gate of this query is closed');
    await expect((kept as OwnerTx)`delete from probes`).rejects.toThrow('the gate of this query is closed');
  });

  test('reads cannot write', async () => {
    await expect(gates.asOwner(ana, (db) => db`delete from probes`)).rejects.toThrow(/read-only/);
  });

  test('a transaction that fails leaves nothing, its audit entry included', async () => {
    const failing = gates.asOwnerInTransaction(ana, async (tx) => {
      await tx`insert into probes values (${ana}, 5, 'a medias')`;
      await record(tx, { act: 'session.started', at: new Date(), actorId: ana });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await gates.asOwner(ana, words)).toEqual(['de Ana']);
    expect(await schemaOwner`select from audit_entries where owner_id = ${ana}`).toHaveLength(0);
  });
});

describe('the roles of the gates', () => {
  test.each(['ficha_app', 'ficha_identity'] as const)(
    '%s owns nothing, bypasses nothing, becomes nobody else',
    async (role) => {
      const [found] = await schemaOwner`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
             (select count(*)::int from pg_class where relowner = r.oid) as tables,
             (select count(*)::int from pg_auth_members where member = r.oid) as memberships
        from pg_roles r where rolname = ${role}`;
      expect(found).toEqual({
        ...{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
        ...{ tables: 0, memberships: 0 },
      });
      const sql = database.connections.as(role, { max: 1 });
      await expect(sql`set role postgres`).rejects.toThrow(/permission denied/);
      await expect(sql`create table mine (id int)`).rejects.toThrow(/permission denied/);
      await expect(sql`call make_tenant_table('probes', 'select')`).rejects.toThrow(/permission denied/);
      await sql.end();
    },
  );

  test('the application sees no account, and the identity gate sees no tenant row', async () => {
    await expect(gates.asOwner(ana, (db) => db`select * from users`)).rejects.toThrow(/permission denied/);
    await expect(gates.asOwner(ana, (db) => db`select * from sessions`)).rejects.toThrow(/permission denied/);
    await expect(gates.identity`select * from probes`).rejects.toThrow(/permission denied/);
  });

  test('a given address gets the same roles by its start-up packet', async () => {
    const { givenConnections, requireNarrowRoles } = await import('./connection.ts');
    const [socket] = await schemaOwner`show unix_socket_directories`;
    process.env.PGHOST = socket?.unix_socket_directories;
    const given = givenConnections(`postgres:///${database.name}`);
    process.env.PGUSER = 'postgres';
    try {
      await requireNarrowRoles(given);
      const other = openGates(given, 2);
      expect(await other.asOwner(ana, words)).toEqual(['de Ana']);
      await other.close();
    } finally {
      delete process.env.PGHOST;
      delete process.env.PGUSER;
    }
  });
});

describe('every table of the schema', () => {
  test('that is not identity has owner_id first in its key, in its foreign keys, and forces its rows closed', async () => {
    const tables = await schemaOwner`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as closed,
             (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
               where i.indrelid = c.oid and i.indisprimary) as first_key,
             exists (select from pg_policies where tablename = c.relname and policyname = 'owner_only') as has_policy,
             coalesce((select bool_and((select attname from pg_attribute where attrelid = c.oid and attnum = k.conkey[1]) = 'owner_id')
                from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), true) as owned_references
        from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       order by c.relname`;
    expect(tables.map((table) => table.name)).toEqual(expect.arrayContaining(NOT_TENANT));
    const tenants = tables.filter((table) => !NOT_TENANT.includes(table.name));
    expect(tenants.length).toBeGreaterThan(1);
    for (const { name, ...found } of tenants) {
      expect({ name, ...found }).toEqual({
        name,
        ...{ closed: true, first_key: 'owner_id', has_policy: true, owned_references: true },
      });
    }
  });
});

describe('nothing in the schema leads around the gates', () => {
  test('every policy of the application is the one by owner', async () => {
    const policies = await schemaOwner`
      select distinct qual, with_check from pg_policies where 'ficha_app' = any (roles) or 'public' = any (roles)`;
    const byOwner = "(owner_id = (NULLIF(current_setting('app.owner'::text, true), ''::text))::uuid)";
    expect([...policies]).toEqual([{ qual: byOwner, with_check: byOwner }]);
  });

  test('there is no view and no function that runs with the rights of its maker', async () => {
    const views = await schemaOwner`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`;
    const functions = await schemaOwner`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`;
    expect([...views, ...functions]).toEqual([]);
  });
});

describe('the audit trail', () => {
  beforeAll(() =>
    gates.asOwnerInTransaction(berta, (tx) => record(tx, { act: 'session.ended', at: new Date(), actorId: berta })),
  );

  test('is only added to: neither gate may read, change or delete it', async () => {
    for (const sql of [
      database.connections.as('ficha_app', { max: 1 }),
      database.connections.as('ficha_identity', { max: 1 }),
    ]) {
      await expect(sql`select * from audit_entries`).rejects.toThrow(/permission denied/);
      await expect(sql`update audit_entries set act = 'x'`).rejects.toThrow(/permission denied/);
      await expect(sql`delete from audit_entries`).rejects.toThrow(/permission denied/);
      await expect(sql`truncate audit_entries`).rejects.toThrow(/permission denied/);
      await sql.end();
    }
  });

  test('refuses even the owner of the schema', async () => {
    await expect(schemaOwner`update audit_entries set act = 'x'`).rejects.toThrow(/accepts no update/);
    await expect(schemaOwner`delete from audit_entries`).rejects.toThrow(/accepts no delete/);
    await expect(schemaOwner`truncate audit_entries`).rejects.toThrow(/accepts no truncate/);
  });

  test('takes no entry about another owner through the tenant gate', async () => {
    const forged = gates.asOwnerInTransaction(ana, (tx) =>
      record(tx, { act: 'session.ended', at: new Date(), actorId: ana, ownerId: berta }),
    );
    await expect(forged).rejects.toThrow(/row-level security/);
  });
});
