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
 * invalid_sql_statement_name. The driver prepares a statement with the first one of its name. When that one fails, the
 * others of this name in the batch fail with this code.
 */
const NOT_PREPARED = '26000';

/**
 * As `singleStatements`, but those of one turn of the event loop share a connection, so that one system call sends them
 * all, unless TLS is used. A slow one delays those behind it: this is for reads by key, which wait for no lock and no
 * other server.
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
        if (!hasLostConnection(error)) return reject(error.code === NOT_PREPARED ? databaseUnavailable(error) : error);
        lost ??= error;
        // All without an answer get the same error, and each needs a stack of its own.
        reject(new Error(error.message, { cause: error }));
      }),
    );
    await Promise.all(answers);
    connections.release(client, lost);
  }

  const query = (statement: Statement) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // Runs after all requests of this turn. A promise or a tick would run after the first of them.
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
      // No connection could be opened, or the error is mapped already.
      if (error instanceof AppError) throw error;
      // The stack of the driver leads to its socket, this one to the caller.
      Error.captureStackTrace(error as Error);
      throw hasLostConnection(error) ? databaseUnavailable(error) : mapDatabaseError(error);
    }
  };
