import { inject } from 'vitest';
import type { Sql } from '#server/platform/database/sql';
import { nodesOf } from './citus-cluster.ts';

/** Waits until a query that contains the text waits for a lock, on whatever node. */
export async function untilQueryWaits(sql: Sql, text: string): Promise<void> {
  const isDistributed = nodesOf(inject('testServer')) !== undefined;
  const pattern = `%${text}%`;
  const waiting = () =>
    isDistributed
      ? sql`select from citus_lock_waits where blocked_statement like ${pattern}`
      : sql`select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like ${pattern}`;
  while ((await waiting()).length === 0);
}
