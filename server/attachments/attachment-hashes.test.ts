import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAttachment, deleteAttachment, getAttachment } from '#contract/attachments';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { createBackup } from '#server/backups/create-backup';
import { restoreBackup } from '#server/backups/restore-backup';
import { sha256 } from '#server/platform/crypto/canonical';
import { pdfFile, pdfOfSize } from '#server/testing/attachment-files';
import { createEmptyDatabase } from '#server/testing/database';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-attachments-'));
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

async function finalizedNote(...files: Uint8Array[]) {
  const note = await ana.hasNote();
  const ids: string[] = [];
  for (const file of files) {
    const body = { file, fileName: 'Examen.pdf', noteId: note._id };
    ids.push((await ana.send(addAttachment, { params: { id: note.patientId }, body })).body._id);
  }
  const { body } = await ana.send(finalizeClinicalNote, { params: { id: note._id } });
  return { note: body, ids };
}

async function snapshotOf(id: string): Promise<string> {
  const [{ record }] = await testApp.sql<[{ record: Buffer }]>`select record from clinical_notes where id = ${id}`;
  return testApp.deps.cipher.decrypt(record, {
    table: 'clinical_notes',
    column: 'record',
    owner: ana.user._id,
    row: id,
  });
}

const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');

test('the hash of a finalised note covers its attachments, and a note without any does not name them', async () => {
  const files = [pdfFile('Uno'), pdfFile('Dos')];
  const { note, ids } = await finalizedNote(...files);
  const text = await snapshotOf(note._id);
  const named = files.map((file, index) => ({ id: ids[index] ?? '', sha256: hashOf(file) }));
  expect(JSON.parse(text).attachments).toEqual(named.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  expect(sha256(text).toString('hex')).toBe(note.contentHash);

  const { note: plain } = await finalizedNote();
  expect(JSON.parse(await snapshotOf(plain._id))).not.toHaveProperty('attachments');
});

test('a file that is deleted while its note is finalised is either named and kept, or neither', async () => {
  for (let round = 0; round < 5; round++) {
    const note = await ana.hasNote();
    const body = { file: pdfFile(), fileName: 'Examen.pdf', noteId: note._id };
    const { _id: id } = (await ana.send(addAttachment, { params: { id: note.patientId }, body })).body;
    await Promise.all([
      ana.send(deleteAttachment, { params: { id } }),
      ana.send(finalizeClinicalNote, { params: { id: note._id } }),
    ]);
    const isKept = (await ana.send(getAttachment, { params: { id } })).status === 200;
    expect(Boolean(JSON.parse(await snapshotOf(note._id)).attachments)).toBe(isKept);
  }
});

async function restore() {
  const target = await createEmptyDatabase();
  try {
    const file = join(folder, `${randomUUID()}.age`);
    const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
    const { connections } = testApp;
    await createBackup({ connections, file, encryption, productVersion: '0.0.0', now: new Date(), keys: undefined });
    return await restoreBackup({
      file,
      encryption,
      openTarget: async () => ({ connections: target.connections, dataDir: folder }),
      cipher: async () => testApp.deps.cipher,
    });
  } finally {
    await target.close();
  }
}

/** What somebody with the rights of the owner of the database could do. */
async function alter(change: () => Promise<unknown>): Promise<void> {
  await testApp.sql`alter table attachments disable trigger attachments_immutable`;
  await change();
  await testApp.sql`alter table attachments enable trigger attachments_immutable`;
}

test('a restore reads the attachments, and refuses one that is damaged or not of its note', async () => {
  const { sql } = testApp;
  const { ids } = await finalizedNote(pdfOfSize(1_500_000));
  const [id = ''] = ids;
  await alter(
    () => sql`
      update attachment_chunks set content = set_byte(content, 500, 255 - get_byte(content, 500))
       where attachment_id = ${id} and number = 1`,
  );
  await expect(restore()).rejects.toThrow(/^The data keys do not decrypt attachments of this backup/);
  await alter(() => sql`update attachments set note_id = null where id = ${id}`);
  await expect(restore()).rejects.toThrow(/^A row of clinical_notes names other hashes than those of its attachments/);
});

test('a file of a finalised note that does not have its stored hash is not given out', async () => {
  const { ids } = await finalizedNote(pdfFile());
  const [id = ''] = ids;
  await alter(() => testApp.sql`update attachments set content_hash = ${sha256('otro')} where id = ${id}`);
  const refused = { status: 409, error: { code: 'UNDECRYPTABLE' } };
  expect(await ana.send(getAttachment, { params: { id } })).toMatchObject(refused);
});
