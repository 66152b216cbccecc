import { convertIcsCalendar } from 'ts-ics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { getLinkedAppointment } from '#contract/appointment-links';
import { login } from '#contract/auth';
import { importAppointments } from '#contract/imports/appointment-import';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings, type ReminderSettings } from '#contract/reminder-settings';
import { listReminders } from '#contract/reminders';
import { icsOf } from '#server/testing/import-files';
import { PASSWORD } from '#server/testing/inputs';
import { headerIn, type Mailbox, openMailbox, type ReceivedMail } from '#server/testing/mailbox';
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
  rosa = await ana.hasPatient({ name: 'Rosa Díaz', email: 'rosa@ejemplo.cl' });
  await mailbox.deliver(testApp);
});

const turnOn = (settings: Partial<ReminderSettings> = {}) =>
  ana.send(putReminderSettings, {
    body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, onBooking: false, ...settings },
  });

async function book(date: string, time: string, more: object = {}): Promise<{ id: string }> {
  const { body } = await ana.send(createAppointment, { body: { patientId: rosa._id, date, time, ...more } });
  return { id: body._id };
}

/** Turns the clock of the server, lets the jobs run, and returns the mails in the professional's name. */
async function at(moment: string): Promise<ReceivedMail[]> {
  clock = new Date(moment);
  await queueDueReminders(testApp.deps);
  const mails = await mailbox.deliver(testApp);
  return mails.filter((mail) => headerIn(mail, 'Reply-To') === ana.user.email);
}
const subjects = (mails: readonly ReceivedMail[]) => mails.map((mail) => headerIn(mail, 'Subject')).sort();
const change = (params: { id: string }, body: object) => ana.send(changeAppointment, { params, body: body as never });

describe('a series', () => {
  const repeat = { every: 'week', times: 4 };
  const following = { scope: 'following' };

  test('that is moved is one mail with every new hour', async () => {
    await turnOn({ hoursBefore: [24] });
    const first = await book('2026-12-01', '10:00', { repeat });
    expect((await change(first, { time: '11:30', ...following })).status).toBe(200);
    const mails = await at('2026-11-23T15:00:05Z');
    expect(subjects(mails)).toEqual(['Tus horas cambiaron']);
    for (const day of ['martes 1', 'martes 8', 'martes 15', 'martes 22']) {
      expect(mails[0]?.text).toContain(`- ${day} de diciembre a las 11:30`);
    }
    expect(subjects(await at('2026-11-30T14:30:00Z'))).toEqual(['Recordatorio de tu hora']);
    expect(subjects(await at('2026-12-07T14:30:00Z'))).toEqual(['Recordatorio de tu hora']);
  });

  test('that is cancelled is one mail with every hour, and nothing is sent after it', async () => {
    await turnOn({ hoursBefore: [24] });
    const first = await book('2026-12-01', '10:00', { repeat });
    expect((await change(first, { status: 'cancelled', ...following })).status).toBe(200);
    const mails = await at('2026-11-23T15:00:05Z');
    expect(subjects(mails)).toEqual(['Tus horas fueron canceladas']);
    for (const day of ['martes 1', 'martes 8', 'martes 15', 'martes 22']) {
      expect(mails[0]?.text).toContain(`- ${day} de diciembre a las 10:00`);
    }
    const { method, events } = convertIcsCalendar(undefined, mails[0]?.calendar ?? '');
    expect([method, events?.length]).toEqual(['CANCEL', 4]);
    expect(await at('2026-11-30T13:00:00Z')).toEqual([]);
  });
});

