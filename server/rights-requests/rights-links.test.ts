import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment, deleteAppointment } from '#contract/agenda';
import { listBookingRequests, rejectBookingRequest } from '#contract/booking-requests';
import { endAppointmentLinks } from '#contract/reminders';
import { getRightsRecipientByLink, setPatientBlocked } from '#contract/rights-requests';
import { openShare, revokeShare } from '#contract/shares';
import { listWaiting, removeWaiting } from '#contract/waiting-list';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { book, join, linkToken, mailsTo, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { openMailbox } from '#server/testing/mailbox';
import { exerciseRight } from '#server/testing/rights-requests';
import { share } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const NOW = new Date('2026-11-16T10:10:00Z');
const TUESDAY = '2026-11-17';

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
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  await ana.pays(new Date('2100-01-01'));
});

/** What the form of rights answers to the token: its recipient, then a request. */
async function answers(token: string) {
  const recipient = await testApp.send(getRightsRecipientByLink, { params: { token } });
  const request = await exerciseRight(testApp, { token });
  return [recipient, request].map(({ status, error }) => (error?.code ? `${status} ${error.code}` : status));
}

const WORKS = [200, 201];
const ENDED = ['404 LINK_ENDED', '404 LINK_ENDED'];
const block = (id: string) => ana.send(setPatientBlocked, { params: { id }, body: { blocked: true } });

describe('a link with documents', () => {
  let patientId: string;
  let id: string;
  let token: string;
  beforeEach(async () => {
    ({ _id: patientId } = await ana.hasPatient());
    ({ id, token } = await share(ana, patientId));
  });

  test('leads to the form of rights, also while its patient is blocked', async () => {
    expect(await answers(token)).toEqual(WORKS);
    await block(patientId);
    expect(await answers(token)).toEqual(WORKS);
  });

  test('that was revoked is unknown to the form, also when its patient is blocked', async () => {
    await ana.send(revokeShare, { params: { id } });
    expect(await answers(token)).toEqual(ENDED);
    await block(patientId);
    expect(await answers(token)).toEqual(ENDED);
  });

  test('that five wrong dates have blocked is unknown to the form', async () => {
    for (let wrong = 0; wrong < 5; wrong++) {
      await testApp.send(openShare, { params: { token }, body: { birthDate: '1970-01-01' } });
    }
    expect(await answers(token)).toEqual(ENDED);
  });
});

describe('a link of an appointment', () => {
  let patientId: string;
  let id: string;
  let token: string;
  beforeEach(async () => {
    ({ _id: patientId } = await ana.hasPatient());
    const { body } = await ana.send(createAppointment, { body: { patientId, date: TUESDAY, time: '09:00' } });
    id = body._id;
    const expiresAt = new Date('2026-12-01');
    token = await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId: id, expiresAt });
  });

  test('leads to the form of rights while its patient is blocked', async () => {
    await block(patientId);
    expect(await answers(token)).toEqual(WORKS);
  });

  test('that the professional ended is unknown to the form', async () => {
    await ana.send(endAppointmentLinks, { params: { id } });
    expect(await answers(token)).toEqual(ENDED);
  });

  test('that was deleted is unknown to the form', async () => {
    await ana.send(deleteAppointment, { params: { id } });
    expect(await answers(token)).toEqual(ENDED);
  });
});

describe('a link of somebody who booked', () => {
  test('leads to the form of rights until the booking is rejected', async () => {
    const page = await openBookingPage(ana);
    const { email } = newBookingPerson();
    await book(testApp, page, { date: TUESDAY, time: '10:00', email });
    const token = linkToken((await mailsTo(testApp, mailbox, email)).at(-1));
    expect(await answers(token)).toEqual(WORKS);
    const [request] = (await ana.send(listBookingRequests)).body;
    await ana.send(rejectBookingRequest, { params: { id: request?._id ?? '' } });
    expect(await answers(token)).toEqual(ENDED);
  });

  test('who waits leads to the form of rights until the professional removes them', async () => {
    const page = await openBookingPage(ana);
    const { email } = newBookingPerson();
    await join(testApp, page, { from: TUESDAY, to: TUESDAY, email });
    const token = linkToken((await mailsTo(testApp, mailbox, email)).at(-1));
    expect(await answers(token)).toEqual(WORKS);
    const [entry] = (await ana.send(listWaiting)).body;
    await ana.send(removeWaiting, { params: { id: entry?._id ?? '' } });
    expect(await answers(token)).toEqual(ENDED);
  });
});
