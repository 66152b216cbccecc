import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { sqlOn } from './connection.ts';
import type { Sql } from './sql.ts';

/** Turns an error of the driver into the error that the caller gets. */
type MapError = (error: unknown) => unknown;

/** Runs `work` on one connection between `begin` and a commit, or a rollback when it fails. */
export async function transact<T>(
  pool: pg.Pool,
  begin: string,
  work: (sql: Sql) => Promise<T>,
  mapError: MapError = mapDatabaseError,
): Promise<T> {
  const client = await pool.connect().catch((cause) => Promise.reject(databaseUnavailable(cause)));
  let connectionError: Error | undefined;
  const onConnectionError = (error: Error) => {
    connectionError = error;
  };
  client.on('error', onConnectionError);
  const scoped = scopedToTransaction(sqlOn(client));
  try {
    await client.query(begin);
    const result = await work(scoped.sql);
    await scoped.end();
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and reports no error.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction had failed');
    return result;
  } catch (error) {
    await scoped.end();
    await client.query('rollback').catch(onConnectionError);
    throw connectionError ? databaseUnavailable(connectionError) : mapError(error);
  } finally {
    client.off('error', onConnectionError);
    client.release(connectionError);
  }
}

/**
 * A handle that ends with its transaction: `end` waits for statements under way and refuses later ones. Without it, a
 * promise that outlives a failed sibling would send its statement on a connection that already serves another request.
 */
function scopedToTransaction(sql: Sql): { sql: Sql; end(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  let hasEnded = false;
  const scoped: Sql = (strings, ...values) => {
    if (hasEnded) return Promise.reject(new Error('the transaction of this query is over'));
    const answer = sql(strings, ...values);
    underWay.add(answer);
    void answer.finally(() => underWay.delete(answer)).catch(() => undefined);
    return answer as ReturnType<Sql> as never;
  };
  return {
    sql: scoped,
    end: async () => {
      hasEnded = true;
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * query_canceled (a statement timeout), deadlock_detected, and object_not_in_prerequisite_state (text under a data key
 * that was replaced a moment ago): the same request may succeed later.
 */
const TRANSIENT_CODES = ['57014', '40P01', '55000'];
const FOREIGN_KEY_VIOLATION = '23503';
/** The foreign keys to accounts. Their violation means that the account was deleted. */
const ACCOUNT_FOREIGN_KEY = /_(owner|user)_id_fkey$/;

/** Errors of the connection, and of a database that is overloaded, become NOT_READY. */
export const mapConnectionError: MapError = (error) => {
  const { severity, code = '' } = error as Partial<pg.DatabaseError>;
  // A refused statement has the severity ERROR. FATAL and PANIC end the connection.
  const hasLostConnection = severity === 'FATAL' || severity === 'PANIC';
  return hasLostConnection || TRANSIENT_CODES.includes(code) ? databaseUnavailable(error) : error;
};

const mapDatabaseError: MapError = (error) => {
  const { code, constraint = '' } = error as Partial<pg.DatabaseError>;
  const isAccountDeleted = code === FOREIGN_KEY_VIOLATION && ACCOUNT_FOREIGN_KEY.test(constraint);
  return isAccountDeleted ? new AppError('NOT_SIGNED_IN', { cause: error }) : mapConnectionError(error);
};

/** For statements outside a transaction. An error without severity does not come from PostgreSQL but from the network. */
export const withMappedErrors =
  (sql: Sql): Sql =>
  (strings, ...values) =>
    sql(strings, ...values).catch((error) =>
      Promise.reject('severity' in error ? mapDatabaseError(error) : databaseUnavailable(error)),
    ) as never;

const databaseUnavailable = (cause: unknown) => new AppError('NOT_READY', { cause });
