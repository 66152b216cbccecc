import pg from 'pg';
import { rolePassword, scramVerifier } from '../embedded-postgres/embedded-password.ts';
import type { Socket } from '../embedded-postgres/embedded-process.ts';
import { ScramClient } from '../embedded-postgres/scram-client.ts';
import { startRefused } from '../start-refused.ts';
import { type Rows, type Sql, type Statement, statementOf } from './sql.ts';

/** The database roles of the application. None owns a table, and none bypasses row-level security. */
const APPLICATION_ROLES = [
  'ficha_app',
  'ficha_identity',
  'ficha_catalogue',
  'ficha_billing',
  'ficha_admin',
  'ficha_purge',
  'ficha_public',
  'ficha_keys',
  'ficha_backup',
  'ficha_cleanup',
  'ficha_mail',
  'ficha_audit',
  'ficha_custody',
  'ficha_assistant',
] as const;
export type ApplicationRole = (typeof APPLICATION_ROLES)[number];

/** Opens pools on one database: as the owner of the schema, for migrations and tests, or as a role of the application. */
export interface Connections {
  asSchemaOwner(max?: number): pg.Pool;
  as(role: ApplicationRole, max?: number): pg.Pool;
  /** As the role that reads all rows, without timeouts: the copy of a large table takes minutes. */
  asBackup(max?: number): pg.Pool;
  /** The passwords of the roles, where each role logs in as itself. */
  passwordOf?(role: ApplicationRole): string;
  /** Whether timeouts are settings of the roles, because a connection cannot bring its own. */
  hasRoleTimeouts?: boolean;
}

/** How a database of DATABASE_URL is used. */
interface ExternalOptions {
  /** Each role logs in as itself, with a password that follows from that of the URL. */
  rolesLogIn?: boolean;
  /** Without it every statement is parsed each time. */
  preparesStatements?: boolean;
}

/** Where a database is, in a form that can be sent to a worker thread. */
export type DatabaseLocation = ({ url: string } & ExternalOptions) | { socket: Socket };

export const connectionsTo = (location: DatabaseLocation): Connections =>
  'url' in location ? externalConnections(location.url, location) : embeddedConnections(location);

const DATE_OID = 1082;

const COMMON: pg.PoolConfig = {
  application_name: 'ficha-austral',
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // A calendar day stays a string: as a Date it would shift with the time zone.
  types: { getTypeParser: (oid, format) => (oid === DATE_OID ? String : pg.types.getTypeParser(oid, format)) },
};

/** Shorter than the thirty seconds of the browser. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** Longer than the timeout of a statement: only a connection that the network lost silently does not answer for so long. */
const ANSWER_TIMEOUT_MS = 20_000;

/** Statements of one connection are sent without waiting for the results of those before. */
const PIPELINED: pg.PoolConfig = { pipeline: true, query_timeout: ANSWER_TIMEOUT_MS };
const WITH_STATEMENT_TIMEOUT: pg.PoolConfig = { ...PIPELINED, statement_timeout: STATEMENT_TIMEOUT_MS };

/** Over the private socket each role logs in as itself and cannot become another one. */
export function embeddedConnections(embedded: { socket: Socket }, database = 'postgres'): Connections {
  const { folder, superuser, password } = embedded.socket;
  const common = { ...COMMON, Client: ScramClient, host: folder, database };
  const passwordOf = (role: ApplicationRole) => rolePassword(password, role);
  return {
    asSchemaOwner: (max) => quietPool({ ...common, user: superuser, password, max }),
    as: (role, max) => quietPool({ ...common, ...WITH_STATEMENT_TIMEOUT, user: role, password: passwordOf(role), max }),
    asBackup: (max) => quietPool({ ...common, user: 'ficha_backup', password: passwordOf('ficha_backup'), max }),
    passwordOf,
  };
}

/**
 * A connection that prepares no statement under a name. PgBouncer before 1.21 gives the next transaction another
 * connection of the server, which does not know the name.
 */
class UnnamedStatements extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver, of which one part is replaced.
  override query(statement: any, ...rest: any[]): any {
    // Each is made for one call, so it may be changed.
    if (typeof statement === 'object' && statement !== null) statement.name = undefined;
    return (super.query as (...given: unknown[]) => unknown).call(this, statement, ...rest);
  }
}

/**
 * With DATABASE_URL all connections log in as one account and switch to their role as they start. A pooler such as
 * PgBouncer shares connections between clients and drops what they ask for at their start. Behind it, roles log in as
 * themselves: it never gives a connection of one account to another.
 */
