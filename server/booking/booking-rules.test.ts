import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import {
  createBooking,
  getBookingChallenge,
  getBookingPage,
  getNextBookingHour,
  listBookingSlots,
} from '#contract/booking';
import {
  type BookingSettings,
  DEFAULT_BOOKING_SETTINGS,
  getBookingSettings,
  previewBookingHours,
  putBookingSettings,
} from '#contract/booking-settings';
import { createService } from '#contract/services';
import { joinWaitingList } from '#contract/waiting-list';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import { book, linkToken, mailsTo, newBookingPerson, type OpenedPage, openBookingPage } from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { newService } from '#server/testing/services';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { bookingPageData } from './booking-page.service.ts';

// Monday 16 November 2026, 07:00 in Santiago.
const START = new Date('2026-11-16T10:00:00Z');
const MINUTE_MS = 60_000;
const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';
const HOURS = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'];

let now = START;
let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now, sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  now = START;
  ana = await testApp.newProfessional({ name: 'Dra. Ana Núñez' });
  await ana.pays(new Date('2100-01-01'));
});

async function offered({ slug, serviceId }: OpenedPage, from = TUESDAY, to = from) {
  const { body } = await testApp.send(listBookingSlots, { params: { slug }, query: { serviceId, from, to } });
  return body;
}
const timesOn = async (page: OpenedPage, date = TUESDAY) => (await offered(page, date))[0]?.times ?? [];

async function appointment(time: string, details: { overbooked?: boolean; date?: string } = {}) {
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, date: TUESDAY, time, duration: 30, ...details } as const;
  return (await ana.send(createAppointment, { body })).body._id;
}

async function expectTaken(page: OpenedPage, time: string, date = TUESDAY) {
  const { status, error } = await book(testApp, page, { date, time });
  expect([time, status, error.code]).toEqual([time, 409, 'SLOT_TAKEN']);
}

describe('the hours of a page', () => {
  test.each([
    [0, ['09:00', '09:30', '10:00', '11:00', '11:30', '12:00', '12:30']],
    [30, ['09:00', '09:30', '11:30', '12:00', '12:30']],
    [60, ['09:00', '12:00', '12:30']],
  ] as const)('keep a buffer of %i minutes before and after an appointment', async (bufferMinutes, free) => {
    const page = await openBookingPage(ana, { bufferMinutes });
    await appointment('10:30');
    expect(await timesOn(page)).toEqual(free);
    for (const time of HOURS.filter((one) => !free.includes(one as never))) await expectTaken(page, time);
    expect((await book(testApp, page, { date: TUESDAY, time: '09:00' })).status).toBe(201);
  });

  test('keep the buffer before and after a held hour, while it is held', async () => {
    const page = await openBookingPage(ana, { bufferMinutes: 30 });
    await book(testApp, page, { date: TUESDAY, time: '10:30' });
    expect(await timesOn(page)).toEqual(['09:00', '09:30', '11:30', '12:00', '12:30']);
    await expectTaken(page, '11:00');
    now = new Date(START.getTime() + 30 * MINUTE_MS);
    expect(await timesOn(page)).toEqual(HOURS);
  });

  test('end on a day with as many visits as it may have, held and overbooked ones included, cancelled ones not', async () => {
    const page = await openBookingPage(ana, { maxPerDay: 3 });
    const id = await appointment('09:00');
    await appointment('09:00', { overbooked: true });
    expect(await timesOn(page)).toHaveLength(7);
    await book(testApp, page, { date: TUESDAY, time: '10:00' });
    expect(await timesOn(page)).toEqual([]);
    await expectTaken(page, '12:00');
    expect(await timesOn(page, '2026-11-18')).toEqual(HOURS);
    await ana.send(deleteAppointment, { params: { id }, query: {} });
    expect(await timesOn(page)).toContain('12:00');
  });

  test('begin when the notice has elapsed, to the second', async () => {
    const page = await openBookingPage(ana, { minNoticeHours: 26 });
    expect(await offered(page, MONDAY, TUESDAY)).toEqual([{ date: TUESDAY, times: HOURS }]);
    now = new Date(START.getTime() + 1000);
    expect(await timesOn(page)).toEqual(HOURS.slice(1));
    await expectTaken(page, '09:00');
    expect((await book(testApp, page, { date: TUESDAY, time: '09:30' })).status).toBe(201);
  });

  test('end with the last day of the window, which is included', async () => {
    const page = await openBookingPage(ana, { windowDays: 2 });
    const days = await offered(page, MONDAY, '2026-11-20');
    expect(days.map(({ date }) => date)).toEqual([MONDAY, TUESDAY, '2026-11-18']);
    expect((await book(testApp, page, { date: '2026-11-18', time: '12:30' })).status).toBe(201);
    await expectTaken(page, '09:00', '2026-11-19');
    // The window begins on the day of the professional: in UTC it is already Tuesday.
    now = new Date('2026-11-17T02:00:00Z');
    expect(await offered(page, '2026-11-19', '2026-11-20')).toEqual([]);
    now = new Date('2026-11-17T03:30:00Z');
    expect(await timesOn(page, '2026-11-19')).toEqual(HOURS);
  });

  test('are none in absences and on holidays', async () => {
    const page = await openBookingPage(ana, { windowDays: 60 });
    await ana.send(createAbsence, { body: { from: TUESDAY, to: TUESDAY, startTime: '09:00', endTime: '12:00' } });
    await ana.send(createAbsence, { body: { from: '2026-11-18', to: '2026-11-19' } });
    expect((await offered(page, TUESDAY, '2026-11-20')).map(({ date, times }) => [date, times.length])).toEqual([
      [TUESDAY, 2],
      ['2026-11-20', 8],
    ]);
    await expectTaken(page, '11:30');
    await expectTaken(page, '09:00', '2026-11-18');
    // Inmaculada Concepción, a Tuesday.
    expect(await timesOn(page, '2026-12-08')).toEqual([]);
    await expectTaken(page, '09:00', '2026-12-08');
  });

  test('are as long as the service, within the working hours', async () => {
    const page = await openBookingPage(ana, {}, { service: { duration: 120 } });
    await appointment('10:00');
    expect(await timesOn(page)).toEqual(['10:30', '11:00']);
    await expectTaken(page, '11:30');
  });

  test('are those of a preview with the same rules, which saves nothing', async () => {
    const page = await openBookingPage(ana);
    await appointment('10:30');
    const rules = { minNoticeHours: 26, windowDays: 1, bufferMinutes: 60, maxPerDay: null } as const;
    const preview = await ana.send(previewBookingHours, { body: { ...rules, serviceId: page.serviceId } });
    expect(preview.body).toEqual([{ date: TUESDAY, times: ['09:00', '12:00', '12:30'] }]);
    expect(await timesOn(page)).toHaveLength(7);
  });
});

