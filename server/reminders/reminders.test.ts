import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { updatePersonalInfo } from '#contract/account';
import { changeAppointment, createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import { confirmLinkedAppointment } from '#contract/appointment-links';
import { login } from '#contract/auth';
import { deletePatient, getPatient, updatePatient } from '#contract/patients';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings, type ReminderSettings } from '#contract/reminder-settings';
import { listReminders, sendReminder } from '#contract/reminders';
import { PASSWORD } from '#server/testing/inputs';
import { type Mailbox, openMailbox, type ReceivedMail } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { queueDueReminders } from './reminding.service.ts';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
let clock = NOON;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let rosa: { _id: string };

beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => clock }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  clock = NOON;
  ana = await testApp.newProfessional({ name: 'Ana Pérez', region: 'Región Metropolitana' });
  await ana.pays();
  const { email } = ana.user;
  // The clock moves by days, so that each call needs a login of its own.
  ana.send = async (endpoint, request) => {
    const { body } = await testApp.send(login, { body: { email, password: PASSWORD } });
    return testApp.send(endpoint, request, body.accessToken);
  };
  rosa = await ana.hasPatient({ name: 'Rosa Díaz', email: 'rosa@ejemplo.cl', phone: '9 1234 5678' });
  await mailbox.deliver(testApp);
});

const turnOn = (settings: Partial<ReminderSettings> = {}) =>
  ana.send(putReminderSettings, {
    body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, onBooking: false, ...settings },
  });

async function book(date: string, time: string, more: object = {}) {
  const { body } = await ana.send(createAppointment, { body: { patientId: rosa._id, date, time, ...more } });
  return body;
}

/** Turns the clock of the server, and lets the jobs run. */
async function at(moment: string): Promise<ReceivedMail[]> {
  clock = new Date(moment);
  await queueDueReminders(testApp.deps);
  return mailbox.deliver(testApp);
}
const subjectOf = (mail: ReceivedMail | undefined) => /<title>(.*?)<\/title>/.exec(mail?.html ?? '')?.[1];
const subjects = (mails: readonly ReceivedMail[]) => mails.map(subjectOf).sort();
const remindersOf = async ({ _id }: { _id: string }) => (await ana.send(listReminders, { params: { id: _id } })).body;

