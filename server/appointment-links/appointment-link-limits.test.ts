import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let tokens: string[];
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  const person = await testApp.newProfessional();
  const { _id: patientId } = await person.hasPatient();
  const { body } = await person.send(createAppointment, { body: { patientId, date: '2030-01-07', time: '09:00' } });
  const link = { ownerId: person.user._id, appointmentId: body._id, expiresAt: new Date('2030-01-08') };
  tokens = await Promise.all([newAppointmentLink(testApp, link), newAppointmentLink(testApp, link)]);
});
afterAll(() => testApp.close());

const open = async (token: string | undefined, host: string) =>
  (await testApp.app.inject({ url: `/api/appointment-links/${token}`, remoteAddress: host })).statusCode;

test('guesses of one network are limited', async () => {
  await testApp.sql`delete from rate_limits`;
  expect(await open('a', '198.51.100.7')).toBe(404);
  await testApp.sql`update rate_limits set hits = 119`;
  expect([await open('b', '198.51.100.7'), await open('c', '198.51.100.7')]).toEqual([404, 429]);
  expect(await open(tokens[0], '198.51.100.8')).toBe(200);
});

test('requests for one link are limited, wherever they come from', async () => {
  await testApp.sql`delete from rate_limits`;
  const statuses = await Promise.all(
    Array.from({ length: 61 }, (_, host) => open(tokens[0], `198.51.100.${host + 1}`)),
  );
  expect(statuses.sort()).toEqual([...Array(60).fill(200), 429]);
  expect([await open(tokens[1], '198.51.100.1'), await open(tokens[0], '198.51.100.99')]).toEqual([200, 429]);
});
