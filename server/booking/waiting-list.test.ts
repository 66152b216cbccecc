import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { getBookingPage } from '#contract/booking';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { type BookingSettings, getBookingSettings, putBookingSettings } from '#contract/booking-settings';
import { addDays } from '#contract/days';
import { deleteService, listServices, updateService } from '#contract/services';
import { joinWaitingList, listWaiting, removeWaiting } from '#contract/waiting-list';
import {
  book,
  joinAndConfirm,
  linkToken,
  mailsTo,
  newBookingPerson,
  newProof,
  type OpenedPage,
  offeredHours,
  openBookingPage,
} from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';
import { insertWaiting } from './waiting-list.store.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const TODAY = '2026-11-16';
const HOUR_MS = 3600 * 1000;
const TUESDAY = '2026-11-17';
const MONTH = { from: TODAY, to: addDays(TODAY, 30) };

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

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

/** So long that the professional has to log in again. */
async function passLong(milliseconds: number) {
  pass(milliseconds);
  ana = await testApp.logIn(ana.user.email);
}

/** A page whose hours of a Tuesday morning are taken. The later Tuesdays are free, and nobody is offered them. */
async function fullTuesday(rules: Partial<BookingSettings> = {}, [from, to]: [string, string] = ['09:00', '10:00']) {
  const page = await openBookingPage(ana, rules, { hours: [{ weekday: 2, from, to }] });
  const { _id: patientId } = await ana.hasPatient();
  const ids: string[] = [];
  for (const time of ['09:00', '09:30', '11:30', '12:00'].filter((one) => from <= one && one < to)) {
    const body = { patientId, date: TUESDAY, time, duration: 30 } as const;
    ids.push((await ana.send(createAppointment, { body })).body._id);
  }
  const free = async (...freed: string[]) => {
    for (const id of freed) await ana.send(deleteAppointment, { params: { id }, query: { notifyPatient: 'false' } });
  };
  return { page, ids, free };
}

/** Somebody joins, and has the mails that offer them an hour. */
async function waitingPerson(page: OpenedPage, details: object = {}) {
  pass(1000);
  const person = newBookingPerson();
  const { status, body, error } = await joinAndConfirm(testApp, page, { ...person, ...MONTH, ...details });
  const email = 'email' in details ? String(details.email) : person.email;
  const offers = async () =>
    (await mailsTo(testApp, mailbox, email)).filter(({ text }) => text.includes('se liberó una hora'));
  return { person, status, body, error, offers, link: async () => ({ token: linkToken((await offers()).at(-1)) }) };
}

/** What is offered now, by e-mail address and hour. */
async function offered(owner = ana) {
  const { body } = await owner.send(listBookingRequests);
  return body.map(({ email, date, time }) => `${email} ${date} ${time}`);
}

/** Also after the session has ended. */
async function bookings() {
  const rows = await testApp.sql`select from bookings where owner_id = ${ana.user._id}`;
  return rows.length;
}

const waiting = async () => (await ana.send(listWaiting)).body.map(({ email }) => email);

