import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import * as links from '#contract/appointment-links';
import { listBookingRequests } from '#contract/booking-requests';
import { deletePatient } from '#contract/patients';
import { cleanUp } from '#server/cleanup/clean-up';
import type { OwnerTx } from '#server/platform/database/database';
import { book, joinAndConfirm, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { untilWaiting } from '#server/testing/lock-waits';
import { openMailbox } from '#server/testing/mailbox';
import { purgeClosed } from '#server/testing/purge-closed';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { workOnBookings } from './booking-job.ts';

// Monday 18 November 2024, 07:10 in Santiago. The clean-up deletes nothing that the clock of the database keeps.
const START = new Date('2024-11-18T10:10:00Z');
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TUESDAY = '2024-11-19';

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
  ana = await newProfessional();
});

async function newProfessional() {
  const person = await testApp.newProfessional();
  await person.pays(new Date('2100-01-01'));
  return person;
}

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

/** A request that waits for the professional. It ends when the visit begins. */
async function request(owner: Person) {
  const page = await openBookingPage(owner);
  const { email } = newBookingPerson();
  const hour = { date: TUESDAY, time: '10:00' };
  await book(testApp, page, { ...hour, email });
  const params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
  await testApp.send(links.confirmLinkedAppointment, { params });
  return { page, hour, email };
}

const endings = async (address: string) =>
  (await mailsTo(testApp, mailbox, address)).filter(({ text }) => text.includes('venció sin respuesta'));

async function stored(owner = ana) {
  const ownerId = owner.user._id;
  const bookings = await testApp.sql<{ status: string }[]>`select status from bookings where owner_id = ${ownerId}`;
  const held = await testApp.sql`select from appointments where owner_id = ${ownerId} and held_until is not null`;
  const acts = await testApp.sql`select from audit_entries where owner_id = ${ownerId} and act = 'booking.ended'`;
  return { statuses: bookings.map(({ status }) => status), held: held.length, endings: acts.length };
}

describe('a request that nobody answers', () => {
  test('ends once, and tells each side once, when several processes see it at the same time', async () => {
    const { email } = await request(ana);
    pass(2 * DAY_MS);
    let runs: Promise<unknown> = Promise.resolve();
    await testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
      await tx`select from appointments where owner_id = ${tx.owner} and held_until is not null for update`;
      runs = Promise.all([1, 2, 3].map(() => workOnBookings(testApp.deps)));
      await untilWaiting(testApp.sql, 3);
    });
    await runs;
    expect(await stored()).toEqual({ statuses: ['ended'], held: 0, endings: 1 });
    expect([(await endings(email)).length, (await endings(ana.user.email)).length]).toEqual([1, 1]);
    await workOnBookings(testApp.deps);
    expect([(await endings(email)).length, (await endings(ana.user.email)).length]).toEqual([1, 1]);
  });

  test('ends as a whole or not at all when a process dies in between, and keeps nobody waiting', async () => {
    const { email } = await request(ana);
    const berta = await newProfessional();
    await request(berta);
    pass(2 * DAY_MS);
    const { tenantTransaction } = testApp.deps;
    const dying = <T>(owner: string, work: (tx: OwnerTx) => Promise<T>): Promise<T> =>
      tenantTransaction(owner, async (tx) => {
        const result = await work(tx);
        if (owner === ana.user._id) throw new Error('killed');
        return result;
      });
    const warnings: unknown[] = [];
    const warn = (particulars: Record<string, unknown>) => void warnings.push(particulars.ownerId);
    await workOnBookings({
      ...testApp.deps,
      warn,
      tenantTransaction: Object.assign(dying, { isLimited: true as const }),
    });
    expect(warnings).toEqual([ana.user._id]);
    expect(await stored()).toEqual({ statuses: ['requested'], held: 1, endings: 0 });
    expect(await endings(email)).toEqual([]);
    expect((await stored(berta)).statuses).toEqual(['ended']);
    await workOnBookings(testApp.deps);
    expect(await stored()).toEqual({ statuses: ['ended'], held: 0, endings: 1 });
    expect(await endings(email)).toHaveLength(1);
  });

  test('is ended for a closed account too, and nobody is told', async () => {
    const { email } = await request(ana);
    pass(2 * DAY_MS);
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: ana.user._id } });
    await workOnBookings(testApp.deps);
    expect(await stored()).toMatchObject({ statuses: ['ended'], held: 0 });
    expect(await endings(email)).toEqual([]);
  });
});

