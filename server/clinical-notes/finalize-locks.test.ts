import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import * as api from '#contract/clinical-notes';
import * as templates from '#contract/note-templates';
import { updatePatient } from '#contract/patients';
import { record } from '#server/audit/audit.store';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp, patientInput, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

/** Two writes that both wait for the end of the chain of the access log, and then go on. */
async function finalizeWhileDeleting(noteId: string) {
  const { body: template } = await ana.send(templates.createNoteTemplate, {
    body: { name: noteId, reason: 'Control' },
  });
  return testApp.deps
    .tenantTransaction(ana.user._id, async (tx) => {
      await record(tx, { act: 'signature.used', at: new Date(), actorId: ana.user._id, address: undefined });
      const finalizing = ana.send(api.finalizeClinicalNote, { params: { id: noteId } });
      await untilWaiting(testApp.sql, 1);
      const deleting = ana.send(templates.deleteNoteTemplate, { params: { id: template._id } });
      await untilWaiting(testApp.sql, 2);
      return { finalizing, deleting };
    })
    .then(({ finalizing, deleting }) => Promise.all([finalizing, deleting]));
}

async function noteWithAllergy() {
  const input = patientInput();
  const { _id: patientId } = await ana.hasPatient(input);
  const note = await ana.hasNote({ patientId, prescriptions: [{ medicamento: 'Amoxicilina' }] });
  await ana.send(updatePatient, { params: { id: patientId }, body: { ...input, allergies: 'Penicilina' } });
  return note;
}

async function noteOfAppointment() {
  const { _id: patientId } = await ana.hasPatient();
  const slot = { patientId, date: '2030-05-06', time: '09:00', duration: 30 } as const;
  const { body: appointment } = await ana.send(createAppointment, { body: slot });
  return ana.hasNote({ patientId, appointmentId: appointment._id });
}

test.each([
  ['an allergy that was recorded later', noteWithAllergy],
  ['an appointment', noteOfAppointment],
])('finalising a note with %s does not deadlock with a write that does not lock the owner', async (_, noteWith) => {
  const { _id: id } = await noteWith();
  const [finalized, deleted] = await finalizeWhileDeleting(id);
  expect([finalized.status, deleted.status]).toEqual([200, 204]);
});
