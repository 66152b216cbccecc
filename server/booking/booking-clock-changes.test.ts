import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as links from '#contract/appointment-links';
import { listBookingSlots } from '#contract/booking';
import { addDays } from '#contract/days';
import { holidaysOf } from '#contract/holidays';
import { type Region, regionalZoneNote, timeZoneOf } from '#contract/regions';
import { hourInWords } from '#contract/reminder-message';
import { SLOTS } from '#contract/slots';
import { instantIn, wallClockIn } from '#server/platform/wall-clock';
import { book, linkToken, mailsTo, newBookingPerson, type OpenedPage, openBookingPage } from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const METROPOLITANA: Region = 'Región Metropolitana';
const MAGALLANES: Region = 'Región de Magallanes y de la Antártica Chilena';
const AYSEN: Region = 'Región de Aysén del General Carlos Ibáñez del Campo';
const REGIONS = [METROPOLITANA, MAGALLANES, AYSEN];
/** The Sundays after the nights in which the clocks of Santiago change. */
const CHANGES = ['2026-04-05', '2026-09-06', '2027-04-04', '2027-09-05'];
const CASES = REGIONS.flatMap((region) => CHANGES.map((sunday) => [region, sunday] as const));
const HOLIDAYS = new Set([2026, 2027].flatMap((year) => [...holidaysOf(year).keys()]));
const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
const HALF_HOUR_MS = 30 * 60 * 1000;

let now = new Date('2026-04-01T12:00:00Z');
let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now, sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});

/** The page of somebody who attends at all hours, at an instant. */
async function pageIn(region: Region, at: Date, minNoticeHours = 0) {
  now = at;
  const person = await testApp.newProfessional({ region });
  await person.pays(new Date('2100-01-01'));
  return openBookingPage(person, { minNoticeHours, approval: 'automatic' }, { hours: ALL_WEEK });
}

async function offered({ slug, serviceId }: OpenedPage, [from, to]: readonly [string, string]) {
  const { body } = await testApp.send(listBookingSlots, { params: { slug }, query: { serviceId, from, to } });
  return body.flatMap(({ date, times }) => times.map((time) => `${date} ${time}`));
}

/** Every half hour that the clocks show in the days, in the order in which it passes. */
function shownHours(timeZone: string, [from, to]: readonly [string, string]) {
  const [start, end] = [Date.parse(`${addDays(from, -1)}T00:00:00Z`), Date.parse(`${addDays(to, 2)}T00:00:00Z`)];
  const instants = Array.from({ length: (end - start) / HALF_HOUR_MS }, (_, index) => start + index * HALF_HOUR_MS);
  return instants
    .map((instant) => wallClockIn(timeZone, new Date(instant)))
    .filter(({ date, time }) => from <= date && date <= to && SLOTS.includes(time) && !HOLIDAYS.has(date))
    .map(({ date, time }) => `${date} ${time}`);
}

describe.each(CASES)('in %s around %s', (region, sunday) => {
  const timeZone = timeZoneOf(region);
  const week = [addDays(sunday, -3), addDays(sunday, 3)] as const;

  test('the page offers every hour that the clocks show once, and no other', async () => {
    const page = await pageIn(region, instantIn(timeZone, { date: addDays(sunday, -4), time: '12:00' }));
    const hours = await offered(page, week);
    expect(hours).toEqual(shownHours(timeZone, week));
    expect(new Set(hours).size).toBe(hours.length);
    expect(hours).toContain(`${sunday} 08:00`);
  });

  test('a booking of the first hour after the change is held, confirmed and shown at that hour', async () => {
    const page = await pageIn(region, instantIn(timeZone, { date: addDays(sunday, -2), time: '12:00' }));
    const { email } = newBookingPerson();
    const hour = { date: sunday, time: '08:00' };
    expect((await book(testApp, page, { ...hour, email })).status).toBe(201);
    expect((await book(testApp, page, hour)).error.code).toBe('SLOT_TAKEN');
    const [mail] = await mailsTo(testApp, mailbox, email);
    expect(mail?.text).toContain(
      `antes del ${hourInWords({ date: addDays(sunday, -2), time: '12:30' })}${regionalZoneNote(timeZone)}.`,
    );
    const params = { token: linkToken(mail) };
    const { body } = await testApp.send(links.confirmLinkedAppointment, { params });
    expect(body).toMatchObject({ ...hour, timeZone, status: 'scheduled' });
    const calendar = (await mailsTo(testApp, mailbox, email)).at(-1)?.calendar ?? '';
    const start = instantIn(timeZone, hour)
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    expect(calendar).toContain(`DTSTART:${start}`);
  });
});

// Noon of the Saturday in each zone. A notice is elapsed time.
test.each([
  [METROPOLITANA, '2026-09-05', '2026-09-06 13:00'],
  [MAGALLANES, '2026-09-05', '2026-09-06 12:00'],
  [AYSEN, '2026-09-05', '2026-09-06 12:00'],
  [METROPOLITANA, '2027-04-03', '2027-04-04 11:00'],
  [MAGALLANES, '2027-04-03', '2027-04-04 12:00'],
  [AYSEN, '2027-04-03', '2027-04-04 12:00'],
])('with a notice of 24 hours, in %s at noon of %s the first hour is %s', async (region, saturday, first) => {
  const page = await pageIn(region, instantIn(timeZoneOf(region), { date: saturday, time: '12:00' }), 24);
  expect((await offered(page, [saturday, addDays(saturday, 3)]))[0]).toBe(first);
  const [date = '', time = ''] = first.split(' ');
  const before = SLOTS[SLOTS.indexOf(time) - 1] ?? '';
  expect((await book(testApp, page, { date, time: before })).error.code).toBe('SLOT_TAKEN');
  expect((await book(testApp, page, { date, time })).status).toBe(201);
});
