import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

/** The bytes that the owner stores. */
export async function storedBytes(db: OwnerSql): Promise<number> {
  const [row] = await db<[{ bytes: number }?]>`
    select bytes::float8 as bytes from storage_usage where owner_id = ${db.owner}`;
  return row?.bytes ?? 0;
}

/**
 * The bytes that the owner stores, if the transaction has added some; otherwise undefined. The trigger that counted them
 * has locked the row, so no other transaction adds bytes before this one ends.
 */
export async function grownBytes(tx: OwnerTx): Promise<number | undefined> {
  const [row] = await tx<[{ bytes: number }?]>`
    select bytes::float8 as bytes from storage_usage
     where owner_id = ${tx.owner} and nullif(current_setting('app.storage_growth', true), '')::bigint > 0`;
  return row?.bytes;
}

/**
 * Makes `grownBytes` count the transaction, although its tables have no limit. The statement, and not `set_config`:
 * Citus passes it on to the worker where the triggers count.
 */
export async function countAsGrowth(tx: OwnerTx): Promise<void> {
  await tx`set local app.storage_growth = 1`;
}
