import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { isStartRefused, startRefused } from '../start-refused.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type Connections, setRolePasswords, sqlOn } from './connection.ts';
import { IS_OF_EXTENSION } from './extension-tables.ts';
import { applyMigrations, knownMigrations } from './migrate.ts';
import { type CopiedTable, describeSchema, type SchemaDescription, snapshotOn, TEXT_FORMAT } from './snapshot.ts';
import type { Sql } from './sql.ts';

export interface Loading {
  /** Adds rows in COPY text format. All data of one table comes before that of the next. */
  copyIn(table: string, bytes: Buffer): Promise<void>;
  /** Waits until the rows of the last table are stored, and sets the sequences to their last values. */
  endCopy(sequences: Record<string, string>): Promise<void>;
  /** The number of rows and their SHA-256, as they are in the database now. */
  digest(table: CopiedTable): Promise<{ rows: number; sha256: string }>;
  /** Sees all rows until the commit. */
  sql: Sql;
  /** Protects the tables again, and applies the migrations that are newer than the backup. */
  migrate(): Promise<void>;
  commit(): Promise<void>;
  /** Ends the connection. What was not committed is undone. */
  close(): Promise<void>;
}

/**
 * Creates the schema of a backup in an empty database, ready to be filled. All of it is one transaction: a loading that
 * fails leaves the database empty. The owner of the schema needs no more rights than for migrations.
 */
export async function beginLoading(
  connections: Connections,
  backup: SchemaDescription,
  pattern?: string,
): Promise<Loading> {
  const pool = connections.asSchemaOwner(1);
  let client: pg.PoolClient | undefined;
  const close = async () => {
    client?.release(true);
    client = undefined;
    await pool.end();
  };
  try {
    client = await pool.connect();
    client.on('error', () => undefined);
    return { ...(await prepare(client, connections, backup, pattern)), close };
  } catch (error) {
    await close();
    throw explained(error);
  }
}

async function prepare(
  client: pg.ClientBase,
  connections: Connections,
  backup: SchemaDescription,
  pattern?: string,
): Promise<Omit<Loading, 'close'>> {
  await client.query('begin');
  await client.query(TEXT_FORMAT);
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
  await requireEmpty(client);
  await requireSameMigrations(client, backup, pattern);
  await applyMigrations(client, pattern, backup.migrations.at(-1)?.version);
  const schema = await describeSchema(client);
  requireSameTables(schema, backup);

  const protections = await protectionsOf(client);
  await suspendProtections(client, schema);
  return {
    ...copyingOn(client, schema),
    sql: sqlOn(client),
    migrate: () =>
      explaining(async () => {
        await resumeProtections(client, protections);
        await applyMigrations(client, pattern);
      }),
    commit: () =>
      explaining(async () => {
        await setRolePasswords(client, connections);
        const { command } = await client.query('commit');
        if (command !== 'COMMIT') throw new Error('the transaction had failed');
      }),
  };
}

const explained = (error: unknown): unknown =>
  isStartRefused(error) ? error : startRefused(`The backup could not be loaded: ${(error as Error).message}`);

/** Runs a step of a restore. Its error becomes one line for the operator. */
export const explaining = <Result>(step: () => Promise<Result>): Promise<Result> =>
  step().catch((error: unknown) => Promise.reject(explained(error)));

/** Refuses a database with a table, of this product or of another. */
async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not ${IS_OF_EXTENSION}
      limit 1`,
  );
  if (rows.length > 0) throw startRefused('The database is not empty: restore into an empty DATA_DIR or DATABASE_URL');
}

async function requireSameMigrations(
  client: pg.ClientBase,
  { migrations }: SchemaDescription,
  pattern?: string,
): Promise<void> {
  const known = new Map((await knownMigrations(client, pattern)).map((one) => [one.version, one]));
  for (const { version, md5 } of migrations) {
    const own = known.get(version);
    if (!own) {
      throw startRefused(
        `The backup has schema version ${version}, which this release does not know: restore it with the release that made it, or a newer one`,
      );
    }
    if (own.md5 !== md5) throw startRefused(`The backup was made by another product: its migration ${version} differs`);
  }
}

function requireSameTables(schema: SchemaDescription, backup: SchemaDescription): void {
  const shape = ({ tables }: SchemaDescription) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]).sort());
  if (shape(schema) !== shape(backup))
    throw startRefused('The tables of the backup are not those of its schema version');
}

interface Protection {
  name: string;
  forced: boolean;
  triggers: string[];
}

/** Forced row-level security and enabled triggers, by table. */
async function protectionsOf(client: pg.ClientBase): Promise<Protection[]> {
  const { rows } = await client.query<Protection>(`
    select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
           array(select t.tgname::text from pg_trigger t
                  where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O' order by 1) as triggers
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by 1`);
  return rows;
}

/**
 * The owner of a table may switch off its triggers and the force of its row-level security. Foreign keys and checks
 * stay on, so rows that contradict each other are refused.
 */
async function suspendProtections(client: pg.ClientBase, { tables }: SchemaDescription): Promise<void> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  for (const name of names) {
    await client.query(`alter table ${name} disable trigger user, no force row level security`);
  }
  // Migrations may have inserted rows, and the backup has its own.
  // Tables that are not copied refer to some of them, and are empty.
  await client.query(`truncate ${names.join(', ')} cascade`);
}

async function resumeProtections(client: pg.ClientBase, protections: readonly Protection[]): Promise<void> {
  for (const { name, forced, triggers } of protections) {
    if (forced) await client.query(`alter table ${name} force row level security`);
    for (const trigger of triggers) {
      await client.query(`alter table ${name} enable trigger ${pg.escapeIdentifier(trigger)}`);
    }
  }
  if (JSON.stringify(await protectionsOf(client)) !== JSON.stringify(protections)) {
    throw new Error('triggers or row-level security differ from those of the migrations');
  }
}

function copyingOn(client: pg.ClientBase, schema: SchemaDescription): Pick<Loading, 'copyIn' | 'endCopy' | 'digest'> {
  const tables = new Map(schema.tables.map((table) => [table.name, table]));
  const { copyOut } = snapshotOn(client, schema);
  let current: { table: string; stream: CopyStreamQuery } | undefined;

  const endTable = async () => {
    const stream = current?.stream;
    current = undefined;
    if (!stream) return;
    stream.end();
    await finished(stream).catch((error) => Promise.reject(explained(error)));
  };
  const beginTable = async (name: string) => {
    await endTable();
    const table = tables.get(name);
    if (!table) throw startRefused(`The backup has rows of an unknown table, ${name}`);
    const stream = client.query(copyFrom(copyStatement(table)));
    // An error is thrown by the next write, or at the end of the table.
    stream.on('error', () => undefined);
    current = { table: name, stream };
    return current;
  };

  return {
    copyIn: async (table, bytes) => {
      const { stream } = current?.table === table ? current : await beginTable(table);
      if (stream.errored) throw explained(stream.errored);
      if (!stream.write(bytes)) await once(stream, 'drain').catch((error) => Promise.reject(explained(error)));
    },
    endCopy: async (sequences) => {
      await endTable();
      for (const [name, value] of Object.entries(sequences)) {
        await client.query('select setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), value]);
      }
    },
    digest: async (table) => {
      const hash = createHash('sha256');
      const rows = await copyOut(table, (bytes) => void hash.update(bytes));
      return { rows, sha256: hash.digest('hex') };
    },
  };
}

const copyStatement = ({ name, columns }: CopiedTable): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`;
