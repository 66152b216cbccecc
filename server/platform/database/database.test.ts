import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { serveWhile } from '../time-left.ts';
import { uuidv7 } from '../uuid.ts';
import { externalConnections, requireRestrictedRoles, setRolePasswords, sqlOn } from './connection.ts';
import { type CatalogueTx, type Database, type OwnerSql, type OwnerTx, openDatabase } from './database.ts';
import { serveAsAssistant } from './request-role.ts';
import type { Sql } from './sql.ts';

const ana = uuidv7(new Date());
const berta = uuidv7(new Date());

let database: TestDatabase;
let handles: Database;

beforeAll(async () => {
  database = await createDatabase();
  const { sql } = database;
  await sql`create table probes (owner_id uuid not null, id int not null, word text, primary key (owner_id, id))`;
  await sql`call enable_tenant_isolation('probes', 'select, insert, update, delete')`;
  handles = openDatabase(database.connections, { poolSize: 4 });
  await handles.tenantTransaction(ana, (tx) => tx`insert into probes values (${ana}, 1, 'de Ana')`);
  await handles.tenantTransaction(berta, (tx) => tx`insert into probes values (${berta}, 1, 'de Berta')`);
});
afterAll(async () => {
  await handles.close();
  await database.close();
});

const words = async (db: OwnerSql) => (await db<{ word: string }[]>`select word from probes`).map((row) => row.word);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the tenant handles', () => {
  test('show an owner their rows, also in a query without a where clause', async () => {
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
    expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
    expect(await handles.tenantTransaction(berta, words)).toEqual(['de Berta']);
  });

  test('show no rows to a connection without an owner, or with an empty one', async () => {
    const bare = database.connections.as('ficha_app', 1);
    expect((await bare.query('select * from probes')).rows).toEqual([]);
    await bare.query("select set_config('app.owner', '', false)");
    expect((await bare.query('select * from probes')).rows).toEqual([]);
    await expect(bare.query(`insert into probes values ('${ana}', 9, 'sin dueño')`)).rejects.toThrow(
      /row-level security/,
    );
    await bare.end();
  });

  test('leave no owner on the connection: the next query on it sees no rows', async () => {
    const pool = database.connections.as('ficha_app', 1);
    const single = openDatabase({ ...database.connections, as: () => pool }, { poolSize: 1 });
    await single.tenantRead(ana, words);
    await expect(single.tenantTransaction(ana, (tx) => tx`select 1 / 0`)).rejects.toThrow(/division by zero/);
    expect((await pool.query("select current_setting('app.owner', true) as owner")).rows).toEqual([{ owner: '' }]);
    expect((await pool.query('select * from probes')).rows).toEqual([]);
    await pool.end();
  });

  test('never mix owners among many reads on few connections, failing ones included', async () => {
    const few = openDatabase(database.connections, { poolSize: 3 });
    const reads = Array.from({ length: 300 }, async (_, i) => {
      const owner = i % 2 ? ana : berta;
      const read = few.tenantRead(owner, async (db) => {
        if (i % 5 === 1) throw new Error('refused before any query');
        const [both] = await Promise.all([words(db), i % 7 === 1 ? db`select 1 / 0` : db`select ${i}::int`]);
        return [...both, ...(await words(db))];
      });
      return { owner, seen: await read.catch(() => undefined) };
    });
    for (const { owner, seen } of await Promise.all(reads)) {
      if (seen) expect(seen).toEqual(Array(2).fill(owner === ana ? 'de Ana' : 'de Berta'));
    }
    expect(await few.tenantRead(ana, words)).toEqual(['de Ana']);
    await few.close();
  });

  test('serve a request of an assistant as the role of assistants, also after it waited for others', async () => {
    const role = async (db: OwnerSql) => {
      const [row] = await db<[{ name: string }]>`select current_user as name, pg_sleep(0.002)`;
      return row.name;
    };
    const roles = Array.from({ length: 40 }, async (_, index) => {
      const isAssistant = index % 3 === 0;
      const run = () =>
        index % 2 === 0 ? handles.tenantRead(ana, role) : handles.tenantTransaction(ana, (tx) => role(tx));
      return [isAssistant, await (isAssistant ? serveAsAssistant(run) : run())];
    });
    for (const [isAssistant, name] of await Promise.all(roles)) {
      expect(name).toBe(isAssistant ? 'ficha_assistant' : 'ficha_app');
    }
    expect(handles.poolUse().map(({ pool }) => pool)).toContain('assistant');
    await expect(serveAsAssistant(() => handles.tenantRead(ana, words))).rejects.toThrow(/permission denied/);
  });

  test('let no owner insert, update or delete a row of another owner', async () => {
    const write = (run: (tx: OwnerTx) => Promise<{ count: number }>) => handles.tenantTransaction(ana, run);
    await expect(write((tx) => tx`insert into probes values (${berta}, 2, 'intrusa')`)).rejects.toThrow(
      /row-level security/,
    );
    await expect(write((tx) => tx`update probes set owner_id = ${berta}`)).rejects.toThrow(/row-level security/);
    expect((await write((tx) => tx`update probes set word = 'x' where owner_id = ${berta}`)).count).toBe(0);
    expect((await write((tx) => tx`delete from probes where owner_id = ${berta}`)).count).toBe(0);
    expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
  });

  test('refuse a write in a read, and an owner that is not a UUID before it reaches SQL', async () => {
    await expect(handles.tenantRead(ana, (db) => db`delete from probes`)).rejects.toThrow(/read-only/);
    expect(() => handles.tenantRead("x'; drop table probes; --", words)).toThrow('an owner is a UUID');
  });
});

