import { addDays } from '#contract/days';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}

export interface WallClock {
  date: string;
  time: string;
}

/** What the clocks of a zone show. */
export function wallClockIn(timeZone: string, instant: Date): WallClock {
  const [date = '', time = ''] = formatOf(timeZone).format(instant).split(' ');
  return { date, time };
}

/**
 * The instant at which the clocks of a zone show that time. For an hour that is skipped or repeated, it is one of the
 * possible instants.
 */
export function instantIn(timeZone: string, { date, time }: WallClock): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const offsetAt = (instant: number) => {
    const shown = wallClockIn(timeZone, new Date(instant));
    return Date.parse(`${shown.date}T${shown.time}:00Z`) - instant;
  };
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess));
}

/** The last second of a day. In Chile the clocks change at midnight, so 23:59 may be shown twice, or be followed by 01:00. */
export function endOfDay(timeZone: string, day: string): Date {
  const lastMinute = instantIn(timeZone, { date: day, time: '23:59' }).getTime() + 60_000;
  const nextDay = instantIn(timeZone, { date: addDays(day, 1), time: '00:00' }).getTime();
  return new Date(Math.max(lastMinute, nextDay) - 1000);
}

export function isKnownZone(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}
