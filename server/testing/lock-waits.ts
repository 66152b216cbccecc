import { inject } from 'vitest';
import type { Sql } from '#server/platform/database/sql';
import { nodesOf } from './citus-cluster.ts';

/** Waits until so many transactions of this database wait for a lock, on whatever node. */
export async function untilWaiting(sql: Sql, count: number): Promise<void> {
  await untilFound(sql, count, '');
}

/** Waits until a query that contains the text waits for a lock, on whatever node. */
export async function untilQueryWaits(sql: Sql, text: string): Promise<void> {
  await untilFound(sql, 1, text);
}

async function untilFound(sql: Sql, count: number, text: string): Promise<void> {
  const isDistributed = nodesOf(inject('testServer')) !== undefined;
  const pattern = `%${text}%`;
  const waiting = () =>
    isDistributed
      ? sql`select distinct waiting_gpid from citus_lock_waits
              join citus_stat_activity on global_pid = waiting_gpid
             where datname = current_database() and blocked_statement like ${pattern}`
      : sql`select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like ${pattern}`;
  while ((await waiting()).length < count);
}
