import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClinicalNote } from '#contract/clinical-notes';
import { createPatient, getPatient, listPatients, updatePatient } from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const WRITES_PER_MINUTE = 120;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
});
afterAll(() => testApp.close());

test('an account writes 120 times a minute, then waits, and others go on', async () => {
  const ana = await testApp.newProfessional();
  const berta = await testApp.newProfessional();
  const { _id: id } = await ana.hasPatient();
  const write = () => ana.send(updatePatient, { params: { id }, body: patientInput() });
  const replies = await Promise.all(Array.from({ length: WRITES_PER_MINUTE + 9 }, write));
  // The patient was the first write.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(WRITES_PER_MINUTE - 1);
  const { status, error, headers } = await write();
  expect({ status, code: error.code }).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);

  expect((await ana.send(getPatient, { params: { id } })).status).toBe(200);
  expect((await ana.send(listPatients)).status).toBe(200);
  expect((await berta.send(createPatient, { body: patientInput() })).status).toBe(201);
  testApp.passTime(61_000);
  expect((await write()).status).toBe(200);
});

test('a body of more than 128 kB counts as several writes', async () => {
  const ana = await testApp.newProfessional();
  const { _id: patientId } = await ana.hasPatient();
  const prescriptions = Array.from({ length: 100 }, () => ({
    medicamento: 'Paracetamol',
    indicacionesUso: 'x'.repeat(2000),
    posologia: 'y'.repeat(500),
  }));
  const write = () => ana.send(createClinicalNote, { body: { patientId, prescriptions } });
  const statuses: number[] = [];
  while (statuses.length < WRITES_PER_MINUTE && !statuses.includes(429)) statuses.push((await write()).status);
  // The patient was one write, and each note counts as two.
  expect(statuses).toEqual([...Array(59).fill(201), 429]);
});
