import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as links from '#contract/appointment-links';
import { createBooking, resendBooking } from '#contract/booking';
import type { BookingSettings } from '#contract/booking-settings';
import { joinWaitingList } from '#contract/waiting-list';
import {
  linkToken,
  mailsTo,
  newBookingPerson,
  newProof,
  type OpenedPage,
  openBookingPage,
} from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const NOW = new Date('2026-11-16T10:10:00Z');
/** So far away that a request ends 72 hours after it came, at whatever hour. */
const TUESDAY = '2026-11-24';

const READS_PATIENTS = /\b(?:from|join|into|update|exists) *\(? *patients\b|patient_suffixes/;

let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => NOW, sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  ana = await testApp.newProfessional();
});
afterEach(() => vi.restoreAllMocks());

/** Whoever books: a patient of the professional, with other data in the file, or a stranger. */
async function patient() {
  const person = newBookingPerson();
  const file = { name: 'Pedro Soto', socialName: 'Amanda', rut: person.rut, email: 'amanda@ejemplo.cl' };
  await ana.hasPatient(file);
  return person;
}
const stranger = async () => newBookingPerson();

/** The statements that the server sends to the database meanwhile, in order. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = sent.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'string' ? statement : (statement as { text: string }).text,
  );
  sent.mockRestore();
  return texts;
}

const post = async ({ slug, serviceId }: OpenedPage, person: ReturnType<typeof newBookingPerson>, time: string) => {
  const altcha = await newProof(testApp, slug);
  const body = { ...person, serviceId, date: TUESDAY, time, acceptsPrivacy: true as const, altcha };
  return () => testApp.send(createBooking, { params: { slug }, body });
};

describe('whether the person is a patient changes nothing', () => {
  test('of the statements of a booking, which read no patient', async () => {
    const page = await openBookingPage(ana);
    // Connections and their statements are prepared.
    await (await post(page, await stranger(), '09:00'))();
    const known = await post(page, await patient(), '10:00');
    const unknown = await post(page, await stranger(), '11:00');
    const sent = [await statements(known), await statements(unknown)];
    expect(sent[0]?.length).toBeGreaterThan(10);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.filter((text) => READS_PATIENTS.test(text))).toEqual([]);
  });

  test('of the statements with which somebody joins the waiting list', async () => {
    const { slug, serviceId } = await openBookingPage(ana);
    const entry = { serviceId, from: TUESDAY, to: TUESDAY, times: 'any', acceptsPrivacy: true } as const;
    const joinAs = async (person: ReturnType<typeof newBookingPerson>) => {
      const body = { ...person, ...entry, altcha: await newProof(testApp, slug) };
      return statements(() => testApp.send(joinWaitingList, { params: { slug }, body }));
    };
    await joinAs(await stranger());
    const sent = [await joinAs(await patient()), await joinAs(await stranger())];
    expect(sent[0]?.length).toBeGreaterThan(5);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.filter((text) => READS_PATIENTS.test(text))).toEqual([]);
  });

  test.each<[string, Partial<BookingSettings>, boolean]>([
    ['under automatic approval', { approval: 'automatic' }, true],
    ['under manual approval', { approval: 'manual' }, true],
    ['where only known patients are accepted', { approval: 'automatic', newPatients: false }, true],
    ['where the plan is full', { approval: 'automatic' }, false],
  ])('of any answer %s', async (_, rules, isPaid) => {
    if (isPaid) await ana.pays(new Date('2100-01-01'));
    const page = await openBookingPage(ana, rules);
    const [known, unknown] = [
      await answersTo(page, await patient(), '11:30'),
      await answersTo(page, await stranger(), '12:30'),
    ];
    expect(unknown).toEqual(known);
  });
});

/** Every answer between a booking and its end, without the hour and the secrets. */
async function answersTo(page: OpenedPage, person: ReturnType<typeof newBookingPerson>, time: string) {
  const booked = await (await post(page, person, time))();
  const { bookingKey = '' } = booked.body;
  const resent = await testApp.send(resendBooking, { params: { bookingKey }, body: {} });
  const mails = await mailsTo(testApp, mailbox, person.email);
  const params = { token: linkToken(mails.at(-1)) };
  const period = { from: TUESDAY, to: TUESDAY };
  const answers = [
    booked,
    resent,
    await testApp.send(links.getLinkedAppointment, { params }),
    await testApp.send(links.confirmLinkedAppointment, { params }),
    await testApp.send(links.confirmLinkedAppointment, { params }),
    await testApp.send(links.getLinkedAppointment, { params }),
    await testApp.send(links.listLinkedSlots, { params, query: period }),
    await testApp.send(links.unsubscribeByLink, { params }),
    await testApp.send(links.getLinkedAppointment, { params }),
    await testApp.send(links.cancelLinkedAppointment, { params }),
    await testApp.send(links.getLinkedAppointment, { params }),
  ];
  const sent = (await mailsTo(testApp, mailbox, person.email)).map(({ text }) => text);
  const hide = (text: string) =>
    text
      .replaceAll(time, 'HH:MM')
      .replaceAll(person.email, 'CORREO')
      .replaceAll(/[\w-]{43}/g, 'SECRETO');
  return {
    answers: answers.map(({ status, body }) => [status, hide(JSON.stringify(body ?? null))]),
    mails: sent.map(hide),
  };
}

test('the answer to a confirmation waits longer than making a file takes, for everybody', async () => {
  await ana.pays(new Date('2100-01-01'));
  const page = await openBookingPage(ana, { approval: 'automatic' });
  for (const [person, time] of [
    [await patient(), '10:00'],
    [await stranger(), '11:00'],
  ] as const) {
    await (await post(page, person, time))();
    const params = { token: linkToken((await mailsTo(testApp, mailbox, person.email)).at(-1)) };
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect((await testApp.send(links.confirmLinkedAppointment, { params })).status).toBe(200);
    expect(timers.mock.calls.filter(([, milliseconds]) => milliseconds === 200)).toHaveLength(1);
    timers.mockRestore();
  }
});
