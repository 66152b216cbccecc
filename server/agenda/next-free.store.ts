import type { OwnerSql } from '#server/platform/database/database';

interface Search {
  /** The first and the last day. */
  first: string;
  last: string;
  notBefore: { date: string; minute: number };
  duration: number;
  /** The minutes at which the first and the last slot of a day begin. */
  slots: { first: number; last: number };
  holidays: string[];
}

/**
 * Goes through the days in their order and stops at the first one with a free slot. Each slot is looked up in the index of
 * the appointments by day. Without working hours every slot is within them; hours that follow each other count as one. An
 * overbooked appointment takes its time here: the professional sees somebody.
 */
export async function firstFreeSlot(
  db: OwnerSql,
  { first, last, notBefore, duration, slots, holidays }: Search,
): Promise<{ date: string; minute: number } | undefined> {
  const [found] = await db<[{ date: string; minute: number }?]>`
    select days.date, free.minute
      from (select day::date as date
              from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') day
             order by 1) days
      cross join lateral (
        select slot.minute
          from generate_series(${slots.first}::int, ${slots.last}::int, 30) slot (minute)
         where slot.minute + ${duration}::int <= 1440
           and (days.date > ${notBefore.date}::date or slot.minute >= ${notBefore.minute}::int)
           and (
             not exists (select from working_hours w where w.owner_id = ${db.owner})
             or ${duration}::int = (
               select sum(least(w.to_minute, slot.minute + ${duration}::int) - greatest(w.from_minute, slot.minute))
                 from working_hours w
                where w.owner_id = ${db.owner} and w.weekday = extract(isodow from days.date)::int
                  and w.from_minute < slot.minute + ${duration}::int and w.to_minute > slot.minute)
           )
           and not exists (
             select from absences b
              where b.owner_id = ${db.owner} and days.date between b.first_day and b.last_day
                and coalesce(b.from_minute, 0) < slot.minute + ${duration}::int
                and coalesce(b.to_minute, 1440) > slot.minute)
           and not exists (
             select from appointments a
              where a.owner_id = ${db.owner} and a.date = days.date and a.status <> 'cancelled'
                and a.start_minute < slot.minute + ${duration}::int and a.start_minute + a.duration > slot.minute)
         order by slot.minute limit 1
      ) free
     where days.date <> all (${holidays}::date[])
     order by days.date limit 1`;
  return found;
}
