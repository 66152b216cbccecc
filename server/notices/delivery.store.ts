import type { NoticeKind } from '#contract/notice-content';
import type { MailSql, MailTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** A session is open if it was used and started after these instants, and does not end before `now`. */
interface SessionLimits {
  usedSince: Date;
  startedSince: Date;
  now: Date;
}

const isOpen = ({ usedSince, startedSince, now }: SessionLimits) => fragment`
  s.ended_at is null and s.last_seen_at > ${usedSince} and s.started_at > ${startedSince}
    and (s.ends_at is null or s.ends_at > ${now})`;

/**
 * Turns the queued notices into deliveries to the devices of the professional and of their assistants. Notices from
 * before `since` are dropped. Several notices of one kind become one delivery, which leads to the day of the last notice.
 */
export async function distributeNotices(tx: MailTx, since: Date, limits: SessionLimits): Promise<void> {
  await tx`
    with queued as (delete from push_notices returning owner_id, kind, day, created_at),
         latest as (select distinct on (owner_id, kind) owner_id, kind, day, created_at
                      from queued where created_at > ${since} order by owner_id, kind, created_at desc),
         told as (select owner_id as account_id, owner_id, kind, day, created_at from latest
                   union all
                  select a.account_id, n.owner_id, n.kind, n.day, n.created_at
                    from latest n
                    join assistants a on a.owner_id = n.owner_id and a.ended_at is null and a.restored_at is null)
    insert into push_deliveries (session_id, owner_id, kind, day, noticed_at, attempts, next_attempt_at)
    select p.session_id, t.owner_id, t.kind, t.day, t.created_at, 0, ${limits.now}
      from told t
      join sessions s on s.user_id = t.account_id
      join push_subscriptions p on p.session_id = s.id
     where ${isOpen(limits)}
    on conflict (session_id, owner_id, kind) do update
      set day = excluded.day, noticed_at = excluded.noticed_at, attempts = 0,
          next_attempt_at = excluded.next_attempt_at`;
}

export interface Delivery {
  sessionId: string;
  ownerId: string;
  kind: NoticeKind;
  day: string;
  noticedAt: Date;
  attempts: number;
  endpointHash: Buffer;
  subscription: Buffer;
  isForAssistant: boolean;
  /** Whether the session is still open, and its account may still see the agenda. */
  isAllowed: boolean;
}

/** Locks the delivery that has been due longest. Other processes skip it. */
export async function lockDueDelivery(tx: MailTx, limits: SessionLimits): Promise<Delivery | undefined> {
  const [row] = await tx<[Delivery?]>`
    select d.session_id as "sessionId", d.owner_id as "ownerId", d.kind, d.day, d.noticed_at as "noticedAt", d.attempts,
           p.endpoint_hash as "endpointHash", p.subscription, s.user_id <> d.owner_id as "isForAssistant",
           ${isOpen(limits)}
             and (s.user_id = d.owner_id
               or exists (select from assistants a
                           where a.account_id = s.user_id and a.owner_id = d.owner_id and a.ended_at is null
                             and a.restored_at is null))
             as "isAllowed"
      from push_deliveries d
      join push_subscriptions p on p.session_id = d.session_id
      join sessions s on s.id = d.session_id
     where d.next_attempt_at <= ${limits.now}
     order by d.next_attempt_at limit 1
       for update of d skip locked`;
  return row;
}

type Key = Pick<Delivery, 'sessionId' | 'ownerId' | 'kind' | 'noticedAt'>;

/** Counted before the attempt, so that a process that ends in the middle does not repeat it at once. */
export async function countAttempt(tx: MailTx, key: Key, nextAttemptAt: Date): Promise<void> {
  await tx`
    update push_deliveries set attempts = attempts + 1, next_attempt_at = ${nextAttemptAt}
     where session_id = ${key.sessionId} and owner_id = ${key.ownerId} and kind = ${key.kind}`;
}

/** Keeps the delivery when a later notice of the same kind came during the attempt. */
export async function finishDelivery(db: MailSql, key: Key): Promise<void> {
  await db`
    delete from push_deliveries
     where session_id = ${key.sessionId} and owner_id = ${key.ownerId} and kind = ${key.kind}
       and noticed_at = ${key.noticedAt}`;
}
