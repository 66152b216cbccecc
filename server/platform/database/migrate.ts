import { join } from 'node:path';
import Postgrator from 'postgrator';
import { startRefused } from '../start-refused.ts';
import type { Connections } from './connection.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/*.sql');
const ONE_AT_A_TIME = 7461627;

/** Brings the schema up to date: all pending files in one transaction, one process at a time. */
export async function migrate(connections: Connections): Promise<void> {
  const pool = connections.asSchemaOwner(1);
  try {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ONE_AT_A_TIME]);
    const postgrator = new Postgrator({
      migrationPattern: MIGRATIONS,
      driver: 'pg',
      schemaTable: 'schema_versions',
      execQuery: (text) => client.query(text),
    });
    await postgrator.migrate();
    await client.query('commit');
    client.release();
  } catch (error) {
    throw startRefused(`The database could not be brought up to date: ${(error as Error).message}`);
  } finally {
    await pool.end();
  }
}
