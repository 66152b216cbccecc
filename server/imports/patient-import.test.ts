import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { createAppointment, listAppointments } from '#contract/agenda';
import { getStorageUse } from '#contract/billing';
import { createClinicalNote } from '#contract/clinical-notes';
import {
  importPatients,
  listPatientImports,
  type PatientImportPreview,
  undoPatientImport,
} from '#contract/imports/patient-import';
import { createPatient, deletePatient, listPatients, updatePatient } from '#contract/patients';
import { PAID_STORAGE_BYTES } from '#contract/plans';
import { csvOf, newRows, PATIENT_HEADINGS, patientImportOf, patientsCsv } from '#server/testing/import-files';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { xlsxFile } from '#server/testing/zip-file';

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

const importFile = (person: Person, file: Uint8Array, fields: Record<string, string> = {}) =>
  person.send(importPatients, { body: { file, ...fields } as never });

async function preview(person: Person, file: Uint8Array, fields: Record<string, string> = {}) {
  const { body } = await person.send(importPatients, { query: { dryRun: 'true' }, body: { file, ...fields } as never });
  return body as PatientImportPreview;
}

const undo = (person: Person, id: string) => person.send(undoPatientImport, { params: { id } });
const patientsOf = async (person: Person) => (await person.send(listPatients, { query: { limit: 200 } })).body;

describe('a file of patients', () => {
  test('is imported whole, from CSV or XLSX, and its patients are found', async () => {
    const ana = await payingProfessional();
    const [row = []] = newRows(1);
    const reply = await importFile(ana, csvOf([PATIENT_HEADINGS, ['Javiera Núñez', ...row.slice(1)], ...newRows(300)]));
    expect([reply.status, reply.body]).toMatchObject([200, { imported: 301 }]);
    expect((await importFile(ana, xlsxFile([PATIENT_HEADINGS, ...newRows(2)]))).body).toMatchObject({ imported: 2 });
    expect((await patientsOf(ana)).total).toBe(303);
    const { body } = await ana.send(listPatients, { query: { search: 'nunez' } });
    expect(body.patients).toMatchObject([{ name: 'Javiera Núñez', birthDate: '1980-05-10', phone: '+56 9 1234 5678' }]);
  });

  test('is only checked in a dry run', async () => {
    const ana = await payingProfessional();
    const { rut } = await ana.hasPatient();
    const rows = [...newRows(2), ['Luis', rut.replace('-', ''), '1/2/1990', ''], ['Eva', '1-1', '1/2/1990', '']];
    const file = csvOf([PATIENT_HEADINGS, ...rows]);
    expect(await preview(ana, file)).toMatchObject({
      rows: 4,
      ready: 2,
      columns: [{ field: 'name' }, { field: 'rut' }, { field: 'birthDate' }, { field: 'phone' }],
      problems: [
        { row: 4, field: 'rut', message: 'Ya tienes un paciente con ese RUT', value: rut, label: 'Luis' },
        { row: 5, field: 'rut', message: 'El dígito verificador no corresponde', value: '1-1', label: 'Eva' },
      ],
      problemCount: 2,
    });
    expect((await patientsOf(ana)).total).toBe(1);
  });

  test('with a problem is refused, unless it is corrected or left out with the number that the preview said', async () => {
    const ana = await payingProfessional();
    const file = csvOf([PATIENT_HEADINGS, ...newRows(2), ['Eva', '1-1', '1/2/1990', '']]);
    const refused = await importFile(ana, file);
    expect([refused.status, refused.error.code]).toEqual([409, 'IMPORT_PROBLEMS']);
    expect(refused.error.details).toEqual([{ field: '4.rut', message: 'El dígito verificador no corresponde' }]);
    expect((await importFile(ana, file, { ready: '3' })).error.code).toBe('IMPORT_CHANGED');
    expect((await patientsOf(ana)).total).toBe(0);

    expect((await importFile(ana, file, { ready: '2' })).body).toMatchObject({ imported: 2 });
    const corrections = JSON.stringify({ 4: { rut: '1-9' } });
    expect((await importFile(ana, file, { corrections, ready: '1' })).body).toMatchObject({ imported: 1 });
    expect((await patientsOf(ana)).total).toBe(3);
  });

  test('has its columns mapped by hand', async () => {
    const ana = await payingProfessional();
    const file = csvOf([['Quién', 'Carnet', 'Nació', 'Otro'], ...newRows(1)]);
    expect(await preview(ana, file)).toMatchObject({
      columns: [{ field: null }, { field: null }, { field: null }, { field: null }],
      ready: 0,
      problems: [
        { row: 0, field: 'name' },
        { row: 0, field: 'rut' },
        { row: 0, field: 'birthDate' },
      ],
    });
    const mapping = JSON.stringify(['name', 'rut', 'birthDate', null]);
    expect((await importFile(ana, file, { mapping, dateOrder: 'day-first' })).body).toMatchObject({ imported: 1 });
    const { patients } = await patientsOf(ana);
    expect(patients).toMatchObject([{ name: 'Rosa Díaz' }]);
    expect(patients[0]?.phone).toBeUndefined();
  });

  test.each([
    ['mapping', 'nada'],
    ['mapping', '["edad"]'],
    ['mapping', '{"0":"name"}'],
    ['corrections', '[1]'],
    ['corrections', '{"2":{"edad":"x"}}'],
    ['dateOrder', 'year-first'],
    ['ready', '-1'],
  ])('is refused with %s %s', async (field, value) => {
    const ana = await payingProfessional();
    const reply = await importFile(ana, patientsCsv(), { [field]: value });
    expect([reply.status, (await patientsOf(ana)).total]).toEqual([400, 0]);
  });

  test('that cannot be read is refused with its reason', async () => {
    const ana = await payingProfessional();
    const bomb = xlsxFile([], { sheet: `<a>${' '.repeat(80 * 1024 * 1024)}</a>` });
    expect((await importFile(ana, bomb)).error).toMatchObject({ code: 'IMPORT_TOO_LARGE' });
    expect((await importFile(ana, Buffer.alloc(12 * 1024 * 1024, 'a'))).status).toBe(413);
    expect((await importFile(ana, Buffer.from('Nombre\n'))).error.error).toBe(
      'El archivo no tiene registros para importar',
    );
  });
});