describe('an offer of the waiting list', () => {
  test('is made once when several processes see the free hour at the same time', async () => {
    const page = await openBookingPage(ana, {}, { hours: [{ weekday: 2, from: '09:00', to: '10:00' }] });
    const { _id: patientId } = await ana.hasPatient();
    const body = { patientId, date: TUESDAY, time: '09:00', duration: 60 } as const;
    const { _id: id } = (await ana.send(createAppointment, { body })).body;
    const emails = [newBookingPerson().email, newBookingPerson().email, newBookingPerson().email];
    for (const email of emails) {
      pass(1);
      await joinAndConfirm(testApp, page, { from: TUESDAY, to: TUESDAY, email });
    }
    await ana.send(deleteAppointment, { params: { id }, query: { notifyPatient: 'false' } });
    await Promise.all(Array.from({ length: 4 }, () => workOnBookings(testApp.deps)));
    expect(await stored()).toEqual({ statuses: ['offered', 'offered'], held: 2, endings: 0 });
    await mailbox.deliver(testApp);
    const offers = mailbox.received.filter(({ text }) => text.includes('se liberó una hora'));
    expect(emails.map((email) => offers.filter(({ to }) => to.includes(email)).length)).toEqual([1, 1, 0]);
  });
});

describe('what somebody typed', () => {
  test('is deleted with the patient', async () => {
    const { page, hour } = await accepted();
    const [visit] = (await ana.send(listAppointments, { query: { date: TUESDAY } })).body;
    expect((await ana.send(deletePatient, { params: { id: visit?.patientId ?? '' } })).status).toBe(204);
    expect(await stored()).toMatchObject({ statuses: [], held: 0 });
    expect((await book(testApp, page, hour)).status).toBe(201);
  });

  test('is deleted with the account', async () => {
    const { page } = await accepted();
    await joinAndConfirm(testApp, page, { from: TUESDAY, to: TUESDAY });
    await book(testApp, page, { date: TUESDAY, time: '12:00' });
    const admin = await testApp.newAdmin();
    await admin.send(deleteUser, { params: { id: ana.user._id } });
    expect(await purgeClosed(testApp, ana)).toBe(true);
    const { sql } = testApp;
    const owner = ana.user._id;
    const left = [
      await sql`select from bookings where owner_id = ${owner}`,
      await sql`select from waiting_list where owner_id = ${owner}`,
      await sql`select from booking_settings where owner_id = ${owner}`,
      await sql`select from page_slugs where owner_id = ${owner}`,
      await sql`select from appointments where owner_id = ${owner}`,
    ];
    expect(left.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0]);
  });

  test('is deleted a week after a booking ended, and three days after the last day of waiting', async () => {
    const { page } = await request(ana);
    await joinAndConfirm(testApp, page, { from: TUESDAY, to: '2024-11-20' });
    pass(2 * DAY_MS);
    await workOnBookings(testApp.deps);
    const deleted = async (days: number) => {
      pass(days * DAY_MS);
      const { bookings, waitingList } = (await cleanUp({ ...testApp.deps, purgeAccount: async () => false })) ?? {};
      const owner = ana.user._id;
      const left = [
        await testApp.sql`select from bookings where owner_id = ${owner}`,
        await testApp.sql`select from waiting_list where owner_id = ${owner}`,
      ];
      return { isCounted: Number(bookings) + Number(waitingList) > 0, left: left.map(({ length }) => length) };
    };
    // The clean-up also deletes what other tests left behind.
    expect((await deleted(2)).left).toEqual([1, 1]);
    expect(await deleted(2)).toEqual({ isCounted: true, left: [1, 0] });
    expect(await deleted(4)).toEqual({ isCounted: true, left: [0, 0] });
  });
});

/** A booking that became an appointment. */
async function accepted() {
  const page = await openBookingPage(ana, { approval: 'automatic' });
  const { email } = newBookingPerson();
  const hour = { date: TUESDAY, time: '10:00' };
  await book(testApp, page, { ...hour, email });
  const params = { token: linkToken((await mailsTo(testApp, mailbox, email)).at(-1)) };
  expect((await testApp.send(links.confirmLinkedAppointment, { params })).status).toBe(200);
  expect((await ana.send(listBookingRequests)).body).toEqual([]);
  return { page, hour };
}
