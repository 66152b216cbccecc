import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { SharedAppointment } from './calendar-feed.store.ts';
import { calendarOf } from './calendar-feed.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const appointment = (details: Partial<SharedAppointment> = {}): SharedAppointment => ({
  id: ID,
  name: 'Carolina Muñoz',
  date: '2026-11-17',
  startMinute: 540,
  duration: 60,
  createdAt: new Date('2026-11-01T12:34:56.789Z'),
  changedAt: null,
  revision: 0,
  ...details,
});
const santiago = { timeZone: 'America/Santiago', hasNames: false };

const LONG_NAME = `Ñandú; "María", José \\ del Carmen ${'Núñez de la Peña 🦙 '.repeat(8)}Etcheverría\n\u2028Soto`;

// The rules of RFC 5545 that a generator can break, without the library that generates.
function contentLines(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true);
  // 3.1: lines end with CRLF and nothing else.
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) {
    // 3.1: at most 75 octets, and here no letter is cut in two.
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  for (const line of lines) {
    // 3.1: name *(";" param) ":" value, without control characters.
    expect(line).toMatch(/^[A-Z0-9-]+(?:;[A-Z0-9-]+=(?:"[^"\p{Cc}]*"|[^";:,\p{Cc}]+))*:[^\p{Cc}]*$/u);
  }
  return lines;
}

