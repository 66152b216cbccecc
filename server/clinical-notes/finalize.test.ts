import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import * as api from '#contract/clinical-notes';
import { updatePatient } from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional({
    name: 'Ana Pérez',
    rut: '12.345.678-5',
    rnpi: '763509',
    specialty: 'Familiar',
  });
  await ana.pays();
});
afterAll(() => testApp.close());

const read = async (id: string) => (await ana.send(api.getClinicalNote, { params: { id } })).body;
const save = (id: string, body: object) => ana.send(api.updateClinicalNote, { params: { id }, body });
const finalize = (id: string) => ana.send(api.finalizeClinicalNote, { params: { id } });

describe('finalising', () => {
  test('records who, when, and the hash of the canonical content with both parties', async () => {
    const input = patientInput({ name: 'Rosa Díaz', sex: 'femenino', address: 'Picarte 100, Valdivia' });
    const patient = await ana.hasPatient(input);
    await testApp.sql`
      insert into cie10_codes (code, description, source, words)
      values ('Z00.1', 'Control de salud de rutina del niño', 'base', '')`;
    const draft = await ana.hasNote({
      patientId: patient._id,
      reason: 'Control de nin\u0303o sano',
      anamnesis: 'Uno\r\nDos',
      diagnoses: ['Z00.1 - Control de salud de rutina del niño'],
    });
    const { status, body } = await finalize(draft._id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'finalized', reason: 'Control de niño sano' });

    const [row] = await testApp.sql<[{ finalized_by: string; finalized_at: Date; record: Buffer }]>`
      select finalized_by, finalized_at, record from clinical_notes where id = ${draft._id}`;
    expect(row.finalized_by).toBe(ana.user._id);
    expect(row.finalized_at.toISOString()).toBe(body.finalizedAt);
    const place = { table: 'clinical_notes', column: 'record', owner: ana.user._id, row: draft._id };
    const record = testApp.deps.cipher.decrypt(row.record, place);
    expect(body.contentHash).toBe(createHash('sha256').update(record).digest('hex'));
    expect(JSON.parse(record)).toEqual({
      kind: 'clinical-note',
      id: draft._id,
      createdAt: draft.createdAt,
      finalizedAt: body.finalizedAt,
      professional: {
        name: 'Ana Pérez',
        rut: '12345678-5',
        rnpi: '763509',
        profession: 'Médicos/as',
        specialty: 'Familiar',
        city: 'Valdivia',
        region: 'Región de Los Ríos',
        timeZone: 'America/Santiago',
      },
      patient: {
        name: 'Rosa Díaz',
        rut: patient.rut,
        documentType: 'rut',
        fichaNumber: patient.fichaNumber,
        birthDate: '1980-05-10',
        sex: 'femenino',
        address: 'Picarte 100, Valdivia',
      },
      authentication: { at: expect.any(String) },
      content: {
        reason: 'Control de niño sano',
        anamnesis: 'Uno\nDos',
        diagnoses: [{ system: 'CIE-10', code: 'Z00.1', display: 'Control de salud de rutina del niño' }],
        prescriptions: [],
      },
    });
    const [audit] = await testApp.sql`
      select actor_id from audit_entries where subject_id = ${draft._id} and act = 'clinical-note.finalized'`;
    expect(audit).toEqual({ actor_id: ana.user._id });

    await ana.send(updatePatient, { params: { id: patient._id }, body: { ...input, name: 'Rosa Díaz Soto' } });
    expect((await read(draft._id)).contentHash).toBe(body.contentHash);
  });

  test('by an id in capitals records the same snapshot', async () => {
    const { _id } = await ana.hasNote();
    const { body } = await finalize(_id.toUpperCase());
    const [row] = await testApp.sql<[{ record: Buffer }]>`select record from clinical_notes where id = ${_id}`;
    const place = { table: 'clinical_notes', column: 'record', owner: ana.user._id, row: _id };
    const record = testApp.deps.cipher.decrypt(row.record, place);
    expect(JSON.parse(record).id).toBe(_id);
    expect(body.contentHash).toBe(createHash('sha256').update(record).digest('hex'));
  });

  test('is never earlier than the last save', async () => {
    const notes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { _id } = await ana.hasNote();
        await Promise.all([save(_id, { reason: 'Uno' }), save(_id, { reason: 'Dos' }), finalize(_id)]);
        return read(_id);
      }),
    );
    for (const { updatedAt, finalizedAt = '' } of notes) expect(finalizedAt >= updatedAt).toBe(true);
  });

  test('is irreversible: every write is refused with 409', async () => {
    const { _id } = await ana.hasNote();
    const done = (await finalize(_id)).body;
    for (const refused of [await save(_id, { reason: 'Tarde' }), await save(_id, {}), await finalize(_id)]) {
      expect(refused.status).toBe(409);
      expect(refused.error).toMatchObject({
        code: 'CLINICAL_NOTE_FINALIZED',
        error: 'No se puede modificar una nota finalizada',
      });
    }
    expect(await read(_id)).toEqual(done);
  });

  test('needs some content', async () => {
    const { _id } = await ana.hasNote({ reason: undefined });
    const { status, error } = await finalize(_id);
    expect(status).toBe(400);
    expect(error.error).toBe('Completa la nota antes de guardarla definitivamente');
    expect((await read(_id)).status).toBe('draft');
  });

  test('of twenty simultaneous requests, one finalises', async () => {
    const { _id } = await ana.hasNote();
    const replies = await Promise.all(Array.from({ length: 20 }, () => finalize(_id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('a save that races with it is either part of the snapshot or refused', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const { _id } = await ana.hasNote({ reason: 'Antes' });
        const saving = () => save(_id, { reason: 'Después' });
        const [first, second] = i % 2 ? [saving, () => finalize(_id)] : [() => finalize(_id), saving];
        const [one, two] = await Promise.all([first(), second()]);
        const [saved, finalized] = i % 2 ? [one, two] : [two, one];
        const [row] = await testApp.sql<[{ record: Buffer }]>`select record from clinical_notes where id = ${_id}`;
        const place = { table: 'clinical_notes', column: 'record', owner: ana.user._id, row: _id };
        const snapshot = JSON.parse(testApp.deps.cipher.decrypt(row.record, place)).content.reason;
        return { saved: saved.status, finalized: finalized.status, snapshot, now: (await read(_id)).reason };
      }),
    );
    for (const { saved, finalized, snapshot, now } of outcomes) {
      expect(finalized).toBe(200);
      expect({ snapshot, now }).toEqual(
        saved === 200 ? { snapshot: 'Después', now: 'Después' } : { snapshot: 'Antes', now: 'Antes' },
      );
      expect([200, 409]).toContain(saved);
    }
    expect(new Set(outcomes.map(({ saved }) => saved))).toEqual(new Set([200, 409]));
  }, 30_000);
});

