import { toClock } from '#contract/days';
import type { OwnerSql } from '#server/platform/database/database';

/** How many wait for the professional, and when the last one came. */
export async function countRequested(db: OwnerSql, now: Date): Promise<{ total: number; latest: Date | null }> {
  const [row] = await db<[{ total: number; latest: Date | null }]>`
    select count(*) filter (where status = 'requested')::int as total, max(created_at) as latest from bookings
     where owner_id = ${db.owner} and expires_at > ${now} and status in ('unverified', 'requested')`;
  return row;
}

/** The hours of which so many offers to the waiting list led to nothing: '2026-11-18 09:30'. */
export async function hoursOfferedOften(db: OwnerSql, count: number): Promise<string[]> {
  const rows = await db<{ date: string; startMinute: number }[]>`
    select date, start_minute as "startMinute" from bookings
     where owner_id = ${db.owner} and waiting_id is not null and status in ('ended', 'withdrawn', 'rejected')
     group by date, start_minute having count(*) >= ${count}`;
  return rows.map(({ date, startMinute }) => `${date} ${toClock(startMinute)}`);
}
