import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAppointment } from '#contract/agenda';
import { getLinkedAppointment } from '#contract/appointment-links';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { cleanUp } from '#server/cleanup/clean-up';
import { book, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';

// Monday 18 November 2024, 07:10 in Santiago. The clean-up deletes nothing that the clock of the database keeps.
const START = new Date('2024-11-18T10:10:00Z');
const DAY_MS = 24 * 3600 * 1000;

let now = START;
let testApp: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => now }), openMailbox()]);
});
afterAll(() => Promise.all([mailbox.close(), testApp.close()]));

const pass = async (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS);
  const deleted = await cleanUp({ ...testApp.deps, purgeAccount: async () => false });
  return deleted?.bookings;
};

test('what was typed is kept until a moved visit is over: the link never shows the name of the file', async () => {
  const ana = await testApp.newProfessional();
  await ana.pays(new Date('2100-01-01'));
  const page = await openBookingPage(ana);
  const person = { ...newBookingPerson(), name: 'Rosita Soto' };
  await ana.hasPatient({ name: 'Rosa Elena Díaz', rut: person.rut });
  await book(testApp, page, { date: '2024-11-19', time: '10:00', ...person });
  const [request] = (await ana.send(listBookingRequests)).body;
  const { body: accepted } = await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
  expect(accepted.patientName).toBe('Rosa Elena Díaz');
  await mailbox.deliver(testApp);
  const mail = mailbox.received.findLast(({ to }) => to.includes(person.email));
  const params = { token: /\/cita\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' };
  const body = { date: '2024-11-27', notifyPatient: false };
  await ana.send(changeAppointment, { params: { id: accepted._id }, body });

  expect(await pass(8)).toBe(0);
  expect((await testApp.send(getLinkedAppointment, { params })).body).toMatchObject({
    patient: 'Rosita S.',
    date: '2024-11-27',
  });
  // The limit of two bookings counts it, on its new day.
  const again = (time: string) => book(testApp, page, { date: '2024-11-28', time, ...person });
  expect([(await again('09:00')).status, (await again('10:00')).error.code]).toEqual([201, 'TOO_MANY_BOOKINGS']);

  expect(await pass(4)).toBe(1);
  expect((await testApp.send(getLinkedAppointment, { params })).status).toBe(404);
});
