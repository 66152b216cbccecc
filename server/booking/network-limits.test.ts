import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { confirmLinkedAppointment } from '#contract/appointment-links';
import {
  acceptBookingRequest,
  listBookingRequests,
  rejectBookingRequest,
  rejectConnection,
} from '#contract/booking-requests';
import type { BookingSettings } from '#contract/booking-settings';
import { listPatients } from '#contract/patients';
import {
  linkToken,
  mailsTo,
  newBookingPerson,
  newProof,
  type OpenedPage,
  openBookingPage,
} from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const TUESDAY = '2026-11-17';
const HOME = '203.0.113.7';

let now = START;
let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
let page: OpenedPage;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now, sendsMail: true, rateLimit: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  now = START;
  await testApp.sql`delete from rate_limits`;
  ana = await testApp.newProfessional();
  await ana.pays(new Date('2100-01-01'));
  page = await openBookingPage(ana);
});

async function bookFrom(remoteAddress: string, time: string, person = newBookingPerson(), date = TUESDAY) {
  const { slug, serviceId } = page;
  const payload = { ...person, date, time, serviceId, acceptsPrivacy: true, altcha: await newProof(testApp, slug) };
  const reply = await testApp.app.inject({ method: 'POST', url: `/api/booking/${slug}`, payload, remoteAddress });
  return { httpStatus: reply.statusCode, ...reply.json(), email: person.email };
}

const FIRST_FOUR = ['09:00', '09:30', '10:00', '10:30'];
const bookFour = (address = HOME) => inTurn(FIRST_FOUR, (time) => bookFrom(address, time));

async function inTurn<Value, Result>(values: readonly Value[], act: (value: Value) => Promise<Result>) {
  const results: Result[] = [];
  for (const value of values) results.push(await act(value));
  return results;
}

const requests = async () => (await ana.send(listBookingRequests)).body;
const requestAt = async (time: string) => (await requests()).find((one) => one.time === time)?._id ?? '';
const accept = async (time: string) => ana.send(acceptBookingRequest, { params: { id: await requestAt(time) } });
const confirm = async (email: string) => {
  const token = linkToken((await mailsTo(testApp, mailbox, email)).at(-1));
  return testApp.send(confirmLinkedAppointment, { params: { token } });
};
const approve = (approval: BookingSettings['approval']) =>
  openBookingPage(ana, { approval }).then((opened) => {
    page = opened;
  });

describe('a fifth booking of one network', () => {
  test('is taken as a request that holds no hour', async () => {
    const four = await bookFour();
    expect(four.map(({ status, holdsHour }) => [status, holdsHour])).toEqual(Array(4).fill(['unverified', undefined]));
    const fifth = await bookFrom(HOME, '11:00');
    expect(fifth).toMatchObject({ httpStatus: 201, status: 'requested', holdsHour: false });
    expect(fifth).not.toHaveProperty('bookingKey');
    expect((await requests()).map(({ time, status, holdsHour }) => [time, status, holdsHour]).at(-1)).toEqual([
      '11:00',
      'requested',
      false,
    ]);
    // Somebody else has the hour.
    expect(await bookFrom('203.0.113.8', '11:00')).toMatchObject({ status: 'unverified' });
    expect(await mailsTo(testApp, mailbox, fifth.email)).toEqual([]);
  });

  test('is one of its site, also when it comes from another network of IPv6', async () => {
    await inTurn(FIRST_FOUR, (time) => bookFrom(`2001:db8:5:${time.slice(0, 2)}00::1`, time));
    expect(await bookFrom('2001:db8:5:ff::1', '11:00')).toMatchObject({ status: 'requested', holdsHour: false });
    expect(await bookFrom('2001:db8:6::1', '11:00')).toMatchObject({ status: 'unverified' });
  });

  test('counts confirmed hours that nobody has answered, and not those that the professional accepted', async () => {
    const [first] = await bookFour();
    await confirm(first?.email ?? '');
    expect(await bookFrom(HOME, '11:00')).toMatchObject({ holdsHour: false });
    await accept('09:00');
    expect(await bookFrom(HOME, '11:30')).toMatchObject({ status: 'unverified' });
  });

  test('counts with each professional apart', async () => {
    await bookFour();
    page = await openBookingPage(await testApp.newProfessional());
    expect(await bookFrom(HOME, '09:00')).toMatchObject({ status: 'unverified' });
  });

  test('makes no patient by itself: of one network four a day are accepted automatically', async () => {
    await approve('automatic');
    for (const { email } of await bookFour()) expect((await confirm(email)).body.status).toBe('scheduled');
    expect(await bookFrom(HOME, '11:00')).toMatchObject({ status: 'requested', holdsHour: false });
    expect((await ana.send(listPatients, { query: {} })).body.total).toBe(4);
    now = new Date(START.getTime() + DAY_MS + 1000);
    expect(await bookFrom(HOME, '11:00', newBookingPerson(), '2026-11-18')).toMatchObject({ status: 'unverified' });
  });
});

