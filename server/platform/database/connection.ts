import postgres from 'postgres';
import { startRefused } from '../start-refused.ts';
import type { EmbeddedPostgres } from './embedded.ts';

/** The database roles of the application. Neither owns a table, and neither passes row-level security. */
const GATE_ROLES = ['ficha_app', 'ficha_identity'] as const;
type GateRole = (typeof GATE_ROLES)[number];

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** Ways into one database: as the owner of the schema (migrations only), and as each gate's role. */
export interface Connections {
  asSchemaOwner(options?: Options): postgres.Sql;
  as(role: GateRole, options?: Options): postgres.Sql;
}

const COMMON: Options = {
  onnotice: () => undefined,
  connect_timeout: 10,
  connection: { application_name: 'ficha-austral', TimeZone: 'UTC' },
  // A calendar day stays the string it is: as a Date it would move with the time zone.
  types: { date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day } },
};

/** Over the private socket each gate logs in as its own role, and can become no other. */
export function embeddedConnections(embedded: EmbeddedPostgres, database = 'postgres'): Connections {
  return {
    asSchemaOwner: (options) => postgres({ ...COMMON, ...embedded.options(), database, ...options }),
    as: (role, options) =>
      postgres({ ...COMMON, ...embedded.options(role), database, ...options, connection: connectionOf(options) }),
  };
}

/** Given one address, each gate takes its role as the connection starts. */
export function givenConnections(url: string): Connections {
  return {
    asSchemaOwner: (options) => postgres(url, { ...COMMON, ...options }),
    as: (role, options) => postgres(url, { ...COMMON, ...options, connection: { ...connectionOf(options), role } }),
  };
}

/** Refuses a wrong DATABASE_URL at the start, in one line, instead of at the first request. */
export async function requireReachable(connections: Connections): Promise<void> {
  const sql = connections.asSchemaOwner({ max: 1 });
  try {
    await sql`select 1`;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw startRefused(`The database of DATABASE_URL does not answer: ${message || code}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Refuses to serve when a gate's role could see more than it should, however that came to be. */
export async function requireNarrowRoles(connections: Connections): Promise<void> {
  for (const role of GATE_ROLES) {
    const sql = connections.as(role, { max: 1 });
    try {
      const [row] = await sql<[{ name: string; unbound: boolean }]>`
        select rolname as name, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user`;
      if (row.name !== role || row.unbound) throw startRefused('it could see every row');
    } catch (error) {
      throw startRefused(`The database role ${role} cannot be used: ${(error as Error).message}`);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

const connectionOf = (options: Options | undefined) => ({ ...COMMON.connection, ...options?.connection });
