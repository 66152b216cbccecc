import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { listPatients } from '#contract/patients';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
});
afterAll(() => testApp.close());

const lastVisit = async (query = {}) => (await ana.send(listPatients, { query })).body.patients[0]?.lastVisit;

test('the last visit is the day of the last attended appointment or finalised note', async () => {
  const rosa = await ana.hasPatient({ name: 'Rosa Díaz' });
  const hasAppointment = (date: string, status: string) => testApp.sql`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, status, created_at)
    values (${ana.user._id}, ${randomUUID()}, ${rosa._id}, ${date}, 600, 30, ${status}, now())`;
  expect(await lastVisit()).toBeUndefined();

  await hasAppointment('2026-01-05', 'attended');
  await hasAppointment('2025-12-01', 'attended');
  await hasAppointment('2026-02-10', 'no-show');
  await hasAppointment('2090-02-10', 'attended');
  expect(await lastVisit()).toBe('2026-01-05');

  // A note that was begun at 23:00 in Chile. A draft is no visit yet.
  const { _id } = await ana.hasNote({ patientId: rosa._id });
  await testApp.sql`update clinical_notes set created_at = '2026-03-01T02:00:00Z' where id = ${_id}`;
  expect(await lastVisit()).toBe('2026-01-05');
  await ana.send(finalizeClinicalNote, { params: { id: _id } });
  expect(await lastVisit()).toBe('2026-02-28');
  expect(await lastVisit({ search: 'diaz rosa' })).toBe('2026-02-28');
});
