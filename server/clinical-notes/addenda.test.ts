import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import * as api from '#contract/addenda';
import { finalizeClinicalNote, getClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { listDrafts } from '#contract/drafts';
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

async function finalizedNote() {
  const { _id: id } = await ana.hasNote({ reason: 'Control' });
  return (await ana.send(finalizeClinicalNote, { params: { id } })).body;
}
const create = (noteId: string, body: { content?: string; _id?: string } = { content: 'Llegaron los exámenes' }) =>
  ana.send(api.createAddendum, { params: { id: noteId }, body });
const update = (id: string, body: { content: string; version?: number }) =>
  ana.send(api.updateAddendum, { params: { id }, body });
const finalize = (id: string, version?: number) =>
  ana.send(api.finalizeAddendum, { params: { id }, body: { version } });
const remove = (id: string) => ana.send(api.deleteAddendum, { params: { id } });
const read = async (id: string) => (await ana.send(getClinicalNote, { params: { id } })).body;

const recordOf = async (id: string): Promise<string> => {
  const [row] = await testApp.sql<[{ record: Buffer }]>`select record from addenda where id = ${id}`;
  return testApp.deps.cipher.decrypt(row.record, { table: 'addenda', column: 'record', owner: ana.user._id, row: id });
};

describe('a draft', () => {
  test('is created, saved, and shown with its note and among the drafts', async () => {
    const note = await finalizedNote();
    const { status, body } = await create(note._id);
    expect([status, body]).toMatchObject([
      201,
      { noteId: note._id, patientId: note.patientId, content: 'Llegaron los exámenes', status: 'draft', version: 1 },
    ]);
    expect((await update(body._id, { content: 'Exámenes normales', version: 1 })).body).toMatchObject({ version: 2 });
    expect((await read(note._id)).addenda).toMatchObject([{ _id: body._id, content: 'Exámenes normales', version: 2 }]);
    const drafts = (await ana.send(listDrafts, { query: { addenda: 'true' } })).body;
    // A client of the release before does not know this kind.
    const withoutAddenda = drafts.filter(({ kind }) => kind !== 'addendum');
    expect((await ana.send(listDrafts, { query: {} })).body).toEqual(withoutAddenda);
    expect(drafts[0]).toMatchObject({ kind: 'addendum', _id: body._id, noteId: note._id, patientId: note.patientId });
    expect((await remove(body._id)).status).toBe(204);
    // Without addenda, a note is what it was before there were any.
    expect(await read(note._id)).toEqual(note);
  });

  test('is refused for a note that is a draft', async () => {
    const { _id } = await ana.hasNote();
    expect(await create(_id)).toMatchObject({ status: 409, error: { code: 'ADDENDUM_NOTE_UNFINISHED' } });
  });

  test('of two windows keeps the text that was saved first', async () => {
    const { body } = await create((await finalizedNote())._id);
    await update(body._id, { content: 'De la primera', version: 1 });
    expect(await update(body._id, { content: 'De la segunda', version: 1 })).toMatchObject({
      status: 409,
      error: { code: 'DRAFT_CHANGED' },
    });
    expect(await finalize(body._id, 1)).toMatchObject({ status: 409, error: { code: 'DRAFT_CHANGED' } });
    expect((await read(body.noteId)).addenda).toMatchObject([{ content: 'De la primera', status: 'draft' }]);
  });

  test('of a repeated creation is the same one, and belongs to one note', async () => {
    const [note, other] = [await finalizedNote(), await finalizedNote()];
    const twin = (await ana.hasNote({ patientId: note.patientId }))._id;
    await ana.send(finalizeClinicalNote, { params: { id: twin } });
    const body = { _id: randomUUID(), content: 'Una vez' };
    expect((await create(note._id, body)).body).toEqual((await create(note._id, body)).body);
    expect((await create(note._id, { ...body, content: 'Otra' })).status).toBe(409);
    for (const id of [other._id, twin]) expect((await create(id, body)).status).toBe(400);
    expect((await read(note._id)).addenda).toHaveLength(1);
    expect((await read(twin)).addenda).toBeUndefined();
  });

  test('is one of a hundred at most', async () => {
    const note = await finalizedNote();
    const [{ body: first }] = [await create(note._id)];
    const { owner_id, id, ...row } = (
      await testApp.sql<[Record<string, unknown>]>`select * from addenda where id = ${first._id}`
    )[0];
    for (let i = 1; i < api.MAX_ADDENDA; i++) {
      await testApp.sql`
        insert into addenda (owner_id, id, note_id, patient_id, status, content, preview, version, created_at, updated_at,
                             recorded_at)
        values (${owner_id}, ${randomUUID()}, ${row.note_id}, ${row.patient_id}, 'draft', ${row.content}, ${row.preview},
                1, now(), now(), now())`;
    }
    expect(await create(note._id)).toMatchObject({ status: 409, error: { code: 'TOO_MANY_ADDENDA' } });
    // A lost answer of the last one is not refused.
    expect((await create(note._id, { _id: String(id), content: 'Llegaron los exámenes' })).status).toBe(201);
  });

  test('is finalised while the addenda of its note are short enough for one document', async () => {
    const note = await finalizedNote();
    const half = 'a'.repeat(api.MAX_ADDENDA_LENGTH / 2);
    const append = async (noteId: string, content: string) => {
      const { body } = await create(noteId, { content });
      return finalize(body._id);
    };
    await append(note._id, half);
    // Another note, and a draft, do not count.
    await append((await finalizedNote())._id, half);
    const { body: short } = await create(note._id, { content: 'b' });
    expect((await append(note._id, half)).status).toBe(200);
    expect(await finalize(short._id)).toMatchObject({ status: 409, error: { code: 'ADDENDA_TOO_LONG' } });
    expect((await read(note._id)).addenda).toMatchObject([{}, {}, { content: 'b', status: 'draft' }]);
  });

  test('is deleted with its patient', async () => {
    const note = await finalizedNote();
    const { body } = await create(note._id);
    await ana.send(deletePatient, { params: { id: note.patientId } });
    expect([...(await testApp.sql`select id from addenda where id = ${body._id}`)]).toEqual([]);
    expect((await create(note._id)).status).toBe(404);
  });
});

describe('a finalised addendum', () => {
  test('has a snapshot with the hashes of the note and of the addendum before it', async () => {
    const note = await finalizedNote();
    const { body: draft } = await create(note._id, { content: 'Uno' });
    const first = (await finalize(draft._id, 1)).body;
    const second = (await finalize((await create(note._id, { content: 'Dos' })).body._id)).body;

    const record = await recordOf(first._id);
    expect(first.contentHash).toBe(createHash('sha256').update(record).digest('hex'));
    expect(JSON.parse(record)).toMatchObject({
      kind: 'addendum',
      content: { content: 'Uno' },
      patient: { name: 'Rosa Díaz' },
      professional: { name: 'Ana Pérez Soto' },
      authentication: { at: expect.any(String) },
      note: { id: note._id, contentHash: note.contentHash },
      previous: null,
    });
    expect(JSON.parse(await recordOf(second._id))).toMatchObject({
      note: { contentHash: note.contentHash },
      previous: first.contentHash,
    });
    expect(await read(note._id)).toEqual({ ...note, addenda: [first, second] });
    const [audit] = await testApp.sql`
      select patient_id from audit_entries where subject_id = ${first._id} and act = 'addendum.finalized'`;
    expect(audit).toEqual({ patient_id: note.patientId });
  });

  test('names its author as the account was when it was finalised', async () => {
    const note = await finalizedNote();
    const info = { profession: 'Médicos/as', city: 'Valdivia', region: 'Región de Los Ríos' } as const;
    const rename = (name: string) => ana.send(updatePersonalInfo, { body: { ...info, name } });
    const first = (await finalize((await create(note._id)).body._id)).body;
    expect(first.author).toBe('Ana Pérez Soto');
    await rename('Ana Pérez de Soto');
    await finalize((await create(note._id)).body._id);
    expect((await create(note._id)).body.author).toBeUndefined();
    const authors = (await read(note._id)).addenda?.map(({ author }) => author);
    await rename('Ana Pérez Soto');
    expect(authors).toEqual(['Ana Pérez Soto', 'Ana Pérez de Soto', undefined]);
  });

  test('accepts no change, by any call or statement', async () => {
    const { body } = await create((await finalizedNote())._id);
    await finalize(body._id);
    const refused = { status: 409, error: { code: 'ADDENDUM_FINALIZED' } };
    expect(await update(body._id, { content: 'Otro' })).toMatchObject(refused);
    expect(await finalize(body._id)).toMatchObject(refused);
    expect(await remove(body._id)).toMatchObject(refused);
    const id = body._id;
    await expect(testApp.sql`update addenda set version = 9 where id = ${id}`).rejects.toThrow(/accepts no update/);
    await expect(testApp.sql`delete from addenda where id = ${id}`).rejects.toThrow(/accepts no delete/);
    await expect(testApp.sql`delete from clinical_notes where id = ${body.noteId}`).rejects.toThrow(
      /accepts no delete/,
    );
  });

  test('is not blank', async () => {
    const { body } = await create((await finalizedNote())._id, { content: '  ' });
    expect(body.content).toBe('');
    expect(await finalize(body._id)).toMatchObject({ status: 400, error: { code: 'ADDENDUM_BLANK' } });
  });

  test('comes after all others, also when several are finalised at once or the clock was set back', async () => {
    const note = await finalizedNote();
    const drafts = await Promise.all(Array.from({ length: 6 }, (_, i) => create(note._id, { content: `${i}` })));
    const [first] = drafts;
    const replies = await Promise.all([
      ...drafts.map(({ body }) => finalize(body._id)),
      ...drafts.map(() => finalize(first?.body._id ?? '')),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    testApp.passTime(-60_000);
    const { body: late } = await finalize((await create(note._id)).body._id);
    testApp.passTime(60_000);
    const { addenda = [] } = await read(note._id);
    expect(addenda.at(-1)).toEqual(late);
    let previous: string | null = null;
    for (const { _id, contentHash = '' } of addenda) {
      expect(JSON.parse(await recordOf(_id)).previous).toBe(previous);
      previous = contentHash;
    }
    expect(new Set(addenda.map(({ finalizedAt }) => finalizedAt)).size).toBe(7);
  });

  test('is listed with the start of its text', async () => {
    const note = await finalizedNote();
    const { body: draft } = await create(note._id, { content: 'En curso' });
    const { body } = await create(note._id, { content: 'á'.repeat(2000) });
    await finalize(body._id);
    const [listed] = (await ana.send(listClinicalNotes, { params: { id: note.patientId } })).body;
    expect(listed?.addenda?.map(({ _id, status }) => ({ _id, status }))).toEqual([
      { _id: body._id, status: 'finalized' },
      { _id: draft._id, status: 'draft' },
    ]);
    expect(listed?.addenda?.[0]?.content.length).toBeLessThan(600);
  });
});

test('without the plan nothing is appended', async () => {
  const berta = await testApp.newProfessional();
  const { _id: id, patientId } = await berta.hasNote();
  await berta.send(finalizeClinicalNote, { params: { id } });
  await testApp.sql`update patient_counts set patients = 2 where owner_id = ${berta.user._id}`;
  const body = { content: 'Llegaron los exámenes' };
  expect(await berta.send(api.createAddendum, { params: { id }, body })).toMatchObject({
    status: 403,
    error: { code: 'CLINICAL_LIMIT' },
  });
  expect((await berta.send(listClinicalNotes, { params: { id: patientId } })).body[0]?.addenda).toBeUndefined();
});
