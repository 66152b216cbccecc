import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import type { Sql, Statement } from './sql.ts';
import { mapDatabaseError, transact } from './transaction.ts';

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

describe('a transaction', () => {
  /** Answers nothing before `answer`. */
  function silentClient() {
    const sent: string[] = [];
    const silence = Promise.withResolvers<{ command: string; rows: []; rowCount: 0 }>();
    const client = {
      on: () => undefined,
      off: () => undefined,
      release: () => undefined,
      query: (statement: string | Statement) => {
        sent.push(typeof statement === 'string' ? statement : statement.text);
        return silence.promise;
      },
    } as unknown as pg.PoolClient;
    return {
      client,
      connect: async () => client,
      sent,
      answer: () => silence.resolve({ command: 'COMMIT', rows: [], rowCount: 0 }),
    };
  }
  const BEGIN = ['begin isolation level repeatable read read only', 'set local app.owner'];
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('of an owner sends its first statements together with the beginning', async () => {
    const { connect, sent, answer } = silentClient();
    const work = (sql: Sql) => Promise.all([sql`insert 1`, sql`insert 2`]);
    const result = transact(connect, { begin: BEGIN, isPipelined: true }, work);
    await turn();
    expect(sent).toEqual([...BEGIN, 'insert 1', 'insert 2']);
    answer();
    await result;
    expect(sent.at(-1)).toBe('commit');
  });

  test('of a read that could not begin fails, whatever was read without its owner', async () => {
    const refusal = Object.assign(new pg.DatabaseError('canceled', 0, 'error'), { severity: 'ERROR', code: '57014' });
    const { client, connect } = silentClient();
    client.query = (async (statement: string | Statement) => {
      if (statement === BEGIN[0]) throw refusal;
      return { command: 'SELECT', rows: [], rowCount: 0 };
    }) as unknown as typeof client.query;
    const read = async (sql: Sql) => {
      const [row] = await sql`select 1`;
      if (!row) throw new AppError('NOT_FOUND');
    };
    const mode = { begin: BEGIN, isPipelined: true, isReadOnly: true };
    await expect(transact(connect, mode, read)).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('of another role waits for its beginning', async () => {
    const { connect, sent, answer } = silentClient();
    const result = transact(connect, { begin: ['begin'] }, (sql) => sql`select 1`);
    await turn();
    expect(sent).toEqual(['begin']);
    answer();
    await result;
    expect(sent).toEqual(['begin', 'select 1', 'commit']);
  });
});
