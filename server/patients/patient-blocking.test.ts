import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { getPatient, listPatients, updatePatient } from '#contract/patients';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import { listRemindersOfDay, sendReminder } from '#contract/reminders';
import { getRightsRecipientByLink, setPatientBlocked } from '#contract/rights-requests';
import { workOnBookings } from '#server/booking/booking-job';
import { queueDueReminders } from '#server/reminders/reminding.service';
import { book, joinAndConfirm, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { patientInput } from '#server/testing/inputs';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
let clock = NOON;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;

beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => clock }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  clock = NOON;
  ana = await testApp.newProfessional({ name: 'Ana Pérez', region: 'Región Metropolitana' });
  await ana.pays(new Date('2100-01-01'));
  await ana.send(putReminderSettings, { body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, allowMove: true } });
  await mailbox.deliver(testApp);
});

const setBlocked = (id: string, blocked: boolean, person = ana) =>
  person.send(setPatientBlocked, { params: { id }, body: { blocked } });
const codeOf = async (reply: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await reply;
  return [status, error.code];
};
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

/** A patient with an appointment on Wednesday, and the link of its confirmation. */
async function visit() {
  const { rut, email } = newBookingPerson();
  const { _id: patientId } = await ana.hasPatient({ rut, email, phone: '9 1234 5678' });
  const { body } = await ana.send(createAppointment, { body: { patientId, date: WEDNESDAY, time: '10:00' } });
  const token = linkToken((await mailsTo(testApp, mailbox, email))[0]);
  pass(1);
  return { patientId, email, rut, id: body._id, params: { token } };
}

