import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import { changeAppointment, createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import * as api from '#contract/appointment-links';
import { restoreAccount } from '#contract/closed-accounts';
import { deletePatient, getPatient } from '#contract/patients';
import type { ReminderSettings } from '#contract/reminder-settings';
import { endAppointmentLinks } from '#contract/reminders';
import { newToken } from '#server/platform/crypto/tokens';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 10:10 in Santiago.
const START = new Date('2026-11-16T13:10:00Z');
const VISIT = { date: '2026-11-18', time: '15:30', duration: 60 } as const;

let now = START;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
});
afterAll(() => testApp.close());

interface Booking {
  person: Person;
  patientId: string;
  id: string;
  params: { token: string };
}

async function book(settings: Partial<ReminderSettings> = {}, details: object = {}): Promise<Booking> {
  now = START;
  const person = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
  await setReminderSettings(testApp, person.user._id, settings);
  const { _id: patientId } = await person.hasPatient({ name: 'Rosa Elena Díaz Soto', rut: '12.345.678-5' });
  const { body } = await person.send(createAppointment, { body: { patientId, ...VISIT, ...details } as never });
  return { person, patientId, id: body._id, params: { token: await link(person, body._id) } };
}

const link = (person: Person, appointmentId: string, expiresAt = new Date('2026-11-19T19:30:00Z')) =>
  newAppointmentLink(testApp, { ownerId: person.user._id, appointmentId, expiresAt });

const open = (params: Booking['params']) => testApp.send(api.getLinkedAppointment, { params });
const confirm = (params: Booking['params']) => testApp.send(api.confirmLinkedAppointment, { params });
const cancel = (params: Booking['params'], reason?: string) =>
  testApp.send(api.cancelLinkedAppointment, reason === undefined ? { params } : { params, body: { reason } });
const move = (params: Booking['params'], date: string, time: string) =>
  testApp.send(api.moveLinkedAppointment, { params, body: { date, time } });
const slots = (params: Booking['params'], from = '2026-11-18', to = '2026-11-20') =>
  testApp.send(api.listLinkedSlots, { params, query: { from, to } });
const unsubscribe = (params: Booking['params']) => testApp.send(api.unsubscribeByLink, { params });

async function acts({ person }: Pick<Booking, 'person'>): Promise<string[]> {
  await testApp.deps.accessRecorder.flush();
  const { body } = await person.send(getAccountAccessLog, { query: { limit: 100 } });
  return body.filter(({ actor }) => actor === 'Paciente (enlace)').map(({ act }) => act);
}

const answerOf = async ({ person, patientId }: Booking) => {
  const { body } = await person.send(listAppointments, { query: { patientId } });
  return body[0]?.patientAnswer;
};

