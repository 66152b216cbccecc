import { setImmediate } from 'node:timers/promises';
import ICAL from 'ical.js';
import { toClock } from '#contract/days';
import { initialsOf } from '#server/platform/initials';
import type { SharedAppointment } from './calendar-feed.store.ts';
import { instantIn } from './import/wall-clock.ts';

interface Shown {
  timeZone: string;
  hasNames: boolean;
}

/** A property of jCal (RFC 7265): name, parameters, type and value. */
type Property = [string, Record<string, string>, string, string | number];

const text = (name: string, value: string): Property => [name, {}, 'text', value];
/** Of a property that ical.js does not know. It would add VALUE=TEXT, which older calendars do not expect. */
const plain = (name: string, value: string): Property => [name, {}, 'unknown', value];
const instant = (name: string, value: Date): Property => [
  name,
  {},
  'date-time',
  value.toISOString().replace(/\.\d+/, ''),
];

// ical.js counts the octets of a folded line without the space at its beginning.
ICAL.foldLength = 74;

const CALENDAR_NAME = 'Agenda de Ficha Austral';
const MINUTE_MS = 60_000;

const END = 'END:VCALENDAR\r\n';
/** Takes some milliseconds. */
const EVENTS_AT_ONCE = 100;

/**
 * An iCalendar of appointments, under RFC 5545. It has no METHOD, so DTSTAMP is the time of the last change. A year of a
 * large practice takes a tenth of a second: other requests are answered in between.
 */
export async function calendarOf(appointments: readonly SharedAppointment[], shown: Shown): Promise<string> {
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
  const parts = [ICAL.stringify(['vcalendar', properties, []]).slice(0, -END.length)];
  for (const [index, appointment] of appointments.entries()) {
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
    parts.push(ICAL.stringify(['vevent', eventOf(appointment, shown), []]));
  }
  return [...parts, END].join('');
}

/**
 * Times are in UTC. A calendar shows them right also where it does not know the zones of Aysén and Magallanes, or has an
 * old rule for the change of the clocks.
 */
function eventOf(appointment: SharedAppointment, { timeZone, hasNames }: Shown): Property[] {
  const { id, name, date, startMinute, duration, createdAt, changedAt, revision } = appointment;
  const start = instantIn(timeZone, { date, time: toClock(startMinute) });
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
