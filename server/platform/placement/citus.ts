import type { Connections } from '../database/connection.ts';
import { startRefused } from '../start-refused.ts';

type Queryable = { query<T extends object>(text: string): Promise<{ rows: T[] }> };

/** The settings that a distributed database needs. They are set for the database, because sessions change their role. */
export const CITUS_SETTINGS = {
  // Row-level security on a worker reads the owner, which `set local` sets on the coordinator.
  'citus.propagate_set_commands': 'local',
  // After a statement on the shards of all workers, a transaction may change a reference table.
  'citus.multi_shard_modify_mode': 'sequential',
  // The triggers of the product read and write rows of the same owner, and reference tables, on the same worker.
  'citus.enable_unsafe_triggers': 'on',
} as const;

export async function hasCitus(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/** Whether Citus distributes the tables of the product. With the extension alone it does not. */
export async function isDistributedOn(client: Queryable): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass('patients')`);
  return rows.length > 0;
}

export async function isDistributed(connections: Connections): Promise<boolean> {
  const pool = connections.asSchemaOwner(1);
  try {
    return await isDistributedOn(pool);
  } finally {
    await pool.end();
  }
}

/** Refuses to start on a distributed database in which a professional would see no rows, or a write would fail. */
export async function requireCitusSettings(connections: Connections): Promise<void> {
  const pool = connections.as('ficha_app', 1);
  try {
    for (const [name, needed] of Object.entries(CITUS_SETTINGS)) {
      const { rows } = await pool.query<{ value: string }>(`select current_setting('${name}') as value`);
      const value = rows[0]?.value;
      if (value !== needed) {
        throw startRefused(
          `The database is distributed by Citus, and ${name} is '${value}' instead of '${needed}': remove what overrides the setting of the database (docs/citus.md)`,
        );
      }
    }
  } finally {
    await pool.end();
  }
}
