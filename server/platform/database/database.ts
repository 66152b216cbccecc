import type pg from 'pg';
import type { PoolUse } from '#contract/system';
import { limitConcurrency } from '../limit-concurrency.ts';
import { type AccountChanges, watchAccountChanges } from './account-changes.ts';
import { createBackOff } from './back-off.ts';
import type { ApplicationRole, Connections } from './connection.ts';
import { isServingAssistant } from './request-role.ts';
import type { Sql } from './sql.ts';
import { databaseUnavailable, singleStatements, type TransactionMode, transact } from './transaction.ts';
import {
  BEGIN,
  BEGIN_ADMIN_READ,
  BEGIN_AUDIT,
  BEGIN_IN_TIME,
  ownerMode,
  ownerReadMode,
  purgeMode,
} from './transaction-modes.ts';

// These properties exist for the compiler alone: they make handles of different roles different types.
declare const ROLE: unique symbol;
declare const TRANSACTION: unique symbol;

/** SQL under one database role. Where a handle of one role is needed, another role's does not compile. */
type RoleSql<Role extends ApplicationRole> = Sql & { readonly [ROLE]: Role };
type InTransaction = { readonly [TRANSACTION]: true };
type OfOwner = { readonly owner: string };

/** The roles of tenant data. Requests of assistants run as the second one. Services need not know which one runs. */
type TenantRole = 'ficha_app' | 'ficha_assistant';

/** Sees the rows of one professional and no others. */
export type OwnerSql = RoleSql<TenantRole> & OfOwner;
export type OwnerTx = OwnerSql & InTransaction;

/** Accounts, sessions and rate limits of all users. The architecture check lists its users. */
export type IdentitySql = RoleSql<'ficha_identity'>;
export type IdentityTx = IdentitySql & InTransaction;

/** The CIE-10 catalogue, which belongs to no tenant. Professionals read it, a transaction of its own role changes it. */
export type CatalogueSql = RoleSql<TenantRole | 'ficha_catalogue'>;
export type CatalogueTx = RoleSql<'ficha_catalogue'> & InTransaction;

/** Purchases, payments, notifications and plans of all owners. */
export type BillingSql = RoleSql<'ficha_billing'>;
/** The plan of an owner follows from all their payments, so a transaction is about one owner. */
export type BillingTx = BillingSql & OfOwner & InTransaction;

/** Accounts, their use and their plans, of all users. No clinical data. */
export type AdminSql = RoleSql<'ficha_admin'>;

/** Deletes all rows of one owner, finalized ones included, and reads none of them. */
export type PurgeTx = RoleSql<'ficha_purge'> & OfOwner & InTransaction;

/** What the database knows about its keys, and encrypted columns of all owners. */
export type KeysSql = RoleSql<'ficha_keys'>;
export type KeysTx = KeysSql & InTransaction;

/** Deletes sessions, rate limits, notifications and template versions that nobody needs, of all owners. */
export type CleanupSql = RoleSql<'ficha_cleanup'>;

/** The outbox and the links of mails, of all accounts. */
export type MailSql = RoleSql<'ficha_mail'>;
export type MailTx = MailSql & InTransaction;
/** Reads the access log of all owners, and seals it. */
export type AuditSql = RoleSql<'ficha_audit'>;
export type AuditTx = AuditSql & InTransaction;

/** Deletes finalised documents of deleted patients after the time of custody, of all owners. Reads no contents. */
export type CustodySql = RoleSql<'ficha_custody'>;
export type CustodyTx = CustodySql & InTransaction;

/** What the verification page shows of printed documents. */
export type PublicSql = RoleSql<'ficha_public'>;

