import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportPatientAccessLog, getPatientAccessLog } from '#contract/access-log';
import { reviewPrescriptions } from '#contract/allergy-warnings';
import type { Act } from '#contract/audit-acts';
import * as api from '#contract/clinical-notes';
import { updatePatient } from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const AMOXICILLIN = { medicamento: 'Amoval', dci: 'amoxicilina' };
const CEFADROXIL = { medicamento: 'Cefadroxilo 500 mg' };
const LOSARTAN = { medicamento: 'Losartán' };
/** The editor showed the allergy and asked about it. */
const KNOWN = { knownAllergies: 'Penicilina' };

async function recordedOf(patientId: string, recorded: Act) {
  const { body } = await ana.send(getPatientAccessLog, { params: { id: patientId } });
  return body
    .filter(({ act }) => act === recorded)
    .map(({ detail }) => detail)
    .reverse();
}

const questionsOf = (patientId: string) => recordedOf(patientId, 'clinical-note.prescribed-despite-allergy');

test('a prescription that a recorded allergy may concern is recorded once, when it is added', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'Penicilina' });
  const { _id: id } = await ana.hasNote({ patientId, prescriptions: [AMOXICILLIN, LOSARTAN], ...KNOWN });
  const first = { prescribed: 'Amoval', allergy: '«Penicilina» (penicilinas)' };
  expect(await questionsOf(patientId)).toEqual([first]);

  const save = (prescriptions: { medicamento: string; dosis?: string }[]) =>
    ana.send(api.updateClinicalNote, { params: { id }, body: { reason: 'Control', prescriptions, ...KNOWN } });
  await save([AMOXICILLIN, LOSARTAN]);
  expect(await questionsOf(patientId)).toEqual([first]);
  await save([LOSARTAN, CEFADROXIL, AMOXICILLIN]);
  const second = { prescribed: 'Cefadroxilo 500 mg', allergy: '«Penicilina» (cefalosporinas)' };
  expect(await questionsOf(patientId)).toEqual([first, second]);
  await save([AMOXICILLIN, CEFADROXIL, AMOXICILLIN]);
  expect(await questionsOf(patientId)).toEqual([first, second, first]);
  await save([{ ...AMOXICILLIN, dosis: '500 mg' }, CEFADROXIL, AMOXICILLIN]);
  await save([]);
  expect(await questionsOf(patientId)).toHaveLength(3);
});

test('a refused save records nothing, and the log has no medicine in the clear', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'Penicilina' });
  const { _id: id } = await ana.hasNote({ patientId });
  const body = { prescriptions: [AMOXICILLIN], ...KNOWN, version: 99 };
  expect((await ana.send(api.updateClinicalNote, { params: { id }, body })).status).toBe(409);
  expect(await questionsOf(patientId)).toEqual([]);

  await ana.send(api.updateClinicalNote, { params: { id }, body: { prescriptions: [AMOXICILLIN], ...KNOWN } });
  const [entry] = await testApp.sql<[{ id: string; row: string; detail: Buffer }]>`
    select e.id, row_to_json(e)::text as row, d.detail from audit_entries e
      join audit_details d on d.owner_id = e.owner_id and d.entry_id = e.id
     where e.subject_id = ${id} and e.act = 'clinical-note.prescribed-despite-allergy'`;
  expect(`${entry.row} ${entry.detail.toString('latin1')}`).not.toMatch(/amoval|penicilina/i);
});

test('a patient without recorded allergies has no such entry', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'Niega alergias' });
  await ana.hasNote({ patientId, prescriptions: [AMOXICILLIN], ...KNOWN });
  expect(await questionsOf(patientId)).toEqual([]);
});

const review = (id: string, prescriptions: { medicamento: string; dci?: string }[]) =>
  ana.send(reviewPrescriptions, { params: { id }, body: { prescriptions } });

test('choosing to review is recorded with the medicine, for what an allergy may concern alone', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'Penicilina' });
  expect((await review(patientId, [LOSARTAN, AMOXICILLIN, CEFADROXIL])).status).toBe(204);
  expect(await recordedOf(patientId, 'prescription.reviewed-for-allergy')).toEqual([
    { prescribed: 'Amoval', allergy: '«Penicilina» (penicilinas)' },
    { prescribed: 'Cefadroxilo 500 mg', allergy: '«Penicilina» (cefalosporinas)' },
  ]);
  const { body: csv } = await ana.send(exportPatientAccessLog, { params: { id: patientId } });
  expect(Buffer.from(csv).toString('utf8')).toMatch(/Revisó una receta por una alergia registrada.*«Amoval»/);
  expect(await questionsOf(patientId)).toEqual([]);
});

test('a medicine that is sent a hundred times is one entry, and a long word of the record is cut', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'cef'.padEnd(4990, 'a') });
  expect((await review(patientId, Array(100).fill(CEFADROXIL))).status).toBe(204);
  const word = 'cef'.padEnd(60, 'a');
  expect(await recordedOf(patientId, 'prescription.reviewed-for-allergy')).toEqual([
    { prescribed: 'Cefadroxilo 500 mg', allergy: `«${word}» (cefalosporinas)` },
  ]);
});

test('a review that no recorded allergy concerns leaves no entry', async () => {
  const { _id: patientId } = await ana.hasPatient();
  expect((await review(patientId, [AMOXICILLIN])).status).toBe(204);
  expect((await review(patientId, [])).status).toBe(204);
  expect(await recordedOf(patientId, 'prescription.reviewed-for-allergy')).toEqual([]);
});

const FINALIZED = 'clinical-note.finalized-despite-allergy';

