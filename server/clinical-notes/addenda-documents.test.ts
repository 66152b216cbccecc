import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { finalizeClinicalNote, printClinicalNote, printPlans } from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { exportCustody, exportPatient } from '#contract/export';
import { deletePatient } from '#contract/patients';
import { createBackup } from '#server/backups/create-backup';
import { restoreBackup } from '#server/backups/restore-backup';
import { canonicalJson, sha256 } from '#server/platform/crypto/canonical';
import { createEmptyDatabase } from '#server/testing/database';
import { fhirValidator } from '#server/testing/fhir-schema';
import { codeOn, textOf } from '#server/testing/pdf-programs';
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

async function finalizedNote() {
  const { _id: id } = await ana.hasNote({ reason: 'Control', plansAndIndications: 'Reposo' });
  return (await ana.send(finalizeClinicalNote, { params: { id } })).body;
}
const draft = async (noteId: string, content: string) =>
  (await ana.send(createAddendum, { params: { id: noteId }, body: { content } })).body;
const append = async (noteId: string, content: string) => {
  const { _id: id } = await draft(noteId, content);
  return (await ana.send(finalizeAddendum, { params: { id } })).body;
};
const print = async (id: string, endpoint: typeof printClinicalNote | typeof printPlans = printClinicalNote) =>
  Buffer.from((await ana.send(endpoint, { params: { id } })).body);
const unzipped = ({ body }: { body: unknown }) => readZip(body as Uint8Array);
const verify = async (pdf: Uint8Array) =>
  (await testApp.send(verifyDocument, { params: { code: await codeOn(pdf) } })).body;

test('each finalised addendum makes another document of the note, and earlier prints stay valid', async () => {
  const note = await finalizedNote();
  const [before, plans] = [await print(note._id), await print(note._id, printPlans)];
  const verification = await verify(before);

  await draft(note._id, 'Todavía en borrador');
  expect((await print(note._id)).equals(before)).toBe(true);

  testApp.passTime(60_000);
  await append(note._id, 'Hemograma normal.');
  const last = await append(note._id, 'Se suspende el reposo.');
  const after = await print(note._id);
  const text = await textOf(after);
  expect(text.indexOf('Hemograma normal.')).toBeGreaterThan(text.indexOf('Reposo'));
  expect(text.indexOf('Se suspende el reposo.')).toBeGreaterThan(text.indexOf('Hemograma normal.'));
  expect(text.match(/^\s*Adenda$/gm)).toHaveLength(2);
  expect(text).not.toContain('Todavía en borrador');
  const later = await verify(after);
  const { contentHash, finalizedAt } = last;
  const type = 'Atención Clínica';
  expect(later).toMatchObject({ kind: 'clinical-note', type, contentHash, finalizedAt, addendaCount: 2 });
  expect([verification.addendaCount, (await verify(plans)).addendaCount]).toEqual([undefined, undefined]);
  expect(verification.finalizedAt).toBe(note.finalizedAt);
  expect(later.folio).not.toBe(verification.folio);
  expect(await verify(before)).toEqual(verification);
  expect((await print(note._id)).equals(after)).toBe(true);
  expect((await print(note._id, printPlans)).equals(plans)).toBe(true);
});

