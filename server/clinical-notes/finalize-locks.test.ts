import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppointment } from '#contract/agenda';
import * as api from '#contract/clinical-notes';
import * as templates from '#contract/presets';
import { record } from '#server/audit/audit.store';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp, type TestApp } from '#server/testing/test-app';

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

async function noteOfAppointment() {
  const { _id: patientId } = await ana.hasPatient();
  const slot = { patientId, date: '2030-05-06', time: '09:00', duration: 30 } as const;
  const { body: appointment } = await ana.send(createAppointment, { body: slot });
  return ana.hasNote({ patientId, appointmentId: appointment._id });
}

test('finalising the note of an appointment does not deadlock with a write that does not lock the owner', async () => {
  const { _id: id } = await noteOfAppointment();
  const [finalized, deleted] = await finalizeWhileDeleting(id);
  expect([finalized.status, deleted.status]).toEqual([200, 204]);
});
