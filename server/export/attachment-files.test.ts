import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAttachment, deleteAttachment, listAttachments } from '#contract/attachments';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { dayIn } from '#contract/days';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { deletePatient } from '#contract/patients';
import { timeZoneOf } from '#contract/regions';
import { pdfFile, photo } from '#server/testing/attachment-files';
import { fhirValidator } from '#server/testing/fhir-schema';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { attachmentFiles } from './attachment-files.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  await ana.pays();
});
afterAll(() => testApp.close());

const unzipped = ({ body }: { body: unknown }) => readZip(body as Uint8Array);
const namesIn = (files: Map<string, Buffer>) => [...files.keys()].filter((name) => name.includes('archivos/'));

test('attachments are in the exports of patient, account and custody, and in the bundle; a damaged one is named', async () => {
  const note = await ana.hasNote();
  const params = { id: note.patientId };
  const pdf = pdfFile();
  const add = async (body: { file: Uint8Array; fileName: string; noteId?: string }) =>
    (await ana.send(addAttachment, { params, body })).body;
  const exam = await add({ file: pdf, fileName: 'Examen: ../orina.pdf', noteId: note._id });
  const picture = await add({ file: await photo(), fileName: 'Lunar.jpg' });
  const lost = await add({ file: pdf, fileName: 'perdido.pdf' });
  await testApp.sql`delete from attachment_chunks where attachment_id = ${lost._id}`;
  await ana.send(finalizeClinicalNote, { params: { id: note._id } });

  const files = unzipped(await ana.send(exportPatient, { params }));
  const day = dayIn(timeZoneOf(ana.user.region), new Date(exam.createdAt));
  const examName = `archivos/${day}-orina-${exam._id}.pdf`;
  const pictureName = `archivos/${day}-lunar-${picture._id}.jpeg`;
  expect(namesIn(files)).toEqual([examName, pictureName]);
  expect(files.get(examName)).toEqual(pdf);
  const index = files.get('LEEME.html')?.toString();
  expect(index).toContain('Archivo: Lunar.jpg');
  expect(index).toContain(createHash('sha256').update(pdf).digest('hex'));
  expect(index).toContain(`perdido.pdf del ${day} (${lost._id}): el archivo no se pudo descifrar`);

  const bundle = JSON.parse(files.get('ficha.fhir.json')?.toString() ?? '');
  const resourceOf = (id: string) =>
    bundle.entry.find((entry: { fullUrl: string }) => entry.fullUrl === `urn:uuid:${id}`)?.resource;
  const problemsOf = fhirValidator(['DocumentReference']);
  for (const { _id } of [exam, picture]) expect(problemsOf('DocumentReference', resourceOf(_id))).toEqual([]);
  expect(resourceOf(exam._id)).toMatchObject({
    resourceType: 'DocumentReference',
    content: [
      { attachment: { url: examName, size: pdf.length, hash: createHash('sha1').update(pdf).digest('base64') } },
    ],
    context: { encounter: [{ reference: `urn:uuid:${note._id}` }] },
  });
  expect(resourceOf(picture._id)).not.toHaveProperty('context');
  expect(resourceOf(lost._id)).toBeUndefined();

  await ana.send(deletePatient, { params });
  expect((await ana.send(listAttachments, { params })).status).toBe(404);
  const custody = unzipped(await ana.send(exportCustody, { params: { patientId: params.id } }));
  expect(namesIn(custody)).toEqual([examName, pictureName]);
  const account = unzipped(await ana.send(exportAccount));
  expect(namesIn(account)).toEqual([examName, pictureName].map((name) => expect.stringContaining(name)));
});

test('a file has the day of the professional, and one that is deleted during the export is left out', async () => {
  const params = { id: (await ana.hasPatient())._id };
  const add = async () =>
    (await ana.send(addAttachment, { params, body: { file: pdfFile(), fileName: 'a.pdf' } })).body;
  const [first, second] = [await add(), await add()];
  // Late in the evening of the day before in Chile.
  await testApp.sql`update attachments set created_at = '2026-03-02T02:30:00Z' where id = ${first._id}`;
  const written = { attachments: [], problems: [] };
  const files = attachmentFiles(testApp.deps, { id: ana.user._id, user: ana.user }, params.id, written);
  expect((await files.next()).value?.name).toBe(`archivos/2026-03-01-a-${first._id}.pdf`);
  await ana.send(deleteAttachment, { params: { id: second._id } });
  expect((await files.next()).done).toBe(true);
  expect(written).toMatchObject({ attachments: [{ id: first._id }], problems: [] });
});