/** A note that was written before the allergies were recorded. */
async function prescribedBefore(allergies: string, prescriptions: { medicamento: string; dci?: string }[]) {
  const input = patientInput();
  const { _id: patientId } = await ana.hasPatient(input);
  const { _id: id } = await ana.hasNote({ patientId, prescriptions });
  const recordAllergies = (text: string) =>
    ana.send(updatePatient, { params: { id: patientId }, body: { ...input, allergies: text } });
  await recordAllergies(allergies);
  const finalize = (body?: { asksAboutAllergies?: boolean }) =>
    ana.send(api.finalizeClinicalNote, { params: { id }, body });
  return { id, patientId, recordAllergies, finalize };
}

test('an allergy that was recorded after the prescription is asked for, and recorded when the note is finalised', async () => {
  const { id, patientId, finalize } = await prescribedBefore('Penicilina', [LOSARTAN, AMOXICILLIN]);
  const { status, error } = await finalize({ asksAboutAllergies: true });
  expect([status, error.code]).toEqual([409, 'ALLERGY_UNCONFIRMED']);
  expect(error.details).toEqual([{ field: 'prescriptions.1', message: 'Amoval: «Penicilina» (penicilinas)' }]);
  expect((await ana.send(api.getClinicalNote, { params: { id } })).body.status).toBe('draft');
  expect(await recordedOf(patientId, FINALIZED)).toEqual([]);

  expect((await finalize({ asksAboutAllergies: false })).body.status).toBe('finalized');
  expect(await recordedOf(patientId, FINALIZED)).toEqual([
    { prescribed: 'Amoval', allergy: '«Penicilina» (penicilinas)' },
  ]);
  expect(await questionsOf(patientId)).toEqual([]);
});

test('a client that does not ask finalises, and the access log has it', async () => {
  const { patientId, finalize } = await prescribedBefore('Penicilina', [AMOXICILLIN]);
  expect((await finalize()).status).toBe(200);
  expect(await recordedOf(patientId, FINALIZED)).toHaveLength(1);
});

test('what was added in spite of an allergy is not asked for again, also after the record was written anew', async () => {
  const { _id: patientId } = await ana.hasPatient({ allergies: 'Penicilina' });
  const { _id: id } = await ana.hasNote({ patientId, prescriptions: [AMOXICILLIN], ...KNOWN });
  const body = { ...patientInput(), allergies: 'Alergia a PENICILINA (2010)' };
  await ana.send(updatePatient, { params: { id: patientId }, body });
  const finalized = await ana.send(api.finalizeClinicalNote, { params: { id }, body: { asksAboutAllergies: true } });
  expect(finalized.status).toBe(200);
  expect(await recordedOf(patientId, FINALIZED)).toEqual([]);
});

test('a further allergy of a confirmed prescription is asked for', async () => {
  const { id, recordAllergies, finalize } = await prescribedBefore('Penicilina', []);
  await ana.send(api.updateClinicalNote, { params: { id }, body: { prescriptions: [AMOXICILLIN], ...KNOWN } });
  await recordAllergies('Penicilina, Amoval');
  const { error } = await finalize({ asksAboutAllergies: true });
  expect(error.details).toEqual([
    { field: 'prescriptions.0', message: 'Amoval: «Amoval», «Penicilina» (penicilinas)' },
  ]);
});

test.each([
  ['an editor that did not know the allergy', { knownAllergies: 'Sulfas' }],
  ['an editor that knew of none', { knownAllergies: '' }],
  ['a client that does not ask', {}],
])('a prescription that is added by %s is not recorded as chosen, and finalising asks', async (_, known) => {
  const { id, patientId, recordAllergies, finalize } = await prescribedBefore('', []);
  await recordAllergies('Sulfas, Penicilina');
  const body = { prescriptions: [AMOXICILLIN], ...known };
  const { body: saved } = await ana.send(api.updateClinicalNote, { params: { id }, body });
  expect(saved).not.toHaveProperty('knownAllergies');
  expect(await questionsOf(patientId)).toEqual([]);
  expect((await finalize({ asksAboutAllergies: true })).error.code).toBe('ALLERGY_UNCONFIRMED');
  expect((await finalize()).status).toBe(200);
  expect(await recordedOf(patientId, FINALIZED)).toHaveLength(1);
});

test('of several allergies, those that the editor knew are recorded at the save, and finalising asks about the others', async () => {
  const { id, patientId, recordAllergies, finalize } = await prescribedBefore('', []);
  await recordAllergies('Penicilina, Amoval');
  await ana.send(api.updateClinicalNote, { params: { id }, body: { prescriptions: [AMOXICILLIN], ...KNOWN } });
  expect(await questionsOf(patientId)).toEqual([{ prescribed: 'Amoval', allergy: '«Penicilina» (penicilinas)' }]);
  expect((await finalize({ asksAboutAllergies: true })).error.code).toBe('ALLERGY_UNCONFIRMED');
});

test('an allergy is asked for also after ten others that were confirmed', async () => {
  const drugs =
    'Ampicilina, Cloxacilina, Flucloxacilina, Piperacilina, Sultamicilina, Sulbactam, Tazobactam, Cefadroxilo';
  const known = `Penicilina, Bencilpenicilina, ${drugs}`;
  const { id, recordAllergies, finalize } = await prescribedBefore(known, []);
  const body = { prescriptions: [AMOXICILLIN], knownAllergies: known };
  await ana.send(api.updateClinicalNote, { params: { id }, body });
  await recordAllergies(`${known}, Cefalexina`);
  const { error } = await finalize({ asksAboutAllergies: true });
  expect(error.details?.[0]?.message).toMatch(/^Amoval: «Cefalexina» \(penicilinas\), /);
  await recordAllergies(known);
  expect((await finalize({ asksAboutAllergies: true })).status).toBe(200);
});
