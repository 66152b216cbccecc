import { convertIcsCalendar } from 'ts-ics';
import { expect, test } from 'vitest';
import { appointmentCalendar } from './appointment-calendar.ts';

type Calendar = Parameters<typeof appointmentCalendar>[0];
type Event = Calendar['events'][number];

const ID = '0198c0de-0000-7000-8000-000000000001';
const event = (details: Partial<Event> = {}): Event => ({
  id: ID,
  date: '2026-11-24',
  time: '15:30',
  duration: 60,
  sequence: 2,
  changedAt: new Date('2026-11-10T12:34:56Z'),
  status: 'CONFIRMED',
  ...details,
});
const calendar = (details: Partial<Calendar> = {}): Calendar => ({
  method: 'PUBLISH',
  events: [event()],
  timeZone: 'America/Santiago',
  professional: { name: 'Ana Soto', email: 'ana@ejemplo.cl' },
  place: 'Av. Colón 123',
  url: undefined,
  ...details,
});

/** Reads the calendar with a parser that has nothing in common with the library that wrote it. */
async function read(details: Partial<Calendar> = {}) {
  const text = await appointmentCalendar(calendar(details));
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return convertIcsCalendar(undefined, text);
}

test('another parser reads who, when and where', async () => {
  const { method, version, events } = await read({ url: 'https://ficha.cl/cita/abc' });
  expect([method, version]).toEqual(['PUBLISH', '2.0']);
  expect(events).toEqual([
    expect.objectContaining({
      uid: ID,
      sequence: 2,
      summary: 'Hora con Ana Soto',
      location: 'Av. Colón 123',
      url: 'https://ficha.cl/cita/abc',
      status: 'CONFIRMED',
      class: 'PRIVATE',
      organizer: expect.objectContaining({ name: 'Ana Soto', email: 'ana@ejemplo.cl' }),
      stamp: expect.objectContaining({ date: new Date('2026-11-10T12:34:56Z') }),
      start: expect.objectContaining({ date: new Date('2026-11-24T18:30:00Z') }),
      end: expect.objectContaining({ date: new Date('2026-11-24T19:30:00Z') }),
    }),
  ]);
});

test('a cancelled appointment has the same UID, a higher SEQUENCE and the method CANCEL', async () => {
  const cancelled = event({ sequence: 4, status: 'CANCELLED', changedAt: new Date('2026-11-20T10:00:00Z') });
  const { method, events } = await read({ method: 'CANCEL', events: [cancelled] });
  expect(method).toBe('CANCEL');
  expect(events).toMatchObject([{ uid: ID, sequence: 4, status: 'CANCELLED' }]);
});

test('a series is one calendar of many events', async () => {
  const dates = ['2026-11-24', '2026-12-01', '2026-12-08'];
  const { events } = await read({ events: dates.map((date) => event({ id: `id-${date}`, date })) });
  expect(events?.map(({ uid, start }) => [uid, start.date.toISOString().slice(0, 10)])).toEqual(
    dates.map((date) => [`id-${date}`, date]),
  );
});

test('hostile and long names stay in their property', async () => {
  const name = `Ana "la\nATTENDEE:mailto:x@y.cl" Núñez; de, la: Peña ^ \\ ${'Etcheverría '.repeat(8)}`.trim();
  const place = 'Av. Colón 123, of. 4; piso 2\\3\nDTSTART:19700101T000000Z';
  const { events } = await read({ professional: { name, email: 'ana@ejemplo.cl' }, place });
  expect(events).toHaveLength(1);
  expect(events?.[0]?.attendees).toBeUndefined();
  expect(events?.[0]?.location).toBe(place);
  expect(events?.[0]?.summary).toBe(`Hora con ${name}`);
  expect(events?.[0]?.organizer?.email).toBe('ana@ejemplo.cl');
  expect(events?.[0]?.start.date).toEqual(new Date('2026-11-24T18:30:00Z'));
});

test('without a place and a page there is neither LOCATION nor URL', async () => {
  const text = await appointmentCalendar(calendar({ place: '' }));
  expect(text).not.toMatch(/^(LOCATION|URL)/m);
});

// In 2026 the clocks of most regions go back at the end of 4 April and forward at the end of 5 September.
test.each([
  ['America/Santiago', '2026-04-04', '21:30', '2026-04-05T00:30:00Z'],
  ['America/Santiago', '2026-04-05', '08:00', '2026-04-05T12:00:00Z'],
  ['America/Santiago', '2026-09-05', '21:30', '2026-09-06T01:30:00Z'],
  ['America/Santiago', '2026-09-06', '08:00', '2026-09-06T11:00:00Z'],
  ['America/Punta_Arenas', '2026-04-05', '09:00', '2026-04-05T12:00:00Z'],
  ['America/Punta_Arenas', '2026-09-06', '09:00', '2026-09-06T12:00:00Z'],
  ['America/Coyhaique', '2026-07-01', '09:00', '2026-07-01T12:00:00Z'],
])('in %s, %s at %s is %s', async (timeZone, date, time, instant) => {
  const { events } = await read({ timeZone, events: [event({ date, time, duration: 90 })] });
  expect(events?.[0]?.start.date).toEqual(new Date(instant));
  expect(events?.[0]?.end?.date).toEqual(new Date(Date.parse(instant) + 90 * 60_000));
});
