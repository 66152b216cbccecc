import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { sqlOn } from './connection.ts';
import type { ConnectionSource } from './keep-connections.ts';
import { sendStatement } from './send-statement.ts';
import type { Sql, Statement } from './sql.ts';
import { databaseUnavailable, hasLostConnection, mapDatabaseError } from './transaction.ts';

/** Sends single statements, each in a transaction of its own. */
export const singleStatements = (connections: ConnectionSource): Sql =>
  withMappedErrors(
    sqlOn({
      query: async (statement) => {
        const client = await connections.connect();
        let lost: Error | undefined;
        try {
          return await sendStatement(client, statement);
        } catch (error) {
          if (hasLostConnection(error)) lost = error;
          throw error;
        } finally {
          connections.release(client, lost);
        }
      },
    }),
  );

interface Waiting {
  statement: Statement;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/**
 * The same, but the statements of one turn of the event loop share a connection, so that one system call sends them all.
 * A slow one delays those behind it: this is for reads by key, which wait for no lock.
 */
export function batchedStatements(connections: ConnectionSource): Sql {
  let batch: Waiting[] = [];

  async function send(): Promise<void> {
    const sent = batch;
    batch = [];
    let client: pg.PoolClient;
    try {
      client = await connections.connect();
    } catch (error) {
      for (const { reject } of sent) reject(error);
      return;
    }
    let lost: Error | undefined;
    const answers = sent.map(({ statement, resolve, reject }) =>
      sendStatement(client, statement).then(resolve, (error) => {
        if (hasLostConnection(error)) lost ??= error;
        reject(error);
      }),
    );
    await Promise.all(answers);
    connections.release(client, lost);
  }

  const query = (statement: Statement) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // After all requests of this turn: a promise or a tick would be reached after the first of them.
      if (batch.length === 0) setImmediate(send);
      batch.push({ statement, resolve, reject });
    });
  return withMappedErrors(sqlOn({ query }));
}

const withMappedErrors =
  (sql: Sql): Sql =>
  async (strings, ...values) => {
    try {
      return (await sql(strings, ...values)) as never;
    } catch (error) {
      // There was no connection.
      if (error instanceof AppError) throw error;
      // The stack of the driver leads to its socket, this one to the caller.
      Error.captureStackTrace(error as Error);
      throw hasLostConnection(error) ? databaseUnavailable(error) : mapDatabaseError(error);
    }
  };
