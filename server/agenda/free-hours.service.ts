import type { FreeHours } from '#contract/appointment-links';
import { addDays } from '#contract/days';
import { type Attendance, freeHours, type HourRules } from '#contract/free-hours';
import type { OwnerSql } from '#server/platform/database/database';
import { wallClockIn } from '../platform/wall-clock.ts';
import { readAttendance } from './free-hours.store.ts';

/** A search for the next free hour rarely goes beyond a month. */
const DAYS_AT_ONCE = 31;

interface Search extends HourRules {
  timeZone: string;
  now: Date;
  /** The instant from which hours count. A notice is elapsed time: the caller adds it to the clock. */
  notBefore: Date;
  /** The first and the last day. */
  from: string;
  to: string;
  /** Maximum number of days in the answer. */
  limit?: number;
  /** An appointment that would leave its own hour. */
  except?: string;
}

/** The free hours of a period by the present agenda, at most `limit` days of them. */
export async function readFreeHours(
  db: OwnerSql,
  { timeZone, now, notBefore, from, to, limit = Number.POSITIVE_INFINITY, except, ...rules }: Search,
): Promise<FreeHours[]> {
  const earliest = wallClockIn(timeZone, notBefore);
  const days: FreeHours[] = [];
  let first = from > earliest.date ? from : earliest.date;
  while (first <= to && days.length < limit) {
    const end = addDays(first, DAYS_AT_ONCE - 1);
    const period = { from: first, to: end < to ? end : to };
    const attendance = await readAttendance(db, period, { now, except });
    days.push(...freeHours({ ...period, ...attendance, ...rules, notBefore: earliest }));
    first = addDays(period.to, 1);
  }
  return days.slice(0, limit);
}

/** What the free hours of a day depend on. */
export const attendanceOn = (db: OwnerSql, date: string, now: Date): Promise<Attendance> =>
  readAttendance(db, { from: date, to: date }, { now, except: undefined });
