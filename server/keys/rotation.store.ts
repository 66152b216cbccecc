import type { KeysSql, KeysTx } from '#server/platform/database/database';
import { PROCESS_TIMEOUT } from './keys.store.ts';

/** The pending key becomes the current one. The key before it accepts text until every process has changed. */
export async function makeCurrent(tx: KeysTx, number: number): Promise<void> {
  await tx`update data_keys set status = 'previous', reencrypted_at = null where status = 'current'`;
  await tx`update data_keys set status = 'current', accepts_text = true where number = ${number}`;
}

/** Previous keys accept no more text, once this is committed. */
export async function closePreviousKeys(tx: KeysTx): Promise<void> {
  await tx`update data_keys set accepts_text = false where status = 'previous'`;
}

/**
 * The transactions that write to a table with encrypted columns at this moment. They are found by their locks: a
 * transaction that writes on a worker of Citus has a lock here, and no transaction id.
 */
export async function writingTransactions(db: KeysSql): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select distinct virtualtransaction as id from pg_locks
     where locktype = 'relation' and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())
       and relation in (select attrelid from pg_attribute where atttypid = 'encrypted'::regtype)`;
  return rows.map(({ id }) => id);
}

/** All rows were tried. The keys that no row needs are retired. */
export async function markReencrypted(tx: KeysTx, needed: readonly number[], at: Date): Promise<number[]> {
  await tx`update data_keys set reencrypted_at = ${at} where status = 'previous'`;
  const retired = await tx<{ number: number }[]>`
    update data_keys set status = 'retired', accepts_text = false
     where status = 'previous' and number <> all (${needed}::integer[])
    returning number`;
  return retired.map(({ number }) => number);
}

/** The number of the pending key. Nothing is encrypted with it, so nothing is lost. */
export async function retirePendingKey(tx: KeysTx): Promise<number | undefined> {
  const [row] = await tx<[{ number: number }?]>`
    update data_keys set status = 'retired' where status = 'pending' returning number`;
  return row?.number;
}

export interface RunningProcess {
  name: string;
  readable: number[];
  writing: number;
}

export async function runningProcesses(db: KeysSql): Promise<RunningProcess[]> {
  return db<RunningProcess[]>`
    select name, readable, writing from key_processes
     where seen_at > clock_timestamp() - ${PROCESS_TIMEOUT}::interval order by name`;
}