describe('the catalogue handles', () => {
  test('read the catalogue, and no rows of an owner', async () => {
    expect([...(await handles.catalogue`select * from cie10_codes`)]).toEqual([]);
    expect([...(await handles.catalogue`select * from probes`)]).toEqual([]);
    await expect(handles.catalogue`select * from users`).rejects.toThrow(/permission denied/);
    await expect(handles.catalogue`insert into cie10_codes values ('A00', 'x', 'base', '')`).rejects.toThrow(
      /permission denied/,
    );
  });

  test('write the catalogue in a transaction, delete nothing and reach no other table', async () => {
    const write = (run: (tx: CatalogueTx) => Promise<unknown>) => handles.catalogueTransaction(run);
    await write((tx) => tx`insert into cie10_codes values ('A00', 'Cólera', 'base', '')`);
    expect([...(await handles.catalogue`select code from cie10_codes`)]).toEqual([{ code: 'A00' }]);
    await expect(write((tx) => tx`delete from cie10_codes`)).rejects.toThrow(/permission denied/);
    await expect(write((tx) => tx`select * from probes`)).rejects.toThrow(/permission denied/);
    await expect(write((tx) => tx`select * from users`)).rejects.toThrow(/permission denied/);
  });
});

describe('the billing handles', () => {
  test('see the ids of accounts, and nothing else of them or of their patients', async () => {
    expect([...(await handles.billing`select id from users`)]).toEqual([]);
    const bare = database.connections.as('ficha_billing', 1);
    for (const table of ['users', 'sessions', 'patients', 'probes', 'clinical_notes']) {
      await expect(bare.query(`select * from ${table}`)).rejects.toThrow(/permission denied/);
    }
    await bare.end();
  });

  test('run one write of an owner at a time, together with the tenant transactions', async () => {
    let most = 0;
    let running = 0;
    const work = async (tx: Sql) => {
      most = Math.max(most, ++running);
      await tx`select pg_sleep(0.005)`;
      running--;
    };
    const works = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? handles.billingTransaction(ana, work) : handles.tenantTransaction(ana, work),
    );
    expect(await handles.billingTransaction(berta, async (tx) => tx.owner)).toBe(berta);
    await Promise.all(works);
    expect(most).toBe(1);
  });
});

