import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { uuidv7 } from '../uuid.ts';
import { givenConnections, requireNarrowRoles } from './connection.ts';
import { type CatalogueTx, type Database, type OwnerSql, type OwnerTx, openDatabase } from './database.ts';
import type { Sql } from './sql.ts';

const ana = uuidv7(new Date());
const berta = uuidv7(new Date());

let database: TestDatabase;
let handles: Database;

beforeAll(async () => {
  database = await createDatabase();
  const { sql } = database;
  await sql`create table probes (owner_id uuid not null, id int not null, word text, primary key (owner_id, id))`;
  await sql`call make_tenant_table('probes', 'select, insert, update, delete')`;
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

describe('the tenant gate', () => {
  test('shows an owner their rows, also to a query that forgot to ask for them', async () => {
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
    expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
    expect(await handles.tenantTransaction(berta, words)).toEqual(['de Berta']);
  });

  test('shows nothing to a connection that names no owner, or an empty one', async () => {
    const bare = database.connections.as('ficha_app', 1);
    expect((await bare.query('select * from probes')).rows).toEqual([]);
    await bare.query("select set_config('app.owner', '', false)");
    expect((await bare.query('select * from probes')).rows).toEqual([]);
    await expect(bare.query(`insert into probes values ('${ana}', 9, 'sin dueño')`)).rejects.toThrow(
      /row-level security/,
    );
    await bare.end();
  });

  test('leaves its connection to nobody: the next one on it sees no row', async () => {
    const pool = database.connections.as('ficha_app', 1);
    const single = openDatabase({ ...database.connections, as: () => pool }, { poolSize: 1 });
    await single.tenantRead(ana, words);
    await expect(single.tenantTransaction(ana, (tx) => tx`select 1 / 0`)).rejects.toThrow(/division by zero/);
    expect((await pool.query("select current_setting('app.owner', true) as owner")).rows).toEqual([{ owner: '' }]);
    expect((await pool.query('select * from probes')).rows).toEqual([]);
    await pool.end();
  });

  test('never mixes owners among many reads on few connections, failing and refusing ones in between', async () => {
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

  test('lets no owner write, change or delete a row of another', async () => {
    const write = (run: (tx: OwnerTx) => Promise<{ count: number }>) => handles.tenantTransaction(ana, run);
    await expect(write((tx) => tx`insert into probes values (${berta}, 2, 'intrusa')`)).rejects.toThrow(
      /row-level security/,
    );
    await expect(write((tx) => tx`update probes set owner_id = ${berta}`)).rejects.toThrow(/row-level security/);
    expect((await write((tx) => tx`update probes set word = 'x' where owner_id = ${berta}`)).count).toBe(0);
    expect((await write((tx) => tx`delete from probes where owner_id = ${berta}`)).count).toBe(0);
    expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
  });

  test('reads cannot write, and an owner that is no UUID is refused before it reaches SQL', async () => {
    await expect(handles.tenantRead(ana, (db) => db`delete from probes`)).rejects.toThrow(/read-only/);
    expect(() => handles.tenantRead("x'; drop table probes; --", words)).toThrow('an owner is a UUID');
  });
});

describe('the gate of the catalogue', () => {
  test('reads what belongs to nobody, and no row of an owner', async () => {
    expect([...(await handles.catalogue`select * from cie10_codes`)]).toEqual([]);
    expect([...(await handles.catalogue`select * from probes`)]).toEqual([]);
    await expect(handles.catalogue`select * from users`).rejects.toThrow(/permission denied/);
    await expect(handles.catalogue`insert into cie10_codes values ('A00', 'x', 'base', '')`).rejects.toThrow(
      /permission denied/,
    );
  });

  test('writes the catalogue in a transaction, deletes nothing and reaches nothing else', async () => {
    const write = (run: (tx: CatalogueTx) => Promise<unknown>) => handles.catalogueTransaction(run);
    await write((tx) => tx`insert into cie10_codes values ('A00', 'Cólera', 'base', '')`);
    expect([...(await handles.catalogue`select code from cie10_codes`)]).toEqual([{ code: 'A00' }]);
    await expect(write((tx) => tx`delete from cie10_codes`)).rejects.toThrow(/permission denied/);
    await expect(write((tx) => tx`select * from probes`)).rejects.toThrow(/permission denied/);
    await expect(write((tx) => tx`select * from users`)).rejects.toThrow(/permission denied/);
  });
});

describe('the gate of billing', () => {
  test('sees which accounts there are, and nothing else of theirs or of their patients', async () => {
    expect([...(await handles.billing`select id from users`)]).toEqual([]);
    const bare = database.connections.as('ficha_billing', 1);
    for (const table of ['users', 'sessions', 'patients', 'probes', 'clinical_notes']) {
      await expect(bare.query(`select * from ${table}`)).rejects.toThrow(/permission denied/);
    }
    await bare.end();
  });

  test('works for one owner at a time, however many wait for their turn', async () => {
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
  test('that fails leaves nothing', async () => {
    const failing = handles.tenantTransaction(ana, async (tx) => {
      await tx`insert into probes values (${ana}, 5, 'a medias')`;
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });

  test('one of whose statements failed unnoticed is not taken for done', async () => {
    const careless = handles.tenantTransaction(ana, async (tx) => {
      await tx`insert into probes values (${ana}, 6, 'a medias')`;
      await tx`select 1 / 0`.catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('the transaction had failed');
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });

  test('takes its handle with it: a branch that outlives a failed sibling does nothing more', async () => {
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

test('an owner whose calls wait for each other leaves connections for everybody else', async () => {
  const turn = Promise.withResolvers<void>();
  const burst = Array.from({ length: 20 }, () => handles.tenantTransaction(ana, () => turn.promise));
  expect(await handles.tenantTransaction(berta, words)).toEqual(['de Berta']);
  const reads = Array.from({ length: 20 }, () => handles.tenantRead(ana, () => turn.promise));
  expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
  turn.resolve();
  await Promise.all([...burst, ...reads]);
});

test('a statement that runs out of time is a service that is not ready', async () => {
  const slow = handles.tenantRead(ana, async (db) => {
    await db`set local statement_timeout = 20`;
    await db`select pg_sleep(5)`;
  });
  await expect(slow).rejects.toMatchObject({ code: 'NOT_READY' });
});

describe('a lost connection', () => {
  const cut = () =>
    database.sql`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = ${database.name} and usename like 'ficha%'`;

  test('fails the calls on it with 503, ends no process, and the next calls work', async () => {
    const long = [
      handles.tenantRead(ana, (db) => db`select pg_sleep(5)`),
      handles.tenantTransaction(ana, (tx) => tx`select pg_sleep(5)`),
      handles.identityTransaction((tx) => tx`select pg_sleep(5)`),
      handles.catalogueTransaction((tx) => tx`select pg_sleep(5)`),
      handles.billingTransaction(uuidv7(new Date()), (tx) => tx`select pg_sleep(5)`),
      handles.tenantTransaction(berta, () => pause(300)),
    ];
    const settled = Promise.allSettled(long);
    await pause(150);
    await cut();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/NOT_READY|57P01/) } });
    }
    expect(await handles.tenantRead(berta, words)).toEqual(['de Berta']);
  });

  test('again and again under load is survived', async () => {
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
    expect(await handles.tenantRead(ana, words)).toEqual(['de Ana']);
  });
});

test('a given address gets the same roles by its start-up packet', async () => {
  const [row] = await database.sql<[{ folder: string }]>`select current_setting('unix_socket_directories') as folder`;
  const given = givenConnections(`postgres://postgres@/${database.name}?host=${row.folder}`);
  await requireNarrowRoles(given);
  const other = openDatabase(given, { poolSize: 2 });
  expect(await other.tenantRead(ana, words)).toEqual(['de Ana']);
  await other.close();
});
