import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { createBooking } from '#contract/booking';
import { acceptBookingRequest, listBookingRequests, rejectBookingRequest } from '#contract/booking-requests';
import { listPatients } from '#contract/patients';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import {
  book,
  join,
  linkToken,
  mailsTo,
  newBookingPerson,
  newProof,
  type OpenedPage,
  openBookingPage,
} from '#server/testing/bookings';
import { untilQueryWaits } from '#server/testing/lock-waits';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const MINUTE_MS = 60_000;
const TUESDAY = '2026-11-17';
const TIMES = ['09:00', '09:30', '10:00', '10:30'];
const HOURS = [{ weekday: 2, from: '09:00', to: '11:00' }];

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
  ana = await testApp.newProfessional();
  await ana.pays(new Date('2100-01-01'));
});

/** Requests of different people for one hour each. Their challenges are solved before. */
async function bookings({ slug, serviceId }: OpenedPage, times: readonly string[]) {
  const ready = [];
  for (const time of times) {
    const person = { ...newBookingPerson(), serviceId, acceptsPrivacy: true as const };
    const body = { ...person, date: TUESDAY, time, altcha: await newProof(testApp, slug) };
    ready.push(() => testApp.send(createBooking, { params: { slug }, body }));
  }
  return ready;
}

const many = (count: number, times: readonly string[]) =>
  Array.from({ length: count }, (_, index) => times[index % times.length] ?? '');

/** Who has which hour of the Tuesday: patients and held hours. */
async function owners() {
  const rows = await testApp.sql<{ id: string; minute: number; isHeld: boolean }[]>`
    select id, start_minute as minute, held_until is not null as "isHeld" from appointments
     where owner_id = ${ana.user._id} and date = ${TUESDAY} and status <> 'cancelled' order by start_minute`;
  return rows.map(({ id, minute, isHeld }) => ({ id, isHeld, time: TIMES[(minute - 9 * 60) / 30] }));
}

/** The patient of a visit at noon, which its link can move. */
async function patientWhoMoves(time: string) {
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, date: TUESDAY, time: '12:00', duration: 30 } as const;
  const { _id: appointmentId } = (await ana.send(createAppointment, { body })).body;
  await setReminderSettings(testApp, ana.user._id, { allowMove: true, cancelNoticeHours: 0 });
  const expiresAt = new Date('2027-01-01');
  const token = await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId, expiresAt });
  return () => testApp.send(links.moveLinkedAppointment, { params: { token }, body: { date: TUESDAY, time } });
}

test('four hours that forty people, the professional and a patient want at once have one owner each', async () => {
  const page = await openBookingPage(ana, {}, { hours: HOURS });
  const move = await patientWhoMoves('09:30');
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, date: TUESDAY, time: '09:00', duration: 30 } as const;
  const requests = await bookings(page, many(40, TIMES));
  const [booked, created, moved] = await Promise.all([
    Promise.all(requests.map((send) => send())),
    ana.send(createAppointment, { body }),
    move(),
  ]);
  const answers = [...booked, created, moved];
  const refused = answers.filter(({ status }) => status >= 400);
  expect(answers.length - refused.length).toBe(TIMES.length);
  // Only the professional is told that a booking holds the hour.
  const refusals = new Set(refused.filter((answer) => answer !== created).map(({ error }) => error.code));
  expect(refusals).toEqual(new Set(['SLOT_TAKEN']));
  if (created.status !== 201) expect(created.error.code).toMatch(/^SLOT_(?:TAKEN|HELD)$/);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([409]));
  const hours = (await owners()).filter(({ time }) => time !== undefined);
  expect(hours.map(({ time }) => time)).toEqual(TIMES);
  const requested = (await ana.send(listBookingRequests)).body.map(({ _id }) => _id);
  expect(hours.filter(({ isHeld }) => isHeld).map(({ id }) => id)).toEqual(requested);
  expect(requested).toHaveLength(booked.filter(({ status }) => status === 201).length);
});