describe('the appointment of a note', () => {
  const appointmentOf = async (patientId: string, time: string) =>
    (await ana.send(createAppointment, { body: { patientId, date: '2030-01-07', time } })).body._id;
  const statusOf = async (id: string) =>
    (await testApp.sql<[{ status: string }]>`select status from appointments where id = ${id}`)[0].status;
  const statusEntries = (id: string) =>
    testApp.sql`select from audit_entries where subject_id = ${id} and act = 'appointment.status-changed'`;

  test('becomes attended when the note is finalised, with an entry in the access log', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const appointmentId = await appointmentOf(patientId, '09:00');
    const note = await ana.hasNote({ patientId, appointmentId });
    expect(await statusOf(appointmentId)).toBe('scheduled');
    expect((await finalize(note._id)).status).toBe(200);
    expect(await statusOf(appointmentId)).toBe('attended');
    expect(await statusEntries(appointmentId)).toHaveLength(1);
    const second = await ana.hasNote({ patientId, appointmentId });
    expect((await finalize(second._id)).status).toBe(200);
    expect(await statusEntries(appointmentId)).toHaveLength(1);
  });

  test('is named by the note', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const appointmentId = await appointmentOf(patientId, '08:00');
    const note = await ana.hasNote({ patientId, appointmentId });
    expect(note.appointmentId).toBe(appointmentId);
    const { body: read } = await ana.send(api.getClinicalNote, { params: { id: note._id } });
    expect(read.appointmentId).toBe(appointmentId);
    expect((await ana.hasNote({ patientId })).appointmentId).toBeUndefined();
  });

  test('stays cancelled, and one that was deleted does not keep the note from being finalised', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const [cancelled, deleted] = [await appointmentOf(patientId, '10:00'), await appointmentOf(patientId, '11:00')];
    const notes = [];
    for (const appointmentId of [cancelled, deleted]) notes.push(await ana.hasNote({ patientId, appointmentId }));
    await ana.send(changeAppointment, { params: { id: cancelled }, body: { status: 'cancelled' } });
    await ana.send(deleteAppointment, { params: { id: deleted } });
    for (const note of notes) expect((await finalize(note._id)).status).toBe(200);
    expect(await statusOf(cancelled)).toBe('cancelled');
  });

  test('stays as it was when finalising fails', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const appointmentId = await appointmentOf(patientId, '12:00');
    const blank = await ana.hasNote({ patientId, appointmentId, reason: '' });
    expect((await finalize(blank._id)).status).toBe(400);
    expect(await statusOf(appointmentId)).toBe('scheduled');
  });

  test('is one of the same patient and the same professional', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const { _id: other } = await ana.hasPatient();
    const berta = await testApp.newProfessional();
    const { _id: hers } = await berta.hasPatient();
    const bertas = await berta.send(createAppointment, {
      body: { patientId: hers, date: '2030-01-07', time: '09:00' },
    });
    for (const appointmentId of [await appointmentOf(other, '13:00'), bertas.body._id, randomUUID()]) {
      const reply = await ana.send(api.createClinicalNote, { body: { patientId, appointmentId, reason: 'Control' } });
      expect([reply.status, reply.error.code]).toEqual([400, 'INVALID_INPUT']);
      expect(reply.error.details).toEqual([{ field: 'appointmentId', message: 'La cita no es de este paciente' }]);
    }
    expect(await testApp.sql`select from clinical_notes where patient_id = ${patientId}`).toHaveLength(0);
  });
});

