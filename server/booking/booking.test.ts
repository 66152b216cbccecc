import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { createBooking, getBookingPage, getNextBookingHour, listBookingSlots, resendBooking } from '#contract/booking';
import {
  acceptBookingRequest,
  countBookingRequests,
  listBookingRequests,
  rejectBookingRequest,
} from '#contract/booking-requests';
import { getPatient, listPatients } from '#contract/patients';
import { DEFAULT_REMINDER_SETTINGS } from '#contract/reminder-settings';
import { queueDueReminders } from '#server/reminders/reminding.service';
import { setReminderSettings } from '#server/testing/appointment-links';
import {
  book,
  mailsTo as deliveredTo,
  linkToken,
  newBookingPerson,
  newProof,
  type OpenedPage,
  offeredHours,
  openBookingPage,
} from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const HOUR_MS = 3600 * 1000;

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
  ana = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
  await ana.pays(new Date('2100-01-01'));
});

const TUESDAY = { date: '2026-11-17', time: '10:00' };

const mailsTo = (address: string) => deliveredTo(testApp, mailbox, address);

/** Books an hour and opens its mail. */
async function bookByMail(page: OpenedPage, details: object = {}) {
  const person = newBookingPerson();
  const { status, body } = await book(testApp, page, { ...TUESDAY, ...person, ...details });
  const mails = await mailsTo(person.email);
  return { person, status, body, params: { token: linkToken(mails.at(-1)) }, mail: mails.at(-1) };
}

/** What became of the bookings of the professional, also after the session ended. */
const states = async () => {
  const { _id } = ana.user;
  const rows = await testApp.sql<{ status: string }[]>`select status from bookings where owner_id = ${_id} order by id`;
  return rows.map(({ status }) => status);
};

const appointmentsOf = async (person: Person, date = TUESDAY.date) =>
  (await person.send(listAppointments, { query: { date } })).body;

describe('a page', () => {
  test('shows the professional, the bookable services and the rules, while it is on', async () => {
    const { slug, serviceId } = await openBookingPage(ana, { message: 'Trae tus exámenes' });
    const { body } = await testApp.send(getBookingPage, { params: { slug } });
    expect(body).toMatchObject({
      professional: { name: 'Dra. Ana Rojas', identity: 'declared' },
      services: [{ _id: serviceId, duration: 30 }],
      message: 'Trae tus exámenes',
      timeZone: 'America/Santiago',
      acceptsNewPatients: true,
      cancelNoticeHours: DEFAULT_REMINDER_SETTINGS.cancelNoticeHours,
    });
    expect((await testApp.send(getBookingPage, { params: { slug: 'nadie-atiende-aqui' } })).status).toBe(404);
  });

  test('offers the hours of the working hours, after the notice and without taken ones', async () => {
    const page = await openBookingPage(ana, { minNoticeHours: 3 });
    const { _id: patientId } = await ana.hasPatient();
    await ana.send(createAppointment, { body: { patientId, ...TUESDAY, duration: 60 } });
    const query = { serviceId: page.serviceId, from: '2026-11-16', to: '2026-11-17' };
    const { body } = await testApp.send(listBookingSlots, { params: { slug: page.slug }, query });
    expect(body).toEqual([
      { date: '2026-11-16', times: ['10:30', '11:00', '11:30', '12:00', '12:30'] },
      { date: '2026-11-17', times: ['09:00', '09:30', '11:00', '11:30', '12:00', '12:30'] },
    ]);
  });

  test('names the next free hour beyond the window, and the day from which it can be booked', async () => {
    const page = await openBookingPage(ana, { windowDays: 1 }, { hours: [{ weekday: 5, from: '09:00', to: '10:00' }] });
    const params = { slug: page.slug };
    const { body } = await testApp.send(getNextBookingHour, { params, query: { serviceId: page.serviceId } });
    expect(body).toEqual({ next: { date: '2026-11-20', time: '09:00', bookableFrom: '2026-11-19' } });
    const query = { serviceId: page.serviceId, from: '2026-11-16', to: '2026-11-30' };
    expect((await testApp.send(listBookingSlots, { params, query })).body).toEqual([]);
  });
});

