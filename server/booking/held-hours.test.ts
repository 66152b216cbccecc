import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppointmentRequest, changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { ERRORS } from '#contract/errors';
import { importAppointments } from '#contract/imports/appointment-import';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import { book, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { icsOf } from '#server/testing/import-files';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const TUESDAY = '2026-11-17';
const HELD = { date: TUESDAY, time: '10:00' };

let now = START;
let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
/** The link with which the hour could have been confirmed. */
let params: { token: string };
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
  const page = await openBookingPage(ana, { approval: 'automatic' });
  const { email } = newBookingPerson();
  await book(testApp, page, { ...HELD, email });
  params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
});

/** The hold ends, and the session of the professional. The job has not run. */
async function endHold() {
  now = new Date(START.getTime() + 30 * 60_000);
  ana = await testApp.logIn(ana.user.email);
}

async function appointment(details: Partial<AppointmentRequest> = {}) {
  const { _id: patientId } = await ana.hasPatient();
  return ana.send(createAppointment, { body: { patientId, ...HELD, duration: 30, ...details } });
}

/** What the professional and a patient can do to get the hour. Each returns the status of the answer. */
const ACTS: Record<string, () => Promise<number>> = {
  'a new appointment': async () => (await appointment()).status,
  'a longer appointment before': async () => (await appointment({ time: '09:30', duration: 60 })).status,
  'a series': async () => (await appointment({ repeat: { every: 'week', times: 2 } })).status,
  'an appointment that is moved': async () => {
    const { body } = await appointment({ time: '12:00' });
    return (await ana.send(changeAppointment, { params: { id: body._id }, body: { time: HELD.time } })).status;
  },
  'an appointment that is made longer': async () => {
    const { body } = await appointment({ time: '09:30' });
    return (await ana.send(changeAppointment, { params: { id: body._id }, body: { duration: 60 } })).status;
  },
  'an import': async () => {
    const { rut } = await ana.hasPatient();
    const times = ['DTSTART:20261117T100000', 'DTEND:20261117T103000'];
    const file = icsOf([`SUMMARY:Control ${rut}`, ...times]);
    const { status, error } = await ana.send(importAppointments, { body: { file } });
    return error.code === 'IMPORT_PROBLEMS' ? 409 : status;
  },
  'a patient who moves a visit by its link': async () => {
    const { body } = await appointment({ time: '12:00' });
    const link = { ownerId: ana.user._id, appointmentId: body._id, expiresAt: new Date('2027-01-01') };
    await setReminderSettings(testApp, ana.user._id, { allowMove: true, cancelNoticeHours: 0 });
    const token = await newAppointmentLink(testApp, link);
    return (await testApp.send(links.moveLinkedAppointment, { params: { token }, body: HELD })).status;
  },
};

const visits = async () => (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;

describe.each(Object.keys(ACTS))('%s', (act) => {
  test('is refused in an hour that is held, which can still be confirmed', async () => {
    expect(await ACTS[act]?.()).toBe(409);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).body).toMatchObject(HELD);
    expect((await visits()).filter(({ bookedOnline }) => bookedOnline)).toHaveLength(1);
  });

  test('takes an hour whose hold has ended, before the job has seen it', async () => {
    await endHold();
    expect(await ACTS[act]?.()).toBeLessThan(300);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
    await workOnBookings(testApp.deps);
    expect((await visits()).map(({ bookedOnline }) => bookedOnline)).toEqual([undefined]);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
  });
});

test('a refusal says that a booking holds the hour, unless an appointment is in the way too', async () => {
  expect((await appointment()).error).toMatchObject({ code: 'SLOT_HELD', error: ERRORS.SLOT_HELD.message });
  const { body } = await appointment({ time: '12:00' });
  const moveTo = (time: string) => ana.send(changeAppointment, { params: { id: body._id }, body: { time } });
  expect((await moveTo(HELD.time)).error.code).toBe('SLOT_HELD');
  await appointment({ time: '10:30' });
  expect((await moveTo('10:30')).error.code).toBe('SLOT_TAKEN');
  expect((await appointment({ duration: 60 })).error.code).toBe('SLOT_TAKEN');
});

test('a refused series says on which days a booking holds the hour', async () => {
  const repeat = { every: 'week', times: 3 } as const;
  const held = { field: TUESDAY, message: ERRORS.SLOT_HELD.message };
  expect((await appointment({ repeat })).error).toMatchObject({ code: 'SLOT_HELD', details: [held] });

  await appointment({ date: '2026-11-24' });
  const taken = { field: '2026-11-24', message: ERRORS.SLOT_TAKEN.message };
  expect((await appointment({ repeat })).error).toMatchObject({ code: 'SLOT_TAKEN', details: [held, taken] });

  const { body } = await appointment({ time: '12:00', repeat });
  const change = { time: HELD.time, scope: 'following' } as const;
  const moved = await ana.send(changeAppointment, { params: { id: body._id }, body: change });
  expect(moved.error).toMatchObject({ code: 'SLOT_TAKEN', details: [held, taken] });
});

test('an appointment that was cancelled comes back into an hour whose hold has ended, and not into a held one', async () => {
  const { body } = await appointment({ time: '11:00' });
  const id = { params: { id: body._id } };
  await ana.send(changeAppointment, { ...id, body: { status: 'cancelled', notifyPatient: false } });
  await testApp.sql`update appointments set start_minute = 600 where owner_id = ${ana.user._id} and id = ${body._id}`;
  const restore = () => ana.send(changeAppointment, { ...id, body: { status: 'scheduled' } });
  expect((await restore()).error.code).toBe('SLOT_HELD');
  await endHold();
  expect((await restore()).status).toBe(200);
});

test('the professional may see somebody in a held hour on purpose, and the booking is confirmed all the same', async () => {
  expect((await appointment({ overbooked: true })).status).toBe(201);
  expect((await testApp.send(links.confirmLinkedAppointment, { params })).status).toBe(200);
  expect((await visits()).map(({ time }) => time)).toEqual(['10:00', '10:00']);
});
