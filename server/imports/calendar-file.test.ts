import { describe, expect, test } from 'vitest';
import { icsOf } from '#server/testing/import-files';
import { appointmentsFrom, namesIn } from './appointment-rows.ts';
import { type CalendarTask, readCalendar } from './calendar-file.ts';

const FROM = '2026-11-16';
const SANTIAGO = 'America/Santiago';

function read(bytes: Uint8Array, task: Partial<CalendarTask> = {}) {
  const file = readCalendar({ bytes, from: FROM, timeZone: SANTIAGO, ...task });
  if ('refused' in file) throw new Error(file.refused);
  return file;
}

const clocks = (...args: Parameters<typeof read>) => read(...args).events.map(({ date, time }) => `${date} ${time}`);
const event = (start: string, ...more: string[]) => ['SUMMARY:Rosa Díaz', start, ...more];

/** A part of a zone, which says when its clocks change. */
const observance = (...rules: string[]) => [
  'BEGIN:STANDARD',
  'DTSTART:20200101T000000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0500',
  ...rules,
  'END:STANDARD',
];

/** A calendar with an event in a zone of its own. */
function inOwnZone(observances: string[]): Buffer {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:Oficina', ...observances, 'END:VTIMEZONE', 'BEGIN:VEVENT'];
  const text = icsOf(event('DTSTART;TZID=Oficina:20261120T070000')).toString();
  return Buffer.from(text.replace('BEGIN:VEVENT', zone.join('\r\n')));
}

describe('an event', () => {
  test('has title, note and minutes', () => {
    const { events } = read(
      icsOf(event('DTSTART:20261120T090000', 'DTEND:20261120T095000', 'DESCRIPTION:<b>Trae</b> exámenes')),
    );
    expect(events).toEqual([
      { date: '2026-11-20', time: '09:00', title: 'Rosa Díaz', note: 'Trae exámenes', minutes: 50 },
    ]);
  });

  // On that day Santiago is three hours behind UTC, Punta Arenas too, and New York five.
  test.each([
    ['without a zone', 'DTSTART:20261120T090000', '2026-11-20 09:00'],
    ['in UTC', 'DTSTART:20261120T120000Z', '2026-11-20 09:00'],
    ['of the own zone', 'DTSTART;TZID=America/Santiago:20261120T090000', '2026-11-20 09:00'],
    ['of another zone', 'DTSTART;TZID=America/New_York:20261120T070000', '2026-11-20 09:00'],
    ['of the day before, in UTC', 'DTSTART:20261121T010000Z', '2026-11-20 22:00'],
  ])('%s is at the hour of the professional', (_, start, clock) => {
    expect(clocks(icsOf(event(start)))).toEqual([clock]);
  });

  // 'Oficina' is two hours behind the professional's zone on that day.
  test.each([
    ['without rules', []],
    ['as Google writes its rules', ['RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU']],
    ['as Outlook writes its rules', ['RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=1SU;BYMONTH=4']],
    ['with the days of a week', ['RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU']],
    ['with dates', ['RDATE:20250406T000000', 'RDATE:20260405T000000']],
  ])('of a zone that only the file knows, %s', (_, rules) => {
    expect(clocks(inOwnZone(observance(...rules)))).toEqual(['2026-11-20 09:00']);
  });

  test('in winter is at the hour of the region', () => {
    const bytes = icsOf(event('DTSTART:20270701T130000Z'));
    expect(clocks(bytes)).toEqual(['2027-07-01 09:00']);
    expect(clocks(bytes, { timeZone: 'America/Punta_Arenas' })).toEqual(['2027-07-01 10:00']);
  });

  test.each([
    ['in the past', ['DTSTART:20261115T090000']],
    ['after a year', ['DTSTART:20280101T090000']],
    ['of a whole day', ['DTSTART;VALUE=DATE:20261120']],
    ['that is cancelled', ['DTSTART:20261120T090000', 'STATUS:CANCELLED']],
    ['without a start', ['DESCRIPTION:nada']],
  ])('%s is skipped', (_, [start = '', ...more]) => {
    expect(read(icsOf(event(start, ...more)))).toEqual({ events: [], skipped: 1 });
  });
});

describe('a series', () => {
  test('is expanded within a year, without its exceptions', () => {
    const weekly = event('DTSTART:20261102T090000', 'RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20261123T090000');
    expect(clocks(icsOf(weekly))).toEqual(['2026-11-16 09:00', '2026-11-30 09:00']);
    expect(clocks(icsOf(event('DTSTART:20261120T090000', 'RRULE:FREQ=WEEKLY')))).toHaveLength(52);
  });

  test('keeps its hour when the clocks change', () => {
    const monthly = event('DTSTART;TZID=America/Santiago:20270301T090000', 'RRULE:FREQ=MONTHLY;COUNT=3');
    expect(clocks(icsOf(monthly))).toEqual(['2027-03-01 09:00', '2027-04-01 09:00', '2027-05-01 09:00']);
  });

  test('has the hour of a changed occurrence', () => {
    const text = icsOf(
      event('DTSTART:20261120T090000', 'RRULE:FREQ=DAILY;COUNT=2'),
      event('DTSTART:20261121T150000', 'RECURRENCE-ID:20261121T090000'),
    ).toString();
    expect(clocks(Buffer.from(text.replaceAll(/UID:\d/g, 'UID:uno')))).toEqual([
      '2026-11-20 09:00',
      '2026-11-21 15:00',
    ]);
  });
});

