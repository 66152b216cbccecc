import ICAL from 'ical.js';
import { addDays } from '#contract/days';
import type { ErrorCode } from '#contract/errors';
import { IMPORTED_DAYS, MAX_IMPORTED_APPOINTMENTS } from '#contract/imports/appointment-import';
import { instantIn, isKnownZone, type WallClock, wallClockIn } from '../platform/wall-clock.ts';

export interface CalendarTask {
  bytes: Uint8Array;
  /** The first day of the window. */
  from: string;
  /** The zone of the professional. */
  timeZone: string;
}

export interface CalendarEvent extends WallClock {
  title: string;
  note: string;
  minutes: number;
}

export type CalendarFile = { refused: ErrorCode } | { events: CalendarEvent[]; skipped: number };

/** The first and the last day. */
interface Days {
  from: string;
  until: string;
}

/**
 * Maximum number of steps of all series together. It ends a series that began long ago, or that repeats every second.
 */
const MAX_STEPS = 50_000;
/** An occurrence may have been moved, by less than this. */
const MOVED_DAYS = 60;
/** Maximum number of events in all calendars of a file, also outside of the window. */
const MAX_EVENTS = 20_000;
/** Maximum number of changes of clocks that all zones of a file name, by rules and by dates. */
const MAX_CLOCK_CHANGES = 2000;
/** Clocks change on a day of the year. Some programs write that day as seven days of a month and a weekday. */
const MAX_RULE_VALUES = 7;
const MAX_TITLE = 200;
const MAX_NOTE = 500;
/** Markup of a longer description is not looked at. A series repeats its texts with each occurrence. */
const MAX_MARKUP = 5000;
/** The properties of an event that has, or belongs to, several occurrences. */
const REPEATING = ['rrule', 'rdate', 'recurrence-id'];

/** The events of a year from a day on, in their order, with the clock of the professional. */
export function readCalendar(task: CalendarTask): CalendarFile {
  try {
    return eventsIn(task);
  } catch {
    // The library reads some values only when they are asked for, and throws then.
    return { refused: 'IMPORT_UNREADABLE' };
  }
}

function eventsIn({ bytes, from, timeZone }: CalendarTask): CalendarFile {
  const calendars = parse(bytes);
  if (calendars.length === 0) return { refused: 'IMPORT_UNREADABLE' };
  const window = { from: addDays(from, -MOVED_DAYS), until: addDays(from, IMPORTED_DAYS) };
  const written = countEvents(calendars);
  if (written > MAX_EVENTS) return { refused: 'IMPORT_TOO_MANY_ROWS' };
  if (!haveOrdinaryZones(calendars)) return { refused: 'IMPORT_UNREADABLE' };
  const relevant = calendars.map((calendar) => withoutDistantEvents(calendar, window));
  const events: CalendarEvent[] = [];
  let skipped = written - countEvents(relevant);
  let steps = 0;
  for (const event of relevant.flatMap(eventsOf)) {
    for (const occurrence of occurrencesOf(event, window)) {
      steps += 1;
      const found = occurrence && toEvent(occurrence, timeZone);
      if (!found || found.date < from || found.date > window.until) skipped += 1;
      else events.push(found);
      if (steps > MAX_STEPS || events.length > MAX_IMPORTED_APPOINTMENTS) return { refused: 'IMPORT_TOO_MANY_ROWS' };
    }
  }
  const order = ({ date, time, title }: CalendarEvent) => `${date} ${time} ${title}`;
  events.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return events.length === 0 && skipped === 0 ? { refused: 'IMPORT_EMPTY' } : { events, skipped };
}

function parse(bytes: Uint8Array): ICAL.Component[] {
  const parsed = ICAL.parse(new TextDecoder().decode(bytes)) as unknown[];
  // Several calendars in one file are a list of calendars.
  const calendars = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
  return calendars.map((calendar) => new ICAL.Component(calendar)).filter(({ name }) => name === 'vcalendar');
}

const countEvents = (calendars: readonly ICAL.Component[]): number =>
  calendars.reduce((count, calendar) => count + calendar.getAllSubcomponents('vevent').length, 0);

/** The library expands the rules of a zone until today, however often its clocks change. */
function haveOrdinaryZones(calendars: readonly ICAL.Component[]): boolean {
  const zones = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vtimezone'));
  const parts = zones.flatMap((zone) => zone.getAllSubcomponents());
  const dates = parts.reduce((count, part) => count + part.getAllProperties('rdate').length, 0);
  if (parts.length + dates > MAX_CLOCK_CHANGES) return false;
  return parts.flatMap((part) => part.getAllProperties('rrule')).every((rule) => isYearly(rule.getFirstValue()));
}

