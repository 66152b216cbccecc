import type { FreeHours } from '#contract/appointment-links';
import type { BookingSettings } from '#contract/booking-settings';
import { addDays, dayIn } from '#contract/days';
import { readFreeHours } from '#server/agenda/free-hours.service';
import type { OwnerSql } from '#server/platform/database/database';
import { hasWorkingHours } from '#server/working-hours/working-hours.service';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

type Rules = Pick<BookingSettings, 'minNoticeHours' | 'windowDays' | 'bufferMinutes' | 'maxPerDay'>;

interface Search {
  from: string;
  to: string;
  duration: number;
  timeZone: string;
  now: Date;
  /** Maximum number of days in the answer. */
  limit?: number;
}

/** The last day on which hours can be booked. */
export const lastBookableDay = ({ windowDays }: Pick<Rules, 'windowDays'>, timeZone: string, now: Date): string =>
  addDays(dayIn(timeZone, now), windowDays);

/** The hours that patients may book by the rules of the professional. */
export function bookableHours(db: OwnerSql, rules: Rules, search: Search): Promise<FreeHours[]> {
  const last = lastBookableDay(rules, search.timeZone, search.now);
  return hoursByRules(db, rules, { ...search, to: search.to < last ? search.to : last });
}

/** The same without the last day of the rules. Without working hours nothing is offered. */
export async function hoursByRules(
  db: OwnerSql,
  { minNoticeHours, bufferMinutes, maxPerDay }: Rules,
  { now, from, to, ...search }: Search,
): Promise<FreeHours[]> {
  if (from > to || !(await hasWorkingHours(db))) return [];
  // The notice is elapsed time, also over a change of the clocks. An hour that began some seconds ago is over.
  const earliest = now.getTime() + minNoticeHours * HOUR_MS;
  const notBefore = new Date(Math.ceil(earliest / MINUTE_MS) * MINUTE_MS);
  const rules = { bufferMinutes, maxPerDay: maxPerDay ?? undefined };
  return readFreeHours(db, { ...search, ...rules, from, to, notBefore, now });
}