describe('a booking', () => {
  test('is held, confirmed by the mail, and an ordinary appointment under automatic approval', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { person, status, body, params, mail } = await bookByMail(page);
    expect([status, body.status, body.expiresAt]).toEqual([201, 'unverified', '2026-11-16T10:40:00.000Z']);
    expect(mail?.text).toContain('antes del lunes 16 de noviembre a las 07:40.');
    expect(await appointmentsOf(ana)).toEqual([]);

    const before = await testApp.send(links.getLinkedAppointment, { params });
    expect(before.body).toMatchObject({
      patient: 'Rosa E.',
      isBookingToConfirm: true,
      isOffer: false,
      canConfirm: false,
    });
    const confirmed = await testApp.send(links.confirmLinkedAppointment, { params });
    expect(confirmed.body).toMatchObject({ status: 'scheduled', isBookingToConfirm: false, canCancel: true });
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).body).toEqual(confirmed.body);

    const [appointment] = await appointmentsOf(ana);
    expect(appointment).toMatchObject({
      ...TUESDAY,
      patientName: person.name,
      status: 'scheduled',
      bookedOnline: true,
    });
    const patient = await ana.send(getPatient, { params: { id: appointment?.patientId ?? '' } });
    expect(patient.body).toMatchObject({ rut: person.rut, phone: person.phone, email: person.email });
    const mails = await mailsTo(person.email);
    expect(mails.at(-1)?.text).toContain('quedó reservada para el martes 17 de noviembre');
    expect(mails.at(-1)?.calendar).toContain('METHOD:PUBLISH');
  });

  test('waits for the professional under manual approval, who accepts it for the patient with its document', async () => {
    const page = await openBookingPage(ana);
    const known = await ana.hasPatient({ name: 'Rosa Díaz', rut: '12.345.678-5', phone: '9 8765 4321' });
    const { body: booked, params } = await bookByMail(page, { rut: '12345678-5' });
    expect(booked.status).toBe('unverified');
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).body).toMatchObject({
      waitsForApproval: true,
      tellsByMail: true,
      patient: 'Rosa E.',
    });
    expect((await ana.send(countBookingRequests)).body.total).toBe(1);
    const [request] = (await ana.send(listBookingRequests)).body;
    expect(request).toMatchObject({ status: 'requested', patientId: known._id, patient: { name: 'Rosa Díaz' } });
    expect((await mailsTo(ana.user.email)).at(-1)?.text).toContain('Alguien pidió una hora en línea');

    const id = request?._id ?? '';
    const accepted = await ana.send(acceptBookingRequest, { params: { id } });
    expect([accepted.status, accepted.body]).toMatchObject([201, { _id: id, patientId: known._id }]);
    expect((await ana.send(getPatient, { params: { id: known._id } })).body).toMatchObject({
      name: 'Rosa Díaz',
      phone: '9 8765 4321',
    });
    expect((await ana.send(acceptBookingRequest, { params: { id } })).error.code).toBe('BOOKING_ACCEPTED');
    expect((await ana.send(listBookingRequests)).body).toEqual([]);
  });

  test('shows no name, no reminders and no more than the booking to whoever typed the document of a patient', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { _id } = await ana.hasPatient({ name: 'Pedro Soto', socialName: 'Amanda', rut: '12.345.678-5' });
    const { params } = await bookByMail(page, { rut: '12345678-5' });
    const { body } = await testApp.send(links.confirmLinkedAppointment, { params });
    expect(body).toMatchObject({ patient: 'Rosa E.', reminders: true, canConfirm: false });
    expect((await testApp.send(links.unsubscribeByLink, { params })).status).toBe(204);
    expect((await ana.send(getPatient, { params: { id: _id } })).body.reminders).toBe(true);
  });

  test('is rejected with a message, and its hour is free again', async () => {
    const page = await openBookingPage(ana);
    const { person, params } = await bookByMail(page);
    await testApp.send(links.confirmLinkedAppointment, { params });
    const [request] = (await ana.send(listBookingRequests)).body;
    const message = 'Ese día no atiendo';
    const rejected = await ana.send(rejectBookingRequest, { params: { id: request?._id ?? '' }, body: { message } });
    expect(rejected.status).toBe(204);
    expect((await mailsTo(person.email)).at(-1)?.text).toContain(message);
    expect((await testApp.send(links.getLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
    expect(await offeredHours(testApp, page)).toContainEqual(TUESDAY);
  });

  test('is withdrawn by its link', async () => {
    const page = await openBookingPage(ana);
    const { params } = await bookByMail(page);
    const { body } = await testApp.send(links.cancelLinkedAppointment, { params });
    expect(body).toMatchObject({ status: 'cancelled', canCancel: false });
    expect((await testApp.send(links.cancelLinkedAppointment, { params })).body).toEqual(body);
    expect(await offeredHours(testApp, page)).toContainEqual(TUESDAY);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
  });

  test('that nobody confirms ends after 30 minutes, also before the job has seen it', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { params } = await bookByMail(page);
    expect((await book(testApp, page, TUESDAY)).error.code).toBe('SLOT_TAKEN');
    now = new Date(START.getTime() + 30 * 60_000);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
    expect(await offeredHours(testApp, page)).toContainEqual(TUESDAY);
    expect((await book(testApp, page, TUESDAY)).status).toBe(201);
    await workOnBookings(testApp.deps);
    expect(await states()).toEqual(['ended', 'unverified']);
  });

  test.each([
    ['72 hours after it came', '2026-11-27', 72 * HOUR_MS],
    ['24 hours before the visit', '2026-11-18', 24 * HOUR_MS + 50 * 60_000 + 2 * HOUR_MS],
  ])('that the professional does not answer ends %s, and both are told', async (_, date, after) => {
    const page = await openBookingPage(ana);
    const { person, params } = await bookByMail(page, { date });
    await testApp.send(links.confirmLinkedAppointment, { params });
    now = new Date(START.getTime() + after - 1000);
    await workOnBookings(testApp.deps);
    expect(await states()).toEqual(['requested']);
    now = new Date(START.getTime() + after);
    await workOnBookings(testApp.deps);
    expect(await states()).toEqual(['ended']);
    expect((await mailsTo(person.email)).at(-1)?.text).toContain('venció sin respuesta');
    expect((await mailsTo(ana.user.email)).at(-1)?.text).toContain('venció sin respuesta');
    expect(await offeredHours(testApp, page)).toContainEqual({ date, time: TUESDAY.time });
  });

  test('of a free plan that is full waits, and accepting it is refused with the text of the plan', async () => {
    const berta = await testApp.newProfessional();
    await berta.hasPatient();
    const page = await openBookingPage(berta, { approval: 'automatic' });
    const { params } = await bookByMail(page);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).body.waitsForApproval).toBe(true);
    const [request] = (await berta.send(listBookingRequests)).body;
    const { status, error } = await berta.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    expect([status, error.code]).toEqual([403, 'PATIENT_LIMIT']);
    expect((await berta.send(listPatients, { query: {} })).body.total).toBe(1);
  });

  test('waits where only known patients are accepted, whoever books', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic', newPatients: false });
    await ana.hasPatient({ rut: '12.345.678-5' });
    const [known, stranger] = [
      await bookByMail(page, { rut: '12345678-5' }),
      await bookByMail(page, { time: '11:00' }),
    ];
    const states = [known, stranger].map(({ params }) => testApp.send(links.confirmLinkedAppointment, { params }));
    expect((await Promise.all(states)).map(({ body }) => body.waitsForApproval)).toEqual([true, true]);
  });
});

