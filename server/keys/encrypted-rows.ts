import type { KeysSql } from '#server/platform/database/database';
import {
  type EncryptedTable,
  encryptedTables,
  type KeyNumbersOfRow,
  keyNumbersAfter,
} from './encrypted-columns.store.ts';

/** A part of a table is read in one short statement. */
const ROWS_AT_ONCE = 2000;

interface FoundRow extends KeyNumbersOfRow {
  table: EncryptedTable;
}

/** All rows with encrypted values, by table and owner, with the keys that they need. Their text is not read. */
export async function* encryptedRows(db: KeysSql): AsyncGenerator<FoundRow> {
  for (const table of await encryptedTables(db)) {
    for (let after: KeyNumbersOfRow['key'] | undefined; ; ) {
      const rows = await keyNumbersAfter(db, table, after, ROWS_AT_ONCE);
      for (const row of rows) yield { table, ...row };
      if (rows.length < ROWS_AT_ONCE) break;
      after = rows.at(-1)?.key;
    }
  }
}

/** How many rows need each key. A row may need two: its columns are not written at the same time. */
export async function rowsByKey(db: KeysSql): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for await (const { numbers } of encryptedRows(db)) {
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}
