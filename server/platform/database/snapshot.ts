import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isDistributedOn } from '../placement/citus.ts';
import { startRefused } from '../start-refused.ts';
import type { Connections } from './connection.ts';
import { IS_OF_EXTENSION } from './extension-tables.ts';
import { type AppliedMigration, SCHEMA_TABLE } from './migrate.ts';

/** A table with the columns that are stored. Generated columns are computed again when the rows are loaded. */
export interface CopiedTable {
  name: string;
  columns: string[];
}

export interface SchemaDescription {
  migrations: AppliedMigration[];
  /** Each table comes after the tables to which it refers. */
  tables: CopiedTable[];
}

/** All rows of the database at one moment. */
export interface Snapshot extends SchemaDescription {
  /** Calls `onData` with the rows of a table in COPY text format, ordered by primary key, and returns their number. */
  copyOut(table: CopiedTable, onData: (bytes: Buffer) => Promise<void> | void): Promise<number>;
  /** The last values of the sequences by name. To be read after the rows, which may have used them. */
  sequences(): Promise<Record<string, string>>;
}

/**
 * The history of migrations is made by migrations, and the attempts of backups belong to the installation. A restored
 * copy sends no mail that the original sent, its links have expired, and the next login of each account is not new. Its
 * sessions are ended, and with them the notices of their devices.
 */
const NOT_COPIED = [
  SCHEMA_TABLE,
  'backup_runs',
  'mail_outbox',
  'push_notices',
  'push_deliveries',
  'push_subscriptions',
  'account_links',
  'login_origins',
];

/** The same rows are the same text, whatever the settings of the server. */
export const TEXT_FORMAT = `
  set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

/** Reads all rows as they are at one moment, beside a running server. Refuses when it cannot see all of them. */
export async function withSnapshot<T>(
  connections: Pick<Connections, 'asBackup'>,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const pool = connections.asBackup(1);
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect().catch((error: Error) => {
      throw startRefused(`The database cannot be read for a backup: ${error.message}`);
    });
    // A connection that is lost in the middle fails the statement under way.
    client.on('error', () => undefined);
    await requireOneNode(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query(TEXT_FORMAT);
    await requireAllRowsVisible(client);
    const schema = await describeSchema(client);
    // No migration changes a table until the backup has ended.
    const names = schema.tables.map(({ name }) => pg.escapeIdentifier(name));
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    return await read(snapshotOn(client, schema));
  } finally {
    client?.release(true);
    await pool.end();
  }
}

export function snapshotOn(client: pg.ClientBase, schema: SchemaDescription): Snapshot {
  return {
    ...schema,
    copyOut: async (table, onData) => {
      const stream = client.query(copyTo(await copyStatement(client, table)));
      for await (const bytes of stream) await onData(bytes as Buffer);
      return stream.rowCount;
    },
    sequences: async () => {
      const { rows } = await client.query<{ name: string; last: string }>(`
        select sequencename as name, last_value as last from pg_sequences
         where schemaname = 'public' and last_value is not null order by 1`);
      return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
    },
  };
}

/** In the order of the primary key, and of bytes: the same rows are the same text in any database. */
async function copyStatement(client: pg.ClientBase, { name, columns }: CopiedTable): Promise<string> {
  const { rows: keys } = await client.query<{ name: string; collated: boolean }>(
    `select a.attname as name, a.attcollation <> 0 as collated
       from pg_index i
       cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = $1::regclass and i.indisprimary
      order by k.position`,
    [pg.escapeIdentifier(name)],
  );
  if (keys.length === 0) throw new Error(`the table ${name} has no primary key`);
  const order = keys.map((key) => `${pg.escapeIdentifier(key.name)}${key.collated ? ' collate "C"' : ''}`);
  const selected = columns.map((column) => pg.escapeIdentifier(column));
  return `copy (select ${selected.join(', ')} from ${pg.escapeIdentifier(name)} order by ${order.join(', ')}) to stdout`;
}

/** The nodes of Citus have no common snapshot: a backup could contain a note without its patient. */
async function requireOneNode(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributedOn(client))) return;
  throw startRefused(
    'The database is distributed by Citus and has no backup of one file: back up every node with PostgreSQL (docs/citus.md)',
  );
}

/**
 * Row-level security hides rows without an error, so a backup that misses a policy would look complete. A policy with
 * role 0 is for every role.
 */
async function requireAllRowsVisible(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
        and not ${IS_OF_EXTENSION}
        and not (has_table_privilege(c.oid, 'select') and (not row_security_active(c.oid) or (
          exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
                    and current_user::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')
          and not exists (select from pg_policy p, unnest(p.polroles) as role (id)
                           where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
                             and (role.id = 0 or pg_has_role(role.id, 'usage'))))))
      order by 1`,
  );
  if (rows.length > 0) {
    throw startRefused(
      `A backup would not contain all rows: the role ficha_backup cannot read all of ${rows.map(({ name }) => name).join(', ')}`,
    );
  }
}

/** The tables to copy. Unlogged ones may be lost at any crash, so they are left out. */
export async function describeSchema(client: pg.ClientBase): Promise<SchemaDescription> {
  const { rows: found } = await client.query(`select to_regclass('${SCHEMA_TABLE}') is not null as found`);
  if (!found[0]?.found) throw startRefused('The database has no data of Ficha Austral');
  const { rows: migrations } = await client.query<AppliedMigration>(
    `select version::int, name, md5 from ${SCHEMA_TABLE} where version > 0 order by version`,
  );
  const { rows: tables } = await client.query<CopiedTable & { references: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p' and c.relname <> all ($1) and not ${IS_OF_EXTENSION}
      order by 1`,
    [NOT_COPIED],
  );
  return { migrations, tables: inLoadOrder(tables).map(({ name, columns }) => ({ name, columns })) };
}

/** Sorts tables so that each comes after the tables to which it refers. */
function inLoadOrder<T extends { name: string; references: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const ready = [...waiting].filter(({ references }) => !references.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...names].join(', ')}`);
    for (const table of ready) {
      ordered.push(table);
      waiting.delete(table);
    }
  }
  return ordered;
}
