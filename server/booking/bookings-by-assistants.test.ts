import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import { acceptBookingRequest, listBookingRequests, rejectBookingRequest } from '#contract/booking-requests';
import { getBookingSettings } from '#contract/booking-settings';
import { addDays } from '#contract/days';
import { getPatient } from '#contract/patients';
import { listReminders, sendReminder } from '#contract/reminders';
import { listWaiting, removeWaiting } from '#contract/waiting-list';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import { newAssistant, type TestAssistant } from '#server/testing/assistants';
import { book, join, mailsTo, newBookingPerson, offeredHours, openBookingPage } from '#server/testing/bookings';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let marta: ReturnType<TestAssistant['for']>;
let page: Awaited<ReturnType<typeof openBookingPage>>;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
  // An assistant without permissions runs the agenda.
  const permissions = { canEditPatients: false, canCharge: false };
  marta = (await newAssistant(testApp, [ana], permissions)).for(ana);
  page = await openBookingPage(ana);
});

/** Somebody books the first free hour. */
async function request(person = newBookingPerson()) {
  const [hour = { date: '', time: '' }] = await offeredHours(testApp, page);
  await book(testApp, page, { ...hour, ...person });
  const [booking] = (await marta.send(listBookingRequests)).body;
  return { id: booking?._id ?? '', person, hour };
}

test('an assistant accepts a booking: the patient is made without a record, and gets a mail', async () => {
  const { id, person, hour } = await request();
  const { status, body } = await marta.send(acceptBookingRequest, { params: { id } });
  expect([status, body]).toEqual([201, expect.objectContaining({ ...hour, patientName: person.name })]);
  const made = await ana.send(getPatient, { params: { id: body.patientId } });
  expect(made.body).toMatchObject({ email: person.email, allergies: null, notas: null });
  const mails = await mailsTo(testApp, mailbox, person.email);
  expect(mails.at(-1)?.text).toContain('/cita/');
  expect((await marta.send(listBookingRequests)).body).toEqual([]);
});

test('an assistant accepts a booking of a known patient, whose record stays', async () => {
  const person = newBookingPerson();
  const rosa = await ana.hasPatient({ ...person, allergies: 'Penicilina' });
  const { id } = await request(person);
  const { body } = await marta.send(acceptBookingRequest, { params: { id } });
  expect(body.patientId).toBe(rosa._id);
  expect((await ana.send(getPatient, { params: { id: rosa._id } })).body.allergies).toBe('Penicilina');
});

test('an assistant rejects a booking with a message, and the hour is free again', async () => {
  const { id, person, hour } = await request();
  const { status } = await marta.send(rejectBookingRequest, { params: { id }, body: { message: 'No hay atención' } });
  expect(status).toBe(204);
  expect((await mailsTo(testApp, mailbox, person.email)).at(-1)?.text).toContain('No hay atención');
  expect(await offeredHours(testApp, page)).toContainEqual(hour);
});

test('an assistant reads the waiting list and removes somebody from it', async () => {
  const [{ date } = { date: '' }] = await offeredHours(testApp, page);
  await join(testApp, page, { from: date, to: addDays(date, 7) });
  const [entry] = (await marta.send(listWaiting)).body;
  expect(entry?.name).toBe('Rosa Elena Díaz Soto');
  expect((await marta.send(removeWaiting, { params: { id: entry?._id ?? '' } })).status).toBe(204);
  expect((await ana.send(listWaiting)).body).toEqual([]);
});

test('an assistant reminds a patient, and the messages of their acts are delivered', async () => {
  await setReminderSettings(testApp, ana.user._id, { enabled: true });
  const email = newBookingPerson().email;
  const { _id: patientId } = await ana.hasPatient({ email, phone: '9 1234 5678' });
  const visit = { patientId, date: '2030-01-07', time: '09:00' } as const;
  const { body } = await marta.send(createAppointment, { body: visit });
  const params = { id: body._id };
  expect((await marta.send(sendReminder, { params, body: { channel: 'email' } })).status).toBe(201);
  expect((await marta.send(sendReminder, { params, body: { channel: 'whatsapp' } })).status).toBe(201);
  // The notice of the booking, and the reminder.
  expect(await mailsTo(testApp, mailbox, email)).toHaveLength(2);
  const { body: sent } = await marta.send(listReminders, { params });
  expect(sent.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
    'booking sent',
    'manual sent',
    'manual sent',
  ]);

  await newAppointmentLink(testApp, {
    ownerId: ana.user._id,
    appointmentId: body._id,
    expiresAt: new Date('2030-02-01'),
  });
  expect((await marta.send(deleteAppointment, { params })).status).toBe(204);
  expect(await mailsTo(testApp, mailbox, email)).toHaveLength(3);
});

test('an assistant reads the rules of booking, also before they were saved', async () => {
  expect((await marta.send(getBookingSettings)).body).toMatchObject({ enabled: true, slug: page.slug });
  const berta = await testApp.newProfessional({ name: 'Berta Silva' });
  const pedro = (await newAssistant(testApp, [berta])).for(berta);
  expect((await pedro.send(getBookingSettings)).body).toMatchObject({ enabled: false, slug: 'berta-silva' });
});
