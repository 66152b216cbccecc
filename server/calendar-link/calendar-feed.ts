import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { initialsOf } from '#server/platform/initials';
import { instantIn } from '../platform/wall-clock.ts';
import type { SharedAppointment } from './calendar-feed.store.ts';

interface Shown {
  timeZone: string;
  hasNames: boolean;
}

/** A property of jCal (RFC 7265): name, parameters, type and value. */
type Property = [string, Record<string, string>, string, string | number];

const text = (name: string, value: string): Property => [name, {}, 'text', value];
/**
 * A property that ical.js does not know. With the type 'text' it would get VALUE=TEXT, which older calendars do not
 * expect.
 */
const plain = (name: string, value: string): Property => [name, {}, 'unknown', value];
const instant = (name: string, value: Date): Property => [
  name,
  {},
  'date-time',
  value.toISOString().replace(/\.\d+/, ''),
];

// ical.js counts the octets of a folded line without the space at its beginning.
const FOLD_LENGTH = 74;

const CALENDAR_NAME = 'Agenda de Ficha Austral';
const MINUTE_MS = 60_000;

/** Changed with the text that is made of an appointment, so that calendars read all appointments again. */
const FORMAT = 1;

/**
 * The tag of a calendar, much cheaper than its text. It is a hash of what the calendar shows and of nothing else: with the
 * names of patients in it, whoever sees initials could try names until the tag is right.
 */
export function tagOf(appointments: readonly SharedAppointment[], { timeZone, hasNames }: Shown): string {
  const hash = createHash('sha256').update(JSON.stringify([FORMAT, timeZone, hasNames]));
  for (const { id, name, revision, date, startMinute, duration } of appointments) {
    hash.update(JSON.stringify([id, revision, date, startMinute, duration, hasNames ? name : initialsOf(name)]));
  }
  return hash.digest('base64url');
}

const END = 'END:VCALENDAR\r\n';
/** Other requests are answered after this many events. They take some milliseconds. */
const EVENTS_AT_ONCE = 100;

/**
 * An iCalendar of appointments, under RFC 5545. It has no METHOD, so DTSTAMP is the time of the last change. A year of a
 * large practice takes a tenth of a second: other requests are answered in between.
 */
export async function calendarOf(appointments: readonly SharedAppointment[], shown: Shown): Promise<string> {
  const { default: ICAL } = await import('ical.js');
  ICAL.foldLength = FOLD_LENGTH;
  const properties: Property[] = [
    text('version', '2.0'),
    text('prodid', '-//Ficha Austral//Agenda//ES'),
    text('calscale', 'GREGORIAN'),
    // The name by RFC 7986, and as calendars knew it before.
    plain('name', CALENDAR_NAME),
    plain('x-wr-calname', CALENDAR_NAME),
    plain('x-wr-timezone', shown.timeZone),
    ['refresh-interval', {}, 'duration', 'PT1H'],
    plain('x-published-ttl', 'PT1H'),
  ];
  const noonOf = createNoons(shown.timeZone);
  const parts = [ICAL.stringify(['vcalendar', properties, []]).slice(0, -END.length)];
  for (const [index, appointment] of appointments.entries()) {
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
    parts.push(ICAL.stringify(['vevent', eventOf(appointment, shown, noonOf(appointment.date)), []]));
  }
  return [...parts, END].join('');
}

/** The instant of noon of a day, computed once for each. */
function createNoons(timeZone: string) {
  const noons = new Map<string, number>();
  return (date: string): number => {
    const noon = noons.get(date) ?? instantIn(timeZone, { date, time: '12:00' }).getTime();
    noons.set(date, noon);
    return noon;
  };
}

const NOON_MINUTE = 12 * 60;

/**
 * Times are in UTC. A calendar shows them right also where it does not know the zones of Aysén and Magallanes, or has an
 * old rule for the change of the clocks. Clocks in Chile change at midnight, so the slots of a day have the offset of noon.
 */
function eventOf(appointment: SharedAppointment, { hasNames }: Shown, noon: number): Property[] {
  const { id, name, startMinute, duration, createdAt, changedAt, revision } = appointment;
  const start = new Date(noon + (startMinute - NOON_MINUTE) * MINUTE_MS);
  const changed = changedAt ?? createdAt;
  return [
    text('uid', id),
    instant('dtstamp', changed),
    instant('created', createdAt),
    instant('last-modified', changed),
    ['sequence', {}, 'integer', revision],
    instant('dtstart', start),
    instant('dtend', new Date(start.getTime() + duration * MINUTE_MS)),
    text('summary', hasNames ? name : initialsOf(name)),
    text('status', 'CONFIRMED'),
    text('class', 'PRIVATE'),
    text('transp', 'OPAQUE'),
  ];
}
