import { join } from 'node:path';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { isDistributedOn } from '../placement/citus.ts';
import { allowUnplacedTables, placeTables } from '../placement/place-tables.ts';
import { isStartRefused, startRefused } from '../start-refused.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type Connections, setRolePasswords } from './connection.ts';
import { splitStatements } from './split-statements.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/*.sql');
export const SCHEMA_TABLE = 'schema_versions';
/** The name of migration 0001. Databases from before the first release have another. */
const BASELINE = 'baseline';

/** Applies all pending migrations in one transaction. Processes that start at the same time wait for each other. */
export async function migrate(connections: Connections, pattern = MIGRATIONS): Promise<void> {
  const pool = connections.asSchemaOwner(1);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    const isDistributed = await isDistributedOn(client);
    if (isDistributed) await allowUnplacedTables(client);
    await applyMigrations(client, pattern);
    if (isDistributed) await placeTables(client);
    await setRolePasswords(client, connections);
    await client.query('commit');
  } catch (error) {
    if (isStartRefused(error)) throw error;
    throw startRefused(`The database migrations could not be applied: ${(error as Error).message}`);
  } finally {
    // The connection is closed instead of returned: after a failed migration it still holds the lock.
    client?.release(true);
    await pool.end();
  }
}

/** Applies the pending migrations, up to a version or all, in the transaction of that connection. */
export async function applyMigrations(client: pg.ClientBase, pattern = MIGRATIONS, upTo?: number): Promise<void> {
  const postgrator = migrationsFor(client, pattern);
  await requireKnownSchema(client, await postgrator.getMaxVersion());
  await postgrator.migrate(upTo === undefined ? undefined : String(upTo));
}

export interface AppliedMigration {
  version: number;
  name: string;
  md5: string;
}

/** The migrations of this release. */
export async function knownMigrations(client: pg.ClientBase, pattern = MIGRATIONS): Promise<AppliedMigration[]> {
  const found = await migrationsFor(client, pattern).getMigrations();
  return found.map(({ version, name, md5 }) => ({ version, name, md5 }));
}

const migrationsFor = (client: pg.ClientBase, pattern: string) =>
  new Postgrator({
    migrationPattern: pattern,
    driver: 'pg',
    schemaTable: SCHEMA_TABLE,
    execQuery: async (text) => {
      let result: pg.QueryResult = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
      for (const statement of splitStatements(text)) result = await client.query(statement);
      return result;
    },
  });

/** Postgrator leaves a database whose version is higher than its files as it is, without comparing checksums. */
async function requireKnownSchema(client: pg.ClientBase, newest: number): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('${SCHEMA_TABLE}') is not null as found`);
  if (!tables[0]?.found) return;
  const { rows } = await client.query<{ version: number; name: string | null }>(
    `select version::int, name from ${SCHEMA_TABLE} order by version`,
  );
  const first = rows.find(({ version }) => version === 1);
  if (first && first.name !== BASELINE) {
    throw startRefused(
      'The database is from before the first release and cannot be upgraded: start with an empty data folder (DATA_DIR) or an empty database (DATABASE_URL)',
    );
  }
  const current = rows.at(-1)?.version ?? 0;
  if (current > newest) {
    throw startRefused(
      `The database has schema version ${current} and this release knows versions up to ${newest}: start the release that upgraded it, or a newer one`,
    );
  }
}
