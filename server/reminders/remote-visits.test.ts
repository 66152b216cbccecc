import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { confirmLinkedAppointment, getLinkedAppointment } from '#contract/appointment-links';
import {
  DEFAULT_REMINDER_SETTINGS,
  putReminderSettings,
  type ReminderSettings,
  sendTestReminder,
} from '#contract/reminder-settings';
import { sendReminder } from '#contract/reminders';
import { createService, deleteService, updateService } from '#contract/services';
import { book, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { newService } from '#server/testing/services';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { queueDueReminders } from './reminding.service.ts';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
const PLACE = 'Picarte 450';
const REMOTE = newService({ name: 'Sesión en línea', duration: 30, modality: 'remote' });
const HOUR = { date: '2026-11-25', time: '15:30' } as const;

let clock = NOON;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let patientId: string;
let serviceId: string;

beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => clock }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  clock = NOON;
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  await ana.pays();
  ({ _id: patientId } = await ana.hasPatient({ email: 'rosa@ejemplo.cl', phone: '9 1234 5678' }));
  ({ _id: serviceId } = (await ana.send(createService, { body: REMOTE })).body);
  await configure({});
  await mailbox.deliver(testApp);
});

const configure = (details: Partial<ReminderSettings>) =>
  ana.send(putReminderSettings, {
    body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true, place: PLACE, ...details },
  });
async function visit(service: string | undefined = serviceId): Promise<string> {
  const { body } = await ana.send(createAppointment, { body: { patientId, ...HOUR, serviceId: service } as never });
  return body._id;
}
const deliver = () => mailbox.deliver(testApp);
const everything = (mails: Awaited<ReturnType<typeof deliver>>) =>
  mails.map(({ text, html, calendar }) => text + html + calendar).join('\n');

test('the mails of booking, change and reminder name no place, and their calendars neither', async () => {
  const id = await visit();
  const booked = await deliver();
  await ana.send(changeAppointment, { params: { id }, body: { time: '16:00' } });
  const changed = await deliver();
  await ana.send(sendReminder, { params: { id }, body: { channel: 'email' } });
  const manual = await deliver();
  clock = new Date('2026-11-24T19:00:00Z');
  await queueDueReminders(testApp.deps);
  const before = await deliver();
  for (const mails of [booked, changed, manual, before]) {
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Dónde: Atención remota\n');
    expect(mails[0]?.calendar).toContain('LOCATION:Atención remota');
    expect(everything(mails)).not.toContain(PLACE);
  }
});

test.each([
  ['cancelled', changeAppointment, { body: { status: 'cancelled' } }],
  ['deleted', deleteAppointment, {}],
] as const)('the mail about a %s visit names no place', async (_, endpoint, request) => {
  const id = await visit();
  await deliver();
  await ana.send(endpoint as typeof changeAppointment, { params: { id }, ...request } as never);
  const mails = await deliver();
  expect(mails[0]?.text).toContain('fue cancelada');
  expect(mails[0]?.calendar).toContain('LOCATION:Atención remota');
  expect(everything(mails)).not.toContain(PLACE);
});

test('the variable of the place, by mail and by WhatsApp, says so', async () => {
  await configure({ message: '{paciente}: {fecha}, {hora}, {lugar}' });
  const id = await visit();
  expect((await deliver())[0]?.text).toContain('15:30, Atención remota');
  const { body } = await ana.send(sendReminder, { params: { id }, body: { channel: 'whatsapp' } });
  expect(body.text).toContain('15:30, Atención remota');
  expect(decodeURIComponent(body.url ?? '')).not.toContain(PLACE);
});

test('the link has the modality and no place, and its calendar neither', async () => {
  await visit();
  const params = { token: linkToken((await deliver())[0]) };
  const { body } = await testApp.send(getLinkedAppointment, { params });
  expect(body).toMatchObject({ modality: 'remote' });
  expect(body).not.toHaveProperty('place');
  const calendar = await testApp.app.inject(`/api/appointment-links/${params.token}/calendar`);
  expect(calendar.payload).toContain('LOCATION:Atención remota');
});

test('a visit without a service, or in person, keeps its place', async () => {
  const { body: service } = await ana.send(createService, { body: { ...REMOTE, name: 'x', modality: 'in-person' } });
  for (const id of [undefined, service._id]) {
    const visitId = (await ana.send(createAppointment, { body: { patientId, ...HOUR, serviceId: id } as never })).body
      ._id;
    const [mail] = await deliver();
    expect(mail?.text).toContain(`Dónde: ${PLACE}`);
    expect(mail?.calendar).toContain(`LOCATION:${PLACE}`);
    const { body } = await testApp.send(getLinkedAppointment, { params: { token: linkToken(mail) } });
    expect(body).toMatchObject({ modality: 'in-person', place: PLACE });
    await ana.send(deleteAppointment, { params: { id: visitId }, query: { notifyPatient: 'false' } as never });
  }
});

test('a deleted service counts as it was booked, and a corrected one as it is now', async () => {
  await visit();
  const params = { token: linkToken((await deliver())[0]) };
  await ana.send(updateService, { params: { id: serviceId }, body: { ...REMOTE, modality: 'in-person' } });
  expect((await testApp.send(getLinkedAppointment, { params })).body).toMatchObject({ place: PLACE });
  await ana.send(deleteService, { params: { id: serviceId } });
  expect((await testApp.send(getLinkedAppointment, { params })).body).toMatchObject({ modality: 'remote' });
});

test('an hour that is booked online is remote from its first mail', async () => {
  const page = await openBookingPage(ana, { approval: 'automatic' }, { service: { ...REMOTE, name: 'En línea' } });
  const person = newBookingPerson();
  await book(testApp, page, { ...person, date: '2026-11-25', time: '10:00' });
  const [verification] = await mailsTo(testApp, mailbox, person.email);
  expect(verification?.text).toContain('Dónde: Atención remota');
  const params = { token: linkToken(verification) };
  const { body } = await testApp.send(getLinkedAppointment, { params });
  expect(body).toMatchObject({ modality: 'remote', isBookingToConfirm: true });
  expect(body).not.toHaveProperty('place');
  await testApp.send(confirmLinkedAppointment, { params });
  const mails = await mailsTo(testApp, mailbox, person.email);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.calendar).toContain('LOCATION:Atención remota');
  expect(everything(mails)).not.toContain(PLACE);
});

test('the test mail of a professional whose services are all remote names no place', async () => {
  await ana.send(sendTestReminder);
  const [mail] = await deliver();
  expect(mail?.text).toContain('Dónde: Atención remota');
  await ana.send(createService, { body: { ...REMOTE, name: 'Consulta', modality: 'in-person' } });
  await ana.send(sendTestReminder);
  expect((await deliver())[0]?.text).toContain(`Dónde: ${PLACE}`);
});
