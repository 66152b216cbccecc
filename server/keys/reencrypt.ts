import {
  createFieldCipher,
  type EncryptionContext,
  type FieldCipher,
  type KeyRing,
} from '#server/platform/crypto/field-cipher';
import {
  contextOf,
  type EncryptedTable,
  lockValues,
  type RowKey,
  replaceValues,
  type StoredValue,
} from './encrypted-columns.store.ts';
import { encryptedRows } from './encrypted-rows.ts';
import type { KeysDeps } from './open-keys.ts';

/** Rows of one transaction. Each of them is locked until it ends, for a few milliseconds. */
const ROWS_AT_ONCE = 20;

interface Row {
  table: EncryptedTable;
  key: RowKey;
}

/** A value that no key decrypts. It stays as it is. */
export type Undecryptable = EncryptionContext & { keyNumber: number };

export interface Reencryption {
  undecryptable: Undecryptable[];
  /** Rows that another transaction was changing. */
  skipped: number;
}

/**
 * Encrypts every value that is not under the current key again, with the same additional authenticated data. A row is
 * locked while it is read and written, so no change of it is lost. It can be ended and repeated at any time.
 */
export async function reencryptRows(
  deps: KeysDeps,
  ring: KeyRing,
  onProgress: (rows: number) => void,
): Promise<Reencryption> {
  const result: Reencryption = { undecryptable: [], skipped: 0 };
  const cipher = createFieldCipher(ring);
  let batch: Row[] = [];
  const finishBatch = async () => {
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    await deps.keysTransaction(async (tx) => {
      for (const { table, key } of rows) {
        const values = await lockValues(tx, table, key);
        if (!values) {
          result.skipped += 1;
          continue;
        }
        const { changed, undecryptable } = reencryptedValues(cipher, ring.current, { table, key }, values);
        result.undecryptable.push(...undecryptable);
        if (changed.length > 0) await replaceValues(tx, table, key, changed);
      }
    });
    onProgress(rows.length);
  };
  for await (const { table, key, numbers } of encryptedRows(deps.keys)) {
    if (numbers.every((number) => number === ring.current)) continue;
    // A transaction is about one owner and one table.
    const [first] = batch;
    if (first && (first.table !== table || first.key[0] !== key[0])) await finishBatch();
    batch.push({ table, key });
    if (batch.length === ROWS_AT_ONCE) await finishBatch();
  }
  await finishBatch();
  return result;
}

function reencryptedValues(cipher: FieldCipher, current: number, { table, key }: Row, values: readonly StoredValue[]) {
  const changed: StoredValue[] = [];
  const undecryptable: Undecryptable[] = [];
  for (const { column, encrypted } of values) {
    const keyNumber = encrypted.readUInt8(1);
    if (keyNumber === current) continue;
    const context = contextOf(table, key, column);
    try {
      changed.push({ column, encrypted: cipher.encryptBytes(cipher.decryptBytes(encrypted, context), context) });
    } catch {
      undecryptable.push({ ...context, keyNumber });
    }
  }
  return { changed, undecryptable };
}
