import type { FreeHours } from './appointment-links.ts';
import type { Span } from './appointment-spans.ts';
import { addDays, toMinutes, weekdayOf } from './days.ts';
import { holidaysOf } from './holidays.ts';
import { SLOT_MINUTES, SLOTS } from './slots.ts';
import type { Absence, WorkingInterval } from './working-hours.ts';

// The script of a public page loads this file: its imports at run time stay without zod.

/** The days and times of an absence, without its reason. */
export type AbsentTime = Pick<Absence, 'from' | 'to' | 'startTime' | 'endTime'>;

/** When a professional attends, and when somebody else has come first. */
export interface Attendance {
  /** Empty: the hours are not set, and every slot is within them. */
  hours: readonly WorkingInterval[];
  absences: readonly AbsentTime[];
  /** Without cancelled appointments. An overbooked one takes its time here: the professional sees somebody. */
  taken: readonly Span[];
}

/** What an hour must offer. */
export interface HourRules {
  duration: number;
  /** Minimum time before and after the visits of the day. None is needed at the edge of working hours and absences. */
  bufferMinutes?: number;
  /** A day with so many visits, overbooked ones included, offers nothing. */
  maxPerDay?: number | undefined;
}

interface Search extends Attendance, HourRules {
  /** The first and the last day. */
  from: string;
  to: string;
  /** The first time that counts. Earlier hours are over, or too soon. */
  notBefore: { date: string; time: string };
}

const HALF_HOURS_OF_DAY = (24 * 60) / SLOT_MINUTES;
const FIRST_MINUTES = SLOTS.map((time) => ({ time, minute: toMinutes(time) }));

/** The slots in which the professional attends and sees nobody, by day. Days without any are left out. */
export function freeHours({ from, to, notBefore, maxPerDay, ...search }: Search): FreeHours[] {
  const holidays = holidaysBetween(from, to);
  const days: FreeHours[] = [];
  for (let date = from > notBefore.date ? from : notBefore.date; date <= to; date = addDays(date, 1)) {
    const taken = search.taken.filter((span) => span.date === date);
    const isFull = maxPerDay !== undefined && taken.length >= maxPerDay;
    if (isFull || holidays.has(date)) continue;
    const earliest = date === notBefore.date ? toMinutes(notBefore.time) : 0;
    const times = freeTimes({ ...search, taken }, date, earliest);
    if (times.length > 0) days.push({ date, times });
  }
  return days;
}

function holidaysBetween(from: string, to: string): ReadonlySet<string> {
  const days = new Set<string>();
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const day of holidaysOf(year).keys()) days.add(day);
  }
  return days;
}

type DaySearch = Attendance & Pick<HourRules, 'duration' | 'bufferMinutes'>;

function freeTimes(search: DaySearch, date: string, earliest: number): string[] {
  const isFree = freeHalfHours(search, date);
  const length = Math.ceil(search.duration / SLOT_MINUTES);
  return FIRST_MINUTES.filter(({ minute }) => {
    const first = minute / SLOT_MINUTES;
    const halfHours = isFree.slice(first, first + length);
    return minute >= earliest && halfHours.length === length && halfHours.every(Boolean);
  }).map(({ time }) => time);
}

/**
 * Whether each half hour of a day is free, from 00:00 on; `taken` are its visits. Every absence is marked once, so many of
 * them cost little.
 */
function freeHalfHours({ hours, absences, taken, bufferMinutes = 0 }: DaySearch, date: string): boolean[] {
  const weekday = weekdayOf(date);
  const isFree = Array<boolean>(HALF_HOURS_OF_DAY).fill(hours.length === 0);
  // A negative start would count from the end of the day.
  const mark = (from: number, to: number, value: boolean) =>
    isFree.fill(value, Math.max(0, Math.floor(from / SLOT_MINUTES)), Math.ceil(to / SLOT_MINUTES));
  for (const one of hours) {
    if (one.weekday === weekday) mark(toMinutes(one.from), toMinutes(one.to), true);
  }
  for (const { from, to, startTime = '00:00', endTime = '24:00' } of absences) {
    if (from <= date && date <= to) mark(toMinutes(startTime), toMinutes(endTime), false);
  }
  for (const { startMinute, duration } of taken) {
    mark(startMinute - bufferMinutes, startMinute + duration + bufferMinutes, false);
  }
  return isFree;
}
