import type { MailSql } from '#server/platform/database/database';

/** A round ends no more bookings. */
const MAX_ENDED = 1000;

/** The bookings that nobody answered in time. Bookings of a closed account end too: their deposits are returned. */
export function dueBookings(db: MailSql, now: Date): Promise<{ ownerId: string; id: string }[]> {
  return db<{ ownerId: string; id: string }[]>`
    select owner_id as "ownerId", id from bookings
     where expires_at <= ${now}
     order by expires_at limit ${MAX_ENDED}`;
}

/** The professionals for whom somebody waits. A day is over everywhere in Chile when it is over in UTC a day later. */
export async function waitingProfessionals(db: MailSql, now: Date): Promise<string[]> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const rows = await db<{ ownerId: string }[]>`
    select distinct w.owner_id as "ownerId" from waiting_list w join users u on u.id = w.owner_id
     where w.last_day >= ${yesterday}`;
  return rows.map(({ ownerId }) => ownerId);
}
