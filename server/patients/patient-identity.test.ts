import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { getStorageUse } from '#contract/billing';
import { createCalendarLink } from '#contract/calendar-link';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { listCustody } from '#contract/custody';
import { listDrafts } from '#contract/drafts';
import { importPatients, type PatientImportPreview } from '#contract/imports/patient-import';
import * as api from '#contract/patients';
import { applyMigrations, migrate } from '#server/platform/database/migrate';
import { createEmptyDatabase } from '#server/testing/database';
import { csvOf, newRows, PATIENT_HEADINGS } from '#server/testing/import-files';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function payingProfessional() {
  const person = await testApp.newProfessional();
  await person.pays();
  return person;
}

const FILE = {
  documentType: 'passport' as const,
  socialName: 'Amanda Ñancupil Soto',
  occupation: 'Estudiante',
  prevision: 'fonasa-b' as const,
  legalRepresentative: { name: 'María Soto', rut: '7654321-6', relationship: 'madre' },
};

describe('the data that the law asks of a file', () => {
  test('is stored, replaced and cleared, and none of it but the social name is readable in the database', async () => {
    const ana = await payingProfessional();
    const created = await ana.hasPatient({ ...FILE, rut: 'ab-123456' });
    expect(created).toMatchObject({ ...FILE, rut: 'AB-123456' });
    const { _id: id } = created;
    const [row] = await testApp.sql`select * from patients where id = ${id}`;
    expect(JSON.stringify(row)).not.toMatch(/Estudiante|fonasa|María/);
    expect(JSON.stringify(row)).toMatch(/Amanda/);

    const body = { name: 'Pedro Soto', rut: '12345678-5', birthDate: '1980-05-10', documentType: 'rut' as const };
    const { body: cleared } = await ana.send(api.updatePatient, { params: { id }, body });
    expect(cleared).toMatchObject({ ...body, documentType: 'rut', fichaNumber: created.fichaNumber });
    for (const field of ['socialName', 'occupation', 'prevision', 'legalRepresentative']) {
      expect(cleared).not.toHaveProperty(field);
    }
    await testApp.deps.accessRecorder.flush();
    const { body: log } = await ana.send(getPatientAccessLog, { params: { id } });
    expect(log.find(({ act }) => act === 'patient.updated')?.detail).toEqual({
      before: { name: 'Rosa Díaz', rut: 'AB-123456', documentType: 'passport', socialName: FILE.socialName },
      after: { name: 'Pedro Soto', rut: '12345678-5', documentType: 'rut', socialName: '' },
    });
  });

  test('stays when a client changes the patient that does not know it', async () => {
    const ana = await payingProfessional();
    const dni = await ana.hasPatient({ ...FILE, documentType: 'dni', rut: '12345678' });
    const body = { name: 'Rosa Díaz Soto', rut: '12345678', birthDate: '1980-05-10', phone: '+56 9 1234 5678' };
    const { body: changed } = await ana.send(api.updatePatient, { params: { id: dni._id }, body });
    expect(changed).toEqual({ ...dni, name: body.name, phone: body.phone });
    const refused = await ana.send(api.updatePatient, { params: { id: dni._id }, body: { ...body, rut: '12_34' } });
    expect([refused.status, refused.error.details]).toEqual([
      400,
      [{ field: 'rut', message: api.INVALID_DOCUMENT_NUMBER }],
    ]);
  });

  test('finds a patient by social name and by the number of any document', async () => {
    const ana = await payingProfessional();
    await ana.hasPatient({ name: 'Rosa' });
    const { _id } = await ana.hasPatient({ ...FILE, name: 'Pedro Soto', rut: 'ab-123456' });
    for (const search of ['ñancu', 'amanda nancupil soto', 'PEDRO', 'b12345', 'AB-123456']) {
      const { body } = await ana.send(api.listPatients, { query: { search } });
      expect({ search, found: body.patients.map((one) => one._id) }).toEqual({ search, found: [_id] });
    }
    expect((await ana.send(api.listPatients, { query: { search: 'amanda nancupil sosa' } })).body.total).toBe(0);
  });

  test('allows one number for each type of document', async () => {
    const ana = await payingProfessional();
    const rut = '12345678-5';
    await ana.hasPatient({ rut });
    expect((await ana.send(api.createPatient, { body: patientInput({ rut: '123456785' }) })).status).toBe(409);
    const passport = patientInput({ rut: '123456785', documentType: 'passport' });
    expect((await ana.send(api.createPatient, { body: passport })).status).toBe(201);
    expect((await ana.send(api.createPatient, { body: { ...passport, rut: '12345678-5' } })).status).toBe(409);
  });

  test.each([
    ['rut', 'PATIENT_EXISTS', 'Ya tienes un paciente con ese RUT'],
    ['passport', 'PATIENT_PASSPORT_EXISTS', 'Ya tienes un paciente con ese pasaporte'],
    ['dni', 'PATIENT_DNI_EXISTS', 'Ya tienes un paciente con ese DNI'],
  ] as const)('refuses a second %s by its name', async (documentType, code, error) => {
    const ana = await payingProfessional();
    const body = patientInput({ rut: '12345678-5', documentType });
    await ana.hasPatient(body);
    const again = await ana.send(api.createPatient, { body });
    expect([again.status, again.error]).toMatchObject([409, { code, error, message: error }]);
    const { _id: id } = await ana.hasPatient();
    expect((await ana.send(api.updatePatient, { params: { id }, body })).error.code).toBe(code);
    const headings = [...PATIENT_HEADINGS, 'Tipo de documento'];
    const file = csvOf([headings, ['Luis', '12345678-5', '1/2/1990', '', documentType]]);
    const preview = await ana.send(importPatients, { query: { dryRun: 'true' }, body: { file } as never });
    const { problems } = preview.body as PatientImportPreview;
    expect(problems.map(({ message, documentType: type = 'rut' }) => [message, type])).toEqual([[error, documentType]]);
  });

  test('is in the agenda, among the drafts and in custody, and other calendars get the social name', async () => {
    const ana = await payingProfessional();
    const { _id: patientId, name } = await ana.hasPatient({ ...FILE, rut: 'AB123' });
    const { socialName } = FILE;
    const shown = { patientName: name, patientSocialName: socialName };
    const date = '2030-01-07';
    const appointment = { patientId, date, time: '09:00' };
    const created = await ana.send(createAppointment, { body: { ...appointment, overbooked: true } });
    const withDocument = { ...shown, patientRut: 'AB123', patientDocumentType: 'passport' };
    expect(created.body).toMatchObject(withDocument);
    expect((await ana.send(listAppointments, { query: { date } })).body).toEqual([created.body]);
    const change = { params: { id: created.body._id }, body: { status: 'confirmed' as const } };
    expect((await ana.send(changeAppointment, change)).body).toMatchObject(withDocument);

    const { body: link } = await ana.send(createCalendarLink, { body: { names: true } });
    await testApp.sql`update appointments set date = current_date where id = ${created.body._id}`;
    const { body: calendar } = await testApp.app.inject({ method: 'GET', url: new URL(link.url).pathname });
    expect(calendar).toContain(`SUMMARY:${socialName}\r\n`);

    const note = await ana.hasNote({ patientId });
    expect((await ana.send(listDrafts)).body).toMatchObject([shown]);
    await ana.send(finalizeClinicalNote, { params: { id: note._id } });
    await ana.send(api.deletePatient, { params: { id: patientId } });
    expect((await ana.send(listCustody)).body).toMatchObject([
      { name, socialName, rut: 'AB123', documentType: 'passport' },
    ]);
  });

  test('counts against the storage', async () => {
    const ana = await payingProfessional();
    const { _id: id, name, rut, birthDate } = await ana.hasPatient();
    const used = async () => (await ana.send(getStorageUse)).body.usedBytes;
    const before = await used();
    await ana.send(api.updatePatient, { params: { id }, body: { name, rut, birthDate, socialName: 'Amandá' } });
    expect((await used()) - before).toBe('Amandá'.length + 1 + 'amanda'.length);
  });
});

