import type pg from 'pg';
import { AppError } from '../app-error.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { isUuid } from '../uuid.ts';
import { type Connections, sqlOn } from './connection.ts';
import type { Sql } from './sql.ts';

/** A handle that sees the rows of one professional and no others. */
export type OwnerSql = Sql & { readonly owner: string };

/** A handle on accounts, sessions and limits of all users; who may use it stands in the architecture check. */
export type IdentitySql = Sql & { readonly identity: true };

/** A handle on what belongs to nobody and all may read. It sees no tenant's row. */
export type CatalogueSql = Sql & { readonly catalogue: true };

/** A handle on what was bought, paid and notified, of all owners. */
export type BillingSql = Sql & { readonly billing: true };

/** A handle on accounts, their use and what they pay, of all users. Nothing clinical passes through it. */
export type AdminSql = Sql & { readonly administration: true };

/** A handle on what anybody who holds a printed document may know. */
export type PublicSql = Sql & { readonly public: true };

/** The same inside a transaction: what writes asks for one of these. */
export type OwnerTx = OwnerSql & { readonly transaction: true };
export type IdentityTx = IdentitySql & { readonly transaction: true };
export type CatalogueTx = CatalogueSql & { readonly transaction: true };
/** For the money of one owner at a time: what follows from a payment is counted over all of theirs. */
export type BillingTx = BillingSql & { readonly owner: string; readonly transaction: true };
/** Deletes whatever is that owner's, finalised or not, and reads none of it. */
export type PurgeTx = Sql & { readonly purge: true; readonly owner: string; readonly transaction: true };

