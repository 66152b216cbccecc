import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as agenda from '#contract/agenda';
import * as certificates from '#contract/certificates';
import * as notes from '#contract/clinical-notes';
import * as patients from '#contract/patients';
import { getSignatureImage, uploadSignature } from '#contract/signature';
import { UNDECRYPTABLE_TEXT as LOST } from '#contract/undecryptable';
import { damage, damageFinalized } from '#server/testing/damage';
import { fullAccount } from '#server/testing/full-account';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const stored = async (table: 'patients' | 'clinical_notes' | 'certificates', id: string) => {
  const strings = [`select * from ${table} where id = `, ''];
  return [...(await testApp.sql(Object.assign(strings, { raw: strings }), id))];
};
const ofRow = (table: string, column: string, row: string) =>
  testApp.warnings.filter((one) => one.table === table && one.column === column && one.row === row);
const refused = { status: 409, error: { code: 'UNDECRYPTABLE' } };

describe('a patient whose data cannot be decrypted', () => {
  test.each([
    ['contact', { phone: LOST, email: LOST, address: LOST, emergencyContact: LOST, allergies: 'Polen' }],
    ['background', { phone: '+56 9 1234 5678', allergies: LOST, notas: LOST, alertas: LOST, preferencias: LOST }],
  ])('stays in the list, marked, and is not changed: %s', async (column, shown) => {
    const details = { phone: '+56 9 1234 5678', allergies: 'Polen' };
    const [rosa, luis] = [await ana.hasPatient(details), await ana.hasPatient({ ...details, name: 'Luis Mora' })];
    await damage(testApp.sql, 'patients', column, rosa._id);

    const { status, body } = await ana.send(patients.listPatients, { query: { limit: 200 } });
    expect(status).toBe(200);
    const found = (id: string) => body.patients.find(({ _id }) => _id === id);
    expect(found(rosa._id)).toMatchObject({ name: 'Rosa Díaz', undecryptable: true, ...shown });
    expect(found(luis._id)).toMatchObject(details);
    expect(found(luis._id)).not.toHaveProperty('undecryptable');
    const { body: one } = await ana.send(patients.getPatient, { params: { id: rosa._id } });
    expect(one).toEqual(found(rosa._id));
    const search = await ana.send(patients.listPatients, { query: { search: rosa.rut } });
    expect(search.body.patients).toEqual([one]);

    const before = await stored('patients', rosa._id);
    const change = { params: { id: rosa._id }, body: patientInput({ rut: rosa.rut, name: 'Rosa Mora' }) };
    expect(await ana.send(patients.updatePatient, change)).toMatchObject(refused);
    expect(await stored('patients', rosa._id)).toEqual(before);

    expect(ofRow('patients', column, rosa._id)).toEqual([
      { table: 'patients', column, owner: ana.user._id, row: rosa._id, message: 'a value could not be decrypted' },
    ]);
    expect(JSON.stringify(testApp.warnings)).not.toMatch(/Rosa|Polen|1234/);
    expect((await ana.send(patients.deletePatient, { params: { id: rosa._id } })).status).toBe(204);
  });

  test('gets appointments and drafts, and no document is finalised with a message as its address', async () => {
    const rosa = await ana.hasPatient({ address: 'Los Robles 12' });
    const draft = await ana.hasNote({ patientId: rosa._id });
    await damage(testApp.sql, 'patients', 'contact', rosa._id);
    const booked = { patientId: rosa._id, date: '2030-01-08', time: '09:00' };
    expect((await ana.send(agenda.createAppointment, { body: booked })).status).toBe(201);
    expect(await ana.send(notes.finalizeClinicalNote, { params: { id: draft._id } })).toMatchObject(refused);
    expect((await ana.send(notes.getClinicalNote, { params: { id: draft._id } })).body.status).toBe('draft');
  });
});

test('an appointment whose note cannot be decrypted does not take the day down, and can be deleted', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const book = (time: string) =>
    ana.send(agenda.createAppointment, { body: { patientId, date: '2030-01-09', time, note: 'Trae exámenes' } });
  const { body: broken } = await book('09:00');
  await book('10:00');
  await damage(testApp.sql, 'appointments', 'note', broken._id);
  const { status, body } = await ana.send(agenda.listAppointments, { query: { date: '2030-01-09' } });
  expect(status).toBe(200);
  expect(body.map(({ note, undecryptable }) => [note, undecryptable])).toEqual([
    [LOST, true],
    ['Trae exámenes', undefined],
  ]);
  expect((await ana.send(agenda.deleteAppointment, { params: { id: broken._id } })).status).toBe(204);
});

