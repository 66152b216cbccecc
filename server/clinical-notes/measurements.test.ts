import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/clinical-notes';
import { deletePatient } from '#contract/patients';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const VALUES = { weightKg: 72.5, heightCm: 172, systolic: 120, diastolic: 80, pain: 0 };

const finalize = (id: string) => ana.send(api.finalizeClinicalNote, { params: { id } });
const measurementsOf = (id: string) => ana.send(api.listMeasurements, { params: { id } });

test('a note keeps its measurements, in the list too, and loses them when they are left out', async () => {
  const note = await ana.hasNote({ measurements: { ...VALUES, waistCm: null } });
  expect(note.measurements).toEqual(VALUES);
  expect((await ana.send(api.getClinicalNote, { params: { id: note._id } })).body).toEqual(note);
  const list = await ana.send(api.listClinicalNotes, { params: { id: note.patientId } });
  expect(list.body).toEqual([note]);

  const { body } = await ana.send(api.updateClinicalNote, { params: { id: note._id }, body: { reason: 'Control' } });
  expect(body).not.toHaveProperty('measurements');
});

test('only measurements make a note that can be finalised; none at all does not', async () => {
  const measured = await ana.hasNote({ reason: '', measurements: { pain: 0 } });
  expect((await finalize(measured._id)).body).toMatchObject({ status: 'finalized', measurements: { pain: 0 } });
  const blank = await ana.hasNote({ reason: '', measurements: {} });
  expect(await finalize(blank._id)).toMatchObject({ error: { code: 'CLINICAL_NOTE_BLANK' } });
});

test('nonsense is refused at its field', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const { status, error } = await ana.send(api.createClinicalNote, {
    body: { patientId, measurements: { weightKg: -5, pulse: 72.5, systolic: 300 } },
  });
  expect(status).toBe(400);
  expect(error.details).toEqual([
    { field: 'measurements.weightKg', message: 'Debe estar entre 0,2 y 700 kg' },
    { field: 'measurements.pulse', message: 'Escríbelo sin decimales' },
  ]);
});

test('the measurements of a patient come from finalised notes, oldest first, and the reading is recorded', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const first = await ana.hasNote({ patientId, measurements: { weightKg: 80 } });
  const second = await ana.hasNote({ patientId, measurements: VALUES });
  const without = await ana.hasNote({ patientId });
  await ana.hasNote({ patientId, measurements: { weightKg: 70 } });
  await ana.hasNote({ measurements: { weightKg: 60 } });
  for (const { _id } of [second, without, first]) await finalize(_id);

  const { status, body } = await measurementsOf(patientId);
  expect(status).toBe(200);
  expect(body).toEqual([
    { noteId: first._id, date: first.date, weightKg: 80 },
    { noteId: second._id, date: second.date, ...VALUES },
  ]);
  await testApp.deps.accessRecorder.flush();
  const acts = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where patient_id = ${patientId} and act = 'measurement.listed'`;
  expect(acts).toHaveLength(1);

  await ana.send(deletePatient, { params: { id: patientId } });
  expect((await measurementsOf(patientId)).status).toBe(404);
});
