import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import type { ConnectionSource } from './keep-connections.ts';
import type { Sql } from './sql.ts';
import { mapDatabaseError, readInTurns, transact } from './transaction.ts';

describe('a foreign key to an account that does not hold means that the account was deleted', () => {
  const violation = { code: '23503' };
  test.each([
    ['as PostgreSQL reports it', { ...violation, constraint: 'patients_owner_id_fkey' }],
    ['with the number of a shard', { ...violation, constraint: 'sessions_user_id_fkey_102010' }],
    [
      'in the message of a worker alone',
      {
        ...violation,
        message:
          'insert or update on table "folios_102044" violates foreign key constraint "folios_owner_id_fkey_102044"',
      },
    ],
  ])('%s', (_, error) => {
    expect(mapDatabaseError(error)).toMatchObject({ code: 'NOT_SIGNED_IN', cause: error });
  });

  test.each([
    ['another foreign key', { ...violation, constraint: 'appointments_patient_id_fkey_102010' }],
    ['another kind of violation', { code: '23514', constraint: 'patients_owner_id_fkey' }],
    ['a violation without a name', violation],
  ])('and %s does not', (_, error) => {
    expect(mapDatabaseError(error)).toBe(error);
  });
});

const connectionsOf = (client: pg.PoolClient): ConnectionSource => ({
  connect: async () => client,
  release: () => undefined,
});

/** A statement as the driver gets it. */
interface Submitted {
  text: string;
  callback(error: Error | null, result?: object): void;
}

describe('a transaction', () => {
  /** Answers nothing before `answer`. */
  function silentClient() {
    const sent: string[] = [];
    const silence = Promise.withResolvers<{ command: string; rows: []; rowCount: 0 }>();
    const client = {
      on: () => undefined,
      off: () => undefined,
      query: ({ text, callback }: Submitted) => {
        sent.push(text);
        void silence.promise.then((result) => callback(null, result));
      },
    } as unknown as pg.PoolClient;
    return {
      client,
      connections: connectionsOf(client),
      sent,
      answer: () => silence.resolve({ command: 'COMMIT', rows: [], rowCount: 0 }),
    };
  }
  const BEGIN = ['begin read only', 'set local app.owner'];
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('of an owner sends its first statements together with the beginning', async () => {
    const { connections, sent, answer } = silentClient();
    const work = (sql: Sql) => Promise.all([sql`insert 1`, sql`insert 2`]);
    const result = transact(connections, { begin: BEGIN, isPipelined: true }, work);
    await turn();
    expect(sent).toEqual([...BEGIN, 'insert 1', 'insert 2']);
    answer();
    await result;
    expect(sent.at(-1)).toBe('commit');
  });

  test('of a read is sent as a whole, and statements of a later turn are another one', async () => {
    const { connections, sent, answer } = silentClient();
    const result = readInTurns(connections, BEGIN, async (sql) => {
      await Promise.all([sql`select 1`, sql`select 2`]);
      await sql`select 3`;
    });
    await turn();
    const first = [...BEGIN, 'select 1', 'select 2', 'commit'];
    expect(sent).toEqual(first);
    answer();
    await result;
    await turn();
    expect(sent).toEqual([...first, ...BEGIN, 'select 3', 'commit']);
  });

  test('of a read that could not begin fails, whatever was read without its owner', async () => {
    const refusal = Object.assign(new pg.DatabaseError('canceled', 0, 'error'), { severity: 'ERROR', code: '57014' });
    const { client, connections } = silentClient();
    client.query = (({ text, callback }: Submitted) => {
      if (text === BEGIN[0]) callback(refusal);
      else callback(null, { command: 'SELECT', rows: [], rowCount: 0 });
    }) as unknown as typeof client.query;
    const read = async (sql: Sql) => {
      const [row] = await sql`select 1`;
      if (!row) throw new AppError('NOT_FOUND');
    };
    await expect(readInTurns(connections, BEGIN, read)).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('of another role waits for its beginning', async () => {
    const { connections, sent, answer } = silentClient();
    const result = transact(connections, { begin: ['begin'] }, (sql) => sql`select 1`);
    await turn();
    expect(sent).toEqual(['begin']);
    answer();
    await result;
    expect(sent).toEqual(['begin', 'select 1', 'commit']);
  });
});