function isYearly(rule: unknown): boolean {
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY') return false;
  const values = Object.values(rule.parts).reduce((product, part) => product * [part].flat().length, 1);
  return values <= MAX_RULE_VALUES;
}

/** The library's own form of a component: its name, its properties and its parts. */
type Jcal = [name: string, properties: [name: string, parameters: object, type: string, value: unknown][], Jcal[]];

/**
 * Leaves out single events of other years before the library reads their times, which takes long for the thousands of
 * a calendar that has been used for years.
 */
function withoutDistantEvents(calendar: ICAL.Component, { from, until }: Days): ICAL.Component {
  const isDistant = ([name, properties]: Jcal) => {
    if (name !== 'vevent' || properties.some(([property]) => REPEATING.includes(property))) return false;
    const start = String(properties.find(([property]) => property === 'dtstart')?.[3]);
    // In the professional's zone it may be the day after.
    return /^\d{4}-/.test(start) && (start < from || start.slice(0, 10) > addDays(until, 1));
  };
  const [name, properties, parts] = calendar.jCal as Jcal;
  return new ICAL.Component([name, properties, parts.filter((part) => !isDistant(part))]);
}

/** Each event or series, with the changes of single occurrences. */
function eventsOf(calendar: ICAL.Component): ICAL.Event[] {
  const parts = calendar.getAllSubcomponents('vevent');
  const isException = (part: ICAL.Component) => part.hasProperty('recurrence-id');
  const uidOf = (part: ICAL.Component) => String(part.getFirstPropertyValue('uid'));
  const exceptions = Map.groupBy(parts.filter(isException), uidOf);
  const masters = new Set(parts.filter((part) => !isException(part)));
  const uids = new Set([...masters].map(uidOf));
  // The exception of a series that is not in the file is an event of its own.
  const others = parts.filter((part) => isException(part) && !uids.has(uidOf(part)));
  return [...masters, ...others].map((part) => {
    const own = masters.has(part) ? (exceptions.get(uidOf(part)) ?? []) : [];
    return new ICAL.Event(part, { exceptions: own, strictExceptions: false });
  });
}

interface Occurrence {
  start: ICAL.Time;
  end: ICAL.Time | undefined;
  item: ICAL.Event;
}

/** The occurrences of an event. An occurrence before the window is undefined, because nobody needs its details. */
function* occurrencesOf(event: ICAL.Event, { from, until }: Days): Generator<Occurrence | undefined> {
  if (!event.startDate) return yield undefined;
  if (!event.isRecurring()) return yield { start: event.startDate, end: event.endDate, item: event };
  const iterator = event.iterator();
  for (let next = iterator.next(); next && dayOf(next) <= until; next = iterator.next()) {
    if (dayOf(next) < from) {
      yield undefined;
      continue;
    }
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    yield { start: startDate, end: endDate, item };
  }
}

/** Undefined for what is no appointment: a whole day, or a cancelled event. */
function toEvent({ start, end, item }: Occurrence, timeZone: string): CalendarEvent | undefined {
  const status = String(item.component.getFirstPropertyValue('status') ?? '').toUpperCase();
  if (start.isDate || status === 'CANCELLED') return undefined;
  const minutes = end ? Math.round((end.toUnixTime() - start.toUnixTime()) / 60) : 0;
  const title = plainText(item.summary ?? '').slice(0, MAX_TITLE);
  const note = plainText(item.description ?? '').slice(0, MAX_NOTE);
  return { ...clockOf(start, item, timeZone), title, note, minutes };
}

/** In the professional's zone. A time without a zone is meant where the reader is. */
function clockOf(time: ICAL.Time, item: ICAL.Event, timeZone: string): WallClock {
  const written = { date: dayOf(time), time: time.toString().slice(11, 16) };
  if (time.zone === ICAL.Timezone.utcTimezone) return wallClockIn(timeZone, time.toJSDate());
  const zone = String(item.component.getFirstProperty('dtstart')?.getParameter('tzid') ?? '');
  // What the file says of a zone that everybody knows may be outdated: Chile has changed its clocks often.
  if (isKnownZone(zone)) return zone === timeZone ? written : wallClockIn(timeZone, instantIn(zone, written));
  if (time.zone === ICAL.Timezone.localTimezone) return written;
  return wallClockIn(timeZone, new Date(time.toUnixTime() * 1000));
}

const dayOf = (time: ICAL.Time): string => time.toString().slice(0, 10);

/** Google Calendar has HTML in descriptions. */
const plainText = (text: string): string =>
  text
    .slice(0, MAX_MARKUP)
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/<[^>]{0,200}>/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
