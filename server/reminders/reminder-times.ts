import { addDays, toMinutes } from '#contract/days';
import type { ReminderSettings } from '#contract/reminder-settings';
import { instantIn, type WallClock, wallClockIn } from '#server/platform/wall-clock';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** No reminder before a visit leaves from 21:00 to 08:00 of the professional's clock. */
const MORNING = '08:00';
const NIGHT = '21:00';
/** When a reminder leaves that would be of no use in the morning: early enough for a second attempt before the night. */
const EVENING = '20:00';
/** A reminder that arrives later than this before a visit is of no use. */
const USEFUL_MS = 30 * MINUTE_MS;
/** A reminder that is due at the last useful moment leaves within a minute of it. */
const TOLERANCE_MS = MINUTE_MS;

export interface Visit extends WallClock {
  duration: number;
}

export const startOf = (visit: WallClock, timeZone: string): Date => instantIn(timeZone, visit);

/** A link works until a day after the visit. */
export const linkExpiry = (visit: Visit, timeZone: string): Date =>
  new Date(startOf(visit, timeZone).getTime() + visit.duration * MINUTE_MS + 24 * HOUR_MS);

/** Whether the clock shows an hour in which no reminder leaves. */
export function isNight(timeZone: string, at: Date): boolean {
  const { time } = wallClockIn(timeZone, at);
  return time < MORNING || time >= NIGHT;
}

export const isUsefulBefore = (start: Date, at: Date): boolean =>
  at.getTime() <= start.getTime() - USEFUL_MS + TOLERANCE_MS;

/** The end of the night in which the clock shows an hour. */
export function morningAfter(timeZone: string, at: Date): Date {
  const { date, time } = wallClockIn(timeZone, at);
  return instantIn(timeZone, { date: time < MORNING ? date : addDays(date, 1), time: MORNING });
}

/**
 * When the reminder of so many hours before a visit leaves. A reminder of the night waits until the morning, or leaves on
 * the evening before if the morning is too late for the visit.
 */
function reminderTime(start: Date, hours: number, timeZone: string): Date {
  const nominal = new Date(start.getTime() - hours * HOUR_MS);
  if (!isNight(timeZone, nominal)) return nominal;
  const morning = morningAfter(timeZone, nominal);
  if (morning.getTime() <= start.getTime() - USEFUL_MS) return morning;
  const { date, time } = wallClockIn(timeZone, nominal);
  return instantIn(timeZone, { date: toMinutes(time) < toMinutes(MORNING) ? addDays(date, -1) : date, time: EVENING });
}

/** When the next reminder of a visit is due after an instant. Null when none is. */
export function nextReminderAt(
  { enabled, hoursBefore }: Pick<ReminderSettings, 'enabled' | 'hoursBefore'>,
  visit: WallClock,
  { timeZone, after }: { timeZone: string; after: Date },
): Date | null {
  if (!enabled) return null;
  const start = startOf(visit, timeZone);
  const times = hoursBefore.map((hours) => reminderTime(start, hours, timeZone).getTime());
  const next = Math.min(...times.filter((time) => time > after.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}
