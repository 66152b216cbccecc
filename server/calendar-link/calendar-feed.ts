import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  CALENDAR_PROPERTIES,
  eventProperties,
  instantProperty,
  openCalendarWriter,
  type Property,
  plainProperty,
  textProperty,
} from '#server/platform/icalendar';
import { initialsOf } from '#server/platform/initials';
import { instantIn } from '../platform/wall-clock.ts';
import type { SharedAppointment } from './calendar-feed.store.ts';

interface Shown {
  timeZone: string;
  hasNames: boolean;
}

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
  const stringify = await openCalendarWriter();
  const properties: Property[] = [
    ...CALENDAR_PROPERTIES,
    // The name by RFC 7986, and as calendars knew it before.
    plainProperty('name', CALENDAR_NAME),
    plainProperty('x-wr-calname', CALENDAR_NAME),
    plainProperty('x-wr-timezone', shown.timeZone),
    ['refresh-interval', {}, 'duration', 'PT1H'],
    plainProperty('x-published-ttl', 'PT1H'),
  ];
  const noonOf = createNoons(shown.timeZone);
  const parts = [stringify(['vcalendar', properties, []]).slice(0, -END.length)];
  for (const [index, appointment] of appointments.entries()) {
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await setImmediate();
    parts.push(stringify(['vevent', eventOf(appointment, shown, noonOf(appointment.date)), []]));
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

/** Clocks in Chile change at midnight, so the slots of a day have the offset of noon. */
function eventOf(appointment: SharedAppointment, { hasNames }: Shown, noon: number): Property[] {
  const { id, name, startMinute, duration, createdAt, changedAt, revision } = appointment;
  const start = new Date(noon + (startMinute - NOON_MINUTE) * MINUTE_MS);
  return [
    ...eventProperties({ id, sequence: revision, changedAt: changedAt ?? createdAt, start, duration }),
    instantProperty('created', createdAt),
    textProperty('summary', hasNames ? name : initialsOf(name)),
    textProperty('status', 'CONFIRMED'),
  ];
}
