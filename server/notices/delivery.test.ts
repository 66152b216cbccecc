import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { cancelLinkedAppointment, confirmLinkedAppointment, moveLinkedAppointment } from '#contract/appointment-links';
import { listSessions } from '#contract/sessions';
import { openDatabase } from '#server/platform/database/database';
import { newAppointmentLink, setReminderSettings } from '#server/testing/appointment-links';
import { endAccess, newAssistant } from '#server/testing/assistants';
import { book, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { deliverNotices, subscribedDevice } from '#server/testing/notices';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { deliverDueNotices } from './delivery.ts';
import { enqueueNotice } from './notice-queue.service.ts';

// Monday 16 November 2026, 07:10 in Santiago.
const START = new Date('2026-11-16T10:10:00Z');
const MINUTE_MS = 60 * 1000;
const VISIT = { date: '2026-11-18', time: '15:30', duration: 60 } as const;

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
  await testApp.sql`delete from push_notices`;
  await testApp.sql`delete from push_deliveries`;
  now = START;
  ana = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
});

const passMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const notify = (kind: 'cancelled' | 'requested' = 'cancelled', day = '2030-01-07') =>
  testApp.deps.tenantTransaction(ana.user._id, (tx) => enqueueNotice(tx, { kind, day }, testApp.deps.now()));
const sent = async () => (await deliverNotices(testApp)).length;

async function visitWithLink() {
  await setReminderSettings(testApp, ana.user._id, { allowMove: true });
  const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Elena Díaz Soto', rut: '12.345.678-5' });
  const { body } = await ana.send(createAppointment, { body: { patientId, ...VISIT } });
  const expiresAt = new Date('2026-11-19T19:30:00Z');
  return { token: await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId: body._id, expiresAt }) };
}

test('a cancellation by the link is one notice, without a name, a time or anything clinical', async () => {
  const device = await subscribedDevice(ana);
  const params = await visitWithLink();
  await testApp.send(confirmLinkedAppointment, { params });
  expect(await sent()).toBe(0);
  for (let i = 0; i < 2; i += 1) {
    const { status } = await testApp.send(cancelLinkedAppointment, { params, body: { reason: 'Estoy con fiebre' } });
    expect(status).toBe(200);
  }
  const [request, ...others] = await deliverNotices(testApp);
  expect(others).toEqual([]);
  expect(request && device.read(request)).toEqual({
    title: 'Ficha Austral',
    body: 'Tienes una respuesta de un paciente',
    tag: `cancelled ${ana.user._id}`,
    path: '/dashboard/agenda?fecha=2026-11-18',
  });
  expect(await sent()).toBe(0);
});

test('a visit that the patient moves is one notice, which leads to the new day', async () => {
  const device = await subscribedDevice(ana);
  const params = await visitWithLink();
  for (let i = 0; i < 2; i += 1) {
    const { status } = await testApp.send(moveLinkedAppointment, {
      params,
      body: { date: '2026-11-19', time: '16:30' },
    });
    expect(status).toBe(200);
  }
  const [request, ...others] = await deliverNotices(testApp);
  expect(others).toEqual([]);
  expect(request && device.read(request)).toEqual({
    title: 'Ficha Austral',
    body: 'Un paciente cambió su hora',
    tag: `moved ${ana.user._id}`,
    path: '/dashboard/agenda?fecha=2026-11-19',
  });
});

test.each([
  ['manual', 'requested', 'Tienes una nueva solicitud de hora', '/dashboard/reservas'],
  ['automatic', 'booked', 'Tienes una nueva reserva en línea', '/dashboard/agenda?fecha=2026-11-17'],
] as const)('a booking with %s approval is a notice once its mail is confirmed', async (...row) => {
  const [approval, kind, body, path] = row;
  await ana.pays(new Date('2100-01-01'));
  const device = await subscribedDevice(ana);
  const page = await openBookingPage(ana, { approval, newPatients: true });
  const person = newBookingPerson();
  await book(testApp, page, { date: '2026-11-17', time: '10:00', ...person });
  expect(await sent()).toBe(0);
  const mails = await mailsTo(testApp, mailbox, person.email);
  await testApp.send(confirmLinkedAppointment, { params: { token: linkToken(mails.at(-1)) } });
  const [request] = await deliverNotices(testApp);
  expect(request && device.read(request)).toEqual({
    title: 'Ficha Austral',
    body,
    tag: `${kind} ${ana.user._id}`,
    path,
  });
});

