import type { OutboxState } from '#contract/system';
import type { AdminSql } from '#server/platform/database/database';

/** Counts the mails that wait, and the mails that were given up in the last day. */
export async function outboxState(db: AdminSql, now: Date): Promise<OutboxState> {
  const yesterday = new Date(now.getTime() - 24 * 3600 * 1000);
  const [row] = await db<[{ pending: number; failed: number; oldest: Date | null }]>`
    select count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'failed')::int as failed,
           min(created_at) filter (where status = 'pending') as oldest
      from mail_outbox
     where status = 'pending' or (status = 'failed' and finished_at > ${yesterday})`;
  const { pending, failed, oldest } = row;
  const oldestPendingSeconds = oldest ? Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)) : 0;
  return { pending, failed, oldestPendingSeconds };
}
