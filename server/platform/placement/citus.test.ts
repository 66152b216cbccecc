import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import { createBackup } from '#server/backups/create-backup';
import { nodesOf } from '#server/testing/citus-cluster';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { fullAccount } from '#server/testing/full-account';
import { registration } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { migrate } from '../database/migrate.ts';
import { openInstallation } from '../embedded-postgres/start-database.ts';
import { isDistributed, requireCitusSettings } from './citus.ts';
import { placesOf, tableShapes } from './placement.ts';

let database: TestDatabase;
let testApp: TestApp;
let ana: Person;
/** The statements of the application role, by their text. */
const statements = new Map<string, pg.QueryConfig>();

beforeAll(async () => {
  database = await createDatabase();
  const { connections } = database;
  const as: typeof connections.as = (role, max) => {
    const pool = connections.as(role, max);
    return role === 'ficha_app' ? pool.on('connect', recordStatements) : pool;
  };
  testApp = await createTestApp({ database: { ...database, connections: { ...connections, as } } });
  ana = await fullAccount(testApp);
});
afterAll(() => testApp.close());

function recordStatements(client: pg.PoolClient): void {
  const { query } = client;
  client.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
    if (typeof statement === 'object') statements.set(statement.text, statement);
    return (query as (...given: unknown[]) => unknown).call(client, statement, ...rest);
  }) as typeof query;
}