describe('a transaction', () => {
  test('that fails writes nothing', async () => {
    const failing = handles.tenantTransaction(ana, async (tx) => {
      await tx`insert into probes values (${ana}, 5, 'a medias')`;
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });

  test('with a failed statement whose error was ignored is not committed', async () => {
    const ignoring = handles.tenantTransaction(ana, async (tx) => {
      await tx`insert into probes values (${ana}, 6, 'a medias')`;
      await tx`select 1 / 0`.catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow('division by zero');
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });

  test('ends its handle: a promise that outlives a failed sibling sends no more statements', async () => {
    const sibling = Promise.withResolvers<unknown>();
    const failing = handles.tenantTransaction(ana, (tx) => {
      const branch = async () => {
        await pause(100);
        return tx`insert into probes values (${ana}, 7, 'tarde')`;
      };
      branch().then(sibling.reject, sibling.resolve);
      return tx`select 1 / 0`;
    });
    await expect(failing).rejects.toThrow(/division by zero/);
    expect(await sibling.promise).toEqual(new Error('the transaction of this query is over'));
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });
});

test('an owner with many waiting requests leaves connections for other owners', async () => {
  const released = Promise.withResolvers<void>();
  const burst = Array.from({ length: 20 }, () => handles.tenantTransaction(ana, () => released.promise));
  expect(await handles.tenantTransaction(berta, words)).toEqual(['de Berta']);
  const reads = Array.from({ length: 20 }, () => handles.tenantRead(ana, () => released.promise));
  expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
  released.resolve();
  await Promise.all([...burst, ...reads]);
});

test('a write whose request is answered while it waits for a connection is not executed', async () => {
  const narrow = openDatabase(database.connections, { poolSize: 1 });
  const released = Promise.withResolvers<void>();
  const running = narrow.tenantTransaction(berta, () => released.promise);
  let isOver = false;
  const late = serveWhile(
    () => isOver,
    () => narrow.tenantTransaction(ana, (tx) => tx`insert into probes values (${ana}, 8, 'tarde')`),
  );
  isOver = true;
  released.resolve();
  await expect(late).rejects.toMatchObject({ code: 'NOT_READY' });
  await running;
  expect(await narrow.tenantRead(ana, words)).toEqual(['de Ana']);
  await narrow.close();
});

test('a statement timeout is answered with NOT_READY', async () => {
  const slow = handles.tenantRead(ana, (db) =>
    Promise.all([db`set local statement_timeout = 20`, db`select pg_sleep(60)`]),
  );
  await expect(slow).rejects.toMatchObject({ code: 'NOT_READY' });
});

test('a connection that does not answer for twenty seconds is ended, and the next statement uses another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = handles.tenantRead(ana, (db) => Promise.all([db`select pg_sleep(60)`, db`select 1`]));
  const outcome = slow.catch((error) => error);
  for (let asleep = 0; asleep === 0; ) {
    const found = await database.sql`
      select from pg_stat_activity
       where datname = ${database.name} and query = 'select pg_sleep(60)' and state = 'active'`;
    asleep = found.count;
  }
  vi.advanceTimersByTime(20_000);
  expect(await outcome).toMatchObject({ code: 'NOT_READY' });
  expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  // The statement still sleeps on the server, where the next test would count it.
  await database.sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = ${database.name} and query = 'select pg_sleep(60)' and state = 'active'`;
});

describe('a lost connection', () => {
  const cut = () =>
    database.sql`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = ${database.name} and pid <> pg_backend_pid()`;

  /** Transactions that sleep, or that wait for their next statement. */
  const openTransactions = async () => {
    const open = await database.sql`
      select from pg_stat_activity
       where datname = ${database.name}
         and (state = 'active' and query like 'select pg_sleep(60)' or state = 'idle in transaction')`;
    return open.count;
  };

  test('fails the queries on it with NOT_READY, ends no process, and the next queries work', async () => {
    const afterCut = Promise.withResolvers<void>();
    const long = [
      handles.tenantRead(ana, (db) => db`select pg_sleep(60)`),
      handles.tenantTransaction(ana, (tx) => tx`select pg_sleep(60)`),
      handles.identityTransaction((tx) => tx`select pg_sleep(60)`),
      handles.catalogueTransaction((tx) => tx`select pg_sleep(60)`),
      handles.billingTransaction(uuidv7(new Date()), (tx) => tx`select pg_sleep(60)`),
      handles.tenantTransaction(berta, () => afterCut.promise),
    ];
    const settled = Promise.allSettled(long);
    await eventually(async () => expect(await openTransactions()).toBe(long.length));
    await cut();
    afterCut.resolve();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NOT_READY' } });
    }
    // An idle connection was cut too: until the pool has heard of it, a query on it fails.
    await eventually(async () => expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']));
  });

  test('again and again under load does not end the process', async () => {
    let isOver = false;
    const clients = Array.from({ length: 8 }, async (_, i) => {
      while (!isOver) {
        const owner = i % 2 ? ana : berta;
        const seen = await handles.tenantRead(owner, words).catch(() => undefined);
        if (seen) expect(seen).toEqual([owner === ana ? 'de Ana' : 'de Berta']);
      }
    });
    for (let round = 0; round < 10; round++) {
      await pause(50);
      await cut();
    }
    isOver = true;
    await Promise.all(clients);
    await eventually(async () => expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']));
  });
});

test('with roles that log in as themselves, no connection can become another role, and each has its timeout', async () => {
  const external = externalConnections(database.url, { rolesLogIn: true });
  const owner = external.asSchemaOwner(1);
  const client = await owner.connect();
  await setRolePasswords(client, external);
  client.release();
  await owner.end();
  await requireRestrictedRoles(external);
  const pool = external.as('ficha_app', 1);
  const { rows } = await pool.query(`select session_user as name, current_setting('statement_timeout') as timeout`);
  expect(rows).toEqual([{ name: 'ficha_app', timeout: '15s' }]);
  await expect(pool.query('set role ficha_identity')).rejects.toThrow(/permission denied to set role/);
  await pool.end();
});

test('without prepared statements none is kept under a name', async () => {
  for (const preparesStatements of [true, false]) {
    const pool = externalConnections(database.url, { preparesStatements }).as('ficha_app', 1);
    const client = await pool.connect();
    const sql = sqlOn(client);
    await sql`select ${1}::int as one`;
    const [row] = await sql<[{ named: string }]>`select count(*) as named from pg_prepared_statements`;
    expect(Number(row.named) > 0).toBe(preparesStatements);
    client.release();
    await pool.end();
  }
});

test('with DATABASE_URL, connections switch to their role in the start-up packet', async () => {
  const external = externalConnections(database.url);
  await requireRestrictedRoles(external);
  const other = openDatabase(external, { poolSize: 2 });
  expect(await other.tenantRead(ana, words)).toEqual(['de Ana']);
  await other.close();
});