describe('a mail that waits in the outbox', () => {
  test('of a series leads to the first hour that is left', async () => {
    await turnOn({ onBooking: true });
    const first = await book('2026-12-01', '10:00', { repeat: { every: 'week', times: 3 } });
    await change(first, { status: 'cancelled', notifyPatient: false });
    const [mail] = await at('2026-11-23T15:00:05Z');
    expect(mail?.text).toContain('martes 8 de diciembre');
    const token = /\/cita\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const { body } = await testApp.send(getLinkedAppointment, { params: { token } });
    expect([body.date, body.status]).toEqual(['2026-12-08', 'scheduled']);
    // The link is for the first hour, so no other hour of the calendar has it.
    expect(mail?.calendar).not.toContain('/cita/');
  });

  test('is left out when a later reminder of the same visit was queued', async () => {
    await turnOn({ hoursBefore: [24, 3] });
    await book('2026-11-25', '15:00');
    mailbox.refuse(450);
    expect(await at('2026-11-24T18:00:00Z')).toEqual([]);
    mailbox.refuse(450);
    expect(await at('2026-11-25T15:00:00Z')).toEqual([]);
    expect(await at('2026-11-25T15:10:00Z')).toHaveLength(1);
    expect(await at('2026-11-25T17:20:00Z')).toEqual([]);
  });

  test('is left out when reminders are switched off', async () => {
    await turnOn({ onBooking: true });
    await book('2026-11-25', '15:00');
    await turnOn({ enabled: false });
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
  });

  test('is refused after a thousand mails of its account in a day, and says why', async () => {
    await turnOn({ onBooking: true });
    const visit = await book('2026-11-25', '15:00');
    await testApp.sql`
      insert into mail_outbox (id, user_id, kind, status, created_at, next_attempt_at, finished_at)
      select gen_random_uuid(), ${ana.user._id}, 'appointment-message', 'sent', ${NOON}, ${NOON}, ${NOON}
        from generate_series(1, 1000)`;
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
    const { body } = await ana.send(listReminders, { params: visit });
    const failure = 'Ya se enviaron 1.000 correos a tus pacientes en las últimas 24 horas';
    expect(body).toMatchObject([{ status: 'failed', failure }]);
  });
});

test('a link that has ended stays ended when its visit is moved', async () => {
  await turnOn({ onBooking: true });
  const visit = await book('2026-11-24', '10:00');
  const [mail] = await at('2026-11-23T15:00:05Z');
  const token = /\/cita\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  clock = new Date('2026-11-25T15:00:00Z');
  const open = () => testApp.send(getLinkedAppointment, { params: { token } });
  expect((await open()).status).toBe(404);
  expect((await change(visit, { date: '2026-11-27' })).status).toBe(200);
  expect((await open()).status).toBe(404);
});

describe('a cancelled appointment that is restored', () => {
  test.each([true, false])('is announced and reminded, whether bookings are announced: %s', async (onBooking) => {
    await turnOn({ onBooking, hoursBefore: [24] });
    const visit = await book('2026-11-25', '15:00');
    await change(visit, { status: 'cancelled' });
    await at('2026-11-23T15:00:05Z');
    await change(visit, { status: 'scheduled' });
    expect(subjects(await at('2026-11-23T15:00:10Z'))).toEqual(['Tu hora está agendada']);
    expect(subjects(await at('2026-11-24T18:00:00Z'))).toEqual(['Recordatorio de tu hora']);
  });

  test('is not announced when the professional says no', async () => {
    await turnOn();
    const visit = await book('2026-11-25', '15:00');
    await change(visit, { status: 'cancelled', notifyPatient: false });
    await change(visit, { status: 'scheduled', notifyPatient: false });
    expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
  });
});

test('notifyPatient changes nothing by itself', async () => {
  const visit = await book('2026-11-25', '15:00');
  const reply = await change(visit, { notifyPatient: true });
  expect([reply.status, reply.error.code]).toEqual([400, 'INVALID_INPUT']);
  expect((await change(visit, { notifyPatient: 'sí', date: '2026-11-26' })).status).toBe(400);
});

test('a hard deletion is told as well, and not when the professional says no', async () => {
  await turnOn();
  const [first, second] = [await book('2026-11-25', '15:00'), await book('2026-11-25', '16:00')];
  const hardDelete = 'true';
  await ana.send(deleteAppointment, { params: first, query: { hardDelete } });
  await ana.send(deleteAppointment, { params: second, query: { hardDelete, notifyPatient: 'false' } });
  const mails = await at('2026-11-23T15:00:05Z');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('miércoles 25 de noviembre a las 15:00 fue cancelada');
  expect((await ana.send(deleteAppointment, { params: first, query: { notifyPatient: 'no' as never } })).status).toBe(
    400,
  );
});

