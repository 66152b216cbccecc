import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { cancelLinkedAppointment, getLinkedAppointment } from '#contract/appointment-links';
import { getBookingSettings, putBookingSettings } from '#contract/booking-settings';
import { DEFAULT_REMINDER_SETTINGS, putReminderSettings } from '#contract/reminder-settings';
import { getRightsRecipient, getRightsRecipientByLink } from '#contract/rights-requests';
import { book, joinAndConfirm, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const NOW = new Date('2026-11-16T10:10:00Z');
const HOUR = { date: '2026-11-25', time: '15:30' } as const;

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let patientId: string;

beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => NOW }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.send(putReminderSettings, { body: { ...DEFAULT_REMINDER_SETTINGS, enabled: true } });
  ({ _id: patientId } = await ana.hasPatient({ email: 'rosa@ejemplo.cl' }));
  await mailbox.deliver(testApp);
});

async function visit(): Promise<string> {
  const { body } = await ana.send(createAppointment, { body: { patientId, ...HOUR } as never });
  return body._id;
}
const deliver = () => mailbox.deliver(testApp);
/** The addresses of the form of rights in a mail, in its text and in its HTML. */
const rightsIn = (mail: { text: string; html: string } | undefined) =>
  [...(mail?.text ?? '').matchAll(/^Derechos sobre tus datos: http:\/\/localhost:3000(\/derechos\/\S+)$/gm)].map(
    ([, path = '']) => path,
  );

test('the mails of a visit lead to the form of rights of their professional', async () => {
  const { slug } = await openBookingPage(ana);
  const id = await visit();
  const [booked] = await deliver();
  await ana.send(changeAppointment, { params: { id }, body: { time: '16:00' } });
  const [changed] = await deliver();
  await ana.send(deleteAppointment, { params: { id }, query: {} });
  const [deleted] = await deliver();
  for (const mail of [booked, changed, deleted]) expect(rightsIn(mail)).toEqual([`/derechos/${slug}`]);
  expect((await testApp.send(getRightsRecipient, { params: { slug } })).status).toBe(200);
});

test('without a slug they lead there by the link of the mail', async () => {
  await visit();
  const [mail] = await deliver();
  const token = linkToken(mail);
  expect(rightsIn(mail)).toEqual([`/derechos/enlace/${token}`]);
  const { status, body } = await testApp.send(getRightsRecipientByLink, { params: { token } });
  expect([status, body.professional]).toEqual([200, ana.user.name]);
});

test('so do the mails of a booking and of the waiting list', async () => {
  const page = await openBookingPage(ana);
  const person = newBookingPerson();
  await book(testApp, page, { ...person, date: '2026-11-25', time: '10:00' });
  await joinAndConfirm(testApp, page, { ...person, from: '2026-11-16', to: '2026-11-30' });
  const mails = await mailsTo(testApp, mailbox, person.email);
  expect(mails.map(rightsIn)).toEqual(mails.map(() => [`/derechos/${page.slug}`]));
  expect(mails.length).toBeGreaterThan(0);
});

test('a link has the slug of the page while it takes bookings', async () => {
  await visit();
  const params = { token: linkToken((await deliver())[0]) };
  const slugOf = async () => (await testApp.send(getLinkedAppointment, { params })).body.bookingSlug;
  expect(await slugOf()).toBeUndefined();
  const { slug } = await openBookingPage(ana);
  expect(await slugOf()).toBe(slug);
  expect((await testApp.send(cancelLinkedAppointment, { params })).body).toMatchObject({
    status: 'cancelled',
    bookingSlug: slug,
  });
  await ana.send(putBookingSettings, { body: { ...(await ana.send(getBookingSettings)).body, enabled: false } });
  expect(await slugOf()).toBeUndefined();
});

test('the mail of a cancellation leads to the page while it takes bookings', async () => {
  const { slug } = await openBookingPage(ana);
  const id = await visit();
  await deliver();
  await ana.send(changeAppointment, { params: { id }, body: { status: 'cancelled' } });
  expect((await deliver())[0]?.text).toContain(`\nhttp://localhost:3000/reservar/${slug}\n`);
});