test('the export has each addendum and the document that ends with the last one, also in custody', async () => {
  const note = await finalizedNote();
  const printed = await print(note._id);
  const [first, last] = [await append(note._id, 'Uno & dos'), await append(note._id, 'Tres')];
  const pending = await draft(note._id, 'Sin terminar');
  const files = unzipped(await ana.send(exportPatient, { params: { id: note.patientId } }));
  const names = [...files.keys()];
  for (const { _id, contentHash } of [first, last]) {
    const name = names.find((one) => one.startsWith('registros/') && one.endsWith(`-adenda-${_id}.json`)) ?? '';
    expect(sha256(files.get(name)?.toString() ?? '').toString('hex')).toBe(contentHash);
  }
  const pdfs = names.filter((name) => name.startsWith('documentos/')).map((name) => files.get(name) ?? Buffer.of());
  expect(pdfs).toHaveLength(2);
  expect(pdfs[0]?.equals(printed)).toBe(true);
  expect(pdfs[1]?.equals(await print(note._id))).toBe(true);

  const bundle = JSON.parse(files.get('ficha.fhir.json')?.toString() ?? '');
  const resources = (bundle.entry as { resource: Record<string, unknown> }[]).map(({ resource }) => resource);
  const texts = resources.filter(({ title }) => title === 'Adenda');
  expect(texts.map(({ status }) => status)).toEqual(['final', 'final', 'preliminary']);
  const problemsOf = fhirValidator(['Composition', 'DocumentReference']);
  for (const text of texts) {
    expect(text.relatesTo).toMatchObject([{ code: 'appends' }]);
    expect(problemsOf('Composition', text)).toEqual([]);
  }
  expect(JSON.stringify(texts)).toContain('Uno &amp; dos');
  expect(JSON.stringify(texts)).toContain(pending.content);
  const [ofNote, ofAddendum] = resources.filter(({ resourceType }) => resourceType === 'DocumentReference');
  const target = { reference: `urn:uuid:${ofNote?.id}` };
  expect(ofAddendum?.relatesTo).toEqual([{ code: 'appends', target }]);
  expect(problemsOf('DocumentReference', ofAddendum)).toEqual([]);

  await ana.send(deletePatient, { params: { id: note.patientId } });
  const kept = unzipped(await ana.send(exportCustody, { params: { patientId: note.patientId } }));
  const inCustody = [...kept.keys()];
  expect(inCustody.filter((name) => /documentos|-adenda-/.test(name))).toEqual(
    names.filter((name) => /documentos|-adenda-/.test(name)),
  );
});

test('in custody a note with addenda that was never printed is printed', async () => {
  const note = await finalizedNote();
  await append(note._id, 'Nunca impresa');
  await ana.send(deletePatient, { params: { id: note.patientId } });
  expect((await ana.send(printClinicalNote, { params: { id: note._id } })).status).toBe(404);
  const files = unzipped(await ana.send(exportCustody, { params: { patientId: note.patientId } }));
  const pdfs = [...files].filter(([name]) => name.startsWith('documentos/'));
  expect(pdfs).toHaveLength(1);
  expect(await textOf(pdfs[0]?.[1] ?? Buffer.of())).toContain('Nunca impresa');
});

test('a snapshot that was replaced together with its hash is found by the next addendum', async () => {
  const note = await finalizedNote();
  const first = await append(note._id, 'Alérgica a la penicilina');
  await append(note._id, 'Control en un mes');
  await replaceSnapshot(first._id, 'Sin alergias');
  expect(await ana.send(printClinicalNote, { params: { id: note._id } })).toMatchObject({
    status: 409,
    error: { code: 'ADDENDA_ALTERED' },
  });

  const folder = await mkdtemp(join(tmpdir(), 'ficha-addenda-'));
  const target = await createEmptyDatabase();
  try {
    const file = join(folder, 'altered.age');
    const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
    const { connections } = testApp;
    await createBackup({ connections, file, encryption, productVersion: '0.0.0', now: new Date(), keys: undefined });
    const restoring = restoreBackup({
      file,
      encryption,
      openTarget: async () => ({ connections: target.connections, dataDir: folder }),
      cipher: async () => testApp.deps.cipher,
    });
    await expect(restoring).rejects.toThrow('A row of addenda names other hashes than those of its note');
  } finally {
    await target.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** What somebody with the keys and the rights of the owner of the database could do. */
async function replaceSnapshot(id: string, content: string): Promise<void> {
  const place = { table: 'addenda', column: 'record', owner: ana.user._id, row: id };
  const { cipher } = testApp.deps;
  const [{ record }] = await testApp.sql<[{ record: Buffer }]>`select record from addenda where id = ${id}`;
  const altered = canonicalJson({ ...JSON.parse(cipher.decrypt(record, place)), content: { content } });
  await testApp.sql`alter table addenda disable trigger addenda_finalized_immutable`;
  await testApp.sql`
    update addenda set record = ${cipher.encrypt(altered, place)}, content_hash = ${sha256(altered)} where id = ${id}`;
  await testApp.sql`alter table addenda enable trigger addenda_finalized_immutable`;
}