describe('joining', () => {
  test('answers a patient and a stranger the same, and the professional sees both in their order', async () => {
    const { page } = await fullTuesday();
    const known = await waitingPerson(page, { rut: (await ana.hasPatient({ rut: '12.345.678-5' })).rut });
    const stranger = await waitingPerson(page, { times: 'morning' });
    expect([known.status, known.body]).toEqual([201, { status: 'waiting' }]);
    expect([stranger.status, stranger.body]).toEqual([known.status, known.body]);
    const { body } = await ana.send(listWaiting);
    const { name, email, phone } = stranger.person;
    expect(body.map((entry) => entry.email)).toEqual([known.person.email, email]);
    const createdAt = new Date(START.getTime() + 2000).toISOString();
    expect(body[1]).toMatchObject({ name, email, phone, ...MONTH, times: 'morning', createdAt });
    expect(body[1]).toMatchObject({ serviceId: page.serviceId, serviceName: expect.stringContaining('Consulta') });
    expect(body[1]?.offeredAt).toBeUndefined();
  });

  test('is possible twice by document and twice by address', async () => {
    const { page } = await fullTuesday();
    const { rut, email } = newBookingPerson();
    const replies = [];
    for (const details of [{ rut, email }, { rut }, { rut }, { email }, { email }]) {
      replies.push(await waitingPerson(page, details));
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 409, 201, 409]);
    expect(replies.at(-1)?.error.code).toBe('TOO_MANY_WAITING');
    const berta = await testApp.newProfessional();
    expect((await waitingPerson(await openBookingPage(berta), { rut, email })).status).toBe(201);
  });

  test('ends when 200 wait', async () => {
    const { page } = await fullTuesday();
    const days = { ...MONTH, times: 'any' as const, seenHours: [], confirmedAt: now, network: undefined };
    await testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
      for (let count = 0; count < 199; count += 1) {
        const [id, person] = [crypto.randomUUID(), { ...newBookingPerson(), documentType: 'rut' as const }];
        await insertWaiting(tx, { ...days, id, serviceId: page.serviceId, person }, testApp.deps.cipher, now);
      }
    });
    expect((await waitingPerson(page)).status).toBe(201);
    const { status, error } = await waitingPerson(page);
    expect([status, error.code]).toEqual([409, 'WAITING_LIST_FULL']);
  });

  test.each([
    ['to', { from: '2026-11-14', to: '2026-11-15' }, 'La fecha ya pasó'],
    ['to', { to: addDays(TODAY, 181) }, 'Puede ser de aquí a 180 días'],
    ['to', { from: TUESDAY, to: TODAY }, 'Debe ser igual o posterior al primer día'],
    ['rut', { rut: 'AB123456' }, 'El RUT no es válido'],
    ['acceptsPrivacy', { acceptsPrivacy: false }, 'Debes aceptar el aviso de privacidad'],
    ['times', { times: 'night' }, 'Selecciona a qué hora puedes'],
    ['serviceId', { serviceId: '00000000-0000-7000-8000-000000000000' }, 'Selecciona un servicio de la lista'],
  ])('says what is wrong with %s: %j', async (field, details, message) => {
    const { page } = await fullTuesday();
    const { status, error } = await waitingPerson(page, details);
    expect([status, error.details]).toEqual([400, [{ field, message }]]);
    expect(await waiting()).toEqual([]);
  });

  test('needs a solved challenge of its own, and a page that takes bookings', async () => {
    const { page } = await fullTuesday();
    const { slug: _, ...service } = page;
    const altcha = await newProof(testApp, page.slug);
    const entry = { ...service, ...MONTH, times: 'any', acceptsPrivacy: true, altcha } as const;
    const send = () =>
      testApp.send(joinWaitingList, { params: { slug: page.slug }, body: { ...newBookingPerson(), ...entry } });
    expect([(await send()).status, (await send()).error.code]).toEqual([201, 'PROOF_OF_WORK_INVALID']);
    await ana.send(putBookingSettings, { body: { ...(await ana.send(getBookingSettings)).body, enabled: false } });
    expect((await send()).status).toBe(404);
  });

  test('of a program that fills in the hidden field looks accepted and stores nothing', async () => {
    const { page } = await fullTuesday();
    expect((await waitingPerson(page, { website: 'https://spam' })).status).toBe(201);
    expect(await waiting()).toEqual([]);
  });
});