describe('the limits of the account', () => {
  test('are checked before anything is written, and shown in the preview', async () => {
    const ana = await testApp.newProfessional();
    expect(await preview(ana, patientsCsv(2))).toMatchObject({ ready: 2, problems: [{ row: 0, field: 'plan' }] });
    const refused = await importFile(ana, patientsCsv(2));
    expect([refused.status, refused.error.code]).toEqual([403, 'PATIENT_LIMIT']);
    expect((await patientsOf(ana)).total).toBe(0);
    expect((await importFile(ana, patientsCsv(1))).body).toMatchObject({ imported: 1 });
    expect((await importFile(ana, patientsCsv(1))).status).toBe(403);
  });

  test('include the storage, and a refused import leaves nothing', async () => {
    const ana = await payingProfessional();
    await ana.hasPatient();
    await testApp.sql`
      update storage_usage set bytes = ${PAID_STORAGE_BYTES - 1000} where owner_id = ${ana.user._id}`;
    const refused = await importFile(ana, patientsCsv(10));
    expect([refused.status, refused.error.code]).toEqual([403, 'QUOTA_REACHED']);
    expect((await patientsOf(ana)).total).toBe(1);
    expect((await ana.send(getStorageUse)).body.usedBytes).toBe(PAID_STORAGE_BYTES - 1000);
    expect((await ana.send(listPatientImports)).body).toEqual([]);
  });

  test('hold when the last place of the plan is taken at the same moment', async () => {
    const ana = await testApp.newProfessional();
    const replies = await Promise.all([
      importFile(ana, patientsCsv(1)),
      ...Array.from({ length: 4 }, () => ana.send(createPatient, { body: patientInput() })),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect((await patientsOf(ana)).total).toBe(1);
  });
});

test('of two imports of one file at the same moment, one is done', async () => {
  const ana = await payingProfessional();
  const file = patientsCsv(50);
  const replies = await Promise.all([importFile(ana, file), importFile(ana, file), importFile(ana, file)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await patientsOf(ana)).total).toBe(50);
});

test('the access log of each patient says that it was imported', async () => {
  const ana = await payingProfessional();
  await patientImportOf(ana, 3);
  const { patients } = await patientsOf(ana);
  const id = patients[1]?._id ?? '';
  await ana.send(updatePatient, { params: { id }, body: patientInput() });
  const log = async (query = {}) => (await ana.send(getPatientAccessLog, { params: { id }, query })).body;
  const written = (await log()).filter(({ act }) => act.startsWith('patient.'));
  expect(written).toMatchObject([{ act: 'patient.updated' }, { act: 'patient.imported', detail: { imported: 3 } }]);
  const [first] = await log({ limit: 1 });
  expect((await log({ before: first?.number })).at(-1)).toMatchObject({ act: 'patient.imported' });
  const entries = await testApp.sql`
    select from audit_entries where owner_id = ${ana.user._id} and act = 'patient.imported'`;
  expect(entries).toHaveLength(1);
});

describe('an import', () => {
  test('is undone as a whole', async () => {
    const ana = await payingProfessional();
    const kept = await ana.hasPatient({ name: 'Zoe' });
    const before = (await ana.send(getStorageUse)).body.usedBytes;
    const id = await patientImportOf(ana, 300);
    expect((await ana.send(listPatientImports)).body).toMatchObject([{ _id: id, count: 300 }]);
    // Who looks at the patients changes nothing.
    const { body } = await ana.send(listPatients);
    await ana.send(listAppointments, { query: { patientId: body.patients[0]?._id } });
    await testApp.deps.accessRecorder.flush();
    expect((await undo(ana, id)).status).toBe(204);
    expect(await patientsOf(ana)).toMatchObject({ total: 1, patients: [{ _id: kept._id }] });
    expect((await ana.send(getStorageUse)).body.usedBytes).toBe(before);
    const left = await testApp.sql`
      select from patient_suffixes where owner_id = ${ana.user._id} and patient_id <> ${kept._id}`;
    expect(left).toHaveLength(0);
    expect((await ana.send(listPatientImports)).body).toEqual([]);
    expect((await undo(ana, id)).status).toBe(404);
  });

  const changes: [string, (person: Person, patientId: string) => Promise<unknown>][] = [
    ['a note', ({ send }, patientId) => send(createClinicalNote, { body: { patientId, reason: 'Control' } })],
    ['a certificate', ({ hasCertificate }, patientId) => hasCertificate({ patientId })],
    [
      'an appointment',
      ({ send }, patientId) => send(createAppointment, { body: { patientId, date: '2030-01-07', time: '09:00' } }),
    ],
    ['an edit', ({ send }, id) => send(updatePatient, { params: { id }, body: patientInput() })],
  ];
  test.each(changes)('is not undone after %s', async (_, change) => {
    const ana = await payingProfessional();
    const id = await patientImportOf(ana, 3);
    const { patients } = await patientsOf(ana);
    await change(ana, patients[2]?._id ?? '');
    const refused = await undo(ana, id);
    expect([refused.status, refused.error.code]).toEqual([409, 'IMPORT_UNDO_CHANGED']);
    expect((await patientsOf(ana)).total).toBe(3);
  });

  test('is undone without the patients who were deleted since', async () => {
    const ana = await payingProfessional();
    const id = await patientImportOf(ana, 3);
    const { patients } = await patientsOf(ana);
    await ana.send(deletePatient, { params: { id: patients[0]?._id ?? '' } });
    expect((await undo(ana, id)).status).toBe(204);
    expect((await patientsOf(ana)).total).toBe(0);
  });

  test('is not undone after 24 hours', async () => {
    const ana = await payingProfessional();
    const id = await patientImportOf(ana);
    const yesterday = new Date(testApp.deps.now().getTime() - 24 * 3_600_000);
    await testApp.sql`update imports set imported_at = ${yesterday} where id = ${id}`;
    const refused = await undo(ana, id);
    expect([refused.status, refused.error.code]).toEqual([409, 'IMPORT_UNDO_EXPIRED']);
    expect((await ana.send(listPatientImports)).body).toEqual([]);
  });

  test('that is undone while a note is written loses neither a note nor its patient', async () => {
    const ana = await payingProfessional();
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const id = await patientImportOf(ana);
      const { patients } = await patientsOf(ana);
      const patientId = patients.at(-1)?._id ?? '';
      const note = () => ana.send(createClinicalNote, { body: { patientId, reason: 'Control' } });
      const pair = round % 2 ? [note(), undo(ana, id)] : [undo(ana, id), note()];
      const statuses = (await Promise.all(pair)).map(({ status }) => status);
      const [undone, written] = round % 2 ? statuses.reverse() : statuses;
      outcomes.add(`${undone} ${written}`);
      await ana.send(deletePatient, { params: { id: patientId } });
    }
    for (const outcome of outcomes) expect(['204 404', '409 201']).toContain(outcome);
  });

  test('of another professional is unknown, also to an administrator', async () => {
    const [ana, berta, admin] = [await payingProfessional(), await payingProfessional(), await testApp.newAdmin()];
    const id = await patientImportOf(ana, 2);
    expect([(await undo(berta, id)).status, (await undo(admin, id)).status]).toEqual([404, 404]);
    expect((await berta.send(listPatientImports)).body).toEqual([]);
    expect((await patientsOf(ana)).total).toBe(2);
  });
});
