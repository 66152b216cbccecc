import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAppointment, createAppointment } from '#contract/agenda';
import { nextFreeSlot } from '#contract/next-free';
import { createAbsence, putWorkingHours } from '#contract/working-hours';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-11-16T13:10:00Z') });
});
afterAll(() => testApp.close());

// Monday 16 November 2026, 10:10 in Santiago.
const TODAY = '2026-11-16';

const next = async (person: Person, duration: 30 | 60 | 90 | 150, from?: string) => {
  const query = from === undefined ? { duration } : { duration, from };
  const { body } = await person.send(nextFreeSlot, { query });
  return body.next && `${body.next.date} ${body.next.time}`;
};
const book = async (person: Person, patientId: string, details: object) =>
  (await person.send(createAppointment, { body: { patientId, time: '09:00', ...details } as never })).body._id;
const MONDAYS = [
  { weekday: 1, from: '09:00', to: '11:00' },
  { weekday: 1, from: '11:00', to: '13:00' },
  { weekday: 1, from: '15:00', to: '16:00' },
];

test('is the next slot of today without hours and appointments', async () => {
  const ana = await testApp.newProfessional();
  expect(await next(ana, 30)).toBe(`${TODAY} 10:30`);
  expect(await next(ana, 150)).toBe(`${TODAY} 10:30`);
  expect(await next(ana, 30, '2026-11-01')).toBe(`${TODAY} 10:30`);
  expect(await next(ana, 30, '2026-11-18')).toBe('2026-11-18 08:00');
});

test('is where the whole duration is free, and a cancelled appointment is no obstacle', async () => {
  const ana = await testApp.newProfessional();
  const { _id: patient } = await ana.hasPatient();
  const id = await book(ana, patient, { date: '2026-11-18', time: '08:30', duration: 60 });
  await book(ana, patient, { date: '2026-11-18', time: '10:30', duration: 30 });
  expect(await next(ana, 30, '2026-11-18')).toBe('2026-11-18 08:00');
  expect(await next(ana, 60, '2026-11-18')).toBe('2026-11-18 09:30');
  expect(await next(ana, 90, '2026-11-18')).toBe('2026-11-18 11:00');
  await book(ana, patient, { date: '2026-11-18', time: '08:00', duration: 30, overbooked: true });
  expect(await next(ana, 30, '2026-11-18')).toBe('2026-11-18 09:30');
  await ana.send(changeAppointment, { params: { id }, body: { status: 'cancelled' } });
  expect(await next(ana, 90, '2026-11-18')).toBe('2026-11-18 08:30');
});

test('is within the working hours, which may follow each other, and outside absences and holidays', async () => {
  const ana = await testApp.newProfessional();
  await ana.send(putWorkingHours, { body: { hours: MONDAYS } });
  expect(await next(ana, 60)).toBe(`${TODAY} 10:30`);
  expect(await next(ana, 150)).toBe(`${TODAY} 10:30`);
  expect(await next(ana, 150, '2026-11-17')).toBe('2026-11-23 09:00');
  await ana.send(createAbsence, {
    body: { from: '2026-11-16', to: '2026-11-23', startTime: '09:00', endTime: '12:30' },
  });
  expect(await next(ana, 60)).toBe(`${TODAY} 15:00`);
  expect(await next(ana, 30, '2026-11-23')).toBe('2026-11-23 12:30');
  await ana.send(createAbsence, { body: { from: '2026-11-23', to: '2027-06-20', reason: 'Postnatal' } });
  // 21 and 28 June 2027 are Mondays and holidays.
  expect(await next(ana, 60, '2026-11-20')).toBe('2027-07-05 09:00');
});

test('is null when there is none within a year', async () => {
  const ana = await testApp.newProfessional();
  await ana.send(putWorkingHours, { body: { hours: [{ weekday: 1, from: '09:00', to: '09:30' }] } });
  expect(await next(ana, 60)).toBeNull();
});

test("another professional's appointments and hours do not count", async () => {
  const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  await berta.send(putWorkingHours, { body: { hours: MONDAYS } });
  await book(berta, (await berta.hasPatient())._id, { date: '2026-11-18', time: '08:00' });
  expect(await next(ana, 30, '2026-11-18')).toBe('2026-11-18 08:00');
});

test.each(['45', '0', 'x'])('a duration of %j is refused', async (duration) => {
  const ana = await testApp.newProfessional();
  const { status, error } = await ana.send(nextFreeSlot, { query: { duration: duration as never } });
  expect([status, error.details?.[0]?.field]).toEqual([400, 'duration']);
});