describe('the database', () => {
  test('refuses to change or delete a finalised row, also for the owner of the schema', async () => {
    const { _id } = await ana.hasNote();
    const done = (await finalize(_id)).body;
    const attempt = (statement: (id: string) => Promise<unknown>) => expect(statement(_id)).rejects;
    await attempt((id) =>
      testApp.deps.tenantTransaction(ana.user._id, (tx) => tx`update clinical_notes set version = 9 where id = ${id}`),
    ).toThrow(/accepts no update/);
    await attempt((id) =>
      testApp.deps.tenantTransaction(
        ana.user._id,
        (tx) => tx`update clinical_notes set status = 'draft', finalized_at = null where id = ${id}`,
      ),
    ).toThrow(/accepts no update/);
    await attempt((id) =>
      testApp.deps.tenantTransaction(ana.user._id, (tx) => tx`delete from clinical_notes where id = ${id}`),
    ).toThrow(/permission denied/);
    await attempt((id) => testApp.sql`delete from clinical_notes where id = ${id}`).toThrow(/accepts no delete/);
    await attempt((id) => testApp.sql`update clinical_notes set version = 9 where id = ${id}`).toThrow(
      /accepts no update/,
    );
    expect(await read(_id)).toEqual(done);
  });

  test('refuses to insert a finalised row', async () => {
    const { _id } = await ana.hasNote();
    await finalize(_id);
    const forged = testApp.deps.tenantTransaction(
      ana.user._id,
      (tx) => tx`
        insert into clinical_notes (owner_id, id, patient_id, status, content, preview, version, created_at, updated_at,
                                    recorded_at, finalized_at, finalized_by, record, content_hash)
        select owner_id, gen_random_uuid(), patient_id, status, content, preview, version, created_at, updated_at,
               recorded_at, finalized_at, finalized_by, record, content_hash
          from clinical_notes where id = ${_id}`,
    );
    await expect(forged).rejects.toThrow(/begins as a draft/);
  });

  test('refuses a finalised row without a snapshot', async () => {
    const { _id } = await ana.hasNote();
    await expect(testApp.sql`update clinical_notes set status = 'finalized' where id = ${_id}`).rejects.toThrow(
      /clinical_notes_finalized/,
    );
  });

  test('stores no clinical text in the clear', async () => {
    const words = ['zarzaparrilla', 'quirquincho', 'chilcadama', 'trompetero', 'alcachofado', 'murtilla'];
    const [reason, anamnesis, diagnosis, plansAndIndications, medicamento = '', indicacionesUso] = words;
    const firstLog = await currentLog();
    const note = await ana.hasNote({
      reason,
      anamnesis,
      plansAndIndications,
      diagnoses: [diagnosis ?? ''],
      prescriptions: [{ medicamento, indicacionesUso }],
    });
    await finalize(note._id);
    const marker = 'paladar-del-sur';
    await ana.hasPatient({ name: marker });
    const lastLog = await currentLog();
    const [{ folder, oid }] = await testApp.sql<[{ folder: string; oid: string }]>`
      select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()`;
    const wordsIn = async (paths: readonly string[]) => {
      const found = new Set<string>();
      for (const path of paths) {
        const bytes = await readFile(join(folder, path)).catch(() => Buffer.alloc(0));
        for (const word of [...words, marker]) if (bytes.includes(word)) found.add(word);
      }
      return [...found];
    };

    // The log is written to its file, and read before a checkpoint gives the file another name.
    await testApp.sql`select pg_switch_wal()`;
    const log = (await readdir(join(folder, 'pg_wal'))).filter((name) => firstLog <= name && name <= lastLog);
    const inLog = await wordsIn(log.map((name) => join('pg_wal', name)));
    await testApp.sql`checkpoint`;
    const inFiles = await wordsIn(await filesOf(folder, (path) => isOfDatabase(path, oid)));
    // Names are stored in the clear for the search. Finding one proves that the files were read.
    expect({ inLog, inFiles }).toEqual({ inLog: [marker], inFiles: [marker] });
  }, 60_000);
});

/** The file of PostgreSQL's write-ahead log that is written now. */
async function currentLog(): Promise<string> {
  const [{ name }] = await testApp.sql<[{ name: string }]>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`;
  return name;
}

/** Neither the log nor the files of another database. */
function isOfDatabase(path: string, oid: string): boolean {
  const [folder, name = oid] = path.split(sep);
  return folder === 'base' ? name === oid : folder !== 'pg_wal';
}

/** The files in a folder and its subfolders. A subfolder that is not included is not opened. */
async function filesOf(folder: string, isIncluded: (path: string) => boolean, under = ''): Promise<string[]> {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(under, entry.name);
    if (!isIncluded(path)) return [];
    if (entry.isDirectory()) return filesOf(folder, isIncluded, path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