describe('before a visit', () => {
  test('a reminder leaves at its time, once, and is listed from then on', async () => {
    await turnOn({ hoursBefore: [24] });
    const visit = await book('2026-11-25', '15:30');
    expect(subjects(await at('2026-11-24T18:29:59Z'))).toEqual([]);
    expect(await remindersOf(visit)).toEqual([]);
    expect(subjects(await at('2026-11-24T18:30:00Z'))).toEqual(['Recordatorio de tu hora']);
    expect(subjects(await at('2026-11-24T19:00:00Z'))).toEqual([]);
    expect(await remindersOf(visit)).toMatchObject([{ kind: 'before', channel: 'email', status: 'sent' }]);
    const { body } = await ana.send(listAppointments, { query: { date: '2026-11-25' } });
    expect(body[0]?.lastReminder).toEqual({ channel: 'email', status: 'sent', at: '2026-11-24T18:30:00.000Z' });
  });

  test('several processes send each reminder once', async () => {
    await turnOn({ hoursBefore: [24] });
    for (const time of ['09:00', '10:00', '11:00', '12:00']) await book('2026-11-25', time);
    clock = new Date('2026-11-24T16:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => queueDueReminders(testApp.deps)));
    expect(await mailbox.deliver(testApp)).toHaveLength(4);
  });

  test('after an outage nothing is sent that is no longer useful', async () => {
    await turnOn({ hoursBefore: [3] });
    await book('2026-11-24', '15:00');
    await book('2026-11-24', '15:30');
    // 29 minutes before the first one, and 59 before the second one.
    const mails = await at('2026-11-24T17:32:00Z');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('15:30');
  });

  test('of two late reminders, the patient gets one', async () => {
    await turnOn({ hoursBefore: [24, 3] });
    await book('2026-11-25', '15:00');
    expect(await at('2026-11-25T14:30:00Z')).toHaveLength(0);
    expect(await at('2026-11-25T15:00:00Z')).toHaveLength(1);
  });

  test('a late reminder waits for the end of the night', async () => {
    await turnOn({ hoursBefore: [24] });
    const visit = await book('2026-11-25', '20:00');
    expect(await at('2026-11-25T02:00:00Z')).toEqual([]);
    expect(await at('2026-11-25T11:00:00Z')).toHaveLength(1);
    expect(await remindersOf(visit)).toHaveLength(1);
  });

  test('a mail that the night overtakes in the outbox waits for the morning', async () => {
    await turnOn({ hoursBefore: [24] });
    const visit = await book('2026-11-25', '20:30');
    mailbox.refuse(450);
    expect(await at('2026-11-24T23:59:00Z')).toEqual([]);
    expect(await at('2026-11-25T00:30:00Z')).toEqual([]);
    expect(await remindersOf(visit)).toEqual([]);
    expect(await at('2026-11-25T11:00:00Z')).toHaveLength(1);
    expect(await remindersOf(visit)).toHaveLength(1);
  });

  test('a patient who has confirmed is not reminded again', async () => {
    await turnOn({ hoursBefore: [24, 3] });
    const visit = await book('2026-11-25', '15:00');
    expect(await at('2026-11-24T18:00:00Z')).toHaveLength(1);
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { status: 'confirmed' } });
    expect(await at('2026-11-25T15:00:00Z')).toEqual([]);
  });

  test('a patient who confirmed another hour is reminded of the new one', async () => {
    await turnOn({ hoursBefore: [24] });
    const visit = await book('2026-11-25', '15:00');
    const { body: sent } = await ana.send(sendReminder, { params: { id: visit._id }, body: { channel: 'whatsapp' } });
    const token = sent.text?.split('/cita/')[1] ?? '';
    expect((await testApp.send(confirmLinkedAppointment, { params: { token } })).body.status).toBe('confirmed');
    const body = { date: '2026-11-27', notifyPatient: false };
    const { body: moved } = await ana.send(changeAppointment, { params: { id: visit._id }, body });
    expect([moved.status, moved.patientAnswer]).toEqual(['scheduled', undefined]);
    expect(await at('2026-11-26T18:00:00Z')).toHaveLength(1);
  });

  test('a reminder that is due leaves although the settings or the account are saved meanwhile', async () => {
    await turnOn({ hoursBefore: [24] });
    await book('2026-11-25', '15:00');
    clock = new Date('2026-11-24T18:00:01Z');
    await turnOn({ hoursBefore: [24] });
    const { name, email, rut, profession, city, region } = ana.user;
    await ana.send(updatePersonalInfo, { body: { name, email, rut, profession, city, region } as never });
    expect(subjects(await at('2026-11-24T18:00:05Z'))).toEqual(['Recordatorio de tu hora']);
  });

  test('a reminder that no mail server took in time is listed as failed', async () => {
    await turnOn({ hoursBefore: [3] });
    const visit = await book('2026-11-24', '15:00');
    mailbox.refuse(450);
    expect(await at('2026-11-24T15:00:00Z')).toEqual([]);
    expect(await at('2026-11-24T17:45:00Z')).toEqual([]);
    const failure = 'El servidor de correo no respondió a tiempo';
    expect(await remindersOf(visit)).toMatchObject([{ status: 'failed', failure }]);
  });

  test('a changed setting plans what has not left yet', async () => {
    await turnOn({ hoursBefore: [24] });
    await book('2026-11-25', '15:00');
    await turnOn({ hoursBefore: [3] });
    expect(await at('2026-11-24T18:00:00Z')).toEqual([]);
    await turnOn({ enabled: false, hoursBefore: [3] });
    expect(await at('2026-11-25T15:00:00Z')).toEqual([]);
  });

  test('another region moves the reminders with the clocks', async () => {
    clock = new Date('2026-07-13T15:00:00Z');
    await turnOn({ hoursBefore: [24] });
    await book('2026-07-15', '15:00');
    const { name, email, rut, profession, city } = ana.user;
    const info = { name, email, rut, profession, city, region: 'Región de Magallanes y de la Antártica Chilena' };
    expect((await ana.send(updatePersonalInfo, { body: info as never })).status).toBe(200);
    expect(await at('2026-07-14T18:00:00Z')).toHaveLength(1);
  });
});

