import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddendum, deleteAddendum, finalizeAddendum, updateAddendum } from '#contract/addenda';
import * as notes from '#contract/clinical-notes';
import { exportPatient } from '#contract/export';
import { searchRecord } from '#contract/record-search';
import { UNDECRYPTABLE_TEXT as LOST } from '#contract/undecryptable';
import { createBackup } from '#server/backups/create-backup';
import { restoreBackup } from '#server/backups/restore-backup';
import { damage, damageFinalized } from '#server/testing/damage';
import { createEmptyDatabase } from '#server/testing/database';
import { textOf } from '#server/testing/pdf-programs';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const draft = async (noteId: string, content: string) =>
  (await ana.send(createAddendum, { params: { id: noteId }, body: { content } })).body;
const append = async (noteId: string, content: string) => {
  const { _id: id } = await draft(noteId, content);
  return (await ana.send(finalizeAddendum, { params: { id } })).body;
};

/** A note with two addenda, of which the second cannot be decrypted. */
async function damagedNote() {
  const { _id: id } = await ana.hasNote({ reason: 'Control por cefalea', plansAndIndications: 'Reposo' });
  const { body: note } = await ana.send(notes.finalizeClinicalNote, { params: { id } });
  const first = await append(id, 'La cefalea cedió');
  const broken = await append(id, 'La cefalea volvió');
  await damageFinalized(testApp.sql, 'addenda', ['content', 'preview', 'record'], broken._id);
  return { note, first, broken };
}

test('is shown as such, and everything else of the note is read, found and continued', async () => {
  const { note, first, broken } = await damagedNote();
  const params = { id: note._id };
  const shown = [
    { _id: first._id, content: 'La cefalea cedió' },
    { _id: broken._id, content: LOST, undecryptable: true },
  ];
  const { body: one } = await ana.send(notes.getClinicalNote, { params });
  expect(one).toMatchObject({ reason: 'Control por cefalea', addenda: shown });
  const { body: list } = await ana.send(notes.listClinicalNotes, { params: { id: note.patientId } });
  expect(list).toMatchObject([{ reason: 'Control por cefalea', addenda: shown }]);
  const { body: found } = await ana.send(searchRecord, { params: { id: note.patientId }, query: { query: 'cefalea' } });
  expect(found.results.map(({ _id }) => _id)).toEqual([first._id, note._id]);

  expect(await ana.send(notes.printClinicalNote, { params })).toMatchObject({
    status: 409,
    error: { code: 'ADDENDUM_UNDECRYPTABLE' },
  });
  expect((await ana.send(notes.printPlans, { params })).status).toBe(200);
  expect((await append(note._id, 'Control en un mes')).status).toBe('finalized');
});

test('is named in the export, which has the note printed up to the addendum before it', async () => {
  const { note, first, broken } = await damagedNote();
  const reply = await ana.send(exportPatient, { params: { id: note.patientId } });
  const files = readZip(reply.body as unknown as Uint8Array);
  const records = [...files.keys()].filter((name) => name.startsWith('registros/'));
  expect(records.map((name) => name.slice(-41, -5)).sort()).toEqual([note._id, first._id].sort());
  const pdfs = [...files].filter(([name]) => name.startsWith('documentos/'));
  expect(pdfs).toHaveLength(1);
  const text = await textOf(pdfs[0]?.[1] ?? Buffer.of());
  expect(text).toContain('La cefalea cedió');
  expect(text.match(/^\s*Adenda$/gm)).toHaveLength(1);
  expect(files.get('LEEME.html')?.toString()).toMatch(
    new RegExp(`\\(${broken._id}\\): el registro no se pudo descifrar`),
  );
});

test('as a draft, is neither changed nor finalised, and can be deleted', async () => {
  const { note } = await damagedNote();
  const pending = await draft(note._id, 'Sin terminar');
  for (const column of ['content', 'preview']) await damage(testApp.sql, 'addenda', column, pending._id);
  const params = { id: pending._id };
  const refused = { status: 409, error: { code: 'UNDECRYPTABLE' } };
  expect(await ana.send(updateAddendum, { params, body: { content: LOST } })).toMatchObject(refused);
  expect(await ana.send(finalizeAddendum, { params })).toMatchObject(refused);
  expect((await ana.send(deleteAddendum, { params })).status).toBe(204);
});

test('is found by a restore and by its drill, which say in which table', async () => {
  await damagedNote();
  const folder = await mkdtemp(join(tmpdir(), 'ficha-addendum-'));
  const target = await createEmptyDatabase();
  try {
    const file = join(folder, 'damaged.age');
    const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
    const { connections } = testApp;
    await createBackup({ connections, file, encryption, productVersion: '0.0.0', now: new Date(), keys: undefined });
    const restoring = restoreBackup({
      file,
      encryption,
      openTarget: async () => ({ connections: target.connections, dataDir: folder }),
      cipher: async () => testApp.deps.cipher,
    });
    await expect(restoring).rejects.toThrow(/^The data keys do not decrypt addenda of this backup/);
  } finally {
    await target.close();
    await rm(folder, { recursive: true, force: true });
  }
});