describe('a refused booking', () => {
  test.each([
    ['an hour outside the working hours', { time: '15:00' }],
    ['a day after the window', { date: '2027-02-02' }],
    ['an hour that has begun', { date: '2026-11-16', time: '08:00' }],
  ])('of %s is taken', async (_, details) => {
    const page = await openBookingPage(ana);
    const { status, error } = await book(testApp, page, { ...TUESDAY, ...details });
    expect([status, error.code]).toEqual([409, 'SLOT_TAKEN']);
  });

  test.each([
    ['rut', { rut: 'AB123456' }, 'El RUT no es válido'],
    ['phone', { phone: '123' }, 'Escribe un teléfono válido, como 9 1234 5678'],
    ['email', { email: 'rosa' }, 'Escribe un correo válido'],
    ['acceptsPrivacy', { acceptsPrivacy: false }, 'Debes aceptar el aviso de privacidad'],
    ['serviceId', { serviceId: '00000000-0000-7000-8000-000000000000' }, 'Selecciona un servicio de la lista'],
  ])('says what is wrong with %s', async (field, details, message) => {
    const page = await openBookingPage(ana);
    const { status, error } = await book(testApp, page, { ...TUESDAY, ...details });
    expect([status, error.details]).toEqual([400, [{ field, message }]]);
  });

  test('of a third hour by document or address counts live and accepted ones', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { rut, email } = newBookingPerson();
    const { params } = await bookByMail(page, { rut });
    await testApp.send(links.confirmLinkedAppointment, { params });
    expect((await book(testApp, page, { ...TUESDAY, time: '11:00', rut, email })).status).toBe(201);
    expect((await book(testApp, page, { ...TUESDAY, time: '12:00', rut })).error.code).toBe('TOO_MANY_BOOKINGS');
    expect((await book(testApp, page, { ...TUESDAY, time: '12:00', email })).status).toBe(201);
    expect((await book(testApp, page, { ...TUESDAY, time: '12:30', email })).error.code).toBe('TOO_MANY_BOOKINGS');
    const [appointment] = await appointmentsOf(ana);
    await ana.send(deleteAppointment, { params: { id: appointment?._id ?? '' }, query: {} });
    expect((await book(testApp, page, { ...TUESDAY, rut })).status).toBe(201);
  });

  test('of a program that fills in the hidden field looks accepted and stores nothing', async () => {
    const { slug, serviceId } = await openBookingPage(ana);
    const altcha = await newProof(testApp, slug);
    const body = { ...newBookingPerson(), ...TUESDAY, serviceId, acceptsPrivacy: true as const, altcha };
    const program = await testApp.send(createBooking, { params: { slug }, body: { ...body, website: 'https://spam' } });
    expect([program.status, program.body.status, program.body.bookingKey?.length]).toEqual([201, 'unverified', 43]);
    expect((await ana.send(listBookingRequests)).body).toEqual([]);
    // Nothing was used up.
    expect((await testApp.send(createBooking, { params: { slug }, body })).status).toBe(201);
  });
});

