import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import * as api from '#contract/appointment-links';
import { addDays } from '#contract/days';
import type { ReminderSettings } from '#contract/reminder-settings';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 10:10 in Santiago.
const START = new Date('2026-11-16T13:10:00Z');
// A Wednesday.
const DATE = '2026-11-18';

let now = START;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let patientId: string;
let id: string;
let params: { token: string };
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now, sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});

async function book(settings: Partial<ReminderSettings> = {}, details: object = {}): Promise<void> {
  now = START;
  ana = await testApp.newProfessional();
  await setReminderSettings(testApp, ana.user._id, { allowMove: true, ...settings });
  await ana.send(putWorkingHours, { body: { hours: [{ weekday: 3, from: '10:00', to: '12:30' }] } });
  ({ _id: patientId } = await ana.hasPatient({ email: 'rosa@ejemplo.cl' }));
  ({ id, params } = await appointment({ time: '10:00', duration: 60, ...details }));
}

async function appointment(details: object) {
  const { body } = await ana.send(createAppointment, { body: { patientId, date: DATE, ...details } as never });
  const expiresAt = new Date('2026-11-19T15:00:00Z');
  const token = await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId: body._id, expiresAt });
  return { id: body._id, params: { token } };
}

const slots = (from = DATE, to = addDays(DATE, 14)) =>
  testApp.send(api.listLinkedSlots, { params, query: { from, to } });
const move = (date: string, time: string, link = params) =>
  testApp.send(api.moveLinkedAppointment, { params: link, body: { date, time } });
const stored = async () => {
  const { body } = await ana.send(listAppointments, { query: { patientId } });
  return body.find(({ _id }) => _id === id);
};

test('the free hours keep to hours, absences, holidays and other appointments, and leave out the present hour', async () => {
  await book();
  await appointment({ date: '2026-11-25', time: '10:30', duration: 30 });
  await ana.send(createAbsence, {
    body: { from: '2026-12-02', to: '2026-12-02', startTime: '10:00', endTime: '11:30' },
  });
  expect((await slots(DATE, '2026-12-09')).body).toEqual([
    { date: DATE, times: ['10:30', '11:00', '11:30'] },
    { date: '2026-11-25', times: ['11:00', '11:30'] },
    { date: '2026-12-02', times: ['11:30'] },
    { date: '2026-12-09', times: ['10:00', '10:30', '11:00', '11:30'] },
  ]);
});

test('a holiday and a day that is over have no free hours, and no day beyond three months is offered', async () => {
  await book();
  await ana.send(putWorkingHours, { body: { hours: [] } });
  // 8 December is a holiday.
  expect((await slots('2026-12-08', '2026-12-08')).body).toEqual([]);
  // An hour inside the notice could not be cancelled again.
  expect((await slots('2026-11-10', '2026-11-16')).body).toEqual([]);
  expect((await slots('2026-11-10', '2026-11-17')).body[0]).toMatchObject({
    date: '2026-11-17',
    times: expect.arrayContaining(['10:30']),
  });
  const last = addDays('2026-11-16', 90);
  expect((await slots(last, addDays(last, 7))).body.map(({ date }) => date)).toEqual([last]);
  expect((await move(addDays(last, 1), '10:00')).error.code).toBe('SLOT_TAKEN');
});

test.each([
  ['2026-11-20', '2026-11-19'],
  ['2026-11-18', '2026-12-19'],
  ['2026-11-18', 'x'],
])('a period from %s to %s is refused', async (from, to) => {
  await book();
  const { status, error } = await slots(from, to);
  expect([status, error.details?.[0]?.field]).toEqual([400, 'to']);
});

test('a move keeps the duration, is to be confirmed again, and is recorded with both hours', async () => {
  await book();
  await ana.send(changeAppointment, { params: { id }, body: { status: 'confirmed' } });
  const { status, body } = await move('2026-11-25', '11:30');
  expect([status, body]).toMatchObject([200, { date: '2026-11-25', time: '11:30', duration: 60, status: 'scheduled' }]);
  expect(await stored()).toMatchObject({
    date: '2026-11-25',
    time: '11:30',
    patientAnswer: { answer: 'moved', from: { date: DATE, time: '10:00' } },
  });
  // Links work until a day after the new hour.
  const [{ expiresAt }] = await testApp.sql<[{ expiresAt: Date }]>`
    select expires_at as "expiresAt" from appointment_links where appointment_id = ${id}`;
  expect(expiresAt.toISOString()).toBe('2026-11-26T15:30:00.000Z');
});

const queued = async () =>
  (await testApp.sql`select id from mail_outbox where user_id = ${ana.user._id} and kind = 'appointment-message'`)
    .length;

/** The mails for the patients of the professional of this test. */
const mails = async () =>
  (await mailbox.deliver(testApp)).filter((mail) => mail.headers.includes(ana.user.email) && mail.calendar);

