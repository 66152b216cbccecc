import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog, getPatientAccessLog } from '#contract/access-log';
import * as api from '#contract/agenda';
import { cancelLinkedAppointment } from '#contract/appointment-links';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { addDays, dayIn } from '#contract/days';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { endAccess, newAssistant, type TestAssistant } from '#server/testing/assistants';
import { book, offeredHours, openBookingPage } from '#server/testing/bookings';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const MONDAY = '2030-01-07';
const week = (number: number) => addDays(MONDAY, number * 7);

let testApp: TestApp;
let ana: Person;
let account: TestAssistant;
let marta: ReturnType<TestAssistant['for']>;
let patientId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
  account = await newAssistant(testApp, [ana]);
  marta = account.for(ana);
  patientId = (await ana.hasPatient({ name: 'Rosa Díaz' }))._id;
});

type Caller = Pick<Person, 'send'>;
const create = async (person: Caller, details: object = {}) =>
  (await person.send(api.createAppointment, { body: { patientId, date: MONDAY, time: '09:00', ...details } })).body;
const change = async (person: Caller, id: string, body: object) =>
  (await person.send(api.changeAppointment, { params: { id }, body })).body;
/** The last act on each appointment of the patient, the first appointment first. */
async function acts(): Promise<(string | undefined)[]> {
  const { body } = await ana.send(api.listAppointments, { query: { patientId } });
  return body.toReversed().map(({ lastAct }) => lastAct?.act);
}
const BY_MARTA = { by: 'Marta Soto', at: expect.stringMatching(/Z$/) };

describe('an appointment says what an assistant did last', () => {
  test('when it is created, changed, moved and gets another status', async () => {
    const made = await create(marta);
    expect(made.lastAct).toEqual({ act: 'created', ...BY_MARTA });
    for (const [body, act] of [
      [{ note: 'Llamar antes' }, 'changed'],
      [{ duration: 60 }, 'changed'],
      [{ time: '10:00' }, 'moved'],
      [{ date: week(1), status: 'confirmed' }, 'moved'],
      [{ status: 'arrived' }, 'status-changed'],
      [{ status: 'cancelled' }, 'status-changed'],
    ] as const) {
      expect((await change(marta, made._id, body)).lastAct).toEqual({ act, ...BY_MARTA });
      expect(await acts()).toEqual([act]);
    }
  });

  test('in the lists of the professional and of the assistant', async () => {
    const { lastAct } = await create(marta);
    for (const query of [{ date: MONDAY }, { from: MONDAY, to: week(1) }, { patientId }]) {
      expect((await ana.send(api.listAppointments, { query })).body).toMatchObject([{ lastAct }]);
      expect((await marta.send(api.listAppointments, { query })).body).toMatchObject([{ lastAct }]);
    }
  });

  test('on each appointment of a series that is created or changed', async () => {
    const first = await create(marta, { repeat: { every: 'week', times: 3 } });
    expect(await acts()).toEqual(['created', 'created', 'created']);
    const [, second] = (await ana.send(api.listAppointments, { query: { from: MONDAY, to: week(2) } })).body;
    await change(marta, second?._id ?? '', { time: '11:00', scope: 'following' });
    expect(await acts()).toEqual(['created', 'moved', 'moved']);
    await change(ana, first._id, { status: 'cancelled', scope: 'following' });
    expect(await acts()).toEqual([undefined, undefined, undefined]);
  });

  test('also after the access has ended', async () => {
    await create(marta);
    await endAccess(testApp, ana, account);
    const [appointment] = (await ana.send(api.listAppointments, { query: { date: MONDAY } })).body;
    expect(appointment?.lastAct?.by).toBe('Marta Soto');
  });

  test('when the assistant accepts a booking, for a patient who is new', async () => {
    const page = await openBookingPage(ana);
    const [hour = { date: '', time: '' }] = await offeredHours(testApp, page);
    await book(testApp, page, hour);
    const [request] = (await marta.send(listBookingRequests)).body;
    const accepted = await marta.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
    expect(accepted).toMatchObject({ status: 201, body: { lastAct: { act: 'created', ...BY_MARTA } } });
    const { body: entries } = await ana.send(getPatientAccessLog, { params: { id: accepted.body.patientId } });
    const byMarta = entries.filter(({ actor }) => actor === 'Marta Soto (secretaría)').map(({ act }) => act);
    expect(byMarta).toEqual(['booking.accepted', 'appointment.created', 'patient.created']);
  });
});

describe('an appointment says nothing of an assistant', () => {
  test('when the professional creates or changes it', async () => {
    const made = await create(ana);
    expect(made).not.toHaveProperty('lastAct');
    await change(marta, made._id, { time: '10:00' });
    expect(await change(ana, made._id, { status: 'confirmed' })).not.toHaveProperty('lastAct');
    expect(await acts()).toEqual([undefined]);
  });

  test('but still what it said, when the professional changes nothing', async () => {
    const made = await create(marta);
    expect((await change(ana, made._id, { time: '09:00' })).lastAct?.act).toBe('created');
    expect(await acts()).toEqual(['created']);
  });

  test('when the professional finalises its note', async () => {
    const today = dayIn('America/Santiago', testApp.deps.now());
    const { _id: appointmentId } = await create(marta, { date: today, time: '21:00' });
    const { body } = await ana.send(createClinicalNote, { body: { patientId, appointmentId, reason: 'Control' } });
    await ana.send(finalizeClinicalNote, { params: { id: body._id } });
    expect(await acts()).toEqual([undefined]);
  });

  test('when the patient cancels it by a link', async () => {
    const { _id: appointmentId } = await create(marta);
    const expiresAt = new Date('2030-01-08');
    const token = await newAppointmentLink(testApp, { ownerId: ana.user._id, appointmentId, expiresAt });
    const cancelled = await testApp.send(cancelLinkedAppointment, { params: { token }, body: {} });
    expect(cancelled.status).toBe(200);
    expect(await acts()).toEqual([undefined]);
  });
});

test('each act of an assistant has their name in the access log of the professional', async () => {
  const { _id } = await create(marta);
  await change(marta, _id, { time: '10:00' });
  await change(marta, _id, { status: 'confirmed' });
  await marta.send(api.deleteAppointment, { params: { id: _id } });
  const { body } = await ana.send(getAccountAccessLog, { query: { limit: 4 } });
  expect(body.map(({ actor, patient }) => [actor, patient])).toEqual(
    Array(4).fill(['Marta Soto (secretaría)', 'Rosa Díaz']),
  );
});
