import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { createAppointment } from '#contract/agenda';
import { finalizeCertificate } from '#contract/certificates';
import { createClinicalNote, finalizeClinicalNote, updateClinicalNote } from '#contract/clinical-notes';
import { listDrafts } from '#contract/drafts';
import { deletePatient } from '#contract/patients';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { listedDrafts } from './listed-drafts.store.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

beforeEach(async () => {
  ana = await testApp.newProfessional();
});

const draftsOf = async (person: Person, query = {}) => (await person.send(listDrafts, { query })).body;
const idsOf = async (person: Person, query = {}) => (await draftsOf(person, query)).map(({ _id }) => _id);

test('lists notes and certificates until they are finalised, the last one changed first', async () => {
  const rosa = await ana.hasPatient();
  const [note, certificate] = [
    await ana.hasNote({ patientId: rosa._id }),
    await ana.hasCertificate({ patientId: rosa._id }),
  ];
  expect(await draftsOf(ana)).toEqual([
    {
      kind: 'certificate',
      _id: certificate._id,
      patientId: rosa._id,
      patientName: rosa.name,
      updatedAt: certificate.updatedAt,
    },
    { kind: 'clinical-note', _id: note._id, patientId: rosa._id, patientName: rosa.name, updatedAt: note.updatedAt },
  ]);

  await ana.send(updateClinicalNote, { params: { id: note._id }, body: { reason: 'Otro motivo' } });
  expect(await idsOf(ana)).toEqual([note._id, certificate._id]);
  await ana.send(finalizeCertificate, { params: { id: certificate._id } });
  expect(await idsOf(ana)).toEqual([note._id]);
  await ana.send(deletePatient, { params: { id: rosa._id } });
  expect(await idsOf(ana)).toEqual([]);
});

test('with an appointment, only the drafts of its notes', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const appointmentAt = async (time: string) =>
    (await ana.send(createAppointment, { body: { patientId, date: '2030-01-07', time } })).body._id;
  const [nine, ten] = [await appointmentAt('09:00'), await appointmentAt('10:00')];
  const body = { patientId, reason: 'Control', appointmentId: nine };
  const { _id: id } = (await ana.send(createClinicalNote, { body })).body;
  await ana.hasNote({ patientId });
  await ana.hasCertificate({ patientId });

  expect(await idsOf(ana, { appointmentId: nine })).toEqual([id]);
  const all = await draftsOf(ana, { addenda: 'true' });
  expect(all.map((draft) => [draft.kind, draft.appointmentId])).toEqual([
    ['certificate', undefined],
    ['clinical-note', undefined],
    ['clinical-note', nine],
  ]);
  expect(await idsOf(ana, { appointmentId: ten })).toEqual([]);
  const stranger = await testApp.newProfessional();
  expect(await idsOf(stranger, { appointmentId: nine })).toEqual([]);
  await ana.send(finalizeClinicalNote, { params: { id } });
  expect(await idsOf(ana, { appointmentId: nine })).toEqual([]);
});

test('nobody sees the drafts of another, and the access log has the read', async () => {
  await ana.hasNote();
  const [stranger, admin] = [await testApp.newProfessional(), await testApp.newAdmin()];
  expect(await draftsOf(stranger)).toEqual([]);
  expect(await draftsOf(admin)).toEqual([]);
  expect((await testApp.send(listDrafts)).status).toBe(401);

  expect(await idsOf(ana)).toHaveLength(1);
  await testApp.deps.accessRecorder.flush();
  const { body: entries } = await ana.send(getAccountAccessLog);
  expect(entries.map(({ act }) => act)).toContain('draft.listed');
});

test('an identifier that is none is refused', async () => {
  expect((await ana.send(listDrafts, { query: { appointmentId: 'cita' } })).status).toBe(400);
});

test('at most so many come', async () => {
  const { _id: patientId } = await ana.hasPatient();
  for (let count = 0; count < 3; count += 1) await ana.hasNote({ patientId });
  const [newest, middle] = await idsOf(ana);
  const two = await testApp.deps.tenantRead(ana.user._id, (db) => listedDrafts(db, {}, 2));
  expect(two.map(({ _id }) => _id)).toEqual([newest, middle]);
});
