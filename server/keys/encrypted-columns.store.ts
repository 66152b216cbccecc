import type { EncryptionContext } from '#server/platform/crypto/field-cipher';
import type { KeysSql, KeysTx } from '#server/platform/database/database';
import { fragment, identifier, sequence } from '#server/platform/database/sql';

/** A table with columns of the domain `encrypted`. */
export interface EncryptedTable {
  name: string;
  /** The primary key. Its first column is the owner. */
  key: string[];
  columns: string[];
}

type KeyValue = string | number;
export type RowKey = KeyValue[];

/** A value as it is stored, with its column. */
export interface StoredValue {
  column: string;
  encrypted: Buffer;
}

/** Read from the catalogue, so that no table is forgotten. */
export async function encryptedTables(db: KeysSql): Promise<EncryptedTable[]> {
  return db<EncryptedTable[]>`
    select c.relname::text as name,
           (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
              from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as key,
           (select array_agg(a.attname::text order by a.attnum)
              from pg_attribute a
             where a.attrelid = c.oid and a.atttypid = 'encrypted'::regtype and not a.attisdropped) as columns
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a
                    where a.attrelid = c.oid and a.atttypid = 'encrypted'::regtype and not a.attisdropped)
     order by 1`;
}

/** The additional authenticated data of a value: its row is named by the primary key without the owner. */
export function contextOf({ name }: EncryptedTable, [owner, ...rest]: RowKey, column: string): EncryptionContext {
  return { table: name, column, owner: String(owner), row: rest.length > 0 ? rest.join('/') : String(owner) };
}

/** The numbers of the keys under which the values of a row are stored. */
export interface KeyNumbersOfRow {
  key: RowKey;
  numbers: number[];
}

const names = (columns: readonly string[]) => sequence(columns.map(identifier));
// The first bytes only: a printed document of a megabyte is not read as a whole.
const keyNumber = (column: string) => fragment`get_byte(substring(${identifier(column)} from 1 for 2), 1)`;
const isRow = (table: EncryptedTable, key: RowKey) =>
  sequence(
    table.key.map((column, i) => fragment`${identifier(column)} = ${key[i]}`),
    ' and ',
  );

/** The rows of a table in the order of their keys, after that one. */
export async function keyNumbersAfter(
  db: KeysSql,
  table: EncryptedTable,
  after: RowKey | undefined,
  limit: number,
): Promise<KeyNumbersOfRow[]> {
  const isLater = after ? fragment`where (${names(table.key)}) > (${sequence(after)})` : fragment``;
  const rows = await db<Record<string, KeyValue & number[]>[]>`
    select ${names(table.key)},
           array_remove(array[${sequence(table.columns.map(keyNumber))}], null) as key_numbers
      from ${identifier(table.name)} ${isLater}
     order by ${names(table.key)} limit ${limit}`;
  return rows.map((row) => ({
    key: table.key.map((column) => row[column] as KeyValue),
    numbers: [...new Set(row.key_numbers)],
  }));
}

/** The encrypted values of a row. Undefined when it was deleted. */
export async function valuesOf(db: KeysSql, table: EncryptedTable, key: RowKey): Promise<StoredValue[] | undefined> {
  const [row] = await db<[Record<string, Buffer | null>?]>`
    select ${names(table.columns)} from ${identifier(table.name)} where ${isRow(table, key)}`;
  return row && storedValues(table, row);
}

/** The same, locked until the transaction ends. Undefined also when another transaction is changing the row. */
export async function lockValues(tx: KeysTx, table: EncryptedTable, key: RowKey): Promise<StoredValue[] | undefined> {
  const [row] = await tx<[Record<string, Buffer | null>?]>`
    select ${names(table.columns)} from ${identifier(table.name)} where ${isRow(table, key)} for update skip locked`;
  return row && storedValues(table, row);
}

const storedValues = ({ columns }: EncryptedTable, row: Record<string, Buffer | null>): StoredValue[] =>
  columns.flatMap((column) => {
    const encrypted = row[column];
    return encrypted ? [{ column, encrypted }] : [];
  });

export async function replaceValues(
  tx: KeysTx,
  table: EncryptedTable,
  key: RowKey,
  values: readonly StoredValue[],
): Promise<void> {
  const changes = values.map(({ column, encrypted }) => fragment`${identifier(column)} = ${encrypted}`);
  await tx`update ${identifier(table.name)} set ${sequence(changes)} where ${isRow(table, key)}`;
}
