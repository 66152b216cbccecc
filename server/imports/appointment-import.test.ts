import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changeAppointment, createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import {
  type AppointmentImportPreview,
  importAppointments,
  listAppointmentImports,
  undoAppointmentImport,
} from '#contract/imports/appointment-import';
import { ImportResult } from '#contract/imports/imports';
import { undoPatientImport } from '#contract/imports/patient-import';
import { listPatients } from '#contract/patients';
import { appointmentImportOf, icsOf, patientImportOf } from '#server/testing/import-files';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-11-16T15:00:00Z') });
});
afterAll(() => testApp.close());

async function payingProfessional() {
  const person = await testApp.newProfessional();
  await person.pays();
  return person;
}

const event = (title: string, start: string, end: string) => [`SUMMARY:${title}`, `DTSTART:${start}`, `DTEND:${end}`];
const send = (person: Person, file: Uint8Array, fields: Record<string, string> = {}, query = {}) =>
  person.send(importAppointments, { query, body: { file, ...fields } as never });
const preview = async (person: Person, file: Uint8Array, fields: Record<string, string> = {}) =>
  (await send(person, file, fields, { dryRun: 'true' })).body as AppointmentImportPreview;
const on = async (person: Person, date: string) => (await person.send(listAppointments, { query: { date } })).body;

test('an event with a RUT is of the patient with that RUT, not of one whose passport has the same number', async () => {
  const ana = await payingProfessional();
  const rosa = await ana.hasPatient({ name: 'Rosa Díaz', rut: '12345678-5' });
  await ana.hasPatient({ name: 'Peter Smith', rut: '123456785', documentType: 'passport' });
  const file = icsOf(event('Control 12.345.678-5', '20261120T090000', '20261120T093000'));
  await send(ana, file);
  expect((await on(ana, '2026-11-20')).map(({ patientId }) => patientId)).toEqual([rosa._id]);
});

test('an event with a social name is of the patient who has it', async () => {
  const ana = await payingProfessional();
  const amanda = await ana.hasPatient({ name: 'Pedro Soto', socialName: 'Amanda Soto' });
  await send(ana, icsOf(event('Control Amanda Soto', '20261120T090000', '20261120T093000')));
  expect((await on(ana, '2026-11-20')).map(({ patientId }) => patientId)).toEqual([amanda._id]);
});

test('a calendar is checked, corrected and imported, and undone as a whole', async () => {
  const ana = await payingProfessional();
  const [rosa, luis] = [await ana.hasPatient({ name: 'Rosa Díaz' }), await ana.hasPatient({ name: 'Luis Rojas' })];
  const file = icsOf(
    event('Rosa Díaz', '20261120T090000', '20261120T095000'),
    event('Control Luis Rojas', '20261120T093000', '20261120T100000'),
    event('Almuerzo', '20261120T130000', '20261120T140000'),
    event('Luis Rojas', '20261121T091500', '20261121T100000'),
    event('Rosa Díaz', '20260101T090000', '20260101T100000'),
  );
  expect(await preview(ana, file)).toMatchObject({
    from: '2026-11-16',
    rows: 4,
    ready: 1,
    skipped: 1,
    problemCount: 3,
    problems: [
      {
        row: 2,
        field: 'time',
        message: 'Ya existe una cita en ese horario',
        label: 'Control Luis Rojas',
        date: '2026-11-20',
        time: '09:30',
      },
      { row: 3, field: 'patientId', label: 'Almuerzo', date: '2026-11-20', time: '13:00' },
      { row: 4, field: 'time', value: '09:15' },
    ],
  });
  expect((await send(ana, file)).error.code).toBe('IMPORT_PROBLEMS');
  const corrections = JSON.stringify({
    2: { time: '11:00' },
    3: { patientId: luis._id },
    4: { time: '09:00' },
  });
  expect((await send(ana, file, { corrections, from: '2026-11-15' })).error.code).toBe('IMPORT_CHANGED');
  const { body } = await send(ana, file, { corrections, from: '2026-11-16', ready: '4' });
  expect(body).toMatchObject({ imported: 4 });
  expect(await on(ana, '2026-11-20')).toMatchObject([
    { time: '09:00', duration: 60, patientId: rosa._id },
    { time: '11:00', duration: 30, patientId: luis._id },
    { time: '13:00', duration: 60, patientId: luis._id },
  ]);
  const log = (await ana.send(getPatientAccessLog, { params: { id: luis._id } })).body;
  expect(log.filter(({ act }) => act === 'appointment.imported')).toHaveLength(3);
  expect((await preview(ana, file, { corrections })).ready).toBe(0);

  const [made] = (await ana.send(listAppointmentImports)).body;
  expect(made).toMatchObject({ count: 4 });
  const [first] = await on(ana, '2026-11-20');
  await ana.send(deleteAppointment, { params: { id: first?._id ?? '' }, query: {} });
  expect((await ana.send(undoAppointmentImport, { params: { id: made?._id ?? '' } })).status).toBe(204);
  expect([await on(ana, '2026-11-20'), await on(ana, '2026-11-21')]).toEqual([[], []]);
});

