import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelCertificate, createCertificate, getCertificate, listCertificates } from '#contract/certificates';
import * as notes from '#contract/clinical-notes';
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

const newId = () => crypto.randomUUID();
const read = async (id: string) => (await ana.send(notes.getClinicalNote, { params: { id } })).body;
const save = (id: string, body: object) => ana.send(notes.updateClinicalNote, { params: { id }, body });
const finalize = (id: string) => ana.send(notes.finalizeClinicalNote, { params: { id } });
const notesOf = async (patientId: string) =>
  (await ana.send(notes.listClinicalNotes, { params: { id: patientId } })).body;

/** Sends the creation of one note of a new patient, as often as it is called. */
async function newNote(_id: string = newId()) {
  const { _id: patientId } = await ana.hasPatient();
  const create = (body: { patientId?: string; _id?: string; reason?: string } = {}) =>
    ana.send(notes.createClinicalNote, { body: { _id, patientId, reason: 'Uno', ...body } });
  return { _id, patientId, create };
}

describe('a note whose id was chosen by the client', () => {
  test('has that id', async () => {
    const { _id, create } = await newNote();
    const { status, body } = await create();
    expect({ status, _id: body._id }).toEqual({ status: 201, _id });
    expect((await read(_id)).reason).toBe('Uno');
  });

  test('is created once when its creation is repeated, also at the same time', async () => {
    const { _id, patientId, create } = await newNote();
    const replies = await Promise.all(Array.from({ length: 10 }, () => create()));
    for (const { status, body } of replies) expect({ status, _id: body._id }).toEqual({ status: 201, _id });
    expect(await notesOf(patientId)).toMatchObject([{ _id, reason: 'Uno', version: 1 }]);
    const acts = await testApp.sql<{ act: string }[]>`select act from audit_entries where subject_id = ${_id}`;
    expect([...acts]).toEqual([{ act: 'clinical-note.created' }]);
  });

  test('is the same note when the id comes in capitals', async () => {
    const { _id, patientId, create } = await newNote();
    const first = await create({ _id: _id.toUpperCase() });
    expect(first.body._id).toBe(_id);
    expect((await create()).body).toEqual(first.body);
    expect(await notesOf(patientId)).toHaveLength(1);
  });

  test('is not overwritten by a repeated creation with another text', async () => {
    const { _id, create } = await newNote();
    await create();
    const other = await create({ reason: 'Dos' });
    expect({ status: other.status, code: other.error.code }).toEqual({ status: 409, code: 'DRAFT_CHANGED' });
    await save(_id, { reason: 'Desde la ficha' });
    expect((await create()).error.code).toBe('DRAFT_CHANGED');
    expect((await create({ reason: 'Desde la ficha' })).body).toMatchObject({ _id, version: 2 });
    expect((await read(_id)).reason).toBe('Desde la ficha');
  });

  test('stays with its patient', async () => {
    const { _id, patientId, create } = await newNote();
    await create();
    const { _id: otherPatientId } = await ana.hasPatient();
    const moved = await create({ patientId: otherPatientId });
    expect(moved.status).toBe(400);
    expect(moved.error.details).toEqual([{ field: '_id', message: 'Ya se usó para otro paciente' }]);
    expect(await notesOf(otherPatientId)).toEqual([]);
    expect(await read(_id)).toMatchObject({ patientId, reason: 'Uno' });
  });

  test('is not changed by a repeated creation once it is finalised', async () => {
    const { _id, create } = await newNote();
    await create();
    await finalize(_id);
    for (const reason of ['Uno', 'Tarde']) {
      const { status, error } = await create({ reason });
      expect({ status, code: error.code }).toEqual({ status: 409, code: 'CLINICAL_NOTE_FINALIZED' });
    }
    expect((await read(_id)).reason).toBe('Uno');
  });

  test('keeps its id in custody after its patient is deleted', async () => {
    const { _id, patientId, create } = await newNote();
    await create();
    await finalize(_id);
    await ana.send(deletePatient, { params: { id: patientId } });
    expect((await create()).status).toBe(404);
    const { status, error } = await create({ patientId: (await ana.hasPatient())._id });
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field: '_id', message: 'Ya se usó para otro paciente' }]);
  });

  test("does not meet another professional's note with the same id", async () => {
    const { _id, create } = await newNote();
    await create({ reason: 'De Ana' });
    await finalize(_id);
    const berta = await testApp.newProfessional();
    const { _id: patientId } = await berta.hasPatient();
    const { status, body } = await berta.send(notes.createClinicalNote, {
      body: { _id, patientId, reason: 'De Berta' },
    });
    expect({ status, reason: body.reason, version: body.version }).toEqual({
      status: 201,
      reason: 'De Berta',
      version: 1,
    });
    expect(await read(_id)).toMatchObject({ reason: 'De Ana', status: 'finalized' });
  });

  test('needs a UUID', async () => {
    const { create } = await newNote();
    const { status, error } = await create({ _id: 'nota-1' });
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field: '_id', message: 'Debe ser un UUID' }]);
  });

  test('may do without: two creations without an id are two notes', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const create = () => ana.send(notes.createClinicalNote, { body: { patientId, reason: 'Uno' } });
    const [one, two] = [await create(), await create()];
    expect(one.body._id).not.toBe(two.body._id);
    expect(await notesOf(patientId)).toHaveLength(2);
  });
});

describe('a certificate whose id was chosen by the client', () => {
  const newCertificate = async () => {
    const { _id: patientId } = await ana.hasPatient();
    const body = { _id: newId(), patientId, title: 'Reposo', content: 'Tres días' };
    const create = (change: object = {}) => ana.send(createCertificate, { body: { ...body, ...change } });
    return { ...body, create };
  };

  test('is created once, and is not overwritten by a repeated creation with another text', async () => {
    const { _id, patientId, create } = await newCertificate();
    const first = await create();
    expect(first.body).toMatchObject({ _id, version: 1 });
    expect((await create()).body).toEqual(first.body);
    expect((await create({ content: 'Cinco días' })).error.code).toBe('DRAFT_CHANGED');
    expect((await ana.send(listCertificates, { params: { id: patientId } })).body).toEqual([first.body]);
  });

  test('leaves its id free when it is cancelled', async () => {
    const { _id, create } = await newCertificate();
    await create();
    await ana.send(cancelCertificate, { params: { id: _id } });
    expect((await create({ content: 'Cinco días' })).status).toBe(201);
    const { body } = await ana.send(getCertificate, { params: { id: _id } });
    expect(body).toMatchObject({ content: 'Cinco días', version: 1 });
  });

  test('may have the id of a note', async () => {
    const { _id, create } = await newCertificate();
    const note = await newNote(_id);
    await note.create();
    expect((await create()).body).toMatchObject({ _id, title: 'Reposo' });
    expect((await read(_id)).reason).toBe('Uno');
  });
});