test('a page that is switched off answers nobody, while bookings made before go on', async () => {
  const page = await openBookingPage(ana, { approval: 'automatic' });
  const { email } = newBookingPerson();
  await book(testApp, page, { date: TUESDAY, time: '10:00', email });
  const { body: settings } = await ana.send(getBookingSettings);
  const off = await ana.send(putBookingSettings, { body: { ...settings, enabled: false } });
  expect(off.body).toEqual({ ...settings, enabled: false });
  const params = { slug: page.slug };
  const query = { serviceId: page.serviceId, from: TUESDAY, to: TUESDAY };
  const replies = [
    await testApp.send(getBookingPage, { params }),
    await testApp.send(listBookingSlots, { params, query }),
    await testApp.send(getNextBookingHour, { params, query }),
    await testApp.send(getBookingChallenge, { params }),
  ];
  const unknown = await testApp.send(getBookingPage, { params: { slug: 'nadie' } });
  expect(replies.map(({ status, error }) => [status, error])).toEqual(Array(4).fill([404, unknown.error]));
  const token = linkToken((await mailsTo(testApp, mailbox, email)).at(-1));
  const confirmed = await testApp.send(links.confirmLinkedAppointment, { params: { token } });
  expect(confirmed.body).toMatchObject({ status: 'scheduled', time: '10:00' });
  const body = { ...newBookingPerson(), serviceId: page.serviceId, acceptsPrivacy: true, altcha: 'resuelto' } as const;
  const booked = await testApp.send(createBooking, { params, body: { ...body, date: TUESDAY, time: '11:00' } });
  const entry = { ...body, from: TUESDAY, to: TUESDAY, times: 'any' } as const;
  const joined = await testApp.send(joinWaitingList, { params, body: entry });
  expect([booked.status, joined.status]).toEqual([404, 404]);
});

