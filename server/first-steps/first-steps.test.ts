import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { getFirstSteps } from '#contract/first-steps';
import { deletePatient } from '#contract/patients';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const NONE = { patient: false, appointment: false, note: false };

test('each step is done once the account has made its first', async () => {
  const [ana, other, admin] = await Promise.all([
    testApp.newProfessional(),
    testApp.newProfessional(),
    testApp.newAdmin(),
  ]);
  const stepsOf = async (person: typeof ana) => (await person.send(getFirstSteps)).body;
  expect(await stepsOf(ana)).toEqual(NONE);

  const { _id: patientId } = await ana.hasPatient();
  expect(await stepsOf(ana)).toEqual({ ...NONE, patient: true });
  await ana.send(createAppointment, { body: { patientId, date: '2030-01-07', time: '09:00' } });
  expect(await stepsOf(ana)).toEqual({ patient: true, appointment: true, note: false });
  const { _id: id } = await ana.hasNote({ patientId });
  expect(await stepsOf(ana)).toEqual({ patient: true, appointment: true, note: true });
  for (const stranger of [other, admin]) expect(await stepsOf(stranger)).toEqual(NONE);

  await ana.send(finalizeClinicalNote, { params: { id } });
  await ana.send(deletePatient, { params: { id: patientId } });
  // The finalised note is in custody.
  expect(await stepsOf(ana)).toEqual({ ...NONE, note: true });
});
