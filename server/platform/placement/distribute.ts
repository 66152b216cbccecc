import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Connections } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { isStartRefused, startRefused } from '../start-refused.ts';
import { hasCitus } from './citus.ts';
import { placeTables } from './place-tables.ts';

/**
 * Applies pending migrations and distributes the database, empty or full, in one transaction. Returns the tables that
 * were put in their place: none, if the database was distributed before.
 */
export async function distribute(connections: Connections): Promise<string[]> {
  await requireCluster(connections);
  await migrate(connections);
  const pool = connections.asSchemaOwner(1);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    client.on('error', () => undefined);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
    const placed = await placeTables(client);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('the transaction had failed');
    return placed;
  } catch (error) {
    if (isStartRefused(error)) throw error;
    throw startRefused(`The database could not be distributed, and is as it was: ${(error as Error).message}`);
  } finally {
    client?.release(true);
    await pool.end();
  }
}

const LEAVING_MS = 2000;

/** PostgreSQL lists a connection for a moment after its client has closed it. */
async function isInUse(pool: pg.Pool): Promise<boolean> {
  for (const until = Date.now() + LEAVING_MS; ; await delay(50)) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'ficha-austral' and pid <> pg_backend_pid()`,
    );
    if (!rowCount) return false;
    if (Date.now() > until) return true;
  }
}

async function requireCluster(connections: Connections): Promise<void> {
  const pool = connections.asSchemaOwner(1);
  try {
    if (!(await hasCitus(pool))) {
      throw startRefused('The database has no extension citus: create it on every node (docs/citus.md)');
    }
    const { rows: nodes } = await pool.query<{ group: number }>(
      'select groupid as group from pg_dist_node where isactive order by 1',
    );
    if (nodes[0]?.group !== 0 || nodes.length < 2) {
      throw startRefused(
        'The database has no cluster: name the coordinator with citus_set_coordinator_host and add workers with citus_add_node (docs/citus.md)',
      );
    }
    // The connections of a running server do not have the settings of a distributed database: it would see no rows.
    if (await isInUse(pool)) throw startRefused('A server or a command uses the database: stop all of them first');
  } finally {
    await pool.end();
  }
}
