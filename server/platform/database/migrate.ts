import { join } from 'node:path';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { startRefused } from '../start-refused.ts';
import type { Connections } from './connection.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/*.sql');
const ONE_AT_A_TIME = 7461627;

/** Brings the schema up to date: all pending files in one transaction, one process at a time. */
export async function migrate(connections: Connections): Promise<void> {
  const pool = connections.asSchemaOwner(1);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ONE_AT_A_TIME]);
    const connected = client;
    const postgrator = new Postgrator({
      migrationPattern: MIGRATIONS,
      driver: 'pg',
      schemaTable: 'schema_versions',
      execQuery: (text) => connected.query(text),
    });
    await postgrator.migrate();
    await client.query('commit');
  } catch (error) {
    throw startRefused(`The database could not be brought up to date: ${(error as Error).message}`);
  } finally {
    // Closed, and not handed back: a connection in the middle of a failed migration still holds its lock.
    client?.release(true);
    await pool.end();
  }
}
