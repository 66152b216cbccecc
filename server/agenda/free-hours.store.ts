import type { Span } from '#contract/appointment-spans';
import { toClock } from '#contract/days';
import type { AbsentTime, Attendance } from '#contract/free-hours';
import type { WorkingInterval } from '#contract/working-hours';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** The first and the last day. */
interface Period {
  from: string;
  to: string;
}

interface Taken {
  now: Date;
  /** An appointment that takes no time. */
  except: string | undefined;
}

/** Reads no text of an absence or of an appointment. */
export async function readAttendance(db: OwnerSql, period: Period, taken: Taken): Promise<Attendance> {
  const [hours, absences, spans] = await Promise.all([
    workingIntervals(db),
    absentTimes(db, period),
    takenTimes(db, period, taken),
  ]);
  return { hours, absences, taken: spans };
}

async function workingIntervals(db: OwnerSql): Promise<WorkingInterval[]> {
  const rows = await db<{ weekday: number; fromMinute: number; toMinute: number }[]>`
    select weekday, from_minute as "fromMinute", to_minute as "toMinute" from working_hours
     where owner_id = ${db.owner}`;
  return rows.map(({ weekday, fromMinute, toMinute }) => ({
    weekday,
    from: toClock(fromMinute),
    to: toClock(toMinute),
  }));
}

async function absentTimes(db: OwnerSql, { from, to }: Period): Promise<AbsentTime[]> {
  const rows = await db<{ from: string; to: string; fromMinute: number | null; toMinute: number | null }[]>`
    select first_day as "from", last_day as "to", from_minute as "fromMinute", to_minute as "toMinute" from absences
     where owner_id = ${db.owner} and first_day <= ${to} and last_day >= ${from}`;
  return rows.map(({ fromMinute, toMinute, ...days }) => ({
    ...days,
    startTime: toClock(fromMinute ?? 0),
    endTime: toClock(toMinute ?? 24 * 60),
  }));
}

/** The times at which the professional sees somebody, and those that are held for a booking. */
export async function takenTimes(db: OwnerSql, { from, to }: Period, { now, except }: Taken): Promise<Span[]> {
  const isOther = except === undefined ? fragment`` : fragment`and a.id <> ${except}`;
  return db<Span[]>`
    select a.date, a.start_minute as "startMinute", a.duration from appointments a
     where a.owner_id = ${db.owner} and a.date >= ${from} and a.date <= ${to} and a.status <> 'cancelled'
       and (a.held_until is null or a.held_until > ${now}) ${isOther}`;
}