describe('ficha numbers', () => {
  test('are consecutive for each professional, also in imports and races, and are not given again', async () => {
    const [ana, eva] = await Promise.all([payingProfessional(), payingProfessional()]);
    const first = await ana.hasPatient();
    expect(first.fichaNumber).toBe(1);
    expect((await eva.hasPatient()).fichaNumber).toBe(1);
    const raced = await Promise.all(Array.from({ length: 5 }, () => ana.hasPatient()));
    expect(raced.map(({ fichaNumber }) => fichaNumber).sort()).toEqual([2, 3, 4, 5, 6]);

    const last = raced.find(({ fichaNumber }) => fichaNumber === 6);
    await ana.send(api.deletePatient, { params: { id: last?._id ?? '' } });
    const file = csvOf([PATIENT_HEADINGS, ...newRows(300)]);
    expect((await ana.send(importPatients, { body: { file } as never })).status).toBe(200);
    expect((await ana.hasPatient()).fichaNumber).toBe(307);
    const { body } = await ana.send(api.listPatients, { query: { limit: 200, page: 2 } });
    const numbers = body.patients.map(({ fichaNumber }) => fichaNumber);
    expect(new Set(numbers).size).toBe(body.total - 200);
  });

  test('are not used up by a refused creation', async () => {
    const ana = await payingProfessional();
    const { rut } = await ana.hasPatient();
    expect((await ana.send(api.createPatient, { body: patientInput({ rut }) })).status).toBe(409);
    expect((await ana.hasPatient()).fichaNumber).toBe(2);
  });

  test('never change, whatever the application sends', async () => {
    const ana = await payingProfessional();
    const { _id: id } = await ana.hasPatient();
    const change = testApp.deps.tenantTransaction(
      ana.user._id,
      (tx) => tx`update patients set ficha_number = 9 where owner_id = ${tx.owner} and id = ${id}`,
    );
    await expect(change).rejects.toThrow('never changes');
  });

  test('are given to the patients that exist, in the order of their creation', async () => {
    const database = await createEmptyDatabase({ inherits: false });
    const pool = database.connections.asSchemaOwner(1);
    const client = await pool.connect();
    await applyMigrations(client, undefined, 19);
    client.release();
    const [owner, other] = [randomUUID(), randomUUID()];
    for (const id of [owner, other]) {
      await database.sql`
        insert into users (id, role, name, email, password_hash, created_at)
        values (${id}, 'admin', 'Ana', ${`${id}@ejemplo.cl`}, 'x', now())`;
    }
    const insert = (of: string, rut: string, at: string) => database.sql`
      insert into patients (owner_id, id, name, folded_name, rut, compact_rut, birth_date, created_at)
      values (${of}, ${randomUUID()}, 'Rosa', 'rosa', ${rut}, ${rut}, '1980-01-01', ${at})`;
    await insert(owner, '22', '2026-02-01');
    await insert(owner, '11', '2026-01-01');
    await insert(other, '11', '2026-03-01');
    await migrate(database.connections);
    const rows = await database.sql`select rut, ficha_number from patients where owner_id = ${owner} order by rut`;
    expect([...rows]).toEqual([
      { rut: '11', ficha_number: 1 },
      { rut: '22', ficha_number: 2 },
    ]);
    const counts = await database.sql`select last_ficha_number from patient_counts order by 1`;
    expect([...counts]).toEqual([{ last_ficha_number: 1 }, { last_ficha_number: 2 }]);
    await pool.end();
    await database.close();
  });
});
