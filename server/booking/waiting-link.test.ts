import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { listBookingRequests } from '#contract/booking-requests';
import { listWaiting, removeWaiting, removeWaitingTogether } from '#contract/waiting-list';
import {
  join,
  joinAndConfirm,
  linkToken,
  mailsTo,
  newBookingPerson,
  offeredHours,
  openBookingPage,
} from '#server/testing/bookings';
import { headerIn, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const now = new Date('2026-11-16T10:10:00Z');
const TUESDAY = '2026-11-17';
const DAYS = { from: TUESDAY, to: '2026-11-20' };

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
  ana = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
  await ana.pays(new Date('2100-01-01'));
});

/** Somebody waits for a page that has one hour, which is taken. */
async function waitingPerson() {
  const page = await openBookingPage(ana, {}, { hours: [{ weekday: 2, from: '09:00', to: '09:30' }] });
  const { _id: patientId } = await ana.hasPatient();
  const visit = { patientId, date: TUESDAY, time: '09:00', duration: 30 } as const;
  const { _id: id } = (await ana.send(createAppointment, { body: visit })).body;
  const person = newBookingPerson();
  await joinAndConfirm(testApp, page, { ...person, ...DAYS, times: 'morning' });
  return {
    page,
    person,
    free: () => ana.send(deleteAppointment, { params: { id }, query: { notifyPatient: 'false' } }),
  };
}

/** Two mails of one moment may arrive in any order. */
const offerTo = async ({ email }: { email: string }) =>
  (await mailsTo(testApp, mailbox, email)).find(({ text }) => text.includes('se liberó una hora con Dra. Ana Rojas'));
const waiting = async () => (await ana.send(listWaiting)).body.map(({ email }) => email);
const leave = (token: string) => testApp.send(links.unsubscribeByLink, { params: { token } });
/** The token of the link that follows these words. */
const leaveToken = (text = '') => linkToken({ text: text.slice(text.indexOf('Salir de la lista de espera')) });

