import type { BillingSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** So many are taken at a time: none of them waits long for its turn. */
const BATCH = 50;

/** A purchase of which something may still be heard: a payment may be pending for 30 days, a page be left open for one. */
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

/** Those still due: since the start in any case, then every round, and as they grow older every hour. */
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
           or q.asked_at <= ${now}::timestamptz
                - least(interval '1 hour', greatest(interval '4 minutes', (${now}::timestamptz - q.created_at) / 12)))`,
    now,
  );

/** Paid, once a day while money given back would shorten a running plan: a year, and the month until it was credited. */
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
      and exists (select from plans(q.provider = 'test') s
                   where s.owner_id = q.owner_id and s.status = 'paid' and s.expires_at > ${now})`,
    now,
  );

/**
 * Takes a batch, those first that were not tried for longest, so that no other process asks for them too. Whoever goes
 * down with a claim holds it for two minutes. A claim of the future was made before the clock was set back.
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

/** What was taken and not tried comes first in the next round. */
export async function releaseClaims(db: BillingSql, ids: readonly string[]): Promise<void> {
  await db`update purchases set claimed_at = null where id = any (${ids})`;
}

/** The newest first: somebody has just come back from paying it, and waits. */
export async function unsettledOf(db: BillingSql, owner: string, provider: string, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select q.id from purchases q where q.owner_id = ${owner} and ${unsettled(provider, now)} order by q.created_at desc`;
  return rows.map(({ id }) => id);
}

export async function noteAsked(db: BillingSql, id: string, at: Date): Promise<void> {
  await db`update purchases set asked_at = ${at} where id = ${id}`;
}
