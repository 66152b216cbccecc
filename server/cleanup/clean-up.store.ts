import type { CleanupSql } from '#server/platform/database/database';

/**
 * Notes that the job begins now. False when it was begun after `since`, by this process or by another. After the clock
 * was set back, the job runs at once.
 */
export async function beginJob(db: CleanupSql, name: string, since: Date, now: Date): Promise<boolean> {
  const begun = await db`
    insert into job_runs as kept (name, started_at) values (${name}, ${now})
    on conflict (name) do update set started_at = excluded.started_at
      where kept.started_at <= ${since} or kept.started_at > ${now}`;
  return begun.count === 1;
}

/** The accounts that were closed until then. The role sees no others. */
export async function accountsClosedUntil(db: CleanupSql, until: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select id from users where closed_at <= ${until} order by closed_at`;
  return rows.map(({ id }) => id);
}

/** Deletes at most `limit` rows and returns their number. */
export type DeleteSome = (db: CleanupSql, limit: number) => Promise<number>;

/** A session ends after thirty days without use, so one that was last used earlier than `before` is over. */
export const deleteSessions =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from sessions
       where id = any (array(select id from sessions where last_seen_at < ${before} limit ${limit}))`;
    return deleted.count;
  };

/** Deletes subscriptions of ended sessions. The subscription of an expired session is deleted with the session. */
export const deletePushSubscriptions: DeleteSome = async (db, limit) => {
  const deleted = await db`
    delete from push_subscriptions
     where session_id = any (array(
       select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
        where s.ended_at is not null limit ${limit}))`;
  return deleted.count;
};

export const deleteDevices =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from known_devices d
       using (select user_id, token_hash from known_devices where last_used_at < ${before} limit ${limit}) old
       where d.user_id = old.user_id and d.token_hash = old.token_hash`;
    return deleted.count;
  };

export const deleteChallenges =
  (now: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from login_challenges
       where token_hash = any (array(select token_hash from login_challenges where expires_at <= ${now} limit ${limit}))`;
    return deleted.count;
  };

export const deletePasskeyChallenges =
  (now: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from passkey_challenges
       where hash = any (array(select hash from passkey_challenges where expires_at <= ${now} limit ${limit}))`;
    return deleted.count;
  };

/** Solved challenges that expired before. */
export const deleteSolvedChallenges =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from solved_challenges
       where hash = any (array(select hash from solved_challenges where expires_at < ${before} limit ${limit}))`;
    return deleted.count;
  };

export const deleteRateLimits =
  (now: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from rate_limits
       where key = any (array(select key from rate_limits where resets_at <= ${now} limit ${limit}))
         and resets_at <= ${now}`;
    return deleted.count;
  };

/** A version that no certificate was written from, and that a later version replaced earlier than `before`. */
export const deleteTemplateVersions =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from certificate_template_versions v
       using (
         select o.owner_id, o.template_id, o.version
           from certificate_template_versions o
           join certificate_templates t on t.owner_id = o.owner_id and t.id = o.template_id and t.version > o.version
          where not o.is_used
            and exists (
              select from certificate_template_versions n
               where n.owner_id = o.owner_id and n.template_id = o.template_id and n.version > o.version
                 and n.created_at < ${before})
          limit ${limit}
       ) superseded
       where v.owner_id = superseded.owner_id and v.template_id = superseded.template_id
         and v.version = superseded.version`;
    return deleted.count;
  };

/**
 * Notifications that an administrator removed from the lists are kept as evidence. Failed ones are kept to find the
 * cause.
 */
export const deleteNotifications =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from webhooks
       where id = any (array(
         select id from webhooks
          where received_at < ${before} and is_genuine and status in ('processed', 'ignored') and deleted_at is null
          limit ${limit}))`;
    return deleted.count;
  };

/** Deletes notifications that are older than `before` or not among the `most` newest. */
export const deleteUnsignedNotifications =
  (before: Date, most: number): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from webhooks
       where id = any (array(
         select id from webhooks
          where not is_genuine
            and received_at < greatest(${before}::timestamptz, (
              select received_at from webhooks where not is_genuine order by received_at desc offset ${most} limit 1))
          limit ${limit}))`;
    return deleted.count;
  };

/** Mails that were delivered or given up before. */
export const deleteMails =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from mail_outbox
       where id = any (array(
         select id from mail_outbox where status <> 'pending' and finished_at < ${before} limit ${limit}))`;
    return deleted.count;
  };

export const deleteLinks =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from account_links
       where token_hash = any (array(select token_hash from account_links where expires_at < ${before} limit ${limit}))`;
    return deleted.count;
  };

/** Links of appointments. They end a day after the visit. */
export const deleteAppointmentLinks =
  (now: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from appointment_links l
       using (select owner_id, token_hash from appointment_links where expires_at <= ${now} limit ${limit}) ended
       where l.owner_id = ended.owner_id and l.token_hash = ended.token_hash`;
    return deleted.count;
  };

/** Links with documents. What they shared stays listed. */
export const deleteShareLinks =
  (now: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from share_links l
       using (select owner_id, token_hash from share_links where expires_at <= ${now} limit ${limit}) ended
       where l.owner_id = ended.owner_id and l.token_hash = ended.token_hash`;
    return deleted.count;
  };

/** What somebody booked online, once its last mail was sent, and its visit was earlier than `before`. */
export const deleteBookings =
  (now: Date, before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from bookings b
       using (
         select o.owner_id, o.id from bookings o
          where o.kept_until <= ${now}
            and not exists (
              select from appointments a where a.owner_id = o.owner_id and a.id = o.id and a.date >= ${before}::date)
          limit ${limit}
       ) old
       where b.owner_id = old.owner_id and b.id = old.id`;
    return deleted.count;
  };

/** Deposits that nobody paid, once their booking is deleted. */
export const deleteUnpaidDeposits: DeleteSome = async (db, limit) => {
  const deleted = await db`
    delete from deposits d
     using (
       select o.owner_id, o.id from deposits o
        where o.status = 'ended' and o.next_check_at is null
          and not exists (select from bookings b where b.owner_id = o.owner_id and b.id = o.booking_id)
          and not exists (select from deposit_payments p where p.owner_id = o.owner_id and p.deposit_id = o.id)
        limit ${limit}
     ) old
     where d.owner_id = old.owner_id and d.id = old.id`;
  return deleted.count;
};

/** Entries of the waiting list whose days are over, and those that nobody has confirmed. */
export const deleteWaiting =
  (before: Date, joinedBefore: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from waiting_list w
       using (
         select owner_id, id from waiting_list
          where last_day < ${before}::date or (confirmed_at is null and created_at < ${joinedBefore}) limit ${limit}
       ) old
       where w.owner_id = old.owner_id and w.id = old.id`;
    return deleted.count;
  };

/** Browsers and networks that an account has not used for long. Its next login from there is reported again. */
export const deleteLoginOrigins =
  (before: Date): DeleteSome =>
  async (db, limit) => {
    const deleted = await db`
      delete from login_origins o
       using (select user_id, origin_hash from login_origins where last_used_at < ${before} limit ${limit}) unused
       where o.user_id = unused.user_id and o.origin_hash = unused.origin_hash`;
    return deleted.count;
  };