test('a patient who confirms and cancels gets no mail about it', async () => {
  await book({ enabled: true });
  const before = await queued();
  expect(before).toBe(1);
  expect((await testApp.send(api.confirmLinkedAppointment, { params })).status).toBe(200);
  expect((await testApp.send(api.cancelLinkedAppointment, { params })).status).toBe(200);
  expect(await queued()).toBe(before);
});

// Without reminders the calendar of the patient has the former hour all the same.
test.each([true, false])('a patient who moves gets the new calendar entry, with reminders: %s', async (enabled) => {
  await book({ enabled });
  await move('2026-11-25', '11:30');
  expect((await move('2026-11-25', '11:30')).status).toBe(200);
  const [mail, ...others] = (await mails()).filter(({ calendar }) => calendar.includes('SEQUENCE:1'));
  expect([mail?.to, others]).toEqual([['rosa@ejemplo.cl'], []]);
  expect(mail?.text).toContain(`cambiaste tu hora con ${ana.user.name}.`);
  expect(mail?.text).toContain(
    'Antes: miércoles 18 de noviembre a las 10:00\nAhora: miércoles 25 de noviembre a las 11:30',
  );
  expect(mail?.calendar).toContain('METHOD:PUBLISH');
  expect(mail?.calendar).toContain('DTSTART:20261125T143000Z');
});

test('a patient who moves twice gets one mail, about the last hour, when the first did not leave', async () => {
  await book();
  await move('2026-11-25', '11:30');
  await move('2026-11-25', '10:30');
  expect((await stored())?.patientAnswer?.from).toEqual({ date: '2026-11-25', time: '11:30' });
  const told = (await mails()).map(({ text }) => /Ahora: (.*)/.exec(text)?.[1]);
  expect(told).toEqual(['miércoles 25 de noviembre a las 10:30']);
});

test('a patient who wants no reminders gets no mail', async () => {
  await book();
  await testApp.sql`update patients set reminders = false where id = ${patientId}`;
  expect((await move('2026-11-25', '11:30')).status).toBe(200);
  expect(await queued()).toBe(0);
});

test('the same move again is the same answer, without a second entry', async () => {
  await book();
  const first = await move(DATE, '10:30');
  expect(first.status).toBe(200);
  expect((await move(DATE, '10:30')).body).toEqual(first.body);
  const entries = await testApp.sql`select from audit_entries where subject_id = ${id} and act = 'appointment.changed'`;
  expect(entries).toHaveLength(1);
});

test('an overbooked appointment gets an hour of its own', async () => {
  await book();
  ({ id, params } = await appointment({ time: '10:00', duration: 30, overbooked: true }));
  expect((await move(DATE, '11:00')).status).toBe(200);
  expect(await stored()).toMatchObject({ time: '11:00', overbooked: false });
});

test.each([
  ['outside the working hours', '09:00'],
  ['that is too short', '12:00'],
  ['of another appointment', '11:30'],
])('an hour %s is taken', async (_, time) => {
  await book();
  await appointment({ time: '12:00', duration: 30 });
  const { status, error } = await move(DATE, time);
  expect([status, error.code]).toEqual([409, 'SLOT_TAKEN']);
  expect((await stored())?.time).toBe('10:00');
});

test('a professional who does not allow it gets no moves, and shows no free hours', async () => {
  await book({ allowMove: false });
  expect([(await move(DATE, '11:00')).error.code, (await slots()).error.code]).toEqual([
    'MOVE_NOT_ALLOWED',
    'MOVE_NOT_ALLOWED',
  ]);
});

test('inside the notice it is too late', async () => {
  await book({ cancelNoticeHours: 24 });
  now = new Date('2026-11-17T13:00:01Z');
  expect([(await move(DATE, '11:00')).error.code, (await slots()).error.code]).toEqual([
    'CANCEL_TOO_LATE',
    'CANCEL_TOO_LATE',
  ]);
});

test('two windows that cancel and move at the same time end in one of both', async () => {
  await book();
  const [cancelled, moved] = await Promise.all([
    testApp.send(api.cancelLinkedAppointment, { params }),
    move('2026-11-25', '10:00'),
  ]);
  const end = await stored();
  expect(cancelled.status).toBe(200);
  // Whoever cancels last cancels the moved visit. A cancelled visit is not moved.
  if (moved.status === 200) expect(end).toMatchObject({ date: '2026-11-25', status: 'cancelled' });
  else expect([moved.error.code, end?.date, end?.status]).toEqual(['APPOINTMENT_OVER', DATE, 'cancelled']);
});

test('a slot is taken by whoever comes first, and the other gets the free hours again', async () => {
  await book();
  const other = await appointment({ date: '2026-11-25', time: '10:00', duration: 60 });
  const replies = await Promise.all([move(DATE, '11:30'), move(DATE, '11:30', other.params)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [loser] = replies.filter(({ status }) => status === 409);
  expect(loser?.error.code).toBe('SLOT_TAKEN');
  const link = replies[0].status === 409 ? params : other.params;
  const free = await testApp.send(api.listLinkedSlots, { params: link, query: { from: DATE, to: DATE } });
  expect(free.body.flatMap(({ times }) => times)).not.toContain('11:30');
});