function componentsOf(text: string) {
  const [begin, ...lines] = contentLines(text);
  expect([begin, lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
  const calendar: Record<string, string[]> = {};
  const events: Record<string, string[]>[] = [];
  let open = calendar;
  for (const line of lines.slice(0, -1)) {
    const [, name = '', value = ''] = /^([^:;]+)[^:]*:(.*)$/su.exec(line) ?? [];
    if (line === 'BEGIN:VEVENT') {
      expect(open).toBe(calendar);
      open = {};
      events.push(open);
    } else if (line === 'END:VEVENT') {
      expect(open).not.toBe(calendar);
      open = calendar;
    } else open[name] = [...(open[name] ?? []), value];
  }
  expect(open).toBe(calendar);
  return { calendar, events };
}

const UTC = /^\d{8}T\d{6}Z$/;

describe('the calendar', () => {
  test('keeps the rules of RFC 5545, also with long names of many alphabets', async () => {
    const text = await calendarOf(
      [
        appointment({ name: LONG_NAME }),
        ...Array.from({ length: 250 }, (_, n) => appointment({ id: `event-${n}`, name: 'x'.repeat(n) })),
      ],
      { ...santiago, hasNames: true },
    );
    const { calendar, events } = componentsOf(text);
    // 3.6, 3.7: once each.
    expect([calendar.VERSION, calendar.PRODID, calendar.CALSCALE]).toEqual([
      ['2.0'],
      ['-//Ficha Austral//Agenda//ES'],
      ['GREGORIAN'],
    ]);
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(events).toHaveLength(251);
    for (const event of events) {
      // 3.6.1: no property of these twice, and these always.
      expect(Object.values(event).every((values) => values.length === 1)).toBe(true);
      expect(Object.keys(event)).toEqual(expect.arrayContaining(['UID', 'DTSTAMP', 'DTSTART', 'DTEND']));
      for (const name of ['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'DTSTART', 'DTEND'])
        expect(event[name]?.[0]).toMatch(UTC);
      expect(String(event.DTSTART) < String(event.DTEND)).toBe(true);
      expect(event.SEQUENCE?.[0]).toMatch(/^\d+$/);
      expect(event.STATUS).toEqual(['CONFIRMED']);
      expect(event.CLASS).toEqual(['PRIVATE']);
      // 3.3.11: backslash, semicolon, comma and line break are escaped in a text.
      expect(event.SUMMARY?.[0]).toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/u);
    }
    expect(new Set(events.map(({ UID }) => String(UID))).size).toBe(251);
  });

  test('is read back by a parser as it was written', async () => {
    const written = appointment({ name: LONG_NAME, changedAt: new Date('2026-11-05T10:00:00Z'), revision: 3 });
    const text = await calendarOf([written], { ...santiago, hasNames: true });
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined);
    expect(event.summary).toBe(LONG_NAME);
    expect([event.uid, event.sequence]).toEqual([ID, 3]);
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-17T12:00:00.000Z');
    expect(event.endDate.toJSDate().toISOString()).toBe('2026-11-17T13:00:00.000Z');
  });

  test('of an agenda without appointments is valid', async () => {
    expect(componentsOf(await calendarOf([], santiago)).events).toEqual([]);
  });
});

const eventOf = async (details: Partial<SharedAppointment>, timeZone = 'America/Santiago') => {
  const { events } = componentsOf(await calendarOf([appointment(details)], { timeZone, hasNames: false }));
  return events[0] ?? {};
};

test('an event has the initials of the patient, unless the names were chosen', async () => {
  expect((await eventOf({ name: 'Carolina Muñoz Soto' })).SUMMARY).toEqual(['C. M. S.']);
  const named = await calendarOf([appointment()], { ...santiago, hasNames: true });
  expect(named).toContain('\r\nSUMMARY:Carolina Muñoz\r\n');
});

test('an event that was moved has the same UID, a higher SEQUENCE and the time of its change', async () => {
  const before = await eventOf({});
  const after = await eventOf({
    date: '2026-11-18',
    changedAt: new Date('2026-11-10T09:00:00Z'),
    revision: 1,
  });
  expect([before.UID, before.SEQUENCE, before['LAST-MODIFIED'], before.DTSTAMP]).toEqual([
    [ID],
    ['0'],
    ['20261101T123456Z'],
    ['20261101T123456Z'],
  ]);
  expect([after.UID, after.SEQUENCE, after['LAST-MODIFIED'], after.DTSTAMP, after.DTSTART]).toEqual([
    [ID],
    ['1'],
    ['20261110T090000Z'],
    ['20261110T090000Z'],
    ['20261118T120000Z'],
  ]);
});

// In 2026 the clocks of most regions go back at the end of 4 April and forward at the end of 5 September.
test.each([
  ['America/Santiago', '2026-04-04', '09:00', '2026-04-04T12:00:00Z'],
  ['America/Santiago', '2026-04-04', '21:30', '2026-04-05T00:30:00Z'],
  ['America/Santiago', '2026-04-05', '08:00', '2026-04-05T12:00:00Z'],
  ['America/Santiago', '2026-09-05', '21:30', '2026-09-06T01:30:00Z'],
  ['America/Santiago', '2026-09-06', '08:00', '2026-09-06T11:00:00Z'],
  ['America/Punta_Arenas', '2026-04-04', '09:00', '2026-04-04T12:00:00Z'],
  ['America/Punta_Arenas', '2026-04-05', '09:00', '2026-04-05T12:00:00Z'],
  ['America/Punta_Arenas', '2026-09-06', '09:00', '2026-09-06T12:00:00Z'],
  ['America/Coyhaique', '2026-04-05', '09:00', '2026-04-05T12:00:00Z'],
  ['America/Coyhaique', '2026-07-01', '09:00', '2026-07-01T12:00:00Z'],
  ['America/Coyhaique', '2026-09-06', '09:00', '2026-09-06T12:00:00Z'],
])('in %s, %s at %s is %s', async (timeZone, date, time, instant) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const { DTSTART, DTEND } = await eventOf({ date, startMinute: hours * 60 + minutes, duration: 90 }, timeZone);
  const written = (value: Date) => [value.toISOString().replaceAll(/[-:]|\.\d+/g, '')];
  expect(DTSTART).toEqual(written(new Date(instant)));
  expect(DTEND).toEqual(written(new Date(Date.parse(instant) + 90 * 60_000)));
});
