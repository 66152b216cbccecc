import { join } from 'node:path';
import Postgrator from 'postgrator';
import { startRefused } from '../start-refused.ts';
import type { Connections } from './connection.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations/*.sql');
const ONE_AT_A_TIME = 7461627;

/** Brings the schema up to date: all pending files in one transaction, one process at a time. */
export async function migrate(connections: Connections): Promise<void> {
  const sql = connections.asSchemaOwner({ max: 1 });
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`;
      const postgrator = new Postgrator({
        migrationPattern: MIGRATIONS,
        driver: 'pg',
        schemaTable: 'schema_versions',
        execQuery: async (text) => ({ rows: await tx.unsafe(text).simple() }),
      });
      await postgrator.migrate();
    });
  } catch (error) {
    throw startRefused(`The database could not be brought up to date: ${(error as Error).message}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
