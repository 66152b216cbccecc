import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { lanes } from '../lanes.ts';
import { isUuid } from '../uuid.ts';
import { type Connections, sqlOn } from './connection.ts';
import type { Sql } from './sql.ts';

/** A handle that sees the rows of one professional and no others. */
export type OwnerSql = Sql & { readonly owner: string };

/** A handle on accounts, sessions and limits of all users; who may use it stands in the architecture check. */
export type IdentitySql = Sql & { readonly identity: true };

/** A handle on what belongs to nobody and all may read. It sees no tenant's row. */
export type CatalogueSql = Sql & { readonly catalogue: true };

/** A handle on what anybody who holds a printed document may know. */
export type AnybodySql = Sql & { readonly anybody: true };

/** The same inside a transaction: what writes asks for one of these. */
export type OwnerTx = OwnerSql & { readonly transaction: true };
export type IdentityTx = IdentitySql & { readonly transaction: true };
export type CatalogueTx = CatalogueSql & { readonly transaction: true };

export interface Gates {
  /** Reads as one owner. It cannot write: a write belongs in a transaction of its own, with its audit entry. */
  asOwner<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  asOwnerInTransaction<T>(owner: string, write: (tx: OwnerTx) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityInTransaction<T>(write: (tx: IdentityTx) => Promise<T>): Promise<T>;
  /** Reads as the application, for no owner: no right lets it write. */
  catalogue: CatalogueSql;
  catalogueInTransaction<T>(write: (tx: CatalogueTx) => Promise<T>): Promise<T>;
  /** Reads what is public. */
  anybody: AnybodySql;
  close(): Promise<void>;
}

/** The only way to the tables of the product. The pools never leave this function. */
export function openGates(connections: Connections, poolSize = 16): Gates {
  const tenants = connections.as('ficha_app', poolSize);
  const [readsOf, writesOf] = [lanes(Math.ceil(poolSize / 4)), lanes(Math.ceil(poolSize / 4))];
  const identities = connections.as('ficha_identity', poolSize);
  // A search is all computing: on more connections than cores each of them would wait for the others.
  const readers = connections.as('ficha_app', Math.ceil(poolSize / 4));
  const strangers = connections.as('ficha_anybody', 2);
  const librarians = connections.as('ficha_catalogue', 2);

  return {
    asOwner: (owner, read) => {
      const opening = `begin read only; ${setOwner(owner)}`;
      return readsOf(owner, () => transact(tenants, opening, (sql) => read(Object.assign(sql, { owner }))));
    },

    asOwnerInTransaction: (owner, write) => {
      const opening = `begin; ${setOwner(owner)}`;
      return writesOf(owner, () =>
        transact(tenants, opening, (sql) => write(Object.assign(sql, { owner, transaction: true as const }))),
      );
    },

    identity: Object.assign(answering(sqlOn(identities)), { identity: true as const }),

    identityInTransaction: (write) =>
      transact(identities, 'begin', (sql) =>
        write(Object.assign(sql, { identity: true as const, transaction: true as const })),
      ),

    anybody: Object.assign(answering(sqlOn(strangers)), { anybody: true as const }),

    catalogue: Object.assign(answering(sqlOn(readers)), { catalogue: true as const }),

    catalogueInTransaction: (write) =>
      transact(librarians, 'begin', (sql) =>
        write(Object.assign(sql, { catalogue: true as const, transaction: true as const })),
      ),

    async close() {
      await Promise.all([tenants, identities, readers, strangers, librarians].map((pool) => pool.end()));
    },
  };
}

/** For the transaction alone: when it ends the connection belongs to nobody, whatever happened in between. */
function setOwner(owner: string): string {
  if (!isUuid(owner)) throw new Error('an owner is a UUID');
  return `set local app.owner = '${owner}'`;
}

async function transact<T>(pool: pg.Pool, opening: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause) => Promise.reject(databaseAway(cause)));
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost = error;
  };
  client.on('error', lose);
  const handle = mortal(sqlOn(client));
  try {
    await client.query(opening);
    const result = await work(handle.sql);
    await handle.end();
    // PostgreSQL answers a commit of what has failed with a rollback, and calls it a success.
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction had failed');
    return result;
  } catch (error) {
    await handle.end();
    await client.query('rollback').catch(lose);
    throw lost ? databaseAway(lost) : told(error);
  } finally {
    client.off('error', lose);
    client.release(lost);
  }
}

/**
 * A handle that ends with its transaction: `end` waits for what was sent and refuses what comes later. A branch that
 * outlives a failed sibling would otherwise go on outside the transaction, on a connection that serves somebody else.
 */
function mortal(sql: Sql): { sql: Sql; end(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  const guarded: Sql = (strings, ...values) => {
    if (isOver) return Promise.reject(new Error('the transaction of this query is over'));
    const answer = sql(strings, ...values);
    underWay.add(answer);
    void answer.finally(() => underWay.delete(answer)).catch(() => undefined);
    return answer as ReturnType<Sql> as never;
  };
  return {
    sql: guarded,
    end: async () => {
      isOver = true;
      await Promise.allSettled(underWay);
    },
  };
}

/** PostgreSQL's word for a statement that ran out of time. */
const CANCELLED = '57014';

/** A refusal of PostgreSQL is an ERROR; what is fatal is a connection that is going. */
const told = (error: unknown): unknown => {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === 'FATAL' || severity === 'PANIC' || code === CANCELLED ? databaseAway(error) : error;
};

const answering =
  (sql: Sql): Sql =>
  (strings, ...values) =>
    sql(strings, ...values).catch((error) =>
      Promise.reject('severity' in error ? told(error) : databaseAway(error)),
    ) as never;

const databaseAway = (cause: unknown) => new AppError('NOT_READY', { cause });
