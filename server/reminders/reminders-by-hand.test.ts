import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { confirmLinkedAppointment, getLinkedAppointment } from '#contract/appointment-links';
import {
  DEFAULT_REMINDER_SETTINGS,
  putReminderSettings,
  type ReminderSettings,
  sendTestReminder,
} from '#contract/reminder-settings';
import {
  getLastReminderChange,
  listAnswers,
  listReminders,
  listRemindersOfDay,
  sendReminder,
} from '#contract/reminders';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
const TOMORROW = '2026-11-24';
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
  await ana.pays();
  await mailbox.deliver(testApp);
});

const CONTACT = { name: 'Rosa Díaz', email: 'rosa@ejemplo.cl', phone: '9 1234 5678' };
type Contact = Parameters<Person['hasPatient']>[0];

/** An appointment of a new patient with that contact. */
async function book(contact: Contact = CONTACT, time = '15:30', date = TOMORROW) {
  const { _id: patientId } = await ana.hasPatient(contact);
  const { body } = await ana.send(createAppointment, { body: { patientId, date, time } as never });
  return { id: body._id, patientId };
}

const settings = (details: Partial<ReminderSettings>) =>
  ana.send(putReminderSettings, { body: { ...DEFAULT_REMINDER_SETTINGS, ...details } });
const remind = ({ id }: { id: string }, channel: 'email' | 'whatsapp', person = ana) =>
  person.send(sendReminder, { params: { id }, body: { channel } });
const refusal = async (reply: ReturnType<typeof remind>) => {
  const { status, error } = await reply;
  return [status, error.code];
};
const tokenIn = (text: string) => ({ token: /\/cita\/([\w-]{43})/.exec(text)?.[1] ?? '' });

describe('a reminder by WhatsApp', () => {
  test('is the text with a link, and the address of the conversation', async () => {
    await settings({ place: 'Picarte 450', message: 'Hola {paciente}, {profesional}: {fecha}, {hora}, {lugar}' });
    const visit = await book({ ...CONTACT, socialName: 'Rosario Díaz' });
    const { status, body } = await remind(visit, 'whatsapp');
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'manual', channel: 'whatsapp', status: 'sent', at: NOON.toISOString() });
    // The message has no link, so that it gets one.
    expect(body.text).toMatch(
      /^Hola Rosario, Ana Pérez: martes 24 de noviembre, 15:30, Picarte 450\n\nhttp:\/\/localhost:3000\/cita\/[\w-]{43}$/,
    );
    expect(body.url).toBe(`https://wa.me/56912345678?text=${encodeURIComponent(body.text ?? '')}`);
    const link = await testApp.send(getLinkedAppointment, { params: tokenIn(body.text ?? '') });
    expect(link.body).toMatchObject({ patient: 'Rosario D.', date: TOMORROW, time: '15:30' });
    const listed = await ana.send(listReminders, { params: { id: visit.id } });
    expect(listed.body).toMatchObject([{ _id: body._id, channel: 'whatsapp', status: 'sent' }]);
  });

  test('is in the access log with its number, and its text is not', async () => {
    const visit = await book();
    const { body } = await remind(visit, 'whatsapp');
    const log = await ana.send(getPatientAccessLog, { params: { id: visit.patientId }, query: {} });
    const entry = log.body.find(({ act }) => act === 'reminder.sent');
    const message = { kind: 'manual', channel: 'whatsapp', recipient: '+56912345678' };
    expect([entry?.actor, entry?.detail]).toEqual(['Ana Pérez', { message }]);
    expect(JSON.stringify(log.body)).not.toContain(tokenIn(body.text ?? '').token);
  });

  test.each([undefined, '12345', 'no tiene'])('is refused with the telephone %s', async (phone) => {
    const visit = await book({ name: 'Rosa Díaz', ...(phone && { phone }) });
    expect(await refusal(remind(visit, 'whatsapp'))).toEqual([409, 'PATIENT_PHONE_UNUSABLE']);
  });

  test('each has a link of its own, and the earlier one goes on working', async () => {
    const visit = await book();
    const links = [];
    for (let sent = 0; sent < 2; sent++) links.push(tokenIn((await remind(visit, 'whatsapp')).body.text ?? ''));
    expect(links[0]).not.toEqual(links[1]);
    for (const params of links) {
      expect((await testApp.send(getLinkedAppointment, { params })).status).toBe(200);
    }
  });
});

describe('a reminder by mail', () => {
  test('leaves at once, also while reminders are off and at night', async () => {
    const visit = await book();
    clock = new Date('2026-11-24T01:00:00Z');
    const sent = await remind(visit, 'email', await testApp.logIn(ana.user.email));
    expect([sent.status, sent.body]).toMatchObject([201, { kind: 'manual', channel: 'email', status: 'pending' }]);
    const mails = await mailbox.deliver(testApp);
    expect(mails.map((mail) => [mail.to, headerIn(mail, 'Subject')])).toEqual([
      [['rosa@ejemplo.cl'], 'Recordatorio de tu hora'],
    ]);
  });

  test('is refused for a patient without an address, and where mail is not configured', async () => {
    const visit = await book({ name: 'Rosa Díaz', phone: '9 1234 5678' });
    expect(await refusal(remind(visit, 'email'))).toEqual([409, 'PATIENT_WITHOUT_EMAIL']);
    testApp.deps.sendsMail = false;
    expect(await refusal(remind(visit, 'email'))).toEqual([503, 'MAIL_NOT_CONFIGURED']);
    expect((await remind(visit, 'whatsapp')).status).toBe(201);
    testApp.deps.sendsMail = true;
  });

  test('as a test goes to the professional, with a link that leads nowhere', async () => {
    await settings({ message: 'Hola {paciente}: {fecha} {enlace}' });
    expect((await ana.send(sendTestReminder)).body).toEqual({ email: ana.user.email });
    const [mail] = await mailbox.deliver(testApp);
    expect([mail?.to, mail && headerIn(mail, 'Subject')]).toEqual([
      [ana.user.email],
      'Prueba: Recordatorio de tu hora',
    ]);
    expect(mail?.text).toContain('Hola Rosa: martes 24 de noviembre');
    expect(mail && headerIn(mail, 'List-Unsubscribe')).toBeUndefined();
  });
});

