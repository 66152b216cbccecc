import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/clinical-notes';
import { deletePatient } from '#contract/patients';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional({ rnpi: '763509', specialty: 'Medicina familiar' });
  await ana.pays();
});
afterAll(() => testApp.close());

const CONTENT = {
  reason: 'Dolor lumbar',
  anamnesis: 'Desde hace dos semanas.\nPeor al levantarse.',
  diagnoses: ['M54.5 - Lumbago no especificado', 'Contractura paravertebral'],
  plansAndIndications: 'Reposo relativo',
  prescriptions: [{ medicamento: 'Paracetamol 500 mg', dosis: '1 comprimido', posologia: 'cada 8 horas' }],
};

const read = async (id: string) => (await ana.send(api.getClinicalNote, { params: { id } })).body;
const save = (id: string, body: object) => ana.send(api.updateClinicalNote, { params: { id }, body });
const finalize = (id: string, body?: { version?: number }) =>
  ana.send(api.finalizeClinicalNote, { params: { id }, body });
const actsOn = (id: string) =>
  testApp.sql<{ act: string }[]>`select act from audit_entries where subject_id = ${id} order by id`;

describe('a draft', () => {
  test('is created, and read back with the same content', async () => {
    const patient = await ana.hasPatient();
    const { status, body } = await ana.send(api.createClinicalNote, { body: { patientId: patient._id, ...CONTENT } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...CONTENT, patientId: patient._id, status: 'draft', version: 1 });
    expect(body.date).toBe(body.createdAt);
    expect(await read(body._id)).toEqual(body);
    expect((await actsOn(body._id)).map(({ act }) => act)).toEqual(['clinical-note.created']);
  });

  test('may be empty; blank fields are left out', async () => {
    const note = await ana.hasNote({
      reason: '  ',
      anamnesis: '',
      prescriptions: [{ medicamento: 'Losartán', dosis: ' ' }],
    });
    expect(note).toMatchObject({ diagnoses: [], prescriptions: [{ medicamento: 'Losartán' }] });
    expect(note).not.toHaveProperty('reason');
    expect(note).not.toHaveProperty('anamnesis');
    expect(note.prescriptions[0]).not.toHaveProperty('dosis');
  });

  test('keeps every field of a prescription; one that is not permanent says nothing about it', async () => {
    const complete = {
      medicamento: 'Amoval',
      dci: 'amoxicilina',
      formaFarmaceutica: 'Cápsula',
      concentracion: '500 mg',
      via: 'Oral',
      cantidad: '21 cápsulas',
      permanente: true,
    };
    const { _id } = await ana.hasNote({ prescriptions: [complete, { medicamento: 'Losartán', permanente: false }] });
    const stored = await read(_id);
    expect(stored.prescriptions).toEqual([complete, { medicamento: 'Losartán' }]);
    const { body } = await ana.send(api.listClinicalNotes, { params: { id: stored.patientId } });
    expect(body.find((note) => note._id === _id)?.prescriptions[0]).toEqual(complete);
  });

  test('is replaced as a whole: fields that are left out are cleared', async () => {
    const { _id } = await ana.hasNote(CONTENT);
    const { status, body } = await save(_id, { reason: 'Control' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ reason: 'Control', diagnoses: [], prescriptions: [], version: 2 });
    expect(body).not.toHaveProperty('anamnesis');
  });

  test('stores the code of a diagnosis apart from its text when the catalogue has both', async () => {
    await testApp.sql`
      insert into cie10_codes (code, description, source, words)
      values ('M54.5', 'Lumbago no especificado', 'base', ''), ('T12', 'Fractura de miembro inferior', 'base', '')`;
    const diagnosesOf = async (id: string) => {
      const [row] = await testApp.sql<[{ content: Buffer }]>`select content from clinical_notes where id = ${id}`;
      const place = { table: 'clinical_notes', column: 'content', owner: ana.user._id, row: id };
      return JSON.parse(testApp.deps.cipher.decrypt(row.content, place)).diagnoses;
    };
    const lumbago = { system: 'CIE-10', code: 'M54.5', display: 'Lumbago no especificado' };
    const { _id } = await ana.hasNote({ diagnoses: [...CONTENT.diagnoses, 'T12 - fractura por compresión'] });
    expect(await diagnosesOf(_id)).toEqual([
      lumbago,
      { text: 'Contractura paravertebral' },
      { text: 'T12 - fractura por compresión' },
    ]);

    await testApp.sql`update cie10_codes set description = 'Otras palabras'`;
    await save(_id, { diagnoses: ['M54.5 - Lumbago no especificado'] });
    expect(await diagnosesOf(_id)).toEqual([lumbago]);
    await testApp.sql`delete from cie10_codes`;
  });

  test('does not move to another patient', async () => {
    const note = await ana.hasNote();
    const { status, error } = await save(note._id, { patientId: (await ana.hasPatient())._id });
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field: 'patientId', message: 'Pertenece a otro paciente' }]);
    expect((await save(note._id, { patientId: note.patientId, reason: 'Igual' })).status).toBe(200);
  });

  test.each([
    [{ diagnoses: ['  '] }, 'diagnoses.0', 'El diagnóstico no puede estar vacío'],
    [{ prescriptions: [{ dosis: '1' }] }, 'prescriptions.0.medicamento', 'El nombre del medicamento es obligatorio'],
    [{ diagnoses: Array(101).fill('x') }, 'diagnoses', 'Una nota puede tener a lo más 100 diagnósticos'],
    [{ anamnesis: 'a'.repeat(50_001) }, 'anamnesis', 'No puede superar los 50000 caracteres'],
  ])('refuses invalid content: %#', async (wrong, field, message) => {
    const { _id: patientId } = await ana.hasPatient();
    const { status, error } = await ana.send(api.createClinicalNote, { body: { patientId, ...wrong } as never });
    expect(status).toBe(400);
    expect(error.details).toEqual([{ field, message }]);
  });

  test('accepts the longest possible texts', async () => {
    const long = { anamnesis: 'ñ'.repeat(50_000), plansAndIndications: 'á'.repeat(50_000) };
    expect(await ana.hasNote(long)).toMatchObject(long);
  });

  test('is audited at most every ten minutes while it is saved continuously', async () => {
    const { _id } = await ana.hasNote();
    for (const reason of ['a', 'ab', 'abc']) {
      await save(_id, { reason });
      testApp.passTime(4 * 60 * 1000);
    }
    await save(_id, { reason: 'abcd' });
    await save(_id, { reason: 'abcd' });
    expect((await read(_id)).version).toBe(5);
    expect((await actsOn(_id)).map(({ act }) => act)).toEqual(['clinical-note.created', 'clinical-note.updated']);
  });
});

