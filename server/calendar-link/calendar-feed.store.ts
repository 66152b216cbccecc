import type { OwnerSql } from '#server/platform/database/database';

/** What other calendars may see of an appointment. */
export interface SharedAppointment {
  id: string;
  /** The social name of a patient who has one: of two names, no more than the one in use leaves the application. */
  name: string;
  date: string;
  startMinute: number;
  duration: number;
  createdAt: Date;
  /** When it was last changed, and how often. */
  changedAt: Date | null;
  revision: number;
}

/**
 * The appointments of a period, without the cancelled ones. A calendar that reads them again removes an event that is
 * missing. Not every calendar hides an event with the status CANCELLED.
 */
export async function sharedAppointments(
  db: OwnerSql,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<SharedAppointment[]> {
  return db<SharedAppointment[]>`
    select a.id, coalesce(p.social_name, p.name) as name, a.date, a.start_minute as "startMinute", a.duration,
           a.created_at as "createdAt", a.changed_at as "changedAt", a.revision
      from appointments a
      join lateral (
        select name, social_name from patients where owner_id = ${db.owner} and id = a.patient_id limit 1
      ) p on true
     where a.owner_id = ${db.owner} and a.date >= ${from} and a.date <= ${to} and a.status <> 'cancelled'
     order by a.date, a.start_minute, a.id limit ${limit}`;
}
