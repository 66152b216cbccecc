import type { BillingSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { plans } from '#server/platform/plans.store';

/** The number of purchases claimed at a time. A small batch keeps each claim short. */
const BATCH = 50;

/**
 * A purchase whose payment state can still change. A payment can stay pending for 30 days. A checkout page stays open
 * for one day.
 */
const unsettled = (provider: string, now: Date) => fragment`
  q.preference_id is not null and q.provider = ${provider}
  and q.created_at > ${now}::timestamptz - interval '31 days'
  and q.created_at > ${now}::timestamptz - case
    when exists (select from payments y
                  where y.owner_id = q.owner_id and y.purchase_id = q.id and y.status = 'pending')
      then interval '31 days'
    when exists (select from payments y
                  where y.owner_id = q.owner_id and y.purchase_id = q.id and y.status in ('approved', 'refunded'))
      then interval '0'
    else interval '48 hours'
  end`;

/** How long a purchase is left alone after a query. */
const pause = (now: Date) => fragment`
  least(interval '1 hour', greatest(interval '4 minutes', (${now}::timestamptz - q.created_at) / 12))`;

/**
 * Claims unsettled purchases that are due: once after each process start, then in every round, and at most one hour
 * apart as the purchase gets older.
 */
export const claimUnsettled = (
  db: BillingSql,
  { provider, startedAt }: { provider: string; startedAt: Date },
  now: Date,
): Promise<string[]> =>
  claim(
    db,
    fragment`
      ${unsettled(provider, now)}
      and (q.asked_at is null or q.asked_at < ${startedAt} or q.asked_at > ${now}::timestamptz + interval '1 hour'
           or q.asked_at <= ${now}::timestamptz - ${pause(now)})`,
    now,
  );

/** How many seconds the unsettled purchase that has waited longest is overdue; 0 when none is. */
export async function longestOverdue(db: BillingSql, provider: string, now: Date): Promise<number> {
  const [row] = await db<[{ seconds: number }]>`
    select coalesce(greatest(0, extract(epoch from
             max(${now}::timestamptz - coalesce(q.asked_at + ${pause(now)}, q.created_at)))), 0)::float as seconds
      from purchases q where ${unsettled(provider, now)}`;
  return row.seconds;
}

/**
 * Claims paid purchases once a day while a refund would shorten a running plan. The limit of 13 months is one year of
 * plan plus one month until the payment is credited.
 */
export const claimCredited = (db: BillingSql, provider: string, now: Date): Promise<string[]> =>
  claim(
    db,
    fragment`
      q.preference_id is not null and q.provider = ${provider}
      and q.created_at > ${now}::timestamptz - interval '13 months'
      and (coalesce(q.asked_at, q.created_at) <= ${now}::timestamptz - interval '1 day'
           or coalesce(q.asked_at, q.created_at) > ${now}::timestamptz + interval '1 day')
      and exists (select from payments y
                   where y.owner_id = q.owner_id and y.purchase_id = q.id and y.status = 'approved')
      and exists (select from ${plans(fragment`q.provider = 'test'`)} s
                   where s.owner_id = q.owner_id and s.status = 'paid' and s.expires_at > ${now})`,
    now,
  );

/**
 * Claims a batch, least recently tried first, so that no other process polls the same purchases. The claim of a crashed
 * process expires after two minutes. A claim dated in the future was made before the clock was set back and is ignored.
 */
async function claim(db: BillingSql, condition: ReturnType<typeof fragment>, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with due as materialized (
      select q.owner_id, q.id, q.claimed_at as tried_at from purchases q
       where ${condition}
         and (q.claimed_at is null or q.claimed_at <= ${now}::timestamptz - interval '2 minutes'
              or q.claimed_at > ${now}::timestamptz + interval '2 minutes')
       order by q.claimed_at nulls first
       limit ${BATCH}
         for update skip locked),
    claimed as (
      update purchases p set claimed_at = ${now}
        from due where p.owner_id = due.owner_id and p.id = due.id
      returning p.id, due.tried_at)
    select id from claimed order by tried_at nulls first`;
  return rows.map(({ id }) => id);
}

/** Releases claims that were not tried, so that they come first in the next round. */
export async function releaseClaims(db: BillingSql, ids: readonly string[]): Promise<void> {
  await db`update purchases set claimed_at = null where id = any (${ids})`;
}

/** Newest first, because the payer has just returned from the newest purchase and is waiting. */
export async function unsettledOf(db: BillingSql, owner: string, provider: string, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select q.id from purchases q where q.owner_id = ${owner} and ${unsettled(provider, now)} order by q.created_at desc`;
  return rows.map(({ id }) => id);
}

export async function saveAskedAt(db: BillingSql, id: string, at: Date): Promise<void> {
  await db`update purchases set asked_at = ${at} where id = ${id}`;
}
