import pg from 'pg';
import { startRefused } from '../start-refused.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { type Rows, type Sql, statementOf } from './sql.ts';

/** The database roles of the application. None owns a table, and none passes row-level security. */
const APPLICATION_ROLES = [
  ...(['ficha_app', 'ficha_identity', 'ficha_catalogue', 'ficha_public', 'ficha_billing'] as const),
  ...(['ficha_admin', 'ficha_purge'] as const),
];
export type ApplicationRole = (typeof APPLICATION_ROLES)[number];

/** Ways into one database: as the owner of the schema (migrations and tests), and as each gate's role. */
export interface Connections {
  asSchemaOwner(max?: number): pg.Pool;
  as(role: ApplicationRole, max?: number): pg.Pool;
}

const DAY_OID = 1082;

const COMMON: pg.PoolConfig = {
  application_name: 'ficha-austral',
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  // A calendar day stays the string it is: as a Date it would move with the time zone.
  types: { getTypeParser: (oid, format) => (oid === DAY_OID ? String : pg.types.getTypeParser(oid, format)) },
};

/** Below the thirty seconds of the browser: PostgreSQL ends a statement, or we a connection that a network swallowed. */
const PATIENT: pg.PoolConfig = { statement_timeout: 15_000, query_timeout: 20_000 };

/** Over the private socket each gate logs in as its own role, and can become no other. */
export function embeddedConnections(embedded: Pick<EmbeddedPostgres, 'socket'>, database = 'postgres'): Connections {
  const { folder, superuser } = embedded.socket;
  const common = { ...COMMON, host: folder, database };
  return {
    asSchemaOwner: (max) => quietPool({ ...common, user: superuser, max }),
    as: (role, max) => quietPool({ ...common, ...PATIENT, user: role, max }),
  };
}

/** Given one address, each gate takes its role as the connection starts. */
export function givenConnections(url: string): Connections {
  return {
    asSchemaOwner: (max) => quietPool({ ...COMMON, connectionString: url, max }),
    as: (role, max) => quietPool({ ...COMMON, ...PATIENT, connectionString: url, max, options: `-c role=${role}` }),
  };
}

/** A connection lost while idle is no event: the next call opens another, or says that the database is away. */
function quietPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(config).on('error', () => undefined);
}

/** Tagged SQL on a pool or on one of its connections. */
export function sqlOn(target: Pick<pg.ClientBase, 'query'>): Sql {
  return async <T extends readonly unknown[]>(strings: TemplateStringsArray, ...values: unknown[]) => {
    const { rows, rowCount } = await target.query(statementOf(strings, values));
    return Object.assign(rows, { count: rowCount ?? 0 }) as unknown as Rows<T>;
  };
}

/** Refuses a wrong DATABASE_URL at the start, in one line, instead of at the first request. */
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

/** Refuses to serve when a gate's role could see more than it should, however that came to be. */
export async function requireNarrowRoles(connections: Connections): Promise<void> {
  for (const role of APPLICATION_ROLES) {
    const pool = connections.as(role, 1);
    try {
      const [row] = await sqlOn(pool)<[{ name: string; unbound: boolean }]>`
        select rolname as name, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user`;
      if (row.name !== role || row.unbound) throw new Error('it could see every row');
    } catch (error) {
      throw startRefused(`The database role ${role} cannot be used: ${(error as Error).message}`);
    } finally {
      await pool.end();
    }
  }
}
