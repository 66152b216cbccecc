import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { type Database, openDatabase } from './database.ts';
import { identifier } from './sql.ts';

let database: TestDatabase;
let handles: Database;

beforeAll(async () => {
  database = await createDatabase();
  handles = openDatabase(database.connections, { poolSize: 4 });
});
afterAll(async () => {
  await handles.close();
  await database.close();
});

/** A statement for each number, with the process of PostgreSQL that answers it. */
const send = (numbers: number[], handle: 'identity' | 'identityRead' = 'identityRead') =>
  Promise.all(
    numbers.map(async (number) => {
      const [row] = await handles[handle]<[{ value: number; pid: number }]>`
        select ${number}::int as value, pg_backend_pid() as pid`;
      return row;
    }),
  );
const pidsOf = (rows: { pid: number }[]) => new Set(rows.map(({ pid }) => pid));

test('reads of one turn share a connection, and each gets its own answer', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const rows = await send(numbers);
  expect(rows.map(({ value }) => value)).toEqual(numbers);
  expect(pidsOf(rows).size).toBe(1);
  const apart = await send([1, 2, 3], 'identity');
  expect(pidsOf(apart).size).toBe(3);
});

/** Ends the statement that sleeps, or its connection, when it has begun. */
const stopSleeping = (how: 'pg_cancel_backend' | 'pg_terminate_backend') =>
  eventually(async () => {
    const stopped = await database.sql`
      select ${identifier(how)}(pid) from pg_stat_activity
       where datname = ${database.name} and query = 'select pg_sleep(60)' and state = 'active'`;
    expect(stopped.count).toBe(1);
  });

test('reads of a later turn do not wait for a slow one before them', async () => {
  const slow = handles.identityRead`select pg_sleep(60)`.catch((error) => error);
  await nextTurn();
  await nextTurn();
  expect((await send([1]))[0]?.value).toBe(1);
  await stopSleeping('pg_cancel_backend');
  expect(await slow).toMatchObject({ code: 'NOT_READY' });
});

test('one that is refused fails alone', async () => {
  const [before, refused, after] = await Promise.allSettled([
    send([1]),
    handles.identityRead`select 1 / ${0}::int`,
    send([2]),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(before).toMatchObject({ status: 'fulfilled', value: [{ value: 1 }] });
  expect(after).toMatchObject({ status: 'fulfilled', value: [{ value: 2 }] });
});

test('those of a statement that could not be prepared fail with NOT_READY, apart from the first, and later ones work', async () => {
  await database.sql`create table later (id int)`;
  await database.sql`grant select on later to ficha_identity`;
  const read = () => handles.identityRead`select id from later`;
  await database.sql`alter table later rename to away`;
  const outcomes = await Promise.allSettled([read(), read(), read()]);
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
  expect(codes).toEqual(['42P01', 'NOT_READY', 'NOT_READY']);
  await database.sql`alter table away rename to later`;
  expect((await read()).count).toBe(0);
});

test('on a distributed database each read has a connection of its own, so that none waits for the worker of another', async () => {
  const distributed = openDatabase(database.connections, { poolSize: 4, isDistributed: true });
  const read = () => distributed.identityRead<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const rows = await Promise.all([read(), read(), read()]);
  await distributed.close();
  expect(pidsOf(rows.flat()).size).toBe(3);
});

test('when the connection is lost, those without an answer fail with NOT_READY, and the next ones use another', async () => {
  const outcomes = Promise.allSettled([send([1]), handles.identityRead`select pg_sleep(60)`, send([2])]);
  await stopSleeping('pg_terminate_backend');
  const [before, ...lost] = await outcomes;
  expect(before).toMatchObject({ status: 'fulfilled', value: [{ value: 1 }] });
  const reasons = lost.map((outcome) => outcome.status === 'rejected' && outcome.reason);
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'NOT_READY' });
  expect(reasons[0].cause).not.toBe(reasons[1].cause);
  expect(await send([3, 4])).toMatchObject([{ value: 3 }, { value: 4 }]);
  expect(handles.poolUse().find(({ pool }) => pool === 'identity')).toMatchObject({ inUse: 0, waiting: 0 });
});

test('without a connection all of them fail', async () => {
  const unreachable = await createDatabase();
  const lostHandles = openDatabase(unreachable.connections, { poolSize: 1 });
  await unreachable.lose();
  const outcomes = await Promise.allSettled([lostHandles.identityRead`select 1`, lostHandles.identityRead`select 2`]);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NOT_READY' } });
  await lostHandles.close();
  await unreachable.close();
});
