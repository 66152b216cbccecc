import pg from 'pg';
import { startRefused } from '../start-refused.ts';
import { adaptTriggers } from './adapt-triggers.ts';
import { CITUS_SETTINGS } from './citus.ts';
import { OWNER, type Place, placesOf, type TableShape, tableShapes } from './placement.ts';
import { withoutConstraints } from './suspend-constraints.ts';

/** The table whose shards the other tables with an owner follow. */
const FIRST = 'patients';

/**
 * Puts every table in its place, in the transaction of the connection, which belongs to the owner of the schema. Tables
 * that are in their place stay as they are. Returns the names of the others.
 */
export async function placeTables(client: pg.ClientBase): Promise<string[]> {
  const tables = await tableShapes(client);
  const { places, problems } = placesOf(tables);
  const current = await currentPlaces(client);
  for (const [name, place] of current) {
    if (JSON.stringify(place) !== JSON.stringify(places.get(name))) problems.push(`${name} is in another place`);
  }
  if (problems.length > 0) throw startRefused(`The database cannot be distributed: ${problems.join('; ')}`);

  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  await client.query('set local citus.enable_unsafe_triggers = on');
  await client.query(`set local ${LOCAL_FOREIGN_KEYS} = on`);
  const managed = managedTables(tables, places);
  const missing = [...places]
    .filter(([name, { kind }]) => !current.has(name) && (kind !== 'coordinator' || managed.has(name)))
    .sort(([one, place], [other, otherPlace]) => rank(one, place) - rank(other, otherPlace));
  const names = missing.map(([name]) => name);
  await withoutConstraints(client, names, async () => {
    for (const [name, place] of missing) await putIn(client, name, place);
    // Before the triggers, which call them, and after the tables that they name.
    await distributeFunctions(client);
  });
  await adaptTriggers(client);
  await setDatabase(client);
  return names;
}

const LOCAL_FOREIGN_KEYS = 'citus.enable_local_reference_table_foreign_keys';

/**
 * Until the end of the transaction, or until `placeTables`, a migration may create a table that refers to an account and
 * to a patient. Citus would convert it at the first foreign key and refuse the second.
 */
export async function allowUnplacedTables(client: pg.ClientBase): Promise<void> {
  await client.query(`set local ${LOCAL_FOREIGN_KEYS} = off`);
}

/** Reference tables come first, then the table that the others follow. */
function rank(name: string, { kind }: Place): number {
  if (kind === 'reference') return 0;
  return name === FIRST ? 1 : 2;
}

/**
 * The tables that Citus knows. A table that it added by itself, because of a foreign key to a reference table, is not in
 * its place yet: Citus forgets it when the foreign key is dropped.
 */
async function currentPlaces(client: pg.ClientBase): Promise<Map<string, Place>> {
  const { rows } = await client.query<{ name: string; method: string; model: string; column: string }>(`
    select c.relname::text as name, p.partmethod as method, p.repmodel as model,
           case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end as column
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and not p.autoconverted`);
  return new Map(
    rows.map(({ name, method, model, column }): [string, Place] => {
      if (method === 'h') return [name, { kind: 'distributed', column }];
      return [name, { kind: model === 't' ? 'reference' : 'coordinator' }];
    }),
  );
}

/** The tables of the coordinator that refer to a reference table. Citus has to know them, to keep their foreign keys. */
function managedTables(tables: readonly TableShape[], places: ReadonlyMap<string, Place>): Set<string> {
  const managed = new Set<string>();
  const refers = ({ references }: TableShape) =>
    references.some((name) => managed.has(name) || places.get(name)?.kind === 'reference');
  for (let found = -1; found !== managed.size; ) {
    found = managed.size;
    for (const table of tables) {
      if (places.get(table.name)?.kind === 'coordinator' && refers(table)) managed.add(table.name);
    }
  }
  return managed;
}

async function putIn(client: pg.ClientBase, name: string, place: Place): Promise<void> {
  const table = pg.escapeIdentifier(name);
  if (place.kind === 'coordinator') {
    await client.query('select citus_add_local_table_to_metadata($1)', [table]);
    return;
  }
  if (place.kind === 'reference') {
    await client.query('select create_reference_table($1)', [table]);
  } else {
    const followed = name === FIRST || place.column !== OWNER ? 'none' : FIRST;
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, place.column, followed]);
  }
  // Citus leaves a copy of the rows behind in the table itself, and never reads it.
  await client.query('select truncate_local_data_after_distributing_table($1)', [table]);
}

/** Functions that were created before the extension are not on the workers, and triggers there call them. */
async function distributeFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d
                        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
       and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
     order by p.oid`);
  for (const { name } of rows) await client.query('select create_distributed_function($1)', [name]);
}

async function setDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; settings: string[] | null }>(`
    select quote_ident(d.datname) as name, s.setconfig as settings
      from pg_database d left join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = 0
     where d.datname = current_database()`);
  for (const [setting, value] of Object.entries(CITUS_SETTINGS)) {
    if (rows[0]?.settings?.includes(`${setting}=${value}`)) continue;
    await client.query(`alter database ${rows[0]?.name} set ${setting} = '${value}'`);
  }
}
