import pg from 'pg';

/**
 * Takes foreign keys, triggers and the force of row-level security off the tables and puts them back. A trigger would
 * fire for every row that is copied to a worker: patients would be counted twice, and finalised notes refused. A forced
 * row-level security hides the rows from the owner of the schema.
 */
export async function withoutConstraints(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const foreignKeys = await foreignKeysOf(client, tables);
  const triggers = await triggersOf(client, tables);
  const forced = await forcedTables(client, tables);
  for (const { table, name } of foreignKeys) await alter(client, table, `drop constraint ${pg.escapeIdentifier(name)}`);
  for (const { table, name } of triggers) {
    await client.query(`drop trigger ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(table)}`);
  }
  for (const name of forced) await alter(client, name, 'no force row level security');
  await work();
  for (const name of forced) await alter(client, name, 'force row level security');
  for (const { table, name, definition } of foreignKeys) {
    await alter(client, table, `add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  }
  for (const { definition } of triggers) await client.query(definition);
}

const alter = (client: pg.ClientBase, table: string, change: string) =>
  client.query(`alter table ${pg.escapeIdentifier(table)} ${change}`);

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** The foreign keys of the tables, and those of other tables that refer to them. */
async function foreignKeysOf(client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
        and (c.relname = any ($1) or r.relname = any ($1))
      order by 1, 2`,
    [tables],
  );
  return rows;
}

async function forcedTables(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any ($1)`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

interface Trigger {
  table: string;
  name: string;
  definition: string;
}

async function triggersOf(client: pg.ClientBase, tables: readonly string[]): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.relname::text as table, t.tgname::text as name, pg_get_triggerdef(t.oid) as definition
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
      order by 1, 2`,
    [tables],
  );
  return rows;
}