export function externalConnections(url: string, options: ExternalOptions = {}): Connections {
  const { rolesLogIn = false, preparesStatements = true } = options;
  const common = { ...COMMON, Client: preparesStatements ? pg.Client : UnnamedStatements };
  const asSchemaOwner = (max?: number) => quietPool({ ...common, connectionString: url, max });
  if (!rolesLogIn) {
    const as = (role: ApplicationRole) => ({ ...common, connectionString: url, options: `-c role=${role}` });
    return {
      asSchemaOwner,
      as: (role, max) => quietPool({ ...as(role), ...WITH_STATEMENT_TIMEOUT, max }),
      asBackup: (max) => quietPool({ ...as('ficha_backup'), max }),
    };
  }
  const passwordOf = (role: ApplicationRole) => rolePassword(passwordOfUrl(url), role);
  const as = (role: ApplicationRole) => ({ ...common, connectionString: urlAs(url, role, passwordOf(role)) });
  return {
    asSchemaOwner,
    as: (role, max) => quietPool({ ...as(role), ...PIPELINED, max }),
    asBackup: (max) => quietPool({ ...as('ficha_backup'), max }),
    passwordOf,
    hasRoleTimeouts: true,
  };
}

export function passwordOfUrl(url: string): string {
  const { searchParams, password } = new URL(url);
  return searchParams.get('password') ?? decodeURIComponent(password);
}

/** The parameters of an address count before its other parts. */
function urlAs(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.searchParams.set('user', user);
  changed.searchParams.set('password', password);
  return changed.href;
}

/**
 * The loss of a connection is ignored here: the query on it fails, and the next one opens another connection. Each
 * connection has a listener from its first to its last moment. The pool removes its own one when it hands a connection
 * out, and an error that arrives in the same packet as the end of the query before would end the process.
 */
function quietPool(config: pg.PoolConfig): pg.Pool {
  const ignore = () => undefined;
  return new pg.Pool(config).on('error', ignore).on('connect', (client) => client.on('error', ignore));
}

/** A template tag that sends SQL on a pool or on a connection. */
export function sqlOn(target: {
  query(statement: Statement): Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>;
}): Sql {
  return async <T extends readonly unknown[]>(strings: TemplateStringsArray, ...values: unknown[]) => {
    const { rows, rowCount } = await target.query(statementOf(strings, values));
    return Object.assign(rows, { count: rowCount ?? 0 }) as unknown as Rows<T>;
  };
}

/** Refuses a wrong DATABASE_URL at start instead of at the first request. */
export async function requireReachable(connections: Connections): Promise<void> {
  const pool = connections.asSchemaOwner(1);
  try {
    await pool.query('select 1');
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw startRefused(`The database of DATABASE_URL does not answer: ${message || code}`);
  } finally {
    await pool.end();
  }
}

/** Gives each role of the application its password, where roles log in as themselves. */
export async function setRolePasswords(client: pg.ClientBase, connections: Connections): Promise<void> {
  const { passwordOf, hasRoleTimeouts } = connections;
  if (!passwordOf) return;
  const stored = await storedPasswords(client);
  for (const role of APPLICATION_ROLES) {
    const verifier = scramVerifier(passwordOf(role));
    if (stored.get(role) !== verifier) await client.query(`alter role ${role} password '${verifier}'`);
    const timeout = hasRoleTimeouts && role !== 'ficha_backup';
    if (timeout) await client.query(`alter role ${role} set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  }
}

/** Empty for an account that is no superuser, which cannot see them. */
async function storedPasswords(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query(`select has_table_privilege('pg_authid', 'select') as visible`);
  if (!rows[0]?.visible) return new Map();
  const found = await client.query<{ name: string; password: string }>(
    `select rolname as name, rolpassword as password from pg_authid where rolname = any($1)`,
    [APPLICATION_ROLES],
  );
  return new Map(found.rows.map(({ name, password }) => [name, password]));
}

const ROLE_OF_CONNECTION = `
  select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`;

/** Refuses to start when a role of the application could bypass row-level security. */
export async function requireRestrictedRoles(connections: Connections): Promise<void> {
  for (const role of APPLICATION_ROLES) {
    const pool = connections.as(role, 1);
    try {
      const { rows } = await pool.query<{ name: string; bypasses: boolean }>(ROLE_OF_CONNECTION);
      const [row] = rows;
      if (row?.name !== role || row.bypasses) throw new Error('it can bypass row-level security');
    } catch (error) {
      throw startRefused(`The database role ${role} cannot be used: ${(error as Error).message}`);
    } finally {
      await pool.end();
    }
  }
}
