import { afterAll, beforeAll, expect, test } from 'vitest';
import * as certificates from '#contract/certificates';
import * as notes from '#contract/clinical-notes';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A draft, a change of it and its finalisation, with the clock set back before each. */
const KINDS = {
  'a note': async () => {
    const { _id: id } = await ana.hasNote();
    testApp.passTime(-DAY_MS);
    await ana.send(notes.updateClinicalNote, { params: { id }, body: { reason: 'Otro' } });
    testApp.passTime(-DAY_MS);
    return (await ana.send(notes.finalizeClinicalNote, { params: { id } })).body;
  },
  'a certificate': async () => {
    const { _id: id } = await ana.hasCertificate();
    testApp.passTime(-DAY_MS);
    await ana.send(certificates.updateCertificate, { params: { id }, body: { title: 'Otro', content: 'Otro' } });
    testApp.passTime(-DAY_MS);
    return (await ana.send(certificates.finalizeCertificate, { params: { id } })).body;
  },
};

test.each(Object.entries(KINDS))('%s is never changed or finalised before it was created', async (_, live) => {
  const { createdAt, updatedAt, finalizedAt = '' } = await live();
  testApp.passTime(2 * DAY_MS);
  expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  expect(Date.parse(finalizedAt)).toBeGreaterThanOrEqual(Date.parse(updatedAt));
});

test('a draft whose last change lies before its creation is finalised after both', async () => {
  const note = await ana.hasNote();
  await testApp.sql`update clinical_notes set updated_at = ${new Date(Date.parse(note.createdAt) - DAY_MS)} where id = ${note._id}`;
  testApp.passTime(-DAY_MS);
  const { body } = await ana.send(notes.finalizeClinicalNote, { params: { id: note._id } });
  testApp.passTime(DAY_MS);
  expect(body.finalizedAt).toBe(note.createdAt);
});

test('a document is never printed before what it shows was finalised', async () => {
  const { _id: id } = await ana.hasNote();
  const { body } = await ana.send(notes.finalizeClinicalNote, { params: { id } });
  testApp.passTime(-DAY_MS);
  expect((await ana.send(notes.printClinicalNote, { params: { id } })).status).toBe(200);
  testApp.passTime(DAY_MS);
  const [document] = await testApp.sql<[{ created_at: Date; finalized_at: Date }]>`
    select created_at, finalized_at from documents where source_id = ${id}`;
  expect(document.created_at.toISOString()).toBe(body.finalizedAt);
  expect(document.finalized_at.getTime()).toBeGreaterThanOrEqual(document.created_at.getTime());
});

test('the plan is looked at by the clock, not by the times of a draft', async () => {
  const berta = await testApp.newProfessional();
  await berta.pays(new Date(testApp.deps.now().getTime() + HOUR_MS));
  await berta.hasPatient();
  const note = await berta.hasNote();
  await testApp.sql`update clinical_notes set updated_at = ${new Date(Date.parse(note.updatedAt) + DAY_MS)} where id = ${note._id}`;
  const { status } = await berta.send(notes.finalizeClinicalNote, { params: { id: note._id } });
  expect(status).toBe(200);
});

test('the trail goes on after the clock was set back, once a sitting', async () => {
  const { _id: id } = await ana.hasNote();
  const save = (reason: string) => ana.send(notes.updateClinicalNote, { params: { id }, body: { reason } });
  testApp.passTime(-HOUR_MS);
  await save('Uno');
  await save('Dos');
  testApp.passTime(HOUR_MS);
  const acts = await testApp.sql`select act from audit_entries where subject_id = ${id} order by act`;
  expect(acts.map(({ act }) => act)).toEqual(['clinical-note.created', 'clinical-note.updated']);
});
