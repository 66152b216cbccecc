import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookingRequests } from '#contract/booking-requests';
import { listRightsRequests } from '#contract/rights-requests';
import { listWaiting } from '#contract/waiting-list';
import { book, join, type OpenedPage, offeredHours, openBookingPage } from '#server/testing/bookings';
import { exerciseRight } from '#server/testing/rights-requests';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

// Monday 16 November 2026, 07:10 in Santiago.
const NOW = new Date('2026-11-16T10:10:00Z');
/** The check digit of this number is 5. */
const RUT = '12.345.678-9';

let testApp: TestApp;
let ana: Person;
let page: OpenedPage;
let patientId: string;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => NOW });
  ana = await testApp.newProfessional();
  page = await openBookingPage(ana);
  ({ _id: patientId } = await ana.hasPatient({ rut: RUT }));
});
afterAll(() => testApp.close());

test('a booking with a wrong check digit finds the patient whose file has it', async () => {
  const [hour = { date: '', time: '' }] = await offeredHours(testApp, page);
  expect((await book(testApp, page, { ...hour, rut: RUT })).status).toBe(201);
  expect((await ana.send(listBookingRequests)).body).toMatchObject([{ rut: '12345678-9', patientId }]);
});

test('an entry of the waiting list with a wrong check digit is taken', async () => {
  const entry = { from: '2026-11-16', to: '2026-11-30', rut: RUT };
  expect((await join(testApp, page, entry)).status).toBe(201);
  expect((await ana.send(listWaiting)).body).toHaveLength(1);
});

test('a request of rights with a wrong check digit finds the patient whose file has it', async () => {
  expect((await exerciseRight(testApp, { slug: page.slug, rut: RUT })).status).toBe(201);
  expect((await ana.send(listRightsRequests)).body).toMatchObject([{ rut: '12345678-9', patientId }]);
});