test("a correction does not reach another professional's patient", async () => {
  const [ana, berta] = [await payingProfessional(), await payingProfessional()];
  const { _id: patientId } = await berta.hasPatient();
  const file = icsOf(event('Nadie', '20261120T090000', '20261120T093000'));
  const refused = await send(ana, file, { corrections: JSON.stringify({ 1: { patientId } }) });
  expect([refused.status, refused.error.details?.[0]?.field]).toEqual([409, '1.patientId']);
  expect(await preview(ana, file, { corrections: '{"1":{"patientId":"x"}}' })).toMatchObject({ ready: 0 });
});

test('cancelled and overbooked appointments are no conflict, and a change of an imported one keeps it', async () => {
  const ana = await payingProfessional();
  const { _id: patientId } = await ana.hasPatient({ name: 'Rosa Díaz' });
  const booking = { patientId, date: '2026-11-20', time: '09:00' };
  const { body: cancelled } = await ana.send(createAppointment, { body: booking });
  await ana.send(changeAppointment, { params: { id: cancelled._id }, body: { status: 'cancelled' } });
  await ana.send(createAppointment, { body: { ...booking, overbooked: true } });
  const { status } = await send(ana, icsOf(event('Rosa Díaz', '20261120T090000', '20261120T093000')));
  expect(status).toBe(200);
  const imported = (await on(ana, '2026-11-20')).find(({ overbooked }) => !overbooked);
  await ana.send(changeAppointment, { params: { id: imported?._id ?? '' }, body: { status: 'confirmed' } });
  const [made] = (await ana.send(listAppointmentImports)).body;
  const refused = await ana.send(undoAppointmentImport, { params: { id: made?._id ?? '' } });
  expect([refused.status, refused.error.code]).toEqual([409, 'IMPORT_UNDO_CHANGED']);
});

test('a calendar that takes long is refused, and does not keep another account from importing', async () => {
  const [ana, berta] = [await payingProfessional(), await payingProfessional()];
  await berta.hasPatient({ name: 'Rosa Díaz' });
  // A day that never comes is looked for in every second.
  const endless = icsOf(['DTSTART:20261120T090000', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30']);
  const slow = [send(ana, endless, {}, { dryRun: 'true' }), send(ana, endless, {}, { dryRun: 'true' })];
  const { status } = await send(berta, icsOf(event('Rosa Díaz', '20261120T090000', '20261120T093000')));
  expect(status).toBe(200);
  for (const reply of await Promise.all(slow)) expect(reply.error.code).toBe('IMPORT_TOO_SLOW');
});

test('of two imports of one calendar at the same moment, one is done', async () => {
  const ana = await payingProfessional();
  await ana.hasPatient({ name: 'Rosa Díaz' });
  const file = icsOf(event('Rosa Díaz', '20261120T090000', '20261120T093000'));
  const replies = await Promise.all([send(ana, file), send(ana, file)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await on(ana, '2026-11-20')).toHaveLength(1);
});

test('imported patients are undone after their imported appointments, and not before or when one was added', async () => {
  const ana = await payingProfessional();
  const id = await patientImportOf(ana);
  const { patients } = (await ana.send(listPatients)).body;
  const [patient] = patients;
  const file = icsOf(event(`Control ${patient?.rut}`, '20261120T090000', '20261120T093000'));
  const undo = () => ana.send(undoPatientImport, { params: { id } });
  const importAndUndo = async () => {
    const { importId } = ImportResult.parse((await send(ana, file)).body);
    expect((await undo()).error.code).toBe('IMPORT_UNDO_CHANGED');
    expect((await ana.send(undoAppointmentImport, { params: { id: importId } })).status).toBe(204);
  };
  await importAndUndo();
  const body = { patientId: patient?._id ?? '', date: '2026-11-20', time: '10:00' };
  const { _id: added } = (await ana.send(createAppointment, { body })).body;
  expect((await undo()).error.code).toBe('IMPORT_UNDO_CHANGED');
  await ana.send(deleteAppointment, { params: { id: added }, query: {} });
  // The access log says that somebody worked with the patient.
  expect((await undo()).error.code).toBe('IMPORT_UNDO_CHANGED');

  const berta = await payingProfessional();
  const other = await patientImportOf(berta);
  const [own] = (await berta.send(listPatients)).body.patients;
  const calendar = icsOf(event(`Control ${own?.rut}`, '20261120T090000', '20261120T093000'));
  const { importId } = ImportResult.parse((await send(berta, calendar)).body);
  await berta.send(undoAppointmentImport, { params: { id: importId } });
  expect((await berta.send(undoPatientImport, { params: { id: other } })).status).toBe(204);
});

test('imported patients with imported appointments are not undone, and neither are the imports of others', async () => {
  const [ana, berta] = [await payingProfessional(), await payingProfessional()];
  const id = await patientImportOf(ana);
  const { patients } = (await ana.send(listPatients)).body;
  const file = icsOf(event(`Control ${patients[0]?.rut}`, '20261120T090000', '20261120T093000'));
  expect((await send(ana, file)).body).toMatchObject({ imported: 1 });
  expect((await ana.send(undoPatientImport, { params: { id } })).error.code).toBe('IMPORT_UNDO_CHANGED');

  const own = await appointmentImportOf(berta);
  expect((await ana.send(undoAppointmentImport, { params: { id: own } })).status).toBe(404);
  expect((await berta.send(undoPatientImport, { params: { id: own } })).status).toBe(404);
});