describe.each(['email', 'whatsapp'] as const)('a reminder by %s is refused', (channel) => {
  test('when the patient said no', async () => {
    const visit = await book({ ...CONTACT, reminders: false });
    expect(await refusal(remind(visit, channel))).toEqual([409, 'REMINDERS_DECLINED']);
  });

  test('when the visit has begun or is cancelled', async () => {
    const [cancelled, begun] = [await book(), await book(CONTACT, '12:30', '2026-11-23')];
    await ana.send(changeAppointment, { params: { id: cancelled.id }, body: { status: 'cancelled' } });
    expect(await refusal(remind(cancelled, channel))).toEqual([409, 'APPOINTMENT_OVER']);
    expect((await remind(begun, channel)).status).toBe(201);
    clock = new Date('2026-11-23T15:30:00Z');
    const later = await testApp.logIn(ana.user.email);
    expect(await refusal(remind(begun, channel, later))).toEqual([409, 'APPOINTMENT_OVER']);
  });

  test('to another professional, and the list of reminders too', async () => {
    const visit = await book();
    const berta = await testApp.newProfessional();
    expect(await refusal(remind(visit, channel, berta))).toEqual([404, 'NOT_FOUND']);
    expect((await berta.send(listReminders, { params: { id: visit.id } })).status).toBe(404);
  });
});

test('another channel is refused', async () => {
  const visit = await book();
  expect(await refusal(remind(visit, 'sms' as never))).toEqual([400, 'INVALID_INPUT']);
});

test.each([
  ['hoursBefore', { hoursBefore: [12] }],
  ['cancelNoticeHours', { cancelNoticeHours: 169 }],
  ['cancelNoticeHours', { cancelNoticeHours: 1.5 }],
  ['message', { message: 'a'.repeat(1001) }],
  ['message', { message: 'Hola {Paciente}' }],
  ['place', { place: 'a'.repeat(201) }],
])('settings with a wrong %s are refused', async (field, wrong) => {
  const reply = await settings(wrong as never);
  expect(reply.status).toBe(400);
  expect(reply.error.details?.map((detail) => detail.field.split('.')[0])).toEqual([field]);
});

test('the day lists its open appointments by hour, with what became of each', async () => {
  const [arrived, reminded, answered] = [await book(), await book(CONTACT, '09:00'), await book(CONTACT, '10:00')];
  await ana.send(changeAppointment, { params: { id: arrived.id }, body: { status: 'arrived' } });
  for (const [time, status] of [
    ['11:00', 'cancelled'],
    ['12:00', 'attended'],
    ['13:00', 'no-show'],
  ] as const) {
    const { id } = await book(CONTACT, time);
    await ana.send(changeAppointment, { params: { id }, body: { status } });
  }
  await book(CONTACT, '09:00', '2026-11-25');
  const { body: sent } = await remind(reminded, 'email');
  const byWhatsapp = await remind(answered, 'whatsapp');
  clock = new Date('2026-11-23T15:01:00Z');
  await testApp.send(confirmLinkedAppointment, { params: tokenIn(byWhatsapp.body.text ?? '') });
  const { body } = await ana.send(listRemindersOfDay, { query: { date: TOMORROW } });
  expect(body.map(({ appointmentId, time, status }) => [appointmentId, time, status])).toEqual([
    [reminded.id, '09:00', 'scheduled'],
    [answered.id, '10:00', 'confirmed'],
    [arrived.id, '15:30', 'arrived'],
  ]);
  expect(body[0]).toMatchObject({ patientName: 'Rosa Díaz', phone: '9 1234 5678', email: 'rosa@ejemplo.cl' });
  expect(body[0]?.lastReminder).toEqual({ channel: 'email', status: 'pending', at: sent.at });
  expect(body[1]?.patientAnswer).toEqual({ answer: 'confirmed', at: clock.toISOString() });
  expect(body[2]).not.toHaveProperty('lastReminder');
  const answers = await ana.send(listAnswers, { query: { date: '2026-11-23' } });
  expect(answers.body.map(({ _id }) => _id)).toEqual([answered.id]);
  expect((await ana.send(getLastReminderChange)).body).toEqual({ at: clock.toISOString() });
});

test('the cancelled appointments of a day are listed apart', async () => {
  const [open, cancelled] = [await book(), await book(CONTACT, '09:00')];
  await ana.send(changeAppointment, { params: { id: cancelled.id }, body: { status: 'cancelled' } });
  const ids = async (query: object) => {
    const { body } = await ana.send(listAppointments, { query: { date: TOMORROW, ...query } as never });
    return body.map(({ _id }) => _id);
  };
  expect(await ids({})).toEqual([open.id]);
  expect(await ids({ status: 'cancelled' })).toEqual([cancelled.id]);
  expect((await ana.send(listAppointments, { query: { date: TOMORROW, status: 'open' as never } })).status).toBe(400);
});