describe('a clinical history with records that cannot be decrypted', () => {
  test('shows the other records, and a broken draft is neither saved nor finalised', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const [broken, whole] = [await ana.hasNote({ patientId }), await ana.hasNote({ patientId, reason: 'Fiebre' })];
    await damage(testApp.sql, 'clinical_notes', 'preview', broken._id);
    await damage(testApp.sql, 'clinical_notes', 'content', broken._id);

    const { status, body } = await ana.send(notes.listClinicalNotes, { params: { id: patientId } });
    expect(status).toBe(200);
    expect(body.map(({ _id, reason, undecryptable }) => [_id, reason, undecryptable])).toEqual([
      [whole._id, 'Fiebre', undefined],
      [broken._id, LOST, true],
    ]);
    const params = { id: broken._id };
    expect((await ana.send(notes.getClinicalNote, { params })).body).toMatchObject({
      ...{ reason: LOST, anamnesis: LOST, diagnoses: [LOST], plansAndIndications: LOST, undecryptable: true },
      prescriptions: [{ medicamento: LOST }],
    });
    const before = await stored('clinical_notes', broken._id);
    const saved = { reason: LOST, patientId, version: 1 };
    expect(await ana.send(notes.updateClinicalNote, { params, body: saved })).toMatchObject(refused);
    expect(await ana.send(notes.finalizeClinicalNote, { params })).toMatchObject(refused);
    const again = { _id: broken._id, patientId, reason: 'Control' };
    expect(await ana.send(notes.createClinicalNote, { body: again })).toMatchObject(refused);
    expect(await stored('clinical_notes', broken._id)).toEqual(before);
  });

  test('lets a broken certificate in draft be cancelled, and refuses to print a broken one', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const [draft, final] = [await ana.hasCertificate({ patientId }), await ana.hasCertificate({ patientId })];
    await ana.send(certificates.finalizeCertificate, { params: { id: final._id } });
    for (const column of ['content', 'preview']) await damage(testApp.sql, 'certificates', column, draft._id);
    await damageFinalized(testApp.sql, 'certificates', ['content', 'preview', 'record'], final._id);

    const { body } = await ana.send(certificates.listCertificates, { params: { id: patientId } });
    expect(body.map(({ title, content, isFinalized }) => [title, content, isFinalized])).toEqual([
      [LOST, LOST, true],
      [LOST, LOST, false],
    ]);
    expect(await ana.send(certificates.printCertificate, { params: { id: final._id } })).toMatchObject(refused);
    const change = { params: { id: draft._id }, body: { title: 'Reposo', content: LOST } };
    expect(await ana.send(certificates.updateCertificate, change)).toMatchObject(refused);
    expect((await ana.send(certificates.cancelCertificate, { params: { id: draft._id } })).status).toBe(204);
  });
});

test('a template that cannot be decrypted is listed, not changed, and not copied into a certificate', async () => {
  const create = (name: string) =>
    ana.send(certificates.createCertificateTemplate, { body: { name, content: 'Certifico' } });
  const { body: broken } = await create('Reposo');
  await create('Alta');
  await damage(testApp.sql, 'certificate_templates', 'name', broken._id);
  const { body } = await ana.send(certificates.listCertificateTemplates);
  expect(body.map(({ name, content, undecryptable }) => [name, content, undecryptable])).toEqual([
    [LOST, 'Certifico', true],
    ['Alta', 'Certifico', undefined],
  ]);
  const { _id: patientId } = await ana.hasPatient();
  const written = { patientId, title: 'Reposo', content: 'Certifico', templateId: broken._id };
  expect(await ana.send(certificates.createCertificate, { body: written })).toMatchObject(refused);
  const change = { params: { id: broken._id }, body: { content: 'Certifico que' } };
  expect(await ana.send(certificates.updateCertificateTemplate, change)).toMatchObject(refused);
  expect((await ana.send(certificates.listCertificateTemplates)).body).toEqual(body);
});

test('a signature that cannot be decrypted is refused by name, and can be replaced', async () => {
  const berta = await fullAccount(testApp);
  const { body: image } = await berta.send(getSignatureImage);
  await testApp.sql`update signatures set image = set_byte(image, 20, 255 - get_byte(image, 20))
                     where owner_id = ${berta.user._id}`;
  expect((await berta.send(getSignatureImage)).status).toBe(409);
  await berta.send(uploadSignature, { body: { signature: image } });
  expect((await berta.send(getSignatureImage)).status).toBe(200);
});
