import pg from 'pg';
import { AppError } from '../app-error.ts';
import { requireTimeLeft } from '../time-left.ts';
import { sqlOn } from './connection.ts';
import type { Sql, Statement } from './sql.ts';

/** Turns an error of the driver into the error that the caller gets. */
type MapError = (error: unknown) => unknown;

/** Takes a connection of a pool. */
type Connect = () => Promise<pg.PoolClient>;

/** How a transaction starts and ends. */
export interface TransactionMode {
  /**
   * The statements before the first one of the work. Each is a message of its own: Citus does not pass a setting on to
   * its workers when it is in one message with `begin`.
   */
  begin: readonly string[];
  /**
   * Sends the first statement of the work together with those of `begin`. Only where a statement outside of a transaction
   * could change nothing: without its owner, row-level security refuses every write.
   */
  isPipelined?: boolean;
  /** The result does not wait for the commit, which changes nothing. */
  isReadOnly?: boolean;
  /** Does not begin when the time of its request was over before there was a connection. */
  needsTimeLeft?: boolean;
  mapError?: MapError;
}

/** Sends single statements, each in a transaction of its own. */
export const singleStatements = (connect: Connect): Sql =>
  sqlOn({ query: (statement) => withConnection(connect, mapDatabaseError, ({ query }) => query(statement)) });

/** Runs `work` on one connection in a transaction. A failure rolls it back. */
export function transact<T>(connect: Connect, mode: TransactionMode, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { begin, isPipelined = false, isReadOnly = false, mapError = mapDatabaseError } = mode;
  return withConnection(connect, mapError, async ({ query, firstError, isLost, lose }) => {
    if (mode.needsTimeLeft) requireTimeLeft();
    const scoped = scopedToTransaction(sqlOn({ query }));
    const begun = Promise.all(begin.map((statement) => query(statement)));
    // Awaited below. Until then its failure must not count as unhandled.
    begun.catch(() => undefined);
    try {
      if (!isPipelined) await begun;
      const result = await work(scoped.sql);
      await begun;
      await scoped.end();
      const committed = query('commit');
      // A failed read has thrown above. A connection that is lost now is removed from the pool by its own event.
      if (isReadOnly) committed.catch(() => undefined);
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and reports no error.
      else if ((await committed).command !== 'COMMIT') throw firstError() ?? new Error('the transaction had failed');
      return result;
    } catch (error) {
      await scoped.end();
      const failure = await begun.then(() => error).catch((beginError) => beginError);
      // On a connection that does not answer, a rollback would wait as long again.
      if (!isLost()) await query('rollback').catch(lose);
      throw failure;
    }
  });
}

interface WatchedConnection {
  query(statement: string | Statement): Promise<pg.QueryResult>;
  /** The error of the first statement that failed. */
  firstError(): unknown;
  isLost(): boolean;
  /** The connection is not used again. */
  lose(error: Error): void;
}

/** Takes a connection for `use`, and gives it back unless it was lost. */
async function withConnection<T>(
  connect: Connect,
  mapError: MapError,
  use: (connection: WatchedConnection) => Promise<T>,
): Promise<T> {
  const client = await connect();
  let firstError: unknown;
  let connectionError: Error | undefined;
  const lose = (error: Error) => {
    connectionError ??= error;
  };
  const query = (statement: string | Statement) =>
    client.query(statement).catch((error) => {
      firstError ??= error;
      if (hasLostConnection(error)) lose(error);
      throw error;
    });
  client.on('error', lose);
  try {
    return await use({ query, firstError: () => firstError, isLost: () => connectionError !== undefined, lose });
  } catch (error) {
    if (connectionError) throw databaseUnavailable(connectionError);
    // After a failed statement the others of a pipeline fail too, because of it.
    throw mapError(isConsequence(error) ? firstError : error);
  } finally {
    client.off('error', lose);
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
    const remove = () => underWay.delete(answer);
    answer.then(remove, remove);
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
 * query_canceled (a statement timeout), deadlock_detected, out_of_memory, and object_not_in_prerequisite_state (text under
 * a data key that was replaced a moment ago): the same request may succeed later.
 */
const TRANSIENT_CODES = ['57014', '40P01', '53200', '55000'];
const DISK_FULL = '53100';
const IN_FAILED_TRANSACTION = '25P02';
/** connection_exception, and the operator interventions: shutdown, crash of another process, start-up. */
const CONNECTION_CODES = /^(08|57P)/;
const FOREIGN_KEY_VIOLATION = '23503';
/** The foreign keys to accounts. Their violation means that the account was deleted. */
const ACCOUNT_FOREIGN_KEY = /_(owner|user)_id_fkey$/;
/** On a shard of Citus a constraint has the number of the shard as suffix. */
const SHARD_SUFFIX = /_\d+$/;
const INTEGRITY_VIOLATION = /^23/;

const isConsequence = (error: unknown) => (error as Partial<pg.DatabaseError>).code === IN_FAILED_TRANSACTION;

/** A refused statement has the severity ERROR; FATAL and PANIC end the connection. Other errors are of the network. */
function hasLostConnection(error: unknown): error is Error {
  if (!(error instanceof pg.DatabaseError)) return true;
  return error.severity === 'FATAL' || error.severity === 'PANIC' || CONNECTION_CODES.test(error.code ?? '');
}

/** Errors of a database that is overloaded become NOT_READY, and those of a full disk STORAGE_LOW. */
export const mapTransientError: MapError = (error) => {
  const { code = '' } = error as Partial<pg.DatabaseError>;
  if (code === DISK_FULL) return new AppError('STORAGE_LOW', { cause: error });
  return TRANSIENT_CODES.includes(code) ? databaseUnavailable(error) : error;
};

export const mapDatabaseError: MapError = (error) => {
  const { code } = error as Partial<pg.DatabaseError>;
  const isAccountDeleted = code === FOREIGN_KEY_VIOLATION && ACCOUNT_FOREIGN_KEY.test(namesOf(error).constraint ?? '');
  return isAccountDeleted ? new AppError('NOT_SIGNED_IN', { cause: error }) : mapTransientError(error);
};

/**
 * The names in an integrity violation. Citus passes the message of a worker on, and not the fields with the names.
 * Messages of this class contain names only: the values are in the details.
 */
export function namesOf(error: unknown): { constraint: string | undefined; table: string | undefined } {
  const { code = '', message = '', constraint, table } = error as Partial<pg.DatabaseError>;
  const text = INTEGRITY_VIOLATION.test(code) ? message : '';
  const name = (field: string | undefined, pattern: RegExp) =>
    (field ?? pattern.exec(text)?.[1])?.replace(SHARD_SUFFIX, '');
  return { constraint: name(constraint, /constraint "([^"]+)"/), table: name(table, /(?:relation|table) "([^"]+)"/) };
}

export const databaseUnavailable = (cause: unknown) => new AppError('NOT_READY', { cause });

/** Citus reports a worker that it does not reach as the error of a statement: its own connection is not lost. */
export function isWorkerAway(error: unknown): boolean {
  const { cause } = error as Error;
  return cause instanceof pg.DatabaseError && cause.severity === 'ERROR' && CONNECTION_CODES.test(cause.code ?? '');
}