test.each<[string, Uint8Array, string]>([
  ['a series of every second', icsOf(event('DTSTART:20261120T090000', 'RRULE:FREQ=SECONDLY')), 'IMPORT_TOO_MANY_ROWS'],
  ['a series from long ago', icsOf(event('DTSTART:19000101T090000', 'RRULE:FREQ=MINUTELY')), 'IMPORT_TOO_MANY_ROWS'],
  ['text', Buffer.from('hola'), 'IMPORT_UNREADABLE'],
  ['a card', Buffer.from('BEGIN:VCARD\r\nFN:Rosa\r\nEND:VCARD\r\n'), 'IMPORT_UNREADABLE'],
  ['a calendar that ends early', icsOf(event('DTSTART:20261120T090000')).subarray(0, 60), 'IMPORT_UNREADABLE'],
  ['an empty calendar', icsOf(), 'IMPORT_EMPTY'],
  ['nothing', new Uint8Array(), 'IMPORT_UNREADABLE'],
])('%s is refused', (_, bytes, refused) => {
  expect(readCalendar({ bytes, from: FROM, timeZone: SANTIAGO })).toEqual({ refused });
});

describe('the patient of an event', () => {
  const rosa = { id: '0198f0c0-0000-7000-8000-000000000001', foldedName: 'rosa diaz', rut: '123456785' };
  const other = { ...rosa, id: '0198f0c0-0000-7000-8000-000000000002', rut: '19' };
  const patientOf = (title: string, patients = [rosa]) => {
    const found = { date: '2026-11-20', time: '09:00', note: '', minutes: 30, title };
    const known = { patients, chosen: new Set<string>(), taken: [] };
    return appointmentsFrom([found], {}, known).appointments[0]?.patientId;
  };

  test.each([
    'Rosa Díaz',
    'ROSA DIAZ',
    'Control: Rosa Díaz',
    'Cita con Rosa Díaz',
    'Rosa Díaz - psicología',
    '12.345.678-5',
  ])('is named by %s', (title) => expect(patientOf(title)).toBe(rosa.id));

  test.each(['Rosa', 'Reunión', '', '12.345.678-9'])('is not named by %j', (title) => {
    expect(patientOf(title)).toBeUndefined();
  });

  test('is not guessed between two of one name, and the RUT decides', () => {
    expect(patientOf('Rosa Díaz', [rosa, other])).toBeUndefined();
    expect(patientOf('Rosa Díaz 12.345.678-5', [rosa, other])).toBe(rosa.id);
  });

  test('may be any part of the title', () => expect(namesIn('Sesión 3 - Rosa Díaz (online)')).toContain('rosa diaz'));
});

describe('a hostile calendar', () => {
  test('does not repeat long texts with every occurrence, nor control characters', () => {
    const daily = ['DTSTART:20261120T090000', 'RRULE:FREQ=DAILY;COUNT=100'];
    const { events } = read(
      icsOf([`SUMMARY:a\u0000${'x'.repeat(8000)}`, `DESCRIPTION:${'y'.repeat(90_000)}`, ...daily]),
    );
    expect(events).toHaveLength(100);
    for (const { title, note } of events) {
      expect(title).toBe(`a ${'x'.repeat(198)}`);
      expect(note).toHaveLength(500);
    }
  });

  test.each([
    ['DTSTART', ['DTSTART:ayer']],
    ['DTEND', ['DTSTART:20261120T090000', 'DTEND:tarde']],
    ['DURATION', ['DTSTART:20261120T090000', 'DURATION:mucho']],
    ['EXDATE', ['DTSTART:20261120T090000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:nunca']],
  ])('with nonsense in %s is refused, or that value is left out', (_, lines) => {
    const file = readCalendar({ bytes: icsOf(['SUMMARY:Rosa', ...lines]), from: FROM, timeZone: SANTIAGO });
    expect('refused' in file ? file.refused : file.events.length).toBeOneOf(['IMPORT_UNREADABLE', 0, 1, 3]);
  });

  test.each([
    ['of every hour', observance('RRULE:FREQ=HOURLY')],
    ['of every day', observance('RRULE:FREQ=DAILY')],
    ['of every minute of a day', observance(`RRULE:FREQ=YEARLY;BYHOUR=2;BYMINUTE=${[...Array(60).keys()]}`)],
    ['of a year, too many', Array.from({ length: 2001 }, () => observance('RRULE:FREQ=YEARLY;COUNT=1')).flat()],
    ['of dates, too many', observance(...Array.from({ length: 2001 }, () => 'RDATE:20260405T000000'))],
  ])('whose zone has rules %s is refused before they are expanded', (_, observances) => {
    const task = { bytes: inOwnZone(observances), from: FROM, timeZone: SANTIAGO };
    expect(readCalendar(task)).toEqual({ refused: 'IMPORT_UNREADABLE' });
  });

  test('is refused when the zones of all calendars in its file have too many rules together', () => {
    const calendar = inOwnZone(Array.from({ length: 1001 }, () => observance('RRULE:FREQ=YEARLY;COUNT=1')).flat());
    const read = (bytes: Uint8Array) => readCalendar({ bytes, from: FROM, timeZone: SANTIAGO });
    expect(read(calendar)).toMatchObject({ events: [{ time: '09:00' }] });
    expect(read(Buffer.concat([calendar, calendar]))).toEqual({ refused: 'IMPORT_UNREADABLE' });
  });

  test('with too many events is refused before they are read', () => {
    const bytes = icsOf(...Array.from({ length: 20_001 }, () => []));
    expect(readCalendar({ bytes, from: FROM, timeZone: SANTIAGO })).toEqual({ refused: 'IMPORT_TOO_MANY_ROWS' });
  });
});