test('whoever joins is told by a mail how to leave, which names no service', async () => {
  const { page, person } = await waitingPerson();
  const [mail, ...others] = await mailsTo(testApp, mailbox, person.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(
    'Hola Rosa: confirma que quieres estar en la lista de espera de Dra. Ana Rojas. Si se libera una hora entre el martes 17 de noviembre y el viernes 20 de noviembre, en la mañana, te escribiremos',
  );
  expect(mail?.text).not.toContain('Consulta');
  const token = leaveToken(mail?.text);
  expect(mail && headerIn(mail, 'list-unsubscribe')).toContain(`/api/appointment-links/${token}/unsubscribe`);
  expect((await testApp.send(links.getLinkedWaiting, { params: { token } })).body).toEqual({
    professional: 'Dra. Ana Rojas',
    serviceName: expect.stringContaining('Consulta'),
    ...DAYS,
    times: 'morning',
  });
  expect((await testApp.send(links.getLinkedAppointment, { params: { token } })).error.code).toBe('LINK_ENDED');
  expect(await waiting()).toEqual([person.email]);
  expect(await offeredHours(testApp, page)).not.toContainEqual({ date: TUESDAY, time: '09:00' });
});

test('an entry counts after a press on the link of its mail, and a GET changes nothing', async () => {
  const { page, person: first, free } = await waitingPerson();
  const second = newBookingPerson();
  await join(testApp, page, { ...second, ...DAYS, times: 'morning' });
  await testApp.sql`update waiting_list set confirmed_at = null where owner_id = ${ana.user._id}`;
  await free();
  await workOnBookings(testApp.deps);
  expect(await offerTo(first)).toBeUndefined();
  const token = leaveToken((await mailsTo(testApp, mailbox, second.email)).at(-1)?.text);
  const params = { token };
  for (let count = 0; count < 2; count += 1) {
    expect((await testApp.send(links.getLinkedWaiting, { params })).body.isToConfirm).toBe(true);
  }
  const toConfirm = async () =>
    (await ana.send(listWaiting)).body.filter(({ isToConfirm }) => isToConfirm).map(({ email }) => email);
  expect(await toConfirm()).toHaveLength(2);
  for (let count = 0; count < 2; count += 1) {
    const { status, body } = await testApp.send(links.confirmLinkedWaiting, { params });
    expect([status, body.isToConfirm]).toEqual([200, undefined]);
  }
  expect(await toConfirm()).toEqual([first.email]);
  await testApp.sql`update waiting_list set seen_hours = '{}' where owner_id = ${ana.user._id}`;
  await workOnBookings(testApp.deps);
  expect([await offerTo(first), (await offerTo(second))?.to]).toEqual([undefined, expect.anything()]);
});

test('one network is offered no more hours than it may hold', async () => {
  const page = await openBookingPage(ana, {}, { hours: [{ weekday: 2, from: '09:00', to: '13:00' }] });
  for (let count = 0; count < 6; count += 1) await joinAndConfirm(testApp, page, { ...DAYS });
  await testApp.sql`update waiting_list set seen_hours = '{}' where owner_id = ${ana.user._id}`;
  await workOnBookings(testApp.deps);
  await workOnBookings(testApp.deps);
  const offers = await testApp.sql`select from bookings where owner_id = ${ana.user._id} and status = 'offered'`;
  expect(offers).toHaveLength(4);
});

test('entries are removed together, and no entry of another professional', async () => {
  const { page } = await waitingPerson();
  for (let count = 0; count < 3; count += 1) await join(testApp, page, { ...DAYS, times: 'morning' });
  const listed = (await ana.send(listWaiting)).body;
  expect(listed.map(({ connection }) => connection)).toEqual([1, 1, 1, 1]);
  const ids = listed.filter(({ isToConfirm }) => isToConfirm).map(({ _id }) => _id);
  const berta = await testApp.newProfessional();
  expect((await berta.send(removeWaitingTogether, { body: { ids } })).body).toEqual({ removed: 0 });
  expect((await ana.send(removeWaitingTogether, { body: { ids } })).body).toEqual({ removed: 3 });
  expect((await ana.send(removeWaitingTogether, { body: { ids } })).body).toEqual({ removed: 0 });
  expect((await ana.send(listWaiting)).body).toHaveLength(1);
});

test('a POST of the link removes the entry, once', async () => {
  const { person } = await waitingPerson();
  const token = leaveToken((await mailsTo(testApp, mailbox, person.email)).at(-1)?.text);
  expect((await leave(token)).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect((await leave(token)).error.code).toBe('LINK_ENDED');
  expect((await testApp.send(links.getLinkedWaiting, { params: { token } })).error.code).toBe('LINK_ENDED');
});

test('the mail of an offer has the way out too, and whoever leaves gives the offered hour back', async () => {
  const { page, person, free } = await waitingPerson();
  await free();
  await workOnBookings(testApp.deps);
  const offer = await offerTo(person);
  const token = leaveToken(offer?.text);
  expect(token).not.toBe(linkToken(offer));
  expect(offer && headerIn(offer, 'list-unsubscribe')).toContain(token);
  const { _id: patientId } = await ana.hasPatient();
  const visit = { patientId, date: TUESDAY, time: '09:00' };
  expect((await ana.send(createAppointment, { body: visit })).error.code).toBe('SLOT_HELD');
  expect((await leave(token)).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect((await ana.send(listBookingRequests)).body).toEqual([]);
  expect(await offeredHours(testApp, page)).toContainEqual({ date: TUESDAY, time: '09:00' });
  const taken = await testApp.send(links.confirmLinkedAppointment, { params: { token: linkToken(offer) } });
  expect(taken.error.code).toBe('LINK_ENDED');
});

test('whoever was removed before the mail left gets none', async () => {
  const { person } = await waitingPerson();
  const [entry] = (await ana.send(listWaiting)).body;
  await ana.send(removeWaiting, { params: { id: entry?._id ?? '' } });
  expect(await mailsTo(testApp, mailbox, person.email)).toEqual([]);
});

test('the link of an appointment is none of a waiting list', async () => {
  const { person, free } = await waitingPerson();
  await free();
  await workOnBookings(testApp.deps);
  const token = linkToken(await offerTo(person));
  expect((await testApp.send(links.getLinkedWaiting, { params: { token } })).error.code).toBe('LINK_ENDED');
  expect((await leave(token)).status).toBe(204);
  expect(await waiting()).toEqual([person.email]);
});
