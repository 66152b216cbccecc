import { knownZone, regionalZoneNote, zoneName } from '#contract/regions';
import { dayInWords } from '#contract/reminder-message';

export interface Hour {
  date: string;
  time: string;
}

/** An hour of a place with its time zone. */
export interface ZonedHour extends Hour {
  timeZone: string;
}

/** 'martes 24 de noviembre', and in another year than the present one 'martes 5 de enero de 2027' */
export function dayWithYear(date: string, now = new Date()): string {
  const year = date.slice(0, 4);
  return Number(year) === now.getFullYear() ? dayInWords(date) : `${dayInWords(date)} de ${year}`;
}

/** 'martes 24 de noviembre a las 15:30' */
export const hourWithYear = ({ date, time }: Hour, now = new Date()): string =>
  `${dayWithYear(date, now)} a las ${time}`;

/** 'martes 24 de noviembre a las 15:30 (hora de Magallanes)' */
export const zonedHour = (hour: ZonedHour, reader = readerZone()): string =>
  `${hourWithYear(hour)}${zoneNote(hour, reader)}`;

/** The time zone of the browser. To find it out takes time, so a list of hours does it once. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The instant at which an hour begins. */
export function startInstant({ date, time, timeZone }: ZonedHour): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const offset = Date.parse(`${clockIn(knownZone(timeZone), asUtc)}:00Z`) - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
}

/** ' (hora de Magallanes)' when the clocks of the reader show another hour at that moment. */
export function zoneNote(hour: ZonedHour, reader = readerZone()): string {
  const { date, time, timeZone } = hour;
  return clockIn(reader, startInstant(hour)) === `${date} ${time}` ? '' : ` (${zoneName(timeZone)})`;
}

/**
 * 'martes 24 de noviembre a las 15:30 (hora de Magallanes)'. An hour alone would be ambiguous near midnight. The zone is
 * named wherever the patient may think of another one.
 */
export function deadlineText(instant: Date, timeZone: string, now = new Date()): string {
  const [date = '', time = ''] = clockIn(knownZone(timeZone), instant).split(' ');
  return `${hourWithYear({ date, time }, now)}${regionalZoneNote(timeZone) || zoneNote({ date, time, timeZone })}`;
}

/** '2026-11-24 15:30'. Safari before 14.1 has no `dateStyle`. */
function clockIn(timeZone: string, instant: Date): string {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, ...CLOCK });
  clocks.set(timeZone, clock);
  return clock.format(instant);
}

/** Making a format takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const CLOCK = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
