import type { OwnerSql } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';

interface Search {
  /** The first and the last day. */
  first: string;
  last: string;
  notBefore: { date: string; minute: number };
  duration: number;
  /** The minutes at which the first and the last slot of a day begin. */
  slots: { first: number; last: number };
  holidays: string[];
  /** An appointment that takes no hour here, because it would leave its own. */
  except: string | undefined;
}

/** The half hours of a day that a time touches, as bits: the first bit is 00:00. */
const halfHours = (from: Fragment, to: Fragment) =>
  fragment`(((1::bigint << ((${to} + 29) / 30 - ${from} / 30)) - 1) << (${from} / 30))`;

/**
 * The first days of a period with free slots, at most `limit` days, with the minutes at which these begin. Goes through
 * the days in their order and stops when it has found enough. Hours, absences and appointments of a day are read once and
 * joined to one number each, so many absences cost little. Without working hours every slot is within them. An overbooked
 * appointment takes its time here: the professional sees somebody.
 */
export async function daysWithFreeSlots(
  db: OwnerSql,
  { first, last, notBefore, duration, slots, holidays, except }: Search,
  limit: number,
): Promise<{ date: string; minutes: number[] }[]> {
  const isOther = except === undefined ? fragment`` : fragment`and a.id <> ${except}`;
  return db<{ date: string; minutes: number[] }[]>`
    select days.date, free.minutes
      from (select day::date as date
              from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day
             order by 1) days
      cross join lateral (
        select coalesce(bit_or(${halfHours(fragment`w.from_minute`, fragment`w.to_minute`)}), 0) as bits
          from working_hours w
         where w.owner_id = ${db.owner} and w.weekday = extract(isodow from days.date)::int
      ) hours
      cross join lateral (
        select coalesce(bit_or(
                 ${halfHours(fragment`coalesce(b.from_minute, 0)`, fragment`coalesce(b.to_minute, 1440)`)}), 0) as bits
          from absences b
         where b.owner_id = ${db.owner} and days.date between b.first_day and b.last_day
      ) blocked
      cross join lateral (
        select coalesce(bit_or(${halfHours(fragment`a.start_minute`, fragment`(a.start_minute + a.duration)`)}), 0) as bits
          from appointments a
         where a.owner_id = ${db.owner} and a.date = days.date and a.status <> 'cancelled' ${isOther}
      ) taken
      cross join lateral (
        select array_agg(slot.minute order by slot.minute) as minutes
          from (select minute, ${halfHours(fragment`minute`, fragment`(minute + ${duration}::int)`)} as bits
                  from generate_series(${slots.first}::int, ${slots.last}::int, 30) minute) slot
         where slot.minute + ${duration}::int <= 1440
           and (days.date > ${notBefore.date}::date or slot.minute >= ${notBefore.minute}::int)
           and (not exists (select from working_hours w where w.owner_id = ${db.owner})
                or hours.bits & slot.bits = slot.bits)
           and (blocked.bits | taken.bits) & slot.bits = 0
        having count(*) > 0
      ) free
     where days.date <> all (${holidays}::date[])
     order by days.date limit ${limit}`;
}
