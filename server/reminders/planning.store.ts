import { toClock } from '#contract/days';
import type { MailSql, OwnerSql, OwnerTx } from '#server/platform/database/database';

export interface PlannedVisit {
  id: string;
  date: string;
  time: string;
  duration: number;
}

interface VisitRow extends Omit<PlannedVisit, 'time'> {
  startMinute: number;
}

/**
 * The open appointments from a day on, without held hours, and without appointments whose reminder is due: the job is
 * about to send it.
 */
export async function openVisitsFrom(db: OwnerSql, from: string, now: Date): Promise<PlannedVisit[]> {
  const rows = await db<VisitRow[]>`
    select id, date, start_minute as "startMinute", duration from appointments
     where owner_id = ${db.owner} and date >= ${from} and status in ('scheduled', 'confirmed', 'arrived')
       and held_until is null and (reminder_at is null or reminder_at > ${now})`;
  return rows.map(({ startMinute, ...visit }) => ({ ...visit, time: toClock(startMinute) }));
}

/** Stores when the next reminder of each appointment is due. */
export async function storeReminderTimes(
  tx: OwnerTx,
  times: readonly { id: string; at: Date | null }[],
): Promise<void> {
  if (times.length === 0) return;
  await tx`
    update appointments a set reminder_at = t.at
      from (select unnest(${times.map(({ id }) => id)}::uuid[]) as id,
                   unnest(${times.map(({ at }) => at)}::timestamptz[]) as at) t
     where a.owner_id = ${tx.owner} and a.id = t.id and a.reminder_at is distinct from t.at`;
}

/**
 * The appointments whose reminder is due, of all professionals with an open account. It reads the ones that have been due
 * longest, and returns at most `perOwner` of a professional, so that one with hundreds does not keep the others waiting.
 */
export function dueReminders(
  db: MailSql,
  now: Date,
  { perOwner, read }: { perOwner: number; read: number },
): Promise<{ ownerId: string; id: string }[]> {
  return db<{ ownerId: string; id: string }[]>`
    select due.owner_id as "ownerId", due.id
      from (select oldest.owner_id, oldest.id,
                   row_number() over (partition by oldest.owner_id order by oldest.reminder_at, oldest.id) as position
              from (select a.owner_id, a.id, a.reminder_at from appointments a join users u on u.id = a.owner_id
                     where a.reminder_at <= ${now}
                     order by a.reminder_at limit ${read}) oldest) due
     where due.position <= ${perOwner}
     order by due.position`;
}
