import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import { finalizeClinicalNote, getClinicalNote } from '#contract/clinical-notes';
import { listCustody } from '#contract/custody';
import { verifyDocument } from '#contract/documents';
import { deletePatient, updatePatient } from '#contract/patients';
import { sealChains } from '#server/audit/seals';
import { verifyAuditTrail } from '#server/audit/verify';
import { inCustody } from '#server/testing/full-account';
import { codeOn } from '#server/testing/pdf-programs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { eachExpired, purgeExpired } from './custody.service.ts';

const YEAR_MS = 365.25 * 24 * 3600 * 1000;
const inYears = (years: number) => new Date(Date.now() + years * YEAR_MS);

let testApp: TestApp;
let ana: Person;
/** The clock of the app. That of the database is not moved. */
let clock = inYears(-16);
beforeAll(async () => {
  testApp = await createTestApp({ now: () => clock });
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

async function finalizedAddendum(id: string) {
  const { body } = await ana.send(createAddendum, { params: { id }, body: { content: 'Exámenes normales' } });
  await ana.send(finalizeAddendum, { params: { id: body._id } });
}

async function finalizedNote(patientId: string) {
  const { _id: id } = await ana.hasNote({ patientId });
  await ana.send(finalizeClinicalNote, { params: { id } });
  return id;
}

const purging = (now = new Date()) => ({ ...testApp.deps, now: () => now });
const expired = async (now?: Date) => {
  const found = [];
  for await (const record of eachExpired(purging(now))) found.push(record);
  return found;
};
const count = async (patientId: string) => {
  const owner = ana.user._id;
  // Each part names the owner, so Citus reads one worker.
  const [row] = await testApp.sql<{ notes: number; addenda: number; certificates: number; documents: number }[]>`
    select (select count(*)::int from clinical_notes
             where owner_id = ${owner} and patient_id = ${patientId}) as notes,
           (select count(*)::int from addenda
             where owner_id = ${owner} and patient_id = ${patientId}) as addenda,
           (select count(*)::int from certificates
             where owner_id = ${owner} and patient_id = ${patientId}) as certificates,
           (select count(*)::int from documents d
              join certificates c on c.owner_id = d.owner_id and c.id = d.source_id
             where d.owner_id = ${owner} and c.patient_id = ${patientId}) as documents`;
  return row;
};

test('what is kept of a deleted patient is purged when fifteen years are over, and nothing else', async () => {
  const [old, renewed, present] = [await ana.hasPatient(), await ana.hasPatient(), await ana.hasPatient()];
  const body = { name: 'Otro Nombre', rut: old.rut, birthDate: old.birthDate };
  await ana.send(updatePatient, { params: { id: old._id }, body });
  const [oldNote = ''] = [await finalizedNote(old._id), await finalizedNote(present._id)];
  await finalizedAddendum(oldNote);
  // The last record of this one is an addendum.
  const renewedNote = await finalizedNote(renewed._id);
  const { _id: certificateId } = await ana.hasCertificate({ patientId: old._id });
  await ana.send(finalizeCertificate, { params: { id: certificateId } });
  const code = await codeOn((await ana.send(printCertificate, { params: { id: certificateId } })).body);
  clock = inYears(-14);
  ana = await testApp.logIn(ana.user.email);
  const { send } = ana;
  await finalizedAddendum(renewedNote);
  for (const { _id: id } of [old, renewed]) await send(deletePatient, { params: { id } });

  expect((await send(listCustody)).body.map(({ patientId, documents }) => ({ patientId, documents }))).toEqual([
    { patientId: renewed._id, documents: 2 },
    { patientId: old._id, documents: 3 },
  ]);
  expect(await expired(inYears(-2))).toEqual([]);
  const found = await expired();
  expect(found.map(({ patientId, documents }) => ({ patientId, documents }))).toEqual([
    { patientId: old._id, documents: 3 },
  ]);
  // Finding them deletes nothing.
  expect(await count(old._id)).toEqual({ notes: 1, addenda: 1, certificates: 1, documents: 1 });

  for (const record of found) expect(await purgeExpired(purging(), record)).toBe(3);
  // Another command, or the purge of the account, has deleted them meanwhile.
  for (const record of found) expect(await purgeExpired(purging(), record)).toBe(0);
  expect(await count(old._id)).toEqual({ notes: 0, addenda: 0, certificates: 0, documents: 0 });
  expect(await count(renewed._id)).toMatchObject({ notes: 1, addenda: 1 });
  expect(await count(present._id)).toMatchObject({ notes: 1 });
  expect(await expired()).toEqual([]);
  expect((await send(listCustody)).body.map(({ patientId }) => patientId)).toEqual([renewed._id]);

  const log = await testApp.sql<{ act: string; actor: string; details: number }[]>`
    select e.act, e.actor_id as actor,
           (select count(*)::int from audit_details d where d.owner_id = e.owner_id and d.entry_id = e.id) as details
      from audit_entries e where e.owner_id = ${ana.user._id} and e.patient_id = ${old._id} order by e.number`;
  expect(log.at(-1)).toEqual({ act: 'custody.purged', actor: '00000000-0000-0000-0000-000000000000', details: 0 });
  expect(log.filter(({ act }) => act === 'custody.purged')).toHaveLength(1);
  expect(log.some(({ details }) => details > 0)).toBe(false);
  await sealChains(testApp.deps, testApp.ring);
  const problems: string[] = [];
  await verifyAuditTrail(testApp.deps.audit, {
    ring: testApp.ring,
    report: (problem) => void problems.push(problem),
  });
  expect(problems).toEqual([]);
  // Its paper still verifies: it was issued here.
  expect((await testApp.send(verifyDocument, { params: { code } })).status).toBe(200);
});

test('the list goes back page by page, and without a limit has all', async () => {
  const berta = await testApp.newProfessional();
  await berta.pays();
  const ids = [];
  for (let i = 0; i < 3; i++) ids.unshift(await inCustody(berta));
  const list = async (query: { before?: string; limit?: number }) =>
    (await berta.send(listCustody, { query })).body.map(({ patientId }) => patientId);
  const all = await list({});
  expect(all.toSorted()).toEqual(ids.toSorted());
  const [first = '', second = '', third = ''] = all;
  expect(await list({ limit: 2 })).toEqual([first, second]);
  expect(await list({ limit: 2, before: second })).toEqual([third]);
  expect(await list({ before: first })).toEqual([second, third]);
  expect(await list({ before: third })).toEqual([]);
  // The id of somebody else's patient is no place in the list.
  const carla = await testApp.newProfessional();
  const { body } = await carla.send(listCustody, { query: { before: second } });
  expect(body).toEqual([]);
  expect((await berta.send(listCustody, { query: { limit: 201 } })).status).toBe(400);
});

test('the database refuses to purge before, whatever clock the command has', async () => {
  clock = inYears(-14);
  ana = await testApp.logIn(ana.user.email);
  const { send } = ana;
  const { _id: id } = await ana.hasPatient();
  const note = await finalizedNote(id);
  await send(deletePatient, { params: { id } });
  const [record] = (await expired(inYears(2))).filter(({ patientId }) => patientId === id);
  expect(record).toBeDefined();
  if (record) await expect(purgeExpired(purging(inYears(2)), record)).rejects.toThrow(/accepts no delete/);
  expect(await count(id)).toMatchObject({ notes: 1 });
  expect((await send(getClinicalNote, { params: { id: note } })).status).toBe(404);
});

test('the role of the purge reads no contents and changes nothing', async () => {
  const pool = testApp.connections.as('ficha_custody', 1);
  for (const statement of [
    'select content from clinical_notes',
    'select record from addenda',
    'select record from certificates',
    'select name from patients',
    'select file from documents',
    'select detail from audit_details',
    "update clinical_notes set status = 'draft'",
    'delete from patients',
    'delete from verifications',
    'delete from audit_entries',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  }
  await pool.end();
});