describe('the mark', () => {
  test('is set and lifted by hand, with its date, in the file, in the list and in the access log', async () => {
    const { _id: id, blocked } = await ana.hasPatient();
    expect(blocked).toBe(false);
    expect((await setBlocked(id, true)).body).toMatchObject({ blocked: true, blockedAt: NOON.toISOString() });
    pass(60);
    expect((await setBlocked(id, true)).body).toMatchObject({ blocked: true, blockedAt: NOON.toISOString() });
    expect((await ana.send(listPatients)).body.patients).toMatchObject([{ _id: id, blocked: true }]);
    const { body } = await setBlocked(id, false);
    expect([body.blocked, body.blockedAt]).toEqual([false, undefined]);
    const { body: log } = await ana.send(getPatientAccessLog, { params: { id }, query: {} });
    const acts = log.map(({ act }) => act).filter((act) => act.endsWith('blocked'));
    expect(acts).toEqual(['patient.unblocked', 'patient.blocked']);
  });

  test('stays when the file is edited', async () => {
    const { _id: id } = await ana.hasPatient();
    await setBlocked(id, true);
    const body = { ...patientInput(), name: 'Rosa Soto', blocked: false };
    expect((await ana.send(updatePatient, { params: { id }, body })).body).toMatchObject({ blocked: true });
    expect((await ana.send(getPatient, { params: { id } })).body).toMatchObject({ name: 'Rosa Soto', blocked: true });
  });

  test('is not set by another professional', async () => {
    const { _id: id } = await ana.hasPatient();
    expect(await codeOf(setBlocked(id, true, await testApp.newProfessional()))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('to a blocked patient', () => {
  test.each(['email', 'whatsapp'] as const)('no reminder is sent by hand (%s)', async (channel) => {
    const { id, patientId } = await visit();
    const remind = () => ana.send(sendReminder, { params: { id }, body: { channel } });
    await setBlocked(patientId, true);
    expect(await codeOf(remind())).toEqual([409, 'PATIENT_BLOCKED']);
    expect((await ana.send(listRemindersOfDay, { query: { date: WEDNESDAY } })).body).toMatchObject([
      { blocked: true },
    ]);
    await setBlocked(patientId, false);
    expect((await remind()).status).toBe(201);
  });

  test('no reminder is sent by itself', async () => {
    const { patientId, email } = await visit();
    await setBlocked(patientId, true);
    clock = new Date('2026-11-24T13:30:00Z');
    await queueDueReminders(testApp.deps);
    expect(await mailsTo(testApp, mailbox, email)).toHaveLength(1);
  });

  test('no reminder leaves that was queued before', async () => {
    const { id, patientId, email } = await visit();
    await ana.send(sendReminder, { params: { id }, body: { channel: 'email' } });
    await setBlocked(patientId, true);
    expect(await mailsTo(testApp, mailbox, email)).toHaveLength(1);
  });

  test('nothing is said about a new, a moved, a cancelled or a deleted appointment', async () => {
    const { id, patientId, email } = await visit();
    await setBlocked(patientId, true);
    const params = { id };
    await ana.send(createAppointment, { body: { patientId, date: TUESDAY, time: '16:00' } });
    await ana.send(changeAppointment, { params, body: { time: '11:00' } });
    await ana.send(changeAppointment, { params, body: { status: 'cancelled' } });
    await ana.send(deleteAppointment, { params });
    expect(await mailsTo(testApp, mailbox, email)).toHaveLength(1);
  });
});

describe('the link of a blocked patient', () => {
  test('does not work until the block is lifted', async () => {
    const { patientId, params } = await visit();
    await setBlocked(patientId, true);
    const query = { from: TUESDAY, to: WEDNESDAY };
    for (const reply of [
      testApp.send(links.getLinkedAppointment, { params }),
      testApp.send(links.confirmLinkedAppointment, { params }),
      testApp.send(links.cancelLinkedAppointment, { params }),
      testApp.send(links.listLinkedSlots, { params, query }),
      testApp.send(links.moveLinkedAppointment, { params, body: { date: TUESDAY, time: '10:00' } }),
      testApp.send(links.linkedCalendar, { params }),
      testApp.send(links.unsubscribeByLink, { params }),
    ])
      expect(await codeOf(reply)).toEqual([404, 'LINK_ENDED']);
    const unknown = await testApp.send(links.getLinkedAppointment, { params: { token: 'a'.repeat(43) } });
    expect((await testApp.send(links.getLinkedAppointment, { params })).error).toEqual(unknown.error);
    await setBlocked(patientId, false);
    expect((await testApp.send(links.getLinkedAppointment, { params })).status).toBe(200);
  });

  test('still leads to their rights', async () => {
    const { patientId, params } = await visit();
    await setBlocked(patientId, true);
    expect((await testApp.send(getRightsRecipientByLink, { params })).status).toBe(200);
  });
});

describe('a blocked patient who books', () => {
  const bookHour = async (person: ReturnType<typeof newBookingPerson>, time: string) => {
    const page = await openBookingPage(ana);
    await book(testApp, page, { date: TUESDAY, time, ...person });
    return (await mailsTo(testApp, mailbox, person.email)).at(-1);
  };

  test('gets what they ask for now, and the link of that hour works', async () => {
    const person = newBookingPerson();
    const { _id } = await ana.hasPatient({ rut: person.rut });
    await setBlocked(_id, true);
    pass(1);
    const params = { token: linkToken(await bookHour(person, '10:00')) };
    await testApp.send(links.confirmLinkedAppointment, { params });
    const [{ _id: id = '' } = {}] = (await ana.send(listBookingRequests)).body;
    if (id) await ana.send(acceptBookingRequest, { params: { id } });
    const accepted = (await mailsTo(testApp, mailbox, person.email)).at(-1);
    expect(accepted?.text).toContain('quedó reservada');
    const own = { params: { token: linkToken(accepted) } };
    expect((await testApp.send(links.getLinkedAppointment, own)).status).toBe(200);
  });

  test('gets no answer to a booking of before the block', async () => {
    const person = newBookingPerson();
    const { _id } = await ana.hasPatient({ rut: person.rut });
    const page = await openBookingPage(ana, { approval: 'manual' });
    await book(testApp, page, { date: TUESDAY, time: '10:00', ...person });
    const params = { token: linkToken((await mailsTo(testApp, mailbox, person.email))[0]) };
    await testApp.send(links.confirmLinkedAppointment, { params });
    pass(1);
    await setBlocked(_id, true);
    const [request] = (await ana.send(listBookingRequests)).body;
    const accepted = await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    expect(accepted.status).toBe(201);
    expect(await mailsTo(testApp, mailbox, person.email)).toHaveLength(1);
  });
});

describe('the waiting list', () => {
  /** Two hours become free on a day that was full when the person joined. */
  const offersTo = async (person: ReturnType<typeof newBookingPerson>, whenBlocked: 'before' | 'after') => {
    const { _id } = await ana.hasPatient({ rut: person.rut });
    const hours = [{ weekday: 2, from: '09:00', to: '10:00' }];
    const page = await openBookingPage(ana, {}, { hours, service: { duration: 60 } });
    const { _id: patientId } = await ana.hasPatient();
    const visitBody = { patientId, date: TUESDAY, time: '09:00', duration: 60 as const };
    const { body } = await ana.send(createAppointment, { body: visitBody });
    if (whenBlocked === 'before') await setBlocked(_id, true);
    pass(1);
    await joinAndConfirm(testApp, page, { ...person, from: TUESDAY, to: TUESDAY });
    pass(1);
    if (whenBlocked === 'after') await setBlocked(_id, true);
    await ana.send(deleteAppointment, { params: { id: body._id } });
    await workOnBookings(testApp.deps);
    const mails = await mailsTo(testApp, mailbox, person.email);
    return mails.filter(({ text }) => text.includes('se liberó una hora')).length;
  };

  test('offers nothing to who joined before the block, and goes on for who joined after it', async () => {
    expect(await offersTo(newBookingPerson(), 'after')).toBe(0);
    ana = await testApp.newProfessional({ region: 'Región Metropolitana' });
    await ana.pays(new Date('2100-01-01'));
    expect(await offersTo(newBookingPerson(), 'before')).toBe(1);
  });
});