describe('an act of the professional', () => {
  test('booking tells the patient at once, and a series is one mail', async () => {
    await turnOn({ onBooking: true });
    await book('2026-12-01', '21:00');
    const repeat = { every: 'week', times: 50 };
    const first = await book('2026-12-02', '10:00', { repeat });
    expect(first.lastReminder).toMatchObject({ channel: 'email', status: 'pending' });
    // At night too: whoever books waits for the mail.
    const mails = await at('2026-11-24T02:00:00Z');
    expect(subjects(mails)).toEqual(['Tu hora está agendada', 'Tus horas están agendadas']);
    expect(mails.filter(({ text }) => text.includes('y 40 más'))).toHaveLength(1);
  });

  test('moving tells the old and the new hour, and plans anew', async () => {
    await turnOn({ hoursBefore: [24] });
    const visit = await book('2026-11-25', '15:00');
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { date: '2026-11-27', time: '16:00' } });
    const [mail, ...others] = await at('2026-11-23T15:00:05Z');
    expect(others).toEqual([]);
    expect(subjectOf(mail)).toBe('Tu hora cambió');
    expect(mail?.text).toContain('miércoles 25 de noviembre a las 15:00');
    expect(mail?.text).toContain('viernes 27 de noviembre a las 16:00');
    expect(await at('2026-11-24T18:00:00Z')).toEqual([]);
    expect(subjects(await at('2026-11-26T19:00:00Z'))).toEqual(['Recordatorio de tu hora']);
  });

  test('cancelling and deleting tell the patient, unless the professional says no or the visit has begun', async () => {
    await turnOn({ hoursBefore: [24] });
    const visits = [];
    for (const time of ['09:00', '10:00', '11:00', '12:00']) visits.push(await book('2026-11-25', time));
    const [first, second, third, fourth] = visits.map(({ _id: id }) => ({ id }));
    const cancelled = { status: 'cancelled' } as const;
    await ana.send(changeAppointment, { params: first, body: cancelled });
    await ana.send(changeAppointment, { params: second, body: { ...cancelled, notifyPatient: false } });
    await ana.send(deleteAppointment, { params: third });
    await ana.send(deleteAppointment, { params: fourth, query: { notifyPatient: 'false' } });
    const mails = await at('2026-11-23T15:00:05Z');
    expect(subjects(mails)).toEqual(['Tu hora fue cancelada', 'Tu hora fue cancelada']);
    expect(mails.filter(({ text }) => text.includes('/cita/'))).toHaveLength(1);
    const begun = await book('2026-11-23', '12:30');
    clock = new Date('2026-11-23T15:31:00Z');
    await ana.send(changeAppointment, { params: { id: begun._id }, body: cancelled });
    expect(await at('2026-11-23T15:31:05Z')).toEqual([]);
  });

  test('nothing is sent while reminders are off', async () => {
    const visit = await book('2026-11-25', '15:00');
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { date: '2026-11-27' } });
    await ana.send(deleteAppointment, { params: { id: visit._id } });
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
  });

  test('a mail that is no longer true is not sent', async () => {
    await turnOn({ onBooking: true });
    const visit = await book('2026-11-25', '15:00');
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { date: '2026-11-26' } });
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { date: '2026-11-27' } });
    const mails = await at('2026-11-23T15:00:05Z');
    expect(subjects(mails)).toEqual(['Tu hora cambió']);
    expect(mails[0]?.text).toContain('viernes 27 de noviembre');
    expect(await remindersOf(visit)).toHaveLength(1);
  });
});