export interface Database {
  /** Reads as one owner. It cannot write: a write belongs in a transaction of its own, with its audit entry. */
  tenantRead<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  tenantTransaction<T>(owner: string, write: (tx: OwnerTx) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityTransaction<T>(write: (tx: IdentityTx) => Promise<T>): Promise<T>;
  /** Reads as the application, for no owner: no right lets it write. */
  catalogue: CatalogueSql;
  catalogueTransaction<T>(write: (tx: CatalogueTx) => Promise<T>): Promise<T>;
  billing: BillingSql;
  billingTransaction<T>(owner: string, write: (tx: BillingTx) => Promise<T>): Promise<T>;
  /** Reads for adminPool, all of it as it is at one moment. It cannot write. */
  adminRead<T>(read: (db: AdminSql) => Promise<T>): Promise<T>;
  purgeTransaction<T>(owner: string, write: (tx: PurgeTx) => Promise<T>): Promise<T>;
  /** Reads what is public. */
  public: PublicSql;
  close(): Promise<void>;
}

interface Size {
  poolSize?: number;
  /** More than one only where the database itself is to be seen keeping writes apart. */
  writesPerOwner?: number;
}

/** The only way to the tables of the product. The pools never leave this function. */
export function openDatabase(connections: Connections, { poolSize = 16, writesPerOwner = 1 }: Size = {}): Database {
  const tenantPool = connections.as('ficha_app', poolSize);
  const readsOf = limitConcurrency(Math.ceil(poolSize / 4));
  // Most writes of an owner wait for the owner's turn: here they do, and not each on a connection that others need.
  const writesOf = limitConcurrency(writesPerOwner);
  const identityPool = connections.as('ficha_identity', poolSize);
  // A search is all computing: on more connections than cores each of them would wait for the others.
  const readPool = connections.as('ficha_app', Math.ceil(poolSize / 4));
  const publicPool = connections.as('ficha_public', 2);
  const cataloguePool = connections.as('ficha_catalogue', 2);
  const billingPool = connections.as('ficha_billing', Math.ceil(poolSize / 4));
  const adminPool = connections.as('ficha_admin', Math.ceil(poolSize / 4));
  const purgePool = connections.as('ficha_purge', 2);

  return {
    tenantRead: (owner, read) => {
      const opening = `begin read only; ${setTo('app.owner', owner)}`;
      return readsOf(owner, () => transact(tenantPool, opening, (sql) => read(Object.assign(sql, { owner }))));
    },

    tenantTransaction: (owner, write) => {
      const opening = `begin; ${setTo('app.owner', owner)}`;
      return writesOf(owner, () =>
        transact(tenantPool, opening, (sql) => write(Object.assign(sql, { owner, transaction: true as const }))),
      );
    },

    identity: Object.assign(withMappedErrors(sqlOn(identityPool)), { identity: true as const }),

    identityTransaction: (write) =>
      transact(identityPool, 'begin', (sql) =>
        write(Object.assign(sql, { identity: true as const, transaction: true as const })),
      ),

    public: Object.assign(withMappedErrors(sqlOn(publicPool)), { public: true as const }),

    catalogue: Object.assign(withMappedErrors(sqlOn(readPool)), { catalogue: true as const }),

    catalogueTransaction: (write) =>
      transact(cataloguePool, 'begin', (sql) =>
        write(Object.assign(sql, { catalogue: true as const, transaction: true as const })),
      ),

    billing: Object.assign(withMappedErrors(sqlOn(billingPool)), { billing: true as const }),

    billingTransaction: (owner, write) =>
      writesOf(owner, () =>
        transact(billingPool, 'begin', (sql) =>
          write(Object.assign(sql, { billing: true as const, owner, transaction: true as const })),
        ),
      ),

    adminRead: (read) =>
      transact(adminPool, READ_FOR_ADMINISTRATION, (sql) =>
        read(Object.assign(sql, { administration: true as const })),
      ),

    purgeTransaction: (owner, write) =>
      transact(
        purgePool,
        `begin; ${setTo('app.purged', owner)}`,
        (sql) => write(Object.assign(sql, { purge: true as const, owner, transaction: true as const })),
        mapConnectionError,
      ),

    async close() {
      const pools = [tenantPool, identityPool, readPool, publicPool, cataloguePool, billingPool, adminPool, purgePool];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** For the transaction alone: when it ends the connection belongs to nobody, whatever happened in between. */
function setTo(setting: 'app.owner' | 'app.purged', owner: string): string {
  if (!isUuid(owner)) throw new Error('an owner is a UUID');
  return `set local ${setting} = '${owner}'`;
}

/** A search for a letter and one for a name want different plans: none is kept from one to the next. */
const READ_FOR_ADMINISTRATION =
  'begin isolation level repeatable read read only; set local plan_cache_mode = force_custom_plan';

async function transact<T>(
  pool: pg.Pool,
  opening: string,
  work: (sql: Sql) => Promise<T>,
  tell: (error: unknown) => unknown = mapDatabaseError,
): Promise<T> {
  const client = await pool.connect().catch((cause) => Promise.reject(databaseUnavailable(cause)));
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost = error;
  };
  client.on('error', lose);
  const handle = scopedToTransaction(sqlOn(client));
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
    throw lost ? databaseUnavailable(lost) : tell(error);
  } finally {
    client.off('error', lose);
    client.release(lost);
  }
}

/**
 * A handle that ends with its transaction: `end` waits for what was sent and refuses what comes later. A branch that
 * outlives a failed sibling would otherwise go on outside the transaction, on a connection that serves somebody else.
 */
function scopedToTransaction(sql: Sql): { sql: Sql; end(): Promise<void> } {
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

/** PostgreSQL's words for a statement that ran out of time, and for two transactions that waited for each other. */
const PASSING = ['57014', '40P01'];
/** Its word for a row whose account is not there, and the constraints that say so. */
const ORPHANED = '23503';
const TO_ACCOUNT = /_(owner|user)_id_fkey$/;

/** A refusal of PostgreSQL is an ERROR; what is fatal is a connection that is going. */
const mapConnectionError = (error: unknown): unknown => {
  const { severity, code = '' } = error as Partial<pg.DatabaseError>;
  return severity === 'FATAL' || severity === 'PANIC' || PASSING.includes(code) ? databaseUnavailable(error) : error;
};

const mapDatabaseError = (error: unknown): unknown => {
  const { code, constraint = '' } = error as Partial<pg.DatabaseError>;
  const isOrphan = code === ORPHANED && TO_ACCOUNT.test(constraint);
  return isOrphan ? new AppError('NOT_SIGNED_IN', { cause: error }) : mapConnectionError(error);
};

const withMappedErrors =
  (sql: Sql): Sql =>
  (strings, ...values) =>
    sql(strings, ...values).catch((error) =>
      Promise.reject('severity' in error ? mapDatabaseError(error) : databaseUnavailable(error)),
    ) as never;

const databaseUnavailable = (cause: unknown) => new AppError('NOT_READY', { cause });
