import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import * as api from '#contract/attachments';
import { getStorageUse } from '#contract/billing';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { listCustody } from '#contract/custody';
import { deletePatient } from '#contract/patients';
import { FREE_STORAGE_BYTES } from '#contract/plans';
import { eachExpired, purgeExpired } from '#server/custody/custody.service';
import { pdfFile, pdfOfSize, photo } from '#server/testing/attachment-files';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let stranger: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, stranger] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  await Promise.all([ana.pays(), stranger.pays()]);
});
afterAll(() => testApp.close());

const add = (person: Person, patientId: string, body: Partial<Parameters<typeof form>[0]> = {}) =>
  person.send(api.addAttachment, { params: { id: patientId }, body: form(body) });
const form = ({ file = pdfFile(), fileName = 'Examen.pdf', ...rest }: Partial<api.AttachmentForm>) => ({
  file,
  fileName,
  ...rest,
});
const list = async (person: Person, id: string, query: { noteId?: string; before?: string; limit?: number } = {}) =>
  (await person.send(api.listAttachments, { params: { id }, query })).body;
const open = (person: Person, id: string) => person.send(api.getAttachment, { params: { id } });
const remove = (person: Person, id: string) => person.send(api.deleteAttachment, { params: { id } });

test('a file is stored encrypted in parts, and read as it was sent', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const file = pdfOfSize(2.5 * 1024 * 1024);
  const { status, body: added } = await add(ana, patientId, { file, fileName: 'Exámenes «2026» €.pdf' });
  expect(status).toBe(200);
  expect(added).toMatchObject({ name: 'Exámenes «2026» €.pdf', type: 'application/pdf', size: file.length });
  expect(await list(ana, patientId)).toEqual([added]);

  const { body, headers } = await open(ana, added._id);
  expect(
    createHash('sha256')
      .update(body as never)
      .digest(),
  ).toEqual(createHash('sha256').update(file).digest());
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(file.length),
    'content-disposition':
      'attachment; filename="Examenes _2026_ _.pdf"; filename*=UTF-8\'\'Ex%C3%A1menes%20%C2%AB2026%C2%BB%20%E2%82%AC.pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const rows = await testApp.sql<{ content: Buffer }[]>`
    select content from attachment_chunks where attachment_id = ${added._id} order by number`;
  expect(rows).toHaveLength(3);
  expect(rows.some(({ content }) => content.includes('%PDF') || content.includes('Hemograma'))).toBe(false);
});

test('a picture has a thumbnail, and its name ends as its content says', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const { body } = await add(ana, patientId, { file: await photo(), fileName: 'herida.pdf' });
  expect(body).toMatchObject({ name: 'herida.pdf.jpg', type: 'image/jpeg' });
  expect(body.thumbnail).toMatch(/^data:image\/webp;base64,UklGR/);
});

test('the list is newest first, goes back page by page, and can be that of a note', async () => {
  const note = await ana.hasNote();
  const ids: string[] = [];
  for (const noteId of [undefined, note._id, undefined]) {
    testApp.passTime(1000);
    ids.unshift((await add(ana, note.patientId, noteId ? { noteId } : {})).body._id);
  }
  const idsOf = async (query = {}) => (await list(ana, note.patientId, query)).map(({ _id }) => _id);
  expect(await idsOf()).toEqual(ids);
  expect(await idsOf({ limit: 2 })).toEqual(ids.slice(0, 2));
  expect(await idsOf({ limit: 2, before: ids[1] ?? '' })).toEqual(ids.slice(2));
  expect(await idsOf({ noteId: note._id })).toEqual([ids[1]]);
});

describe('what is refused', () => {
  test('a file over 15 MB, and one of exactly 15 MB is accepted', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const most = pdfOfSize(api.MAX_ATTACHMENT_BYTES);
    expect((await add(ana, patientId, { file: most })).status).toBe(200);
    const tooMuch = { status: 413, error: { code: 'ATTACHMENT_TOO_LARGE' } };
    expect(await add(ana, patientId, { file: Buffer.concat([most, Buffer.from('\n')]) })).toMatchObject(tooMuch);
    expect(await add(ana, patientId, { file: Buffer.concat([most, most]) })).toMatchObject(tooMuch);
  });

  test.each([
    ['a page', Buffer.from('<html>'), 'ATTACHMENT_TYPE'],
    ['half a PDF', pdfFile().subarray(0, 300), 'ATTACHMENT_UNREADABLE'],
  ])('%s, whatever its name says', async (_, file, code) => {
    const { _id: patientId } = await ana.hasPatient();
    expect(await add(ana, patientId, { file })).toMatchObject({ status: 400, error: { code } });
    expect(await list(ana, patientId)).toEqual([]);
  });

  test('a form without a file', async () => {
    const params = { id: (await ana.hasPatient())._id };
    const { status } = await ana.send(api.addAttachment, { params, body: { fileName: 'a.pdf' } as never });
    expect(status).toBe(400);
  });

  test("another professional's patient, note and file", async () => {
    const mine = await ana.hasNote();
    const theirs = await stranger.hasNote();
    const other = await ana.hasNote();
    const { _id: id } = (await add(ana, mine.patientId, { noteId: mine._id })).body;
    expect((await add(stranger, mine.patientId)).status).toBe(404);
    expect((await add(stranger, theirs.patientId, { noteId: mine._id })).status).toBe(404);
    // A note of another patient, and one that does not exist.
    expect((await add(ana, mine.patientId, { noteId: other._id })).status).toBe(404);
    expect((await add(ana, mine.patientId, { noteId: randomUUID() })).status).toBe(404);
    expect((await open(stranger, id)).status).toBe(404);
    expect((await remove(stranger, id)).status).toBe(404);
    expect((await stranger.send(api.listAttachments, { params: { id: mine.patientId } })).status).toBe(404);
    expect(await list(stranger, theirs.patientId, { noteId: mine._id })).toEqual([]);
    expect(await list(stranger, theirs.patientId, { before: id })).toEqual([]);
    expect((await open(ana, id)).status).toBe(200);
  });

  test('an account whose plan has too few patients', async () => {
    const berta = await testApp.newProfessional();
    await berta.pays(new Date(testApp.deps.now().getTime() + 60_000));
    const [patient] = [await berta.hasPatient(), await berta.hasPatient()];
    testApp.passTime(120_000);
    expect(await add(berta, patient._id)).toMatchObject({ status: 403, error: { code: 'CLINICAL_LIMIT' } });
  });
});

describe('the quota of the plan', () => {
  test('counts parts and thumbnails, and gives their bytes back', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const used = async () => (await ana.send(getStorageUse)).body.usedBytes;
    const before = await used();
    const { _id: id } = (await add(ana, patientId, { file: pdfOfSize(1_500_000) })).body;
    expect((await used()) - before).toBeGreaterThan(1_500_000);
    await remove(ana, id);
    expect(await used()).toBe(before);
  });

  test('holds when uploads race', async () => {
    const berta = await testApp.newProfessional();
    const { _id: patientId } = await berta.hasPatient();
    await testApp.sql`
      update storage_usage set bytes = ${FREE_STORAGE_BYTES - 1_500_000} where owner_id = ${berta.user._id}`;
    const file = pdfOfSize(1_000_000);
    const replies = await Promise.all([1, 2, 3].map(() => add(berta, patientId, { file })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(replies.find(({ status }) => status === 403)?.error.code).toBe('QUOTA_REACHED');
    expect(await list(berta, patientId)).toHaveLength(1);
  });
});

describe('an upload with an id of the client', () => {
  test('is the same file when it is repeated, also at the same time and when its note was finalised meanwhile', async () => {
    const note = await ana.hasNote();
    const body = { _id: randomUUID(), noteId: note._id, file: await photo() };
    const [first, second] = await Promise.all([add(ana, note.patientId, body), add(ana, note.patientId, body)]);
    expect([first.status, second.status, first.body._id]).toEqual([200, 200, body._id]);
    expect(second.body).toEqual(first.body);
    await ana.send(finalizeClinicalNote, { params: { id: note._id } });
    expect(await add(ana, note.patientId, body)).toMatchObject({
      status: 200,
      body: { _id: body._id, isPermanent: true },
    });
    expect(await list(ana, note.patientId)).toHaveLength(1);
    const acts =
      await testApp.sql`select from audit_entries where subject_id = ${body._id} and act = 'attachment.added'`;
    expect(acts).toHaveLength(1);
  });

  test('is refused for another file, note or patient, and says nothing of another professional', async () => {
    const note = await ana.hasNote();
    const _id = randomUUID();
    await add(ana, note.patientId, { _id });
    const refused = { status: 400, error: { details: [{ field: '_id', message: 'Ya se usó para otro archivo' }] } };
    expect(await add(ana, note.patientId, { _id, file: pdfFile('Otro') })).toMatchObject(refused);
    expect(await add(ana, note.patientId, { _id, noteId: note._id })).toMatchObject(refused);
    expect(await add(ana, (await ana.hasPatient())._id, { _id })).toMatchObject(refused);
    const theirs = await stranger.hasPatient();
    expect(await add(stranger, theirs._id, { _id, file: pdfFile('Otro') })).toMatchObject({
      status: 200,
      body: { _id },
    });
    expect((await add(ana, note.patientId, { _id: 'uno' })).status).toBe(400);
  });
});

test('parts that were swapped, dropped or damaged are not given out', async () => {
  const { _id: patientId } = await ana.hasPatient();
  const addLarge = async () => (await add(ana, patientId, { file: pdfOfSize(2_500_000) })).body._id;
  const [swapped, dropped, first] = [await addLarge(), await addLarge(), await addLarge()];
  await testApp.sql`update attachment_chunks set number = 10 where attachment_id = ${swapped} and number = 0`;
  await testApp.sql`update attachment_chunks set number = 0 where attachment_id = ${swapped} and number = 1`;
  expect(await open(ana, swapped)).toMatchObject({ status: 409, error: { code: 'UNDECRYPTABLE' } });
  // The answer has begun, so it breaks off.
  await testApp.sql`delete from attachment_chunks where attachment_id = ${dropped} and number = 2`;
  await expect(open(ana, dropped)).rejects.toThrow();
  // The same bytes as a shorter file: the hash is another one.
  await testApp.sql`update attachments set chunk_count = 2 where id = ${dropped}`;
  await expect(open(ana, dropped)).rejects.toThrow();
  await testApp.sql`
    update attachments set name = set_byte(name, 20, 255 - get_byte(name, 20)) where id = ${first}`;
  expect((await list(ana, patientId)).find(({ _id }) => _id === first)).toMatchObject({ undecryptable: true });
});

describe('deleting', () => {
  test('is recorded with name and hash, as adding, listing and opening are', async () => {
    const { _id: patientId } = await ana.hasPatient();
    const file = pdfFile('Otro');
    const { _id: id } = (await add(ana, patientId, { file })).body;
    await list(ana, patientId);
    await open(ana, id);
    expect((await remove(ana, id)).status).toBe(204);
    expect((await open(ana, id)).status).toBe(404);
    expect((await remove(ana, id)).status).toBe(404);
    await testApp.deps.accessRecorder.flush();
    const { body: log } = await ana.send(getPatientAccessLog, { params: { id: patientId } });
    const sha256 = createHash('sha256').update(file).digest('hex');
    const entries = log.filter(({ act }) => act.startsWith('attachment.')).map(({ act, detail }) => [act, detail]);
    expect(Object.fromEntries(entries)).toEqual({
      'attachment.added': { file: { name: 'Examen.pdf', sha256 } },
      'attachment.deleted': { file: { name: 'Examen.pdf', sha256 } },
      'attachment.listed': null,
      'attachment.opened': null,
    });
  });

  test('is refused when the note is finalised, by the service and by the database', async () => {
    const note = await ana.hasNote();
    const { _id: id } = (await add(ana, note.patientId, { noteId: note._id })).body;
    await ana.send(finalizeClinicalNote, { params: { id: note._id } });
    expect(await list(ana, note.patientId)).toMatchObject([{ _id: id, isPermanent: true }]);
    expect(await remove(ana, id)).toMatchObject({ status: 409, error: { code: 'ATTACHMENT_PERMANENT' } });
    expect(await add(ana, note.patientId, { noteId: note._id })).toMatchObject({
      status: 409,
      error: { code: 'CLINICAL_NOTE_FINALIZED' },
    });
    const pool = testApp.connections.as('ficha_app', 1);
    for (const statement of [
      `delete from attachments where id = '${id}'`,
      `update attachments set finalized_at = null where id = '${id}'`,
      `update attachments set note_id = null where id = '${id}'`,
      `delete from attachment_chunks where attachment_id = '${id}'`,
      `update attachment_chunks set number = 7 where attachment_id = '${id}'`,
    ]) {
      await pool.query('begin');
      await pool.query(`set local app.owner = '${ana.user._id}'`);
      await expect(pool.query(statement)).rejects.toThrow(/accepts no|permission denied/);
      await pool.query('rollback');
    }
    await pool.end();
  });
});

test('files of a deleted patient are kept in custody, with the name of the patient, for fifteen years', async () => {
  const { _id: patientId } = await ana.hasPatient({ name: 'Luz Vera' });
  const { _id: id } = (await add(ana, patientId)).body;
  await ana.send(deletePatient, { params: { id: patientId } });
  expect((await open(ana, id)).status).toBe(404);
  expect((await remove(ana, id)).status).toBe(404);
  expect((await ana.send(listCustody)).body).toContainEqual(
    expect.objectContaining({ patientId, name: 'Luz Vera', documents: 1 }),
  );
  const record = { ownerId: ana.user._id, patientId, documents: 1, lastRecordAt: new Date() };
  await expect(purgeExpired(testApp.deps, record)).rejects.toThrow();

  const years = 16 * 366 * 24 * 3600 * 1000;
  await testApp.sql`alter table attachments disable trigger attachments_immutable`;
  await testApp.sql`
    update attachments set created_at = ${new Date(Date.now() - years)} where patient_id = ${patientId}`;
  await testApp.sql`alter table attachments enable trigger attachments_immutable`;
  const expired = [];
  for await (const one of eachExpired(testApp.deps)) expired.push(one.patientId);
  expect(expired).toEqual([patientId]);
  expect(await purgeExpired(testApp.deps, record)).toBe(1);
  expect(await testApp.sql`select from attachment_chunks where attachment_id = ${id}`).toHaveLength(0);
});