describe('the mail of a booking', () => {
  test('and every later one go to the address that was typed, also for the document of a patient', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    await setReminderSettings(testApp, ana.user._id, { enabled: true, hoursBefore: [24] });
    const { _id } = await ana.hasPatient({ rut: '12.345.678-5', email: 'real@ejemplo.cl' });
    const { person, params } = await bookByMail(page, { rut: '12345678-5' });
    await testApp.send(links.confirmLinkedAppointment, { params });
    const [appointment] = await appointmentsOf(ana);
    expect(appointment?.patientId).toBe(_id);
    now = new Date('2026-11-16T13:00:30Z');
    await queueDueReminders(testApp.deps);
    const mails = await mailsTo(person.email);
    const mail = mails.find(({ headers }) => headers.includes('Subject: Recordatorio de tu hora'));
    const reminder = { params: { token: linkToken(mail) } };
    expect((await testApp.send(links.getLinkedAppointment, reminder)).body).toMatchObject({
      patient: 'Rosa E.',
      reminders: true,
    });
    expect((await testApp.send(links.unsubscribeByLink, reminder)).status).toBe(204);
    expect((await testApp.send(links.getLinkedAppointment, reminder)).body.reminders).toBe(false);
    expect(await mailsTo('real@ejemplo.cl')).toEqual([]);
  });

  test('is not sent when the visit was cancelled or moved meanwhile', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { person, params } = await bookByMail(page);
    await testApp.send(links.confirmLinkedAppointment, { params });
    await testApp.send(links.cancelLinkedAppointment, { params });
    const mails = await mailsTo(person.email);
    expect(mails.map(({ text }) => text).filter((text) => text.includes('quedó reservada'))).toEqual([]);
  });

  test('that is refused is shown to the professional, also on the appointment', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const { rut, email } = newBookingPerson();
    // The mail that confirms the address of the account.
    await mailbox.deliver(testApp);
    mailbox.refuse(550);
    const { body } = await bookByMail(page, { rut, email });
    expect((await ana.send(listBookingRequests)).body).toMatchObject([{ status: 'unverified', mailStatus: 'failed' }]);
    await testApp.send(resendBooking, { params: { bookingKey: body.bookingKey ?? '' } });
    const [mail] = await mailsTo(email);
    expect((await ana.send(listBookingRequests)).body).toMatchObject([{ mailStatus: 'sent' }]);
    mailbox.refuse(550);
    await testApp.send(links.confirmLinkedAppointment, { params: { token: linkToken(mail) } });
    await mailsTo(email);
    expect(await appointmentsOf(ana)).toMatchObject([{ lastReminder: { channel: 'email', status: 'failed' } }]);
  });

  test('is sent again three times, to a corrected address, and earlier links end', async () => {
    const page = await openBookingPage(ana, { approval: 'automatic' });
    const first = await bookByMail(page);
    const { email } = newBookingPerson();
    const { params: firstLink, body: booked } = first;
    const params = { bookingKey: booked.bookingKey ?? '' };
    expect((await testApp.send(resendBooking, { params, body: { email } })).status).toBe(202);
    expect((await testApp.send(links.getLinkedAppointment, { params: firstLink })).error.code).toBe('LINK_ENDED');
    const [mail] = await mailsTo(email);
    const corrected = { params: { token: linkToken(mail) } };
    expect((await testApp.send(links.getLinkedAppointment, corrected)).body.isBookingToConfirm).toBe(true);
    const again = [await testApp.send(resendBooking, { params }), await testApp.send(resendBooking, { params })];
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    expect((await testApp.send(resendBooking, { params })).status).toBe(429);
    // The key of the browser is no link.
    const key = { params: { token: params.bookingKey } };
    expect((await testApp.send(links.confirmLinkedAppointment, key)).error.code).toBe('LINK_ENDED');
    expect((await testApp.send(resendBooking, { params: { bookingKey: 'otra' } })).error.code).toBe('LINK_ENDED');
  });
});