describe('an hour that becomes free', () => {
  test('is offered to one person at a time, for two hours, in their order, and to nobody twice', async () => {
    const { page, ids, free } = await fullTuesday({}, ['09:00', '09:30']);
    const [first, second] = [await waitingPerson(page), await waitingPerson(page)];
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([]);
    await free(...ids);
    pass(1000);
    await workOnBookings(testApp.deps);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${first.person.email} ${TUESDAY} 09:00`]);
    const [mail] = await first.offers();
    expect(mail?.text).toContain('Es tuya si la tomas antes del lunes 16 de noviembre a las 09:10;');
    expect((await first.offers()).length + (await second.offers()).length).toBe(1);
    expect(await offeredHours(testApp, page)).not.toContainEqual({ date: TUESDAY, time: '09:00' });
    expect((await book(testApp, page, { date: TUESDAY, time: '09:00' })).error.code).toBe('SLOT_TAKEN');
    const offeredAt = (await ana.send(listWaiting)).body.map((entry) => entry.offeredAt);
    expect(offeredAt).toEqual([undefined, now.toISOString()]);

    await passLong(2 * HOUR_MS - 1000);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${first.person.email} ${TUESDAY} 09:00`]);
    const params = await first.link();
    const { body } = await testApp.send(links.getLinkedAppointment, { params });
    expect([body.isOffer, body.isBookingToConfirm, body.expiresAt]).toEqual([true, true, '2026-11-16T12:10:03.000Z']);
    pass(1000);
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).error.code).toBe('LINK_ENDED');
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${second.person.email} ${TUESDAY} 09:00`]);
    // The mails of joining and of the offer. An offer that ends tells nobody, and its person goes on waiting.
    expect(await mailsTo(testApp, mailbox, first.person.email)).toHaveLength(2);
    await passLong(2 * HOUR_MS);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([]);
    expect(await waiting()).toEqual([first.person.email, second.person.email]);
    expect(await offeredHours(testApp, page)).toContainEqual({ date: TUESDAY, time: '09:00' });
  });

  test('is not offered to whoever has another offer', async () => {
    const { page, ids, free } = await fullTuesday();
    const first = await waitingPerson(page);
    await free(...ids);
    await workOnBookings(testApp.deps);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${first.person.email} ${TUESDAY} 09:00`]);
  });

  test('is offered in the same round to the next, when the first has an offer', async () => {
    const { page, ids, free } = await fullTuesday();
    const [first, second] = [await waitingPerson(page), await waitingPerson(page)];
    await free(...ids);
    await workOnBookings(testApp.deps);
    const [one, other] = [first.person.email, second.person.email];
    expect(await offered()).toEqual([`${one} ${TUESDAY} 09:00`, `${other} ${TUESDAY} 09:30`]);
    expect((await first.offers()).length).toBe(1);
  });

  test('goes to the next at once when the person gives it back, who gets no other offer for two hours', async () => {
    const { page, ids, free } = await fullTuesday();
    const [first, second] = [await waitingPerson(page), await waitingPerson(page)];
    const [early = '', late = ''] = ids;
    await free(early);
    await workOnBookings(testApp.deps);
    const params = await first.link();
    const { body } = await testApp.send(links.cancelLinkedAppointment, { params });
    expect([body.status, body.isOffer]).toEqual(['cancelled', true]);
    await free(late);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${second.person.email} ${TUESDAY} 09:00`]);
  });

  test('suits the days, the times of day and the length that the person needs', async () => {
    const { page, ids, free } = await fullTuesday({}, ['11:30', '12:30']);
    const long = await openBookingPage(
      ana,
      {},
      { hours: [{ weekday: 2, from: '11:30', to: '12:30' }], service: { duration: 60 } },
    );
    const [early = '', late = ''] = ids;
    const people = [
      await waitingPerson(page, { to: TODAY }),
      await waitingPerson(page, { from: '2026-11-18' }),
      await waitingPerson(page, { times: 'afternoon' }),
      await waitingPerson(long),
      await waitingPerson(page, { times: 'morning' }),
    ];
    await free(early);
    await workOnBookings(testApp.deps);
    expect(await offered()).toEqual([`${people[4]?.person.email} ${TUESDAY} 11:30`]);
    await free(late);
    await workOnBookings(testApp.deps);
    expect(await offered()).toContain(`${people[2]?.person.email} ${TUESDAY} 12:00`);
    expect(await offered()).toHaveLength(2);
  });

  test('is an appointment when the person confirms under automatic approval, and the person stops waiting', async () => {
    const { page, ids, free } = await fullTuesday({ approval: 'automatic' }, ['09:00', '09:30']);
    const first = await waitingPerson(page);
    await free(...ids);
    await workOnBookings(testApp.deps);
    const params = await first.link();
    const { body } = await testApp.send(links.confirmLinkedAppointment, { params });
    expect(body).toMatchObject({
      status: 'scheduled',
      isBookingToConfirm: false,
      isOffer: false,
      date: TUESDAY,
      time: '09:00',
    });
    const [appointment] = (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
    expect(appointment).toMatchObject({ time: '09:00', patientName: first.person.name, bookedOnline: true });
    expect(await waiting()).toEqual([]);
  });

  test('waits for the professional when a patient confirms under manual approval, and the patient stops waiting once accepted', async () => {
    const { page, ids, free } = await fullTuesday({}, ['09:00', '09:30']);
    const known = await ana.hasPatient({ rut: '12.345.678-5' });
    const first = await waitingPerson(page, { rut: known.rut });
    await free(...ids);
    await workOnBookings(testApp.deps);
    const { body } = await testApp.send(links.confirmLinkedAppointment, { params: await first.link() });
    expect([body.waitsForApproval, body.isOffer]).toEqual([true, false]);
    expect(await waiting()).toHaveLength(1);
    const [request] = (await ana.send(listBookingRequests)).body;
    expect(request).toMatchObject({ status: 'requested', patientId: known._id });
    const accepted = await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    expect([accepted.status, accepted.body.patientId]).toEqual([201, known._id]);
    expect(await waiting()).toEqual([]);
  });

  test('is offered to nobody without mail', async () => {
    const { page, ids, free } = await fullTuesday({}, ['09:00', '09:30']);
    await waitingPerson(page);
    await free(...ids);
    await workOnBookings({ ...testApp.deps, sendsMail: false });
    expect(await offered()).toEqual([]);
    expect(await offeredHours(testApp, page)).toContainEqual({ date: TUESDAY, time: '09:00' });
    expect(await waiting()).toHaveLength(1);
  });

  test.each<[string, (page: OpenedPage) => Promise<unknown>]>([
    ['booking is switched off', () => setRules({ enabled: false })],
    ['the service is deleted', ({ serviceId: id }) => ana.send(deleteService, { params: { id } })],
    ['patients cannot book the service any more', makeUnbookable],
    ['the hour is within the notice', () => setRules({ minNoticeHours: 27 })],
    ['the day has as many visits as it may', makeDayFull],
    ['the professional removed the person', removeAll],
    ['the day is over', () => passLong(48 * HOUR_MS)],
  ])('is not offered when %s', async (_, act) => {
    const { page, ids, free } = await fullTuesday();
    await waitingPerson(page, { to: TUESDAY });
    await act(page);
    await free(ids[0] ?? '');
    await workOnBookings(testApp.deps);
    expect(await bookings()).toBe(0);
  });

  test('is offered to nobody when the account is closed', async () => {
    const { page, ids, free } = await fullTuesday();
    await waitingPerson(page);
    await free(...ids);
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: ana.user._id } } as never);
    await workOnBookings(testApp.deps);
    expect(await bookings()).toBe(0);
    expect((await testApp.send(getBookingPage, { params: { slug: page.slug } })).status).toBe(404);
  });
});

async function setRules(rules: Partial<BookingSettings>) {
  const { body } = await ana.send(getBookingSettings);
  await ana.send(putBookingSettings, { body: { ...body, ...rules } });
}

async function makeUnbookable({ serviceId: id }: OpenedPage) {
  const service = (await ana.send(listServices)).body.find(({ _id }) => _id === id);
  if (!service) throw new Error('no service');
  const { _id, ...rest } = service;
  await ana.send(updateService, { params: { id }, body: { ...rest, bookable: false } });
}

/** One visit stays on the day. */
const makeDayFull = () => setRules({ maxPerDay: 1 });

async function removeAll() {
  for (const { _id: id } of (await ana.send(listWaiting)).body) await ana.send(removeWaiting, { params: { id } });
}

describe('the list', () => {
  test('loses whom the professional removes, once, and no other professional can see or remove anybody', async () => {
    const { page } = await fullTuesday();
    await waitingPerson(page);
    const berta = await testApp.newProfessional();
    const [entry] = (await ana.send(listWaiting)).body;
    const params = { id: entry?._id ?? '' };
    expect((await berta.send(listWaiting)).body).toEqual([]);
    expect((await berta.send(removeWaiting, { params })).status).toBe(404);
    expect(await waiting()).toHaveLength(1);
    expect((await ana.send(removeWaiting, { params })).status).toBe(204);
    expect((await ana.send(removeWaiting, { params })).status).toBe(404);
    expect(await waiting()).toEqual([]);
  });

  test('an hour is offered to the people of its own professional alone', async () => {
    const { ids, free } = await fullTuesday();
    const berta = await testApp.newProfessional();
    await waitingPerson(await openBookingPage(berta));
    await free(...ids);
    await workOnBookings(testApp.deps);
    expect([await offered(), await offered(berta)]).toEqual([[], []]);
  });

  test('an offer goes on when its person is removed', async () => {
    const { page, ids, free } = await fullTuesday({ approval: 'automatic' }, ['09:00', '09:30']);
    const first = await waitingPerson(page);
    await free(...ids);
    await workOnBookings(testApp.deps);
    await removeAll();
    const { body } = await testApp.send(links.confirmLinkedAppointment, { params: await first.link() });
    expect(body).toMatchObject({ status: 'scheduled', time: '09:00' });
  });
});