test('a closed account ends what is queued and what is planned, and its links', async () => {
  await turnOn({ onBooking: true, hoursBefore: [24] });
  await book('2026-11-25', '15:00');
  const [mail] = await at('2026-11-23T15:00:05Z');
  const params = { token: /\/cita\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
  expect((await testApp.send(getLinkedAppointment, { params })).status).toBe(200);
  await book('2026-11-25', '17:00');
  const admin = await testApp.newAdmin();
  expect((await admin.send(deleteUser, { params: { id: ana.user._id } })).status).toBe(204);
  expect(await at('2026-11-23T15:00:10Z')).toEqual([]);
  expect(await at('2026-11-24T20:00:00Z')).toEqual([]);
  const reply = await testApp.send(getLinkedAppointment, { params });
  expect([reply.status, reply.error.code]).toEqual([404, 'LINK_ENDED']);
});

test('imported appointments are planned and not announced', async () => {
  await turnOn({ onBooking: true, hoursBefore: [24] });
  const file = icsOf(['SUMMARY:Rosa Díaz', 'DTSTART:20261125T150000', 'DTEND:20261125T153000']);
  expect((await ana.send(importAppointments, { body: { file } as never })).status).toBe(200);
  expect(await at('2026-11-23T15:00:05Z')).toEqual([]);
  expect(subjects(await at('2026-11-24T18:00:00Z'))).toEqual(['Recordatorio de tu hora']);
});

test('one event in the calendar of the patient follows the appointment until its cancellation', async () => {
  await turnOn({ onBooking: true, hoursBefore: [24] });
  const visit = await book('2026-11-25', '15:00');
  const received = await at('2026-11-23T15:00:05Z');
  await change(visit, { date: '2026-11-26' });
  received.push(...(await at('2026-11-23T15:10:00Z')));
  await change(visit, { time: '16:00', duration: 60 });
  received.push(...(await at('2026-11-23T15:20:00Z')));
  await change(visit, { status: 'cancelled' });
  received.push(...(await at('2026-11-23T15:30:00Z')));
  const calendars = received.map(({ calendar, attachment }) => {
    expect(attachment).toBe(calendar);
    return convertIcsCalendar(undefined, calendar);
  });
  expect(calendars.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH', 'PUBLISH', 'CANCEL']);
  const events = calendars.map(({ events: [event] = [] }) => event);
  expect(new Set(events.map((event) => event?.uid)).size).toBe(1);
  expect(events.map((event) => event?.start.date.toISOString())).toEqual([
    '2026-11-25T18:00:00.000Z',
    '2026-11-26T18:00:00.000Z',
    '2026-11-26T19:00:00.000Z',
    '2026-11-26T19:00:00.000Z',
  ]);
  const sequences = events.map((event) => event?.sequence ?? 0);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(events.at(-1)?.status).toBe('CANCELLED');
});

test('a deletion ends the event in the calendar of the patient', async () => {
  await turnOn({ onBooking: true });
  const visit = await book('2026-11-25', '15:00');
  const [booked] = await at('2026-11-23T15:00:05Z');
  await ana.send(deleteAppointment, { params: visit });
  const [deleted] = await at('2026-11-23T15:00:10Z');
  const [before, after] = [booked, deleted].map((mail) => convertIcsCalendar(undefined, mail?.calendar ?? ''));
  expect(after?.method).toBe('CANCEL');
  expect(after?.events?.[0]?.uid).toBe(before?.events?.[0]?.uid);
  expect(after?.events?.[0]?.sequence).toBeGreaterThan(before?.events?.[0]?.sequence ?? 0);
});

test('a refused address is in the access log, and the card says it', async () => {
  await turnOn({ onBooking: true });
  const visit = await book('2026-11-25', '15:00');
  mailbox.refuse(550);
  await at('2026-11-23T15:00:05Z');
  const { body } = await ana.send(getPatientAccessLog, { params: { id: rosa._id }, query: {} });
  const entry = body.find(({ act }) => act === 'reminder.failed');
  expect(entry?.detail).toEqual({ message: { kind: 'booking', channel: 'email', recipient: 'rosa@ejemplo.cl' } });
  const reminders = await ana.send(listReminders, { params: visit });
  expect(reminders.body).toMatchObject([{ kind: 'booking', status: 'failed', failure: 'El correo fue rechazado' }]);
});
