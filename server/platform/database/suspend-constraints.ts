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
  for (const trigger of triggers) {
    for (const statement of creationOf(trigger)) await client.query(statement);
  }
}

const alter = (client: pg.ClientBase, table: string, change: string) =>
  client.query(`alter table ${pg.escapeIdentifier(table)} ${change}`);

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Those of the tables, and those of others that refer to them. */
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

/** The bit of TRUNCATE in `pg_trigger.tgtype`, and those of the other events. */
const TRUNCATE = 32;
const OTHER_EVENTS = 4 + 8 + 16;
export const NAMES_TRUNCATE_TOO = `(t.tgtype & ${TRUNCATE} <> 0 and t.tgtype & ${OTHER_EVENTS} <> 0)`;

interface Trigger {
  table: string;
  name: string;
  definition: string;
  namesTruncateToo: boolean;
}

async function triggersOf(client: pg.ClientBase, tables: readonly string[]): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.relname::text as table, t.tgname::text as name, pg_get_triggerdef(t.oid) as definition,
            ${NAMES_TRUNCATE_TOO} as "namesTruncateToo"
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
      order by 1, 2`,
    [tables],
  );
  return rows;
}

/**
 * A shard has no trigger that names TRUNCATE: it is on the table of the coordinator alone, where the statement arrives.
 * A trigger that also names another event is therefore put back as two.
 */
export function creationOf({ name, definition, namesTruncateToo }: Omit<Trigger, 'table'>): string[] {
  if (!namesTruncateToo) return [definition];
  const head = new RegExp(`^CREATE TRIGGER ${name} (BEFORE|AFTER) (.*?) OR TRUNCATE ON `);
  const [whole = '', moment, events] = head.exec(definition) ?? [];
  if (!whole) throw new Error(`the trigger ${name} cannot be split: ${definition}`);
  const rest = definition.slice(whole.length);
  return [
    `CREATE TRIGGER ${name} ${moment} ${events} ON ${rest}`,
    `CREATE TRIGGER ${name}_truncate ${moment} TRUNCATE ON ${rest}`,
  ];
}