describe('two windows', () => {
  test('the second save is a conflict, and the first one stays', async () => {
    const note = await ana.hasNote();
    expect((await save(note._id, { reason: 'Ventana uno', version: note.version })).body.version).toBe(2);
    const second = await save(note._id, { reason: 'Ventana dos', version: note.version });
    expect(second.status).toBe(409);
    expect(second.error).toMatchObject({ code: 'DRAFT_CHANGED', error: 'El contenido cambió en otra ventana' });
    expect((await read(note._id)).reason).toBe('Ventana uno');
    expect((await finalize(note._id, { version: note.version })).error.code).toBe('DRAFT_CHANGED');
  });

  test('a save without a version is accepted', async () => {
    const { _id } = await ana.hasNote();
    await save(_id, { reason: 'Uno' });
    expect((await save(_id, { reason: 'Dos' })).body).toMatchObject({ reason: 'Dos', version: 3 });
  });

  test('of ten simultaneous saves of one version, one is accepted', async () => {
    const { _id, version } = await ana.hasNote();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => save(_id, { reason: `n.º ${i}`, version })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe("a patient's notes", () => {
  test('are listed newest first', async () => {
    const { _id: patientId } = await ana.hasPatient();
    for (const reason of ['Primera', 'Segunda', 'Tercera']) {
      await ana.hasNote({ patientId, reason });
      testApp.passTime(1000);
    }
    await ana.hasNote();
    const { body } = await ana.send(api.listClinicalNotes, { params: { id: patientId } });
    expect(body.map(({ reason }) => reason)).toEqual(['Tercera', 'Segunda', 'Primera']);
  });

  test('are listed with shortened texts', async () => {
    const long = {
      reason: 'r'.repeat(5000),
      anamnesis: 'a'.repeat(50_000),
      diagnoses: Array.from({ length: 100 }, (_, i) => `${i} ${'d'.repeat(400)}`),
      prescriptions: Array.from({ length: 100 }, () => ({ medicamento: 'm', indicacionesUso: 'i'.repeat(2000) })),
    };
    const note = await ana.hasNote(long);
    const [listed] = (await ana.send(api.listClinicalNotes, { params: { id: note.patientId } })).body;
    expect(listed).toMatchObject({ _id: note._id, version: 1, reason: `${'r'.repeat(499)}…` });
    expect(listed?.anamnesis).toHaveLength(500);
    expect(listed?.diagnoses).toHaveLength(20);
    expect(listed?.prescriptions).toHaveLength(20);
    expect(JSON.stringify(listed).length).toBeLessThan(40_000);
    expect(await read(note._id)).toMatchObject(long);
  });

  test('drafts are deleted with the patient; finalised notes stay in custody and cannot be read', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const draft = await ana.hasNote({ patientId });
    const kept = await ana.hasNote({ patientId });
    await finalize(kept._id);
    expect((await ana.send(deletePatient, { params: { id: patientId } })).status).toBe(204);

    const rows = await testApp.sql`select id, status from clinical_notes where id in (${draft._id}, ${kept._id})`;
    expect([...rows]).toEqual([{ id: kept._id, status: 'finalized' }]);
    expect((await ana.send(api.getClinicalNote, { params: { id: kept._id } })).status).toBe(404);
    expect((await ana.send(api.listClinicalNotes, { params: { id: patientId } })).status).toBe(404);
    expect((await save(kept._id, {})).status).toBe(404);
    expect((await finalize(kept._id)).status).toBe(404);
  });
});

describe('the plan', () => {
  test('allows writing to a paid account, and to a free one within its patient limit', async () => {
    const berta = await testApp.newProfessional();
    const permission = async () => (await berta.send(api.canWriteClinically)).body;
    expect(await permission()).toEqual({ canCreate: true, message: '' });
    await berta.pays();
    await Promise.all([berta.hasPatient(), berta.hasPatient()]);
    expect(await permission()).toEqual({ canCreate: true, message: '' });

    await testApp.sql`update subscriptions set expires_at = ${testApp.deps.now()} where owner_id = ${berta.user._id}`;
    expect(await permission()).toEqual({
      canCreate: false,
      message: 'Las funciones clínicas multipaciente requieren una cuenta Pro.',
    });
  });

  test('allows reading and not writing after it ended with too many patients', async () => {
    const berta = await testApp.newProfessional();
    await berta.pays();
    const note = await berta.hasNote();
    const done = await berta.hasNote({ patientId: note.patientId });
    await berta.send(api.finalizeClinicalNote, { params: { id: done._id } });
    await berta.hasPatient();
    await testApp.sql`update subscriptions set expires_at = now() where owner_id = ${berta.user._id}`;

    const params = { id: note._id };
    const refusals = await Promise.all([
      berta.send(api.createClinicalNote, { body: { patientId: note.patientId } }),
      berta.send(api.updateClinicalNote, { params, body: { reason: 'x' } }),
      berta.send(api.finalizeClinicalNote, { params }),
    ]);
    for (const { status, error } of refusals) {
      expect({ status, ...error }).toMatchObject({
        status: 403,
        code: 'CLINICAL_LIMIT',
        error: 'Las funciones clínicas multipaciente requieren una cuenta Pro.',
      });
    }
    expect((await berta.send(api.getClinicalNote, { params })).body).toEqual(note);
    expect((await berta.send(api.listClinicalNotes, { params: { id: note.patientId } })).body).toHaveLength(2);
  });
});