test('where no mail is sent, a person who asks for an hour is a notice at once', async () => {
  const withoutMail = await createTestApp({ now: () => now });
  try {
    const berta = await withoutMail.newProfessional();
    await berta.pays(new Date('2100-01-01'));
    const device = await subscribedDevice(berta);
    const page = await openBookingPage(berta);
    const { body } = await book(withoutMail, page, { date: '2026-11-17', time: '10:00' });
    expect(body.status).toBe('requested');
    const [request, ...others] = await deliverNotices(withoutMail);
    expect(others).toEqual([]);
    expect(request && device.read(request)).toMatchObject({ tag: `requested ${berta.user._id}` });
  } finally {
    await withoutMail.close();
  }
});

test('notices of both kinds have one length, a name that tells the service nothing, and an hour to live', async () => {
  await subscribedDevice(ana);
  await notify('cancelled');
  await notify('requested');
  passMinutes(10);
  const requests = await deliverNotices(testApp);
  expect(new Set(requests.map(({ body }) => body.byteLength)).size).toBe(1);
  for (const { headers } of requests) {
    expect(headers.Topic).toMatch(/^[\w-]{32}$/);
    expect(headers.TTL).toBe(String(50 * 60));
  }
  expect(requests[0]?.headers.Topic).not.toBe(requests[1]?.headers.Topic);
});

test('ten cancellations at once are one notice, which leads to the last of them', async () => {
  const device = await subscribedDevice(ana);
  for (let i = 10; i < 20; i += 1) {
    await notify('cancelled', `2030-01-${i}`);
    passMinutes(1);
  }
  const [request, ...others] = await deliverNotices(testApp);
  expect(others).toEqual([]);
  expect(request && device.read(request)).toMatchObject({ path: '/dashboard/agenda?fecha=2030-01-19' });
});

test('a notice exists only if the act does', async () => {
  await subscribedDevice(ana);
  const failing = testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
    await enqueueNotice(tx, { kind: 'cancelled', day: '2030-01-07' }, now);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await sent()).toBe(0);
});

test('each device is sent a notice once however many processes deliver', async () => {
  for (let i = 0; i < 6; i += 1) await subscribedDevice(await testApp.logIn(ana.user.email));
  await notify();
  testApp.pushService.take();
  const processes = Array.from({ length: 4 }, () => openDatabase(testApp.connections, { poolSize: 4 }));
  await Promise.all(
    processes.map(({ mail, mailTransaction }) => deliverDueNotices({ ...testApp.deps, mail, mailTransaction })),
  );
  await Promise.all(processes.map(({ close }) => close()));
  const urls = testApp.pushService.take().map(({ url }) => url);
  expect([urls.length, new Set(urls).size]).toEqual([6, 6]);
});

test.each([[429], [503], [undefined]])('an answer of %s is followed by later attempts, for an hour', async (answer) => {
  await subscribedDevice(ana);
  await notify();
  const attempts: number[] = [];
  testApp.pushService.answer(...Array.from({ length: 5 }, () => answer));
  for (let minute = 0; minute < 90; minute += 1) {
    if ((await sent()) > 0) attempts.push(minute);
    passMinutes(1);
  }
  expect(attempts).toEqual([0, 1, 4, 14, 34]);
  expect([...(await testApp.sql`select from push_deliveries`)]).toEqual([]);
});

test('a notice that waited for an hour while the server was off is dropped', async () => {
  await subscribedDevice(ana);
  await notify();
  passMinutes(60);
  expect(await sent()).toBe(0);
  expect([...(await testApp.sql`select from push_notices`)]).toEqual([]);
});

test('a browser that is gone is forgotten, another answer ends the notice alone', async () => {
  const session = (await ana.send(listSessions)).body[0]?._id ?? '';
  await subscribedDevice(ana);
  await notify();
  testApp.pushService.answer(403);
  expect(await sent()).toBe(1);
  passMinutes(30);
  expect(await sent()).toBe(0);
  await notify();
  testApp.pushService.answer(410);
  expect(await sent()).toBe(1);
  expect([...(await testApp.sql`select from push_subscriptions where session_id = ${session}`)]).toEqual([]);
  expect(testApp.warnings.at(-1)).toMatchObject({ host: 'fcm.googleapis.com', status: 403 });
});

test('an assistant whose access has ended gets nothing, also what was queued before', async () => {
  const berta = await testApp.newProfessional();
  const marta = await newAssistant(testApp, [ana, berta]);
  await subscribedDevice(marta);
  await notify();
  testApp.pushService.answer(503);
  expect(await sent()).toBe(1);
  await endAccess(testApp, ana, marta);
  await notify();
  passMinutes(5);
  expect(await sent()).toBe(0);
});

test('a professional queues no notice of another account', async () => {
  const berta = await testApp.newProfessional();
  const forged = testApp.deps.tenantTransaction(ana.user._id, (tx) =>
    enqueueNotice(Object.assign(tx, { owner: berta.user._id }), { kind: 'cancelled', day: '2030-01-07' }, now),
  );
  await expect(forged).rejects.toThrow(/no notice of another account/);
});
