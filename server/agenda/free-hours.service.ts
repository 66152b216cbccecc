import { SLOTS } from '#contract/agenda';
import type { FreeHours } from '#contract/appointment-links';
import { toClock, toMinutes } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import type { OwnerSql } from '#server/platform/database/database';
import { wallClockIn } from '../platform/wall-clock.ts';
import { daysWithFreeSlots } from './free-hours.store.ts';

const FIRST_SLOT = toMinutes(SLOTS[0]);
const LAST_SLOT = FIRST_SLOT + 30 * (SLOTS.length - 1);

interface Search {
  timeZone: string;
  now: Date;
  /** The first and the last day. Days that are over have no free hours. */
  from: string;
  to: string;
  duration: number;
  /** Maximum number of days in the answer. */
  limit: number;
  /** An appointment that would leave its own hour. */
  except?: string;
}

/** The hours at which the professional attends and sees nobody, by day. An hour of today that has begun is over. */
export async function freeHours(
  db: OwnerSql,
  { timeZone, now, from, to, duration, limit, except }: Search,
): Promise<FreeHours[]> {
  const clock = wallClockIn(timeZone, now);
  const first = from > clock.date ? from : clock.date;
  const years = new Set([first, to].map((day) => Number(day.slice(0, 4))));
  const search = {
    first,
    last: to,
    notBefore: { date: clock.date, minute: toMinutes(clock.time) },
    duration,
    slots: { first: FIRST_SLOT, last: LAST_SLOT },
    holidays: [...years].flatMap((year) => [...holidaysOf(year).keys()]),
    except,
  };
  const days = await daysWithFreeSlots(db, search, limit);
  return days.map(({ date, minutes }) => ({ date, times: minutes.map(toClock) }));
}