export interface Database {
  /**
   * Read-only: a write belongs in a transaction of its own, with its entry of the access log. All statements see the
   * database as it was at the first one.
   */
  tenantRead<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  tenantTransaction<T>(owner: string, write: (tx: OwnerTx) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityTransaction<T>(write: (tx: IdentityTx) => Promise<T>): Promise<T>;
  /** Read-only: the application role has no right to change the catalogue. */
  catalogue: CatalogueSql;
  catalogueTransaction<T>(write: (tx: CatalogueTx) => Promise<T>): Promise<T>;
  billing: BillingSql;
  billingTransaction<T>(owner: string, write: (tx: BillingTx) => Promise<T>): Promise<T>;
  /** Read-only. All statements see the database as it was at the first one. */
  adminRead<T>(read: (db: AdminSql) => Promise<T>): Promise<T>;
  purgeTransaction<T>(owner: string, write: (tx: PurgeTx) => Promise<T>): Promise<T>;
  keys: KeysSql;
  keysTransaction<T>(write: (tx: KeysTx) => Promise<T>): Promise<T>;
  cleanup: CleanupSql;
  mail: MailSql;
  mailTransaction<T>(write: (tx: MailTx) => Promise<T>): Promise<T>;
  audit: AuditSql;
  auditTransaction<T>(write: (tx: AuditTx) => Promise<T>): Promise<T>;
  custody: CustodySql;
  custodyTransaction<T>(write: (tx: CustodyTx) => Promise<T>): Promise<T>;
  public: PublicSql;
  /** Whether Citus distributes the tables. */
  isDistributed: boolean;
  accountChanges: Pick<AccountChanges, 'version' | 'listen'>;
  /** How the connections are used, by pool. */
  poolUse(): PoolUse[];
  close(): Promise<void>;
}

const POOL_SIZE = 16;
const MIN_POOL_SIZE = 4;

/** Processes of one machine share its connections: more of them would only wait for each other. */
export const poolSizeOf = (processes: number): number => Math.max(MIN_POOL_SIZE, Math.ceil(POOL_SIZE / processes));

interface DatabaseOptions {
  poolSize?: number;
  /** Tests raise it, to see that the locks of the database keep concurrent writes apart. */
  writesPerOwner?: number;
  isDistributed?: boolean;
}

/** More of one owner wait in memory, and leave connections for others. */
const READS_PER_OWNER = 4;

/** Opens a pool for each role. Tables are reached through the returned handles alone; the pools stay in here. */
export function openDatabase(
  connections: Connections,
  { poolSize = POOL_SIZE, writesPerOwner = 1, isDistributed = false }: DatabaseOptions = {},
): Database {
  const pools: { name: string; size: number; pool: pg.Pool }[] = [];
  // All pools lead to the same server, so they share the pauses between attempts to reach it.
  const backOff = createBackOff();
  function open<Role extends ApplicationRole>(name: string, role: Role, size: number) {
    const pool = connections.as(role, size);
    // Waiting for a connection in use says nothing about the server: only attempts to open one are paused.
    const opensConnection = () => pool.idleCount === 0 && pool.totalCount < size;
    const connect = () =>
      (opensConnection() ? backOff(() => pool.connect()) : pool.connect()).catch((cause) =>
        Promise.reject(databaseUnavailable(cause)),
      );
    pools.push({ name, size, pool });
    return handlesOf<Role>(connect);
  }

  const smallPool = Math.ceil(poolSize / 4);
  const tenant = open('tenant', 'ficha_app', poolSize);
  const assistant = open('assistant', 'ficha_assistant', Math.ceil(poolSize / 2));
  const identity = open('identity', 'ficha_identity', poolSize);
  // A search of the catalogue is bound by the CPU: more connections than cores would only wait for each other.
  const catalogueRead = open('catalogue_read', 'ficha_app', smallPool);
  const catalogue = open('catalogue', 'ficha_catalogue', 2);
  const billing = open('billing', 'ficha_billing', smallPool);
  const admin = open('admin', 'ficha_admin', smallPool);
  const purge = open('purge', 'ficha_purge', 2);
  const publicRead = open('public', 'ficha_public', 2);
  const keys = open('keys', 'ficha_keys', 2);
  const cleanup = open('cleanup', 'ficha_cleanup', 1);
  const mail = open('mail', 'ficha_mail', 1);
  const audit = open('audit', 'ficha_audit', 2);
  const custody = open('custody', 'ficha_custody', 1);

  /** The handles of one owner's rows for the request that is being served. */
  const ownerHandles = () => (isServingAssistant() ? assistant : tenant);

  const accountChanges = watchAccountChanges(connections.as('ficha_identity', 1), identity.sql);
  const countChange = () => accountChanges.count();

  const limitReads = limitConcurrency(Math.min(READS_PER_OWNER, Math.ceil(poolSize / 2)));
  // Most writes lock their owner. They wait here, and not on a connection that other owners need.
  const limitWrites = limitConcurrency(writesPerOwner);

  return {
    tenantRead: (owner, read) => {
      const mode = ownerReadMode(owner);
      return limitReads(owner, () => ownerHandles().ownerTransaction(owner, mode, read));
    },
    tenantTransaction: (owner, write) => {
      const mode = ownerMode(owner);
      return limitWrites(owner, () => ownerHandles().ownerTransaction(owner, mode, write));
    },
    identity: identity.sql,
    identityTransaction: (write) => identity.transaction(BEGIN_IN_TIME, write).finally(countChange),
    catalogue: catalogueRead.sql,
    catalogueTransaction: (write) => catalogue.transaction(BEGIN_IN_TIME, write),
    billing: billing.sql,
    billingTransaction: (owner, write) =>
      limitWrites(owner, () => billing.ownerTransaction(owner, BEGIN_IN_TIME, write)),
    adminRead: (read) => admin.transaction(BEGIN_ADMIN_READ, read),
    purgeTransaction: (owner, write) => purge.ownerTransaction(owner, purgeMode(owner), write).finally(countChange),
    keys: keys.sql,
    keysTransaction: (write) => keys.transaction(BEGIN, write),
    cleanup: cleanup.sql,
    mail: mail.sql,
    mailTransaction: (write) => mail.transaction(BEGIN, write),
    audit: audit.sql,
    auditTransaction: (write) => audit.transaction(BEGIN_AUDIT, write),
    custody: custody.sql,
    custodyTransaction: (write) => custody.transaction(BEGIN, write),
    public: publicRead.sql,
    isDistributed,
    accountChanges,
    poolUse: () =>
      pools.map(({ name, size, pool: { idleCount: idle, totalCount, waitingCount: waiting } }) => {
        return { pool: name, size, idle, inUse: totalCount - idle, waiting };
      }),
    close: async () => {
      await Promise.all([accountChanges.close(), ...pools.map(({ pool }) => pool.end())]);
    },
  };
}

/** The handles of one role. A handle gets its role here and nowhere else. */
function handlesOf<Role extends ApplicationRole>(connect: () => Promise<pg.PoolClient>) {
  type Tx = RoleSql<Role> & InTransaction;
  return {
    sql: singleStatements(connect) as RoleSql<Role>,
    transaction: <T>(mode: TransactionMode, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transact(connect, mode, (sql) => work(sql as Tx)),
    ownerTransaction: <T>(owner: string, mode: TransactionMode, work: (tx: Tx & OfOwner) => Promise<T>): Promise<T> =>
      transact(connect, mode, (sql) => work(Object.assign(sql as Tx, { owner }))),
  };
}
