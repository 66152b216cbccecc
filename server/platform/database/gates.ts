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

/** A handle on what was bought, paid and notified, of all owners. */
export type BillingSql = Sql & { readonly billing: true };

/** A handle on accounts, their use and what they pay, of all users. Nothing clinical passes through it. */
export type AdministrationSql = Sql & { readonly administration: true };

/** A handle on what anybody who holds a printed document may know. */
export type AnybodySql = Sql & { readonly anybody: true };

/** The same inside a transaction: what writes asks for one of these. */
export type OwnerTx = OwnerSql & { readonly transaction: true };
export type IdentityTx = IdentitySql & { readonly transaction: true };
export type CatalogueTx = CatalogueSql & { readonly transaction: true };
/** For the money of one owner at a time: what follows from a payment is counted over all of theirs. */
export type BillingTx = BillingSql & { readonly owner: string; readonly transaction: true };
/** Deletes whatever is that owner's, finalised or not, and reads none of it. */
export type PurgeTx = Sql & { readonly purge: true; readonly owner: string; readonly transaction: true };

export interface Gates {
  /** Reads as one owner. It cannot write: a write belongs in a transaction of its own, with its audit entry. */
  asOwner<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  asOwnerInTransaction<T>(owner: string, write: (tx: OwnerTx) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityInTransaction<T>(write: (tx: IdentityTx) => Promise<T>): Promise<T>;
  /** Reads as the application, for no owner: no right lets it write. */
  catalogue: CatalogueSql;
  catalogueInTransaction<T>(write: (tx: CatalogueTx) => Promise<T>): Promise<T>;
  billing: BillingSql;
  billingInTransaction<T>(owner: string, write: (tx: BillingTx) => Promise<T>): Promise<T>;
  /** Reads for administrators, all of it as it is at one moment. It cannot write. */
  administration<T>(read: (db: AdministrationSql) => Promise<T>): Promise<T>;
  purgeInTransaction<T>(owner: string, write: (tx: PurgeTx) => Promise<T>): Promise<T>;
  /** Reads what is public. */
  anybody: AnybodySql;
  close(): Promise<void>;
}

interface Size {
  poolSize?: number;
  /** More than one only where the database itself is to be seen keeping writes apart. */
  writesPerOwner?: number;
}

/** The only way to the tables of the product. The pools never leave this function. */
export function openGates(connections: Connections, { poolSize = 16, writesPerOwner = 1 }: Size = {}): Gates {
  const tenants = connections.as('ficha_app', poolSize);
  const readsOf = lanes(Math.ceil(poolSize / 4));
  // Most writes of an owner wait for the owner's turn: here they do, and not each on a connection that others need.
  const writesOf = lanes(writesPerOwner);
  const identities = connections.as('ficha_identity', poolSize);
  // A search is all computing: on more connections than cores each of them would wait for the others.
  const readers = connections.as('ficha_app', Math.ceil(poolSize / 4));
  const strangers = connections.as('ficha_anybody', 2);
  const librarians = connections.as('ficha_catalogue', 2);
  const cashiers = connections.as('ficha_billing', Math.ceil(poolSize / 4));
  const administrators = connections.as('ficha_admin', Math.ceil(poolSize / 4));
  const purgers = connections.as('ficha_purge', 2);

  return {
    asOwner: (owner, read) => {
      const opening = `begin read only; ${setTo('app.owner', owner)}`;
      return readsOf(owner, () => transact(tenants, opening, (sql) => read(Object.assign(sql, { owner }))));
    },

    asOwnerInTransaction: (owner, write) => {
      const opening = `begin; ${setTo('app.owner', owner)}`;
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

    billing: Object.assign(answering(sqlOn(cashiers)), { billing: true as const }),

    billingInTransaction: (owner, write) =>
      writesOf(owner, () =>
        transact(cashiers, 'begin', (sql) =>
          write(Object.assign(sql, { billing: true as const, owner, transaction: true as const })),
        ),
      ),

    administration: (read) =>
      transact(administrators, READ_FOR_ADMINISTRATION, (sql) =>
        read(Object.assign(sql, { administration: true as const })),
      ),

    purgeInTransaction: (owner, write) =>
      transact(
        purgers,
        `begin; ${setTo('app.purged', owner)}`,
        (sql) => write(Object.assign(sql, { purge: true as const, owner, transaction: true as const })),
        toldOfConnection,
      ),

    async close() {
      const pools = [tenants, identities, readers, strangers, librarians, cashiers, administrators, purgers];
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
  tell: (error: unknown) => unknown = told,
): Promise<T> {
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
    throw lost ? databaseAway(lost) : tell(error);
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

/** PostgreSQL's words for a statement that ran out of time, and for two transactions that waited for each other. */
const PASSING = ['57014', '40P01'];
/** Its word for a row whose account is not there, and the constraints that say so. */
const ORPHANED = '23503';
const TO_ACCOUNT = /_(owner|user)$/;

/** A refusal of PostgreSQL is an ERROR; what is fatal is a connection that is going. */
const toldOfConnection = (error: unknown): unknown => {
  const { severity, code = '' } = error as Partial<pg.DatabaseError>;
  return severity === 'FATAL' || severity === 'PANIC' || PASSING.includes(code) ? databaseAway(error) : error;
};

const told = (error: unknown): unknown => {
  const { code, constraint = '' } = error as Partial<pg.DatabaseError>;
  const isOrphan = code === ORPHANED && TO_ACCOUNT.test(constraint);
  return isOrphan ? new AppError('NOT_SIGNED_IN', { cause: error }) : toldOfConnection(error);
};

const answering =
  (sql: Sql): Sql =>
  (strings, ...values) =>
    sql(strings, ...values).catch((error) =>
      Promise.reject('severity' in error ? told(error) : databaseAway(error)),
    ) as never;

const databaseAway = (cause: unknown) => new AppError('NOT_READY', { cause });