test('an hour whose hold ends is taken once by the waiting list, by people and by the professional', async () => {
  const page = await openBookingPage(ana, {}, { hours: HOURS });
  const { email } = newBookingPerson();
  await book(testApp, page, { date: TUESDAY, time: '10:00', email });
  const params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
  await join(testApp, page, { from: TUESDAY, to: TUESDAY });
  now = new Date(START.getTime() + 30 * MINUTE_MS);
  ana = await testApp.logIn(ana.user.email);
  const { _id: patientId } = await ana.hasPatient();
  const body = { patientId, date: TUESDAY, time: '10:00', duration: 30 } as const;
  const requests = await bookings(page, many(12, ['10:00']));
  const [confirmed, booked, created] = await Promise.all([
    testApp.send(links.confirmLinkedAppointment, { params }),
    Promise.all(requests.map((send) => send())),
    ana.send(createAppointment, { body }),
    workOnBookings(testApp.deps),
    workOnBookings(testApp.deps),
  ]);
  expect(confirmed.error.code).toBe('LINK_ENDED');
  expect([201, 409]).toContain(created.status);
  const offers = await testApp.sql`select from bookings where owner_id = ${ana.user._id} and status = 'offered'`;
  const taken = [...booked, created].filter(({ status }) => status === 201).length;
  expect(taken + offers.length).toBe(1);
  expect((await owners()).map(({ time }) => time)).toEqual(['10:00']);
});

test('a booking is decided once when its person confirms while the professional accepts and rejects it', async () => {
  const page = await openBookingPage(ana, { approval: 'automatic' }, { hours: HOURS });
  const { email } = newBookingPerson();
  await book(testApp, page, { date: TUESDAY, time: '10:00', email });
  const params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
  const [request] = (await ana.send(listBookingRequests)).body;
  const decision = { params: { id: request?._id ?? '' } };
  await Promise.all([
    testApp.send(links.confirmLinkedAppointment, { params }),
    ana.send(acceptBookingRequest, decision),
    testApp.send(links.confirmLinkedAppointment, { params }),
    ana.send(rejectBookingRequest, decision),
    ana.send(acceptBookingRequest, decision),
  ]);
  const [booking] = await testApp.sql<{ status: string }[]>`
    select status from bookings where owner_id = ${ana.user._id}`;
  const isAccepted = booking?.status === 'accepted';
  expect(['accepted', 'rejected']).toContain(booking?.status);
  expect(await owners()).toHaveLength(isAccepted ? 1 : 0);
  expect((await ana.send(listPatients, { query: {} })).body.total).toBe(isAccepted ? 1 : 0);
  const decisions = await testApp.sql<{ act: string }[]>`
    select act from audit_entries
     where owner_id = ${ana.user._id} and act in ('booking.verified', 'booking.accepted', 'booking.rejected')`;
  expect(decisions).toHaveLength(1);
});

test('a link that is opened while its booking is confirmed shows the booking, before or after', async () => {
  const page = await openBookingPage(ana, { approval: 'automatic' }, { hours: HOURS });
  const { email } = newBookingPerson();
  await book(testApp, page, { date: TUESDAY, time: '10:00', email });
  const params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
  const { _id: patientId } = await ana.hasPatient();
  const pool = testApp.connections.asSchemaOwner(1);
  const client = await pool.connect();
  await client.query('begin');
  // The link reads the visit first. Its next statement waits until the confirmation is stored.
  await client.query('lock table bookings in access exclusive mode');
  const opened = testApp.send(links.getLinkedAppointment, { params });
  await untilQueryWaits(testApp.sql, 'from bookings');
  const owner = [ana.user._id];
  await client.query(
    'update appointments set patient_id = $2, held_until = null where owner_id = $1 and held_until is not null',
    [...owner, patientId],
  );
  await client.query(`update bookings set status = 'accepted', expires_at = null where owner_id = $1`, owner);
  await client.query('commit');
  client.release();
  await pool.end();
  expect((await opened).body).toMatchObject({ date: TUESDAY, time: '10:00', status: 'scheduled' });
});

test('the database itself refuses a held hour and an appointment at one time', async () => {
  const page = await openBookingPage(ana, {}, { hours: HOURS });
  await book(testApp, page, { date: TUESDAY, time: '10:00' });
  const { _id: patientId } = await ana.hasPatient();
  const insert = (patient: string | null, heldUntil: Date | null) => testApp.sql`
    insert into appointments (owner_id, id, patient_id, held_until, date, start_minute, duration, created_at)
    values (${ana.user._id}, ${crypto.randomUUID()}, ${patient}, ${heldUntil}, ${TUESDAY}, 615, 30, ${now})`;
  for (const attempt of [insert(patientId, null), insert(null, now)]) {
    await expect(attempt).rejects.toThrow(/appointments_no_overlap/);
  }
  await expect(insert(null, null)).rejects.toThrow(/appointments_held_until_check/);
});
