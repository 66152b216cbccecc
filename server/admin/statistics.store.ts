import type { Statistics } from '#contract/admin';
import type { AdminSql } from '#server/platform/database/database';
import { isPaidPlan, type PlanView } from './users.store.ts';

const DAY_MS = 24 * 3600 * 1000;

export async function statisticsAt(db: AdminSql, { now, countsTestPayments }: PlanView): Promise<Statistics> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [row] = await db<[Omit<Statistics, 'freeUsers'>]>`
    select (select count(*)::int from users) as "totalUsers",
           (select coalesce(sum(patients), 0)::int from patient_counts) as "totalPatients",
           (select count(*)::int from (select distinct user_id from sessions where last_seen_at > ${daysAgo(1)}) active)
             as "activeUsersLast24h",
           (select count(*)::int from users where created_at > ${daysAgo(7)}) as "newUsersLast7Days",
           (select coalesce(extract(epoch from avg(last_seen_at - started_at)) / 60, 0)::float8 from sessions)
             as "averageSessionDuration",
           (select count(*)::int from webhooks where deleted_at is null) as "totalWebhooks",
           (select count(*)::int from plans(${countsTestPayments}) s where ${isPaidPlan(now)}) as "paidUsers"`;
  return { ...row, freeUsers: row.totalUsers - row.paidUsers };
}