describe('a link', () => {
  test('shows the visit, and of the patient the first name and one initial', async () => {
    const { params } = await book({ place: 'Av. Colón 123', phone: '+56 61 2 234567' });
    const { status, body } = await open(params);
    expect([status, body]).toEqual([
      200,
      {
        professional: 'Dra. Ana Rojas',
        patient: 'Rosa E.',
        date: '2026-11-18',
        time: '15:30',
        duration: 60,
        timeZone: 'America/Santiago',
        modality: 'in-person',
        place: 'Av. Colón 123',
        phone: '+56 61 2 234567',
        status: 'scheduled',
        canConfirm: true,
        canCancel: true,
        canMove: false,
        isBookingToConfirm: false,
        isOffer: false,
        waitsForApproval: false,
        tellsByMail: false,
        reminders: true,
        isOver: false,
      },
    ]);
  });

  test('that does not work is refused in one way on every endpoint', async () => {
    const { person, id, params } = await book({ allowMove: true });
    const expired = { token: await link(person, id, START) };
    const revoked = { token: await link(person, id) };
    await testApp.sql`delete from appointment_links where owner_id = ${person.user._id} and expires_at > ${START}`;
    const ended = [params, expired, revoked, { token: newToken() }, { token: '%00' }, { token: 'x'.repeat(3000) }];
    const expected = {
      error: 'Este enlace ya no es válido',
      message: 'Este enlace ya no es válido',
      code: 'LINK_ENDED',
    };
    for (const one of ended) {
      const replies = [
        open(one),
        confirm(one),
        cancel(one),
        slots(one),
        move(one, '2026-11-19', '10:00'),
        unsubscribe(one),
      ];
      for (const { status, error } of await Promise.all(replies)) expect([status, error]).toEqual([404, expected]);
    }
  });

  test('ends with its appointment, its patient and its account, and returns with a restored account', async () => {
    const deleted = await book();
    await deleted.person.send(deleteAppointment, { params: { id: deleted.id }, query: {} });
    expect((await open(deleted.params)).error.code).toBe('LINK_ENDED');
    const withoutPatient = await book();
    await withoutPatient.person.send(deletePatient, { params: { id: withoutPatient.patientId } });
    expect((await open(withoutPatient.params)).error.code).toBe('LINK_ENDED');
    const closed = await book();
    const admin = await testApp.newAdmin();
    const params = { id: closed.person.user._id };
    await admin.send(deleteUser, { params });
    expect((await open(closed.params)).error.code).toBe('LINK_ENDED');
    expect((await confirm(closed.params)).error.code).toBe('LINK_ENDED');
    await admin.send(restoreAccount, { params });
    expect((await open(closed.params)).status).toBe(200);
  });

  test('is ended by the professional, once in the access log, and another appointment keeps its own', async () => {
    const booking = await book();
    const { person, id, patientId } = booking;
    const second = await person.send(createAppointment, { body: { patientId, ...VISIT, time: '10:00' } });
    const other = { token: await link(person, second.body._id) };
    const another = { token: await link(person, id) };
    for (let times = 0; times < 2; times++) {
      expect((await person.send(endAppointmentLinks, { params: { id } })).status).toBe(204);
    }
    const statuses = await Promise.all([booking.params, another, other].map(async (one) => (await open(one)).status));
    expect(statuses).toEqual([404, 404, 200]);
    const { body: log } = await person.send(getAccountAccessLog, { query: { limit: 50 } });
    expect(log.filter(({ act }) => act === 'appointment-links.ended')).toHaveLength(1);
  });

  test('is recorded as opened once an hour, and GET and HEAD change nothing', async () => {
    const booking = await book({ allowMove: true });
    const url = `/api/appointment-links/${booking.params.token}`;
    await open(booking.params);
    await open(booking.params);
    await slots(booking.params);
    expect((await testApp.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    for (const path of ['/confirm', '/cancel', '/move', '/unsubscribe']) {
      expect((await testApp.app.inject(`${url}${path}`)).statusCode).toBe(404);
    }
    expect(await acts(booking)).toEqual(['appointment-link.opened']);
    expect((await open(booking.params)).body).toMatchObject({ status: 'scheduled', reminders: true });
    now = new Date(START.getTime() + 61 * 60_000);
    await open(booking.params);
    now = START;
    expect(await acts(booking)).toHaveLength(2);
  });

  test('tells no other site and no search engine, in errors too', async () => {
    const { params } = await book();
    for (const token of [params.token, 'x']) {
      for (const path of ['', '/slots?from=2026-11-18&to=2026-11-18', '/slots']) {
        const { headers } = await testApp.app.inject(`/api/appointment-links/${token}${path}`);
        expect(headers).toMatchObject({
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
          'cache-control': 'no-store',
        });
      }
    }
  });
});

describe('confirming', () => {
  test('is once, however often it is sent', async () => {
    const booking = await book();
    const replies = await Promise.all([confirm(booking.params), confirm(booking.params), confirm(booking.params)]);
    for (const { status, body } of replies) {
      expect([status, body.status, body.canConfirm]).toEqual([200, 'confirmed', false]);
    }
    expect(await acts(booking)).toEqual(['appointment.status-changed']);
    expect(await answerOf(booking)).toMatchObject({ answer: 'confirmed', at: START.toISOString() });
  });

  test('is possible until the visit begins', async () => {
    const { params } = await book();
    now = new Date('2026-11-18T18:29:00Z');
    expect((await open(params)).body).toMatchObject({ canConfirm: true, canCancel: false, isOver: false });
    expect((await confirm(params)).status).toBe(200);
    now = new Date('2026-11-18T18:30:00Z');
    expect((await open(params)).body).toMatchObject({ canConfirm: false, canCancel: false, isOver: true });
    expect((await confirm(params)).error.code).toBe('APPOINTMENT_OVER');
  });

  test.each(['attended', 'no-show', 'cancelled'] as const)('is refused when the visit is %s', async (status) => {
    const { person, id, params } = await book({ allowMove: true });
    await person.send(changeAppointment, { params: { id }, body: { status } });
    expect((await open(params)).body).toMatchObject({ canConfirm: false, canCancel: false, canMove: false });
    expect((await confirm(params)).error.code).toBe('APPOINTMENT_OVER');
    expect((await move(params, '2026-11-19', '10:00')).error.code).toBe('APPOINTMENT_OVER');
  });
});

describe('an answer that names the hour which the patient saw', () => {
  const { date, time } = VISIT;
  const answers = [
    [
      'confirmed',
      (params: Booking['params'], body: object) => testApp.send(api.confirmLinkedAppointment, { params, body }),
    ],
    [
      'cancelled',
      (params: Booking['params'], body: object) => testApp.send(api.cancelLinkedAppointment, { params, body }),
    ],
  ] as const;

  test.each(answers)('is refused when the visit was moved meanwhile: %s', async (status, answer) => {
    const booking = await book();
    const { person, id, params } = booking;
    await person.send(changeAppointment, { params: { id }, body: { date: '2026-11-19', time: '10:00' } });
    const { status: code, error } = await answer(params, { date, time });
    expect([code, error.code, error.error]).toEqual([
      409,
      'APPOINTMENT_CHANGED',
      'Tu hora cambió. Revisa la nueva hora antes de responder.',
    ]);
    expect((await answer(params, { date: '2026-11-19', time })).error.code).toBe('APPOINTMENT_CHANGED');
    expect((await open(params)).body).toMatchObject({ status: 'scheduled', date: '2026-11-19', time: '10:00' });
    expect(await acts(booking)).toEqual(['appointment-link.opened']);
    for (let times = 0; times < 2; times++) {
      const { body } = await answer(params, { date: '2026-11-19', time: '10:00' });
      expect(body.status).toBe(status);
    }
  });

  test.each(answers)('is for the present hour without date or time: %s', async (status, answer) => {
    for (const body of [{}, { date: '2026-11-19' }, { time: '10:00' }]) {
      const { params } = await book();
      expect((await answer(params, body)).body.status).toBe(status);
    }
  });
});

describe('cancelling', () => {
  test('leaves the slot, with the reason for the professional, and again is the same answer', async () => {
    const booking = await book();
    const first = await cancel(booking.params, '  Tengo un examen  ');
    expect([first.status, first.body.status, first.body.canConfirm]).toEqual([200, 'cancelled', false]);
    const again = await cancel(booking.params, 'Otra razón');
    expect(again.body).toEqual(first.body);
    expect(await answerOf(booking)).toMatchObject({ answer: 'cancelled', reason: 'Tengo un examen' });
    expect(await acts(booking)).toEqual(['appointment.status-changed']);
    const [{ reason }] = await testApp.sql<[{ reason: Buffer }]>`
      select reason from patient_answers where appointment_id = ${booking.id}`;
    expect(reason.toString('latin1')).not.toContain('examen');
    const { patientId, person } = booking;
    expect((await person.send(createAppointment, { body: { patientId, ...VISIT } })).status).toBe(201);
  });

  test('is refused inside the notice, which is elapsed time', async () => {
    const { params } = await book({ cancelNoticeHours: 12 });
    now = new Date('2026-11-18T06:30:00Z');
    expect((await open(params)).body.canCancel).toBe(true);
    now = new Date('2026-11-18T06:30:01Z');
    expect((await open(params)).body).toMatchObject({ canCancel: false, canConfirm: true });
    const { status, error } = await cancel(params);
    expect([status, error.code]).toEqual([409, 'CANCEL_TOO_LATE']);
    expect((await open(params)).body.status).toBe('scheduled');
  });

  test('a reason may be left out, and a long one is refused', async () => {
    const { params } = await book();
    expect((await cancel(params, 'x'.repeat(201))).status).toBe(400);
    expect((await cancel(params)).status).toBe(200);
  });
});

test('unsubscribing is once, also after the visit, and the professional sees it', async () => {
  const booking = await book();
  now = new Date('2026-11-19T10:00:00Z');
  expect([(await unsubscribe(booking.params)).status, (await unsubscribe(booking.params)).status]).toEqual([204, 204]);
  expect((await open(booking.params)).body.reminders).toBe(false);
  now = START;
  expect(await acts(booking)).toContain('reminders.declined');
  expect((await acts(booking)).filter((act) => act === 'reminders.declined')).toHaveLength(1);
  const { body } = await booking.person.send(getPatient, { params: { id: booking.patientId } });
  expect(body.reminders).toBe(false);
});

describe('the calendar of a link', () => {
  const read = ({ token }: Booking['params']) => testApp.app.inject(`/api/appointment-links/${token}/calendar`);
  const eventIn = (text: string) =>
    new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined);

  test('has the visit and nothing of the patient, and a telephone opens it', async () => {
    const { id, params } = await book({ place: 'Av. Colón 123' });
    const { headers, body } = await read(params);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="cita.ics"',
      'cache-control': 'no-store',
    });
    const event = eventIn(body);
    expect([event.uid, event.sequence, event.location]).toEqual([id, 0, 'Av. Colón 123']);
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-18T18:30:00.000Z');
    expect(event.endDate.toJSDate().toISOString()).toBe('2026-11-18T19:30:00.000Z');
    expect(body).not.toMatch(/Rosa|Díaz|12\.345/);
  });

  test('keeps its UID after a change, with a higher SEQUENCE, and says that a visit is cancelled', async () => {
    const { person, id, params } = await book();
    await person.send(changeAppointment, { params: { id }, body: { time: '16:30' } });
    const moved = eventIn((await read(params)).body);
    expect([moved.uid, moved.sequence]).toEqual([id, 1]);
    await cancel(params);
    const { body } = await read(params);
    expect([eventIn(body).uid, eventIn(body).sequence]).toEqual([id, 2]);
    expect(body).toContain('METHOD:CANCEL\r\n');
    expect(body).toContain('STATUS:CANCELLED\r\n');
  });
});

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['application/json', ''],
  ['application/json', '{}'],
])('a mail program unsubscribes with %s', async (type, payload) => {
  const { params, person, patientId } = await book();
  const send = (url: string) => testApp.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  expect((await send(`/api/appointment-links/${params.token}/unsubscribe`)).statusCode).toBe(204);
  expect((await person.send(getPatient, { params: { id: patientId } })).body.reminders).toBe(false);
  const isForm = type !== 'application/json';
  expect((await send(`/api/appointment-links/${params.token}/confirm`)).statusCode).toBe(isForm ? 415 : 200);
});