/** Sends a statement to the database of one node, where shards are visible. */
async function onNode<Row extends object>(node: string, text: string, role = 'none'): Promise<Row[]> {
  const url = new URL(node);
  url.pathname = database.name;
  const options = `-c citus.override_table_visibility=off -c role=${role}`;
  const client = new pg.Client({ connectionString: url.href, options });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
const workers = () => (nodesOf(inject('testServer')) ?? []).slice(1);

test('a start sets what a distributed database needs, and is refused when it does not apply', async () => {
  expect(await isDistributed(database.connections)).toBe(true);
  await database.sql`do $$ begin
    execute format('alter database %I reset citus.propagate_set_commands', current_database()); end $$`;
  await expect(requireCitusSettings(database.connections)).rejects.toThrow(
    "The database is distributed by Citus, and citus.propagate_set_commands is 'none' instead of 'local': remove what overrides the setting of the database (docs/citus.md)",
  );
  await migrate(database.connections);
  await requireCitusSettings(database.connections);
  const external = { url: database.url, rolesLogIn: false, preparesStatements: true };
  const started = await openInstallation({ external, dataDir: undefined }, () => undefined);
  await started.close();
});

test('every statement of a tenant goes to one worker', async () => {
  const client = new pg.Client({ connectionString: database.url, options: '-c role=ficha_app' });
  await client.connect();
  const explained = [];
  for (const { text, values = [] } of statements.values()) {
    if (/^\s*(begin|set|commit|rollback)\b/.test(text)) continue;
    await client.query('begin');
    await client.query(`set local app.owner = '${ana.user._id}'`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
    await client.query('rollback');
    const tasks = rows.flatMap((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    explained.push({ text, tasks });
  }
  await client.end();
  // Links are spread by their tokens: a change of an appointment finds them on all workers.
  const others = explained.filter(({ text }) => !/\bupdate appointment_links\b/.test(text));
  expect(others.filter(({ tasks }) => tasks.some((count) => count !== '1'))).toEqual([]);
  // The other statements are of the coordinator alone.
  expect(explained.filter(({ tasks }) => tasks.length === 1).length).toBeGreaterThan(25);
});

describe('row-level security on the workers', () => {
  test('is forced on every shard of a tenant table', async () => {
    const pool = database.connections.asSchemaOwner(1);
    const { places } = placesOf(await tableShapes(pool));
    await pool.end();
    const tables = [...places].filter(([, { kind }]) => kind === 'distributed').map(([name]) => name);
    expect(workers().length).toBeGreaterThan(0);
    for (const worker of workers()) {
      const shards = await onNode<{ name: string; table: string; forced: boolean }>(
        worker,
        `select relname as name, regexp_replace(relname, '_\\d+$', '') as table,
                relrowsecurity and relforcerowsecurity as forced
           from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '_\\d+$'`,
      );
      const ofTenants = shards.filter(({ table }) => tables.includes(table));
      expect(new Set(ofTenants.map(({ table }) => table))).toEqual(new Set(tables));
      expect(ofTenants.filter(({ forced }) => !forced)).toEqual([]);
    }
  });

  test('shows the rows of the owner that the transaction names, and none without one', async () => {
    const seen = [];
    for (const worker of workers()) {
      const shards = await onNode<{ name: string }>(
        worker,
        String.raw`select relname as name from pg_class where relname ~ '^patients_\d+$'`,
      );
      for (const { name } of shards) {
        const count = `select count(*)::int as rows from ${name}`;
        const [all] = await onNode<{ rows: number }>(worker, count);
        expect(await onNode(worker, count, 'ficha_app')).toEqual([{ rows: 0 }]);
        seen.push(all?.rows ?? 0);
      }
    }
    expect(seen.filter((rows) => rows > 0)).toHaveLength(1);
    const bare = database.connections.as('ficha_app', 1);
    expect((await bare.query('select from patients')).rowCount).toBe(0);
    await bare.end();
    const own = await testApp.deps.tenantRead(ana.user._id, (db) => db`select distinct owner_id from patients`);
    expect([...own]).toEqual([{ owner_id: ana.user._id }]);
    const [stranger] = await testApp.deps.tenantRead(randomUUID(), (db) => db`select count(*)::int from patients`);
    expect(stranger).toEqual({ count: 0 });
  });
});

test('the role of assistants has the same rights on every shard as on its table', async () => {
  const readRights = (node: string) =>
    onNode<{ name: string; table: string; rights: string[] }>(
      node,
      String.raw`
        select c.relname as name, regexp_replace(c.relname, '_\d+$', '') as table,
               array(select a.attname || ' ' || privilege
                       from pg_attribute a, unnest(array['select', 'insert', 'update']) privilege
                      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                        and has_column_privilege('ficha_assistant', c.oid, a.attnum, privilege)
                      order by 1) as rights
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
  const tables = new Map((await readRights(database.url)).map(({ name, rights }) => [name, rights]));
  expect(tables.get('patients')).toContain('name select');
  for (const worker of workers()) {
    const shards = (await readRights(worker)).filter(({ name, table }) => name !== table);
    expect(shards.map(({ table }) => table)).toContain('patients');
    expect(shards.filter(({ table, rights }) => rights.join() !== tables.get(table)?.join())).toEqual([]);
  }
});

describe('a later migration', () => {
  const REFERRALS = `
    create table referrals (
      owner_id uuid not null,
      id uuid not null,
      patient_id uuid not null,
      name text not null,
      primary key (owner_id, id),
      constraint referrals_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
      constraint referrals_patient_id_fkey foreign key (owner_id, patient_id)
        references patients (owner_id, id) on delete cascade
    );
    call enable_tenant_isolation('referrals', 'select, insert, delete');
    create trigger referrals_append_only before update or truncate on referrals
      for each statement execute function refuse_change();
    create unique index users_test_key on users (email, id);
    alter table patients add constraint patients_test_check check (name <> '');`;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ficha-migrations-'));
    await cp(join(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function apply(sql: string): Promise<void> {
    await writeFile(join(folder, '9999.do.later.sql'), sql);
    await migrate(database.connections, join(folder, '*.sql'));
  }

  test('is refused with a table without a place', async () => {
    await expect(apply('create table holidays (day date primary key);')).rejects.toThrow(
      'The database cannot be distributed: holidays is no tenant table',
    );
    await migrate(database.connections);
  });

  test('has its tables put in their place, with foreign keys and triggers', async () => {
    const owner = ana.user._id;
    const [patient] = await database.sql<[{ id: string }]>`select id from patients where owner_id = ${owner}`;
    await apply(REFERRALS);
    const [place] = await database.sql`
      select citus_table_type as type, distribution_column as column from citus_tables
       where table_name = 'referrals'::regclass`;
    expect(place).toEqual({ type: 'distributed', column: 'owner_id' });

    const refer = (patientId: string) =>
      testApp.deps.tenantTransaction(
        owner,
        (tx) => tx`insert into referrals values (${owner}, ${randomUUID()}, ${patientId}, 'Traumatología')`,
      );
    await refer(patient.id);
    await expect(refer(randomUUID())).rejects.toThrow(/violates foreign key constraint/);
    await expect(database.sql`update referrals set name = 'x'`).rejects.toThrow(/accepts no update/);
    await expect(database.sql`truncate referrals`).rejects.toThrow(/accepts no truncate/);
    await database.sql`delete from patients where owner_id = ${owner} and id = ${patient.id}`;
    expect(await database.sql`select from referrals`).toHaveLength(0);
  });
});

test('the change of an account is notified once, by the coordinator', async () => {
  const listening = new pg.Client({ connectionString: database.url });
  await listening.connect();
  let notified = 0;
  listening.on('notification', () => {
    notified += 1;
  });
  await listening.query('listen account_changes');
  const { profession, city, region } = registration();
  const body = { name: 'Ana Rojas', profession, city, region };
  const { status } = await ana.send(updatePersonalInfo, { body });
  expect(status).toBe(200);
  await eventually(() => expect(notified).toBe(1));
  await listening.query('select 1');
  expect(notified).toBe(1);
  await listening.end();
});

test('a backup is refused with one line', async () => {
  const file = join(tmpdir(), `${database.name}.age`);
  const { connections } = database;
  const request = { connections, file, encryption: { passphrase: 'x' }, productVersion: '0', now: new Date() };
  await expect(createBackup({ ...request, keys: undefined })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^The database is distributed by Citus and has no backup of one file: .+$/),
  });
});
