import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { externalConnections } from './connection.ts';
import { ANSWER_TIMEOUT_MS, destroySilent, sendStatement } from './send-statement.ts';
import { statementOf } from './sql.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.close());

async function connect() {
  const pool = externalConnections(database.url).as('ficha_app', 1);
  const client = await pool.connect();
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      client.release(true);
      await pool.end();
    },
  };
}

const sql = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);
const later = () => performance.now() + ANSWER_TIMEOUT_MS;

test('statements are answered in their order, each with its own rows or error', async () => {
  await using connection = await connect();
  const { client } = connection;
  const answers = await Promise.allSettled([
    sendStatement(client, 'begin'),
    sendStatement(client, sql`select ${1}::int as number, ${'dos'} as word`),
    sendStatement(client, 'commit'),
    sendStatement(client, sql`select 1 / ${0}::int`),
    sendStatement(client, sql`select ${3}::int as number`),
  ]);
  expect(answers).toMatchObject([
    { value: { command: 'BEGIN' } },
    { value: { rows: [{ number: 1, word: 'dos' }], rowCount: 1 } },
    { value: { command: 'COMMIT' } },
    { reason: { code: '22012' } },
    { value: { rows: [{ number: 3 }] } },
  ]);
});

test('a statement whose value cannot be sent fails, and the others are waited for', async () => {
  await using connection = await connect();
  const { client } = connection;
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  // The database answers the refused statement too, which must not count as the answer of the next one.
  const refused = sendStatement(client, sql`select ${circular}`);
  const sleeping = sendStatement(client, 'select pg_sleep(60)').catch((error) => error);
  await expect(refused).rejects.toThrow(/circular/i);
  await eventually(async () => {
    const [row] = await database.sql<[{ asleep: boolean }]>`
      select exists (select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active') as asleep`;
    expect(row.asleep).toBe(true);
  });
  destroySilent(later());
  expect(await sleeping).toMatchObject({ message: 'the database did not answer' });
});

test('a connection that does not answer for long is ended, and one that waits for nothing is not', async () => {
  await using idle = await connect();
  await sendStatement(idle.client, 'select 1');
  await using silent = await connect();
  const ended = new Promise<void>((resolve) => silent.client.once('end', resolve));
  const statements = ['select 1', 'select pg_sleep(60)', 'select 2'].map((text) => sendStatement(silent.client, text));
  await statements[0];
  destroySilent(performance.now());
  destroySilent(later());
  const [, ...others] = await Promise.allSettled(statements);
  const reason = { message: 'the database did not answer' };
  expect(others).toMatchObject([{ reason }, { reason }]);
  await ended;
  expect((await sendStatement(idle.client, 'select 1 as number')).rows).toEqual([{ number: 1 }]);
});

test('connections are looked at every five seconds, and an answer starts the time again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.resetModules();
  const { sendStatement: send } = await import('./send-statement.ts');
  const callbacks: (() => void)[] = [];
  const destroy = vi.fn();
  const client = {
    query: ({ callback }: { callback(error: null, result: object): void }) => callbacks.push(() => callback(null, {})),
    connection: { stream: { destroy } },
  } as unknown as pg.Client;
  const first = send(client, 'select 1');
  void send(client, 'select 2');
  vi.advanceTimersByTime(15_000);
  callbacks[0]?.();
  await first;
  vi.advanceTimersByTime(15_000);
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(destroy).toHaveBeenCalledOnce();
});