describe('the settings', () => {
  const put = (settings: Partial<BookingSettings>, person = ana) =>
    person.send(putBookingSettings, {
      body: { ...DEFAULT_BOOKING_SETTINGS, slug: `ana-${ana.user._id}`, ...settings },
    });

  test('suggest a free address from the name', async () => {
    expect((await ana.send(getBookingSettings)).body).toEqual({ ...DEFAULT_BOOKING_SETTINGS, slug: 'dra-ana-nunez' });
    await put({ slug: 'dra-ana-nunez' });
    const [second, third] = [await named('Dra. Ana Nuñez'), await named('dra ana núñez')];
    expect((await second.send(getBookingSettings)).body.slug).toBe('dra-ana-nunez-2');
    await put({ slug: 'dra-ana-nunez-2' }, second);
    expect((await third.send(getBookingSettings)).body.slug).toBe('dra-ana-nunez-3');
    expect((await ana.send(getBookingSettings)).body.slug).toBe('dra-ana-nunez');
    expect((await (await named('Admin')).send(getBookingSettings)).body.slug).toBe('consulta-admin');
  });

  const named = (name: string) => testApp.newProfessional({ name });

  test.each([
    'api',
    'admin',
    'dashboard',
    'derechos',
    'cita',
    'reservar',
    'login',
    'ab',
    'Ana',
    'ana--b',
    '-ana',
    'año',
  ])('refuse the address %s', async (slug) => {
    const { status, error } = await put({ slug });
    expect([status, error.details?.map(({ field }) => field)]).toEqual([400, ['slug']]);
  });

  test('give one address to one professional, also when two ask at once, and keep it for them when it is changed', async () => {
    const berta = await testApp.newProfessional();
    const slug = `consulta-${berta.user._id}`;
    const replies = await Promise.all([put({ slug }), put({ slug }, berta)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.error.code).toBe('SLUG_TAKEN');
    const [winner, loser] = replies[0]?.status === 200 ? [ana, berta] : [berta, ana];
    const moved = { slug: `nueva-${berta.user._id}` };
    const race = await Promise.all([put(moved, winner), put({ slug }, loser)]);
    expect(race.map(({ status }) => status)).toEqual([200, 409]);
    expect((await put({ slug }, loser)).error.code).toBe('SLUG_TAKEN');
    expect((await put({ slug }, winner)).body.slug).toBe(slug);
    expect((await put(moved, loser)).error.code).toBe('SLUG_TAKEN');
  });

  test('are not suggested an address that somebody gave up', async () => {
    const carla = await named('Dra. Carla Paz');
    await put({ slug: 'dra-carla-paz' }, carla);
    await put({ slug: 'carla-paz' }, carla);
    expect((await (await named('Dra. Carla Paz')).send(getBookingSettings)).body.slug).toBe('dra-carla-paz-2');
  });

  test('keep twenty addresses for one professional', async () => {
    for (let count = 1; count <= 20; count += 1) await put({ slug: `ana-${count}-${ana.user._id}` });
    expect((await put({ slug: `ana-21-${ana.user._id}` })).error.code).toBe('TOO_MANY_SLUGS');
    expect((await put({ slug: `ana-1-${ana.user._id}` })).status).toBe(200);
  });

  test('move the page to a new address, and the former one leads to it while booking is on', async () => {
    const page = await openBookingPage(ana);
    const { body: settings } = await ana.send(getBookingSettings);
    const slug = `otra-${ana.user._id}`;
    await ana.send(putBookingSettings, { body: { ...settings, slug } });
    const { body } = await testApp.send(getBookingPage, { params: { slug: page.slug } });
    expect(body).toEqual((await testApp.send(getBookingPage, { params: { slug } })).body);
    expect((await bookingPageData(testApp.deps, page.slug))?.slug).toBe(slug);
    await ana.send(putBookingSettings, { body: { ...settings, slug, enabled: false } });
    expect((await testApp.send(getBookingPage, { params: { slug: page.slug } })).status).toBe(404);
  });

  test('switch booking on with working hours and a bookable service alone', async () => {
    const refusal = async () => (await put({ enabled: true })).error;
    expect((await refusal()).code).toBe('BOOKING_NEEDS_HOURS');
    await ana.send(putWorkingHours, { body: { hours: [{ weekday: 1, from: '09:00', to: '13:00' }] } });
    expect((await refusal()).code).toBe('BOOKING_NEEDS_SERVICE');
    await ana.send(createService, { body: newService({ bookable: false }) });
    expect((await refusal()).code).toBe('BOOKING_NEEDS_SERVICE');
    expect((await put({})).status).toBe(200);
    await ana.send(createService, { body: newService() });
    expect((await put({ enabled: true })).status).toBe(200);
  });

  test.each([
    ['http://clinica.cl'],
    ['https://clinica.cl/'],
    ['https://clinica.cl/agenda'],
    ['https://*.clinica.cl'],
    ['https://*'],
    ['https://clinica.cl;sandbox'],
    ["https://'none'"],
    ['https://clinica.cl:443'],
    ['https://CLINICA.cl'],
    ['https://usuario@clinica.cl'],
    ['clinica.cl'],
    ["https://clinica.cl; script-src 'unsafe-inline'"],
    ['https://clinica.cl https://otra.cl'],
  ])('refuse %s as a site that shows the page', async (origin) => {
    const { status } = await put({ embedOrigins: ['https://clinica.cl', origin] });
    expect(status).toBe(400);
  });

  test('keep up to ten origins, each once', async () => {
    const origins = Array.from({ length: 11 }, (_, index) => `https://sitio-${index}.cl`);
    expect((await put({ embedOrigins: origins })).status).toBe(400);
    const ten = origins.slice(0, 10);
    expect((await put({ embedOrigins: [...ten.slice(1), ...ten.slice(0, 1)] })).body.embedOrigins).toHaveLength(10);
    const repeated = ['https://clinica.cl:8443', 'https://clinica.cl:8443'];
    expect((await put({ embedOrigins: repeated })).body.embedOrigins).toEqual(['https://clinica.cl:8443']);
  });

  test.each([
    [{ minNoticeHours: 721 }],
    [{ minNoticeHours: 1.5 }],
    [{ windowDays: 0 }],
    [{ windowDays: 181 }],
    [{ bufferMinutes: 15 }],
    [{ maxPerDay: 0 }],
    [{ maxPerDay: 29 }],
  ])('refuse %j', async (rules) => {
    expect((await put(rules as Partial<BookingSettings>)).status).toBe(400);
  });
});
