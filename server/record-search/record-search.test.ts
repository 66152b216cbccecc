import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { createAddendum } from '#contract/addenda';
import { addAttachment } from '#contract/attachments';
import { createCertificate } from '#contract/certificates';
import { createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { deletePatient } from '#contract/patients';
import { searchRecord } from '#contract/record-search';
import { eventually } from '#server/testing/eventually';
import { PICTURE } from '#server/testing/full-account';
import { untilQueryWaits } from '#server/testing/lock-waits';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let patientId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.pays();
  patientId = (await ana.hasPatient())._id;
});

const search = (query: string, person: Person = ana, id = patientId) =>
  person.send(searchRecord, { params: { id }, query: { query } });
const kindsOf = async (query: string) => (await search(query)).body.results.map(({ kind }) => kind);

test('finds notes by every text, certificates and addenda, newest first, and other patients not', async () => {
  const { body: note } = await ana.send(createClinicalNote, {
    body: {
      patientId,
      reason: 'Control',
      anamnesis: `${'Sin hallazgos. '.repeat(60)}Refiere cefálea intensa.`,
      diagnoses: ['Jaqueca en estudio'],
      prescriptions: [{ medicamento: 'Paracetamol', indicacionesUso: 'Con alimentos' }],
    },
  });
  await ana.send(finalizeClinicalNote, { params: { id: note._id } });
  const content = 'Certifico que asistió por CEFALEA.';
  await ana.send(createCertificate, { body: { patientId, title: 'Asistencia', content } });
  const { body: addendum } = await ana.send(createAddendum, {
    params: { id: note._id },
    body: { content: 'La cefalea cedió.' },
  });
  const other = (await ana.hasPatient())._id;
  await ana.send(createClinicalNote, { body: { patientId: other, reason: 'Cefalea' } });

  const { body } = await search('CEFALEA');
  expect(body.truncated).toBe(false);
  expect(body.results.map(({ kind, title }) => [kind, title])).toEqual([
    ['addendum', 'Adenda'],
    ['certificate', 'Asistencia'],
    ['clinical-note', 'Control'],
  ]);
  expect(body.results[0]).toMatchObject({ _id: addendum._id, noteId: note._id });
  const [, , found] = body.results;
  expect(found?.matches.map(([start, end]) => found.excerpt.slice(start, end))).toEqual(['cefálea']);
  expect(await kindsOf('jaqueca alimentos')).toEqual(['clinical-note']);
  expect(await kindsOf('jaqueca asistio')).toEqual([]);
});

test('finds files by their names', async () => {
  const body = { file: PICTURE, fileName: 'Hemograma año 2026.png' };
  expect((await ana.send(addAttachment, { params: { id: patientId }, body })).status).toBe(200);
  const { results } = (await search('ano hemograma')).body;
  expect(results).toMatchObject([{ kind: 'attachment', title: 'Hemograma año 2026.png' }]);
});

test('comes in at most 50 results, and says that there are more', async () => {
  for (let made = 0; made < 52; made++) await ana.hasNote({ patientId, reason: `Control ${made}` });
  const { body } = await search('control');
  expect(body).toMatchObject({ truncated: true, results: { length: 50 } });
  expect(body.results.at(0)?.title).toBe('Control 51');
  expect((await search('51')).body).toMatchObject({ truncated: false, results: [{ title: 'Control 51' }] });
});

test('long notes are read in shorter pages, and all of them', async () => {
  const text = 'palabra '.repeat(6000);
  const prescriptions = Array.from({ length: 100 }, () => ({ medicamento: 'Uno', indicacionesUso: 'x'.repeat(2000) }));
  // Together more than the bytes of a page.
  const notes = Array.from({ length: 15 }, (_, number) => ({
    reason: `número ${number}`,
    anamnesis: text,
    prescriptions,
  }));
  for (const note of notes) await ana.hasNote({ patientId, ...note, plansAndIndications: text });
  expect((await search('palabra')).body.results).toHaveLength(15);
  expect((await search('numero 0')).body.results.map(({ title }) => title)).toContain('número 0');
});

test('is in the access log, with its words encrypted', async () => {
  await search('cefalea secreta');
  await testApp.deps.accessRecorder.flush();
  const { body: log } = await ana.send(getPatientAccessLog, { params: { id: patientId } });
  expect(log.find(({ act }) => act === 'record.searched')?.detail).toEqual({ search: 'cefalea secreta', results: 0 });
  const [plain] = await testApp.sql<[{ found: number }]>`
    select count(*)::int as found from audit_entries e where e::text like '%secreta%'`;
  expect(plain.found).toBe(0);
});

test('reads no further when the client leaves', async () => {
  await ana.hasCertificate({ patientId, title: 'Cefalea' });
  const address = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  await testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
    await tx`lock table clinical_notes in access exclusive mode`;
    const abandoned = fetch(`${address}${fillPath(searchRecord.path, { id: patientId })}?query=cefalea`, {
      headers: { authorization: `Bearer ${ana.accessToken}` },
      signal: leaving.signal,
    });
    await untilQueryWaits(testApp.sql, 'clinical_notes');
    leaving.abort();
    await expect(abandoned).rejects.toThrow();
  });
  await eventually(async () => {
    await testApp.deps.accessRecorder.flush();
    const entries = await testApp.sql`
      select from audit_entries where patient_id = ${patientId} and act = 'record.searched'`;
    expect(entries).toHaveLength(1);
  });
  const { body: log } = await ana.send(getPatientAccessLog, { params: { id: patientId } });
  expect(log.find(({ act }) => act === 'record.searched')?.detail).toEqual({ search: 'cefalea', results: 0 });
  expect((await search('cefalea')).body.results).toHaveLength(1);
});

test('does not read the record of a deleted patient, of another professional, nor without words', async () => {
  const other = await testApp.newProfessional();
  expect((await search('control', other)).status).toBe(404);
  expect((await search(' ')).status).toBe(400);
  expect((await search('%')).status).toBe(400);
  await ana.send(deletePatient, { params: { id: patientId } });
  expect((await search('control')).status).toBe(404);
});