describe('a request without an hour', () => {
  beforeEach(async () => {
    await bookFour();
    await bookFrom(HOME, '11:00');
  });

  test('is told to the professional by mail, and further ones are not while it waits', async () => {
    expect(await bookFrom(HOME, '11:30')).toMatchObject({ holdsHour: false });
    const mails = (await mailsTo(testApp, mailbox, ana.user.email)).map(({ text }) => text);
    const told = mails.filter((text) => text.includes('/dashboard/reservas'));
    expect(told).toEqual([expect.stringContaining('a las 11:00. La hora no está guardada')]);
  });

  test('is accepted while its hour is free', async () => {
    const { status, body } = await accept('11:00');
    expect([status, body.time]).toEqual([201, '11:00']);
    expect((await requests()).map(({ time }) => time)).toEqual(FIRST_FOUR);
  });

  test('is refused when somebody has the hour, and stays', async () => {
    const { _id: patientId } = await ana.hasPatient();
    await ana.send(createAppointment, { body: { patientId, date: TUESDAY, time: '11:00', duration: 30 } });
    const { status, error } = await accept('11:00');
    expect([status, error.code]).toEqual([409, 'SLOT_TAKEN']);
    expect(await requests()).toHaveLength(5);
    const { status: rejected } = await ana.send(rejectBookingRequest, { params: { id: await requestAt('11:00') } });
    expect(rejected).toBe(204);
  });

  test('is refused when a hundred of them wait', async () => {
    await testApp.sql`
      insert into bookings (owner_id, id, status, service_id, service_name, date, start_minute, duration, compact_rut,
                            document_type, person, created_at, expires_at, kept_until)
      select owner_id, gen_random_uuid(), status, service_id, service_name, date, start_minute, duration, 'x' || n,
             document_type, person, created_at, expires_at, kept_until
        from bookings, generate_series(1, 99) n where owner_id = ${ana.user._id} and status = 'requested'`;
    expect(await bookFrom(HOME, '11:30')).toMatchObject({ httpStatus: 409, code: 'BOOKING_CLOSED' });
    expect(await bookFrom('203.0.113.8', '11:30')).toMatchObject({ httpStatus: 201 });
  });
});

test('the professional sees which requests came from one connection, and rejects them together', async () => {
  const [first] = await bookFour();
  await bookFrom(HOME, '11:00');
  await confirm(first?.email ?? '');
  const other = await bookFrom('203.0.113.8', '11:30');
  const listed = await requests();
  expect(listed.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1, undefined]);
  expect(JSON.stringify(listed)).not.toContain('203.0.113');
  const { status, body } = await ana.send(rejectConnection, { params: { id: await requestAt('10:00') } });
  expect([status, body]).toEqual([200, { rejected: 5 }]);
  expect((await requests()).map(({ email }) => email)).toEqual([other.email]);
  // Only the person who has confirmed the address is told.
  const told = async (email: string) => (await mailsTo(testApp, mailbox, email)).length;
  expect(await told(first?.email ?? '')).toBe(2);
  expect(await bookFrom(HOME, '09:00')).toMatchObject({ status: 'unverified' });
});

test('one network does not use up the mails of all patients', async () => {
  const joinFrom = async (remoteAddress: string) => {
    const { slug, serviceId } = page;
    const days = { from: TUESDAY, to: '2026-11-20', times: 'any' };
    const payload = {
      ...newBookingPerson(),
      ...days,
      serviceId,
      acceptsPrivacy: true,
      altcha: await newProof(testApp, slug),
    };
    const url = `/api/booking/${slug}/waiting-list`;
    const reply = await testApp.app.inject({ method: 'POST', url, payload, remoteAddress });
    return reply.json().code ?? reply.json().status;
  };
  const mailsOfTheDay = new Date(START.getTime() + DAY_MS / 2);
  expect(await joinFrom(HOME)).toBe('waiting');
  await testApp.sql`update rate_limits set hits = 60 where resets_at > ${mailsOfTheDay}`;
  expect(await joinFrom(HOME)).toBe('MAIL_LIMIT_REACHED');
  expect(await bookFrom(HOME, '09:00')).toMatchObject({ status: 'requested', holdsHour: false });
  expect(await joinFrom('203.0.113.8')).toBe('waiting');
  // One mail is left. What the network has no share for does not use it up.
  await testApp.sql`update rate_limits set hits = 299 where resets_at > ${mailsOfTheDay} and hits > 60`;
  expect(await joinFrom(HOME)).toBe('MAIL_LIMIT_REACHED');
  expect(await bookFrom('203.0.113.9', '09:00')).toMatchObject({ status: 'unverified' });
});