describe('a patient', () => {
  test('who said no gets nothing, also of what is queued', async () => {
    await turnOn({ onBooking: true, hoursBefore: [24] });
    const visit = await book('2026-11-25', '15:00');
    const { body: patient } = await ana.send(getPatient, { params: { id: rosa._id } });
    const { name, rut, birthDate, email } = patient;
    const body = { name, rut, birthDate, email, reminders: false };
    expect((await ana.send(updatePatient, { params: { id: rosa._id }, body })).body.reminders).toBe(false);
    // A client that leaves it out keeps it.
    const { reminders: _, ...older } = body;
    expect((await ana.send(updatePatient, { params: { id: rosa._id }, body: older })).body.reminders).toBe(false);
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
    expect(await at('2026-11-24T18:00:00Z')).toEqual([]);
    expect(await remindersOf(visit)).toEqual([]);
  });

  test('who is deleted ends what is queued', async () => {
    await turnOn({ onBooking: true });
    await book('2026-11-25', '15:00');
    await ana.send(deletePatient, { params: { id: rosa._id } });
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
  });

  test('without an address is left out, and a refused address is said', async () => {
    await turnOn({ onBooking: true });
    const nobody = await ana.hasPatient({ name: 'Sin Correo' });
    await ana.send(createAppointment, { body: { patientId: nobody._id, date: '2026-11-26', time: '09:00' } });
    expect(await at('2026-11-23T15:00:01Z')).toEqual([]);
    const visit = await book('2026-11-25', '15:00');
    mailbox.refuse(550);
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
    expect(await remindersOf(visit)).toMatchObject([{ status: 'failed', failure: 'El correo fue rechazado' }]);
  });

  test('gets at most twenty mails a day, whatever the professional does', async () => {
    await turnOn({ onBooking: true });
    const visit = await book('2026-11-25', '15:00');
    await at('2026-11-23T15:00:01Z');
    for (let mails = 1; mails < 20; mails += 1) {
      const { status } = await ana.send(sendReminder, { params: { id: visit._id }, body: { channel: 'email' } });
      expect(status).toBe(201);
    }
    const refused = await ana.send(sendReminder, { params: { id: visit._id }, body: { channel: 'email' } });
    expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_MAILS']);
    expect(await at('2026-11-23T15:00:05Z')).toHaveLength(19);
    await ana.send(changeAppointment, { params: { id: visit._id }, body: { date: '2026-11-26' } });
    expect(await at('2026-11-23T15:00:09Z')).toEqual([]);
  });

  test('has what was sent in the access log, with its address', async () => {
    await turnOn({ onBooking: true });
    await book('2026-11-25', '15:00');
    await at('2026-11-23T15:00:05Z');
    const { body } = await ana.send(getPatientAccessLog, { params: { id: rosa._id }, query: {} });
    const entry = body.find(({ act }) => act === 'reminder.sent');
    expect(entry?.detail).toEqual({ message: { kind: 'booking', channel: 'email', recipient: 'rosa@ejemplo.cl' } });
  });
});

test('one professional with hundreds does not delay the others', async () => {
  await turnOn({ hoursBefore: [24] });
  const { _id: owner } = ana.user;
  await testApp.sql`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, overbooked, created_at, reminder_at)
    select ${owner}, gen_random_uuid(), ${rosa._id}, '2026-11-25', 900, 30, true, now(), ${NOON}::timestamptz - interval '1 minute'
      from generate_series(1, 100)`;
  const berta = await testApp.newProfessional();
  const patient = await berta.hasPatient({ name: 'Elena Soto', email: 'elena@ejemplo.cl' });
  const body = { ...DEFAULT_REMINDER_SETTINGS, enabled: true, onBooking: false };
  await berta.send(putReminderSettings, { body });
  await berta.send(createAppointment, { body: { patientId: patient._id, date: '2026-11-24', time: '12:30' } });
  await mailbox.deliver(testApp);
  clock = new Date('2026-11-23T15:30:00Z');
  const now = () => {
    clock = new Date(clock.getTime() + 1);
    return clock;
  };
  await queueDueReminders({ ...testApp.deps, now });
  const before = mailbox.received.length;
  await mailbox.deliver(testApp);
  const recipients = mailbox.received.slice(before).map(({ to }) => to[0]);
  expect(recipients).toHaveLength(101);
  expect(recipients.indexOf('elena@ejemplo.cl')).toBeLessThan(30);
});
