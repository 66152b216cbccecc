import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import { finalizeClinicalNote, printClinicalNote, printPlans, printPrescriptions } from '#contract/clinical-notes';
import { getPrintSettings, type PageSize, putPrintSettings } from '#contract/print-settings';
import { readPageSizes } from '#server/testing/pdf-programs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const choose = (person: Person, pageSize: PageSize) => person.send(putPrintSettings, { body: { pageSize } });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Gives the PDF of each document of a new note and a new certificate. */
async function finalizeDocuments(person: Person) {
  const note = await person.hasNote({
    reason: 'Control',
    plansAndIndications: 'Dieta hiposódica',
    prescriptions: [{ medicamento: 'Losartán 50 mg', dosis: '1 comprimido' }],
  });
  await person.send(finalizeClinicalNote, { params: { id: note._id } });
  const certificate = await person.hasCertificate({ patientId: note.patientId });
  await person.send(finalizeCertificate, { params: { id: certificate._id } });
  const ofNote = { params: { id: note._id } };
  return async () => ({
    note: (await person.send(printClinicalNote, ofNote)).body,
    plans: (await person.send(printPlans, ofNote)).body,
    prescriptions: (await person.send(printPrescriptions, ofNote)).body,
    certificate: (await person.send(printCertificate, { params: { id: certificate._id } })).body,
  });
}

async function firstPageSizes(files: Record<string, Uint8Array>) {
  const sizes = Object.entries(files).map(async ([kind, file]) => [kind, (await readPageSizes(file))[0]]);
  return Object.fromEntries(await Promise.all(sizes));
}

const LETTER = '612 x 792';
const A4 = '595.28 x 841.89';
const HALF_LETTER = '396 x 612';
const all = (size: string) => ({ note: size, plans: size, prescriptions: size, certificate: size });

describe('the print settings', () => {
  test('are letter until the professional chooses, belong to the account, and a change is audited', async () => {
    const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
    expect((await ana.send(getPrintSettings)).body).toEqual({ pageSize: 'letter' });
    for (const pageSize of ['a4', 'half-letter'] as const) {
      expect((await choose(ana, pageSize)).body).toEqual({ pageSize });
      expect((await ana.send(getPrintSettings)).body).toEqual({ pageSize });
    }
    expect((await berta.send(getPrintSettings)).body).toEqual({ pageSize: 'letter' });
    const acts = await testApp.sql`
      select act from audit_entries where owner_id = ${ana.user._id} and act = 'print-settings.changed'`;
    expect(acts).toHaveLength(2);
  });

  test('accept no other page', async () => {
    const ana = await testApp.newProfessional();
    const { status, error } = await choose(ana, 'legal' as PageSize);
    expect(status).toBe(400);
    expect(error).toMatchObject({ details: [{ field: 'pageSize', message: 'Selecciona un tamaño de hoja' }] });
    expect((await ana.send(getPrintSettings)).body).toEqual({ pageSize: 'letter' });
  });
});

describe('a document is printed', () => {
  test('on the chosen page, and only prescriptions on half letter', async () => {
    const ana = await testApp.newProfessional();
    await ana.pays();
    expect(await firstPageSizes(await (await finalizeDocuments(ana))())).toEqual(all(LETTER));
    await choose(ana, 'a4');
    expect(await firstPageSizes(await (await finalizeDocuments(ana))())).toEqual(all(A4));
    await choose(ana, 'half-letter');
    expect(await firstPageSizes(await (await finalizeDocuments(ana))())).toEqual({
      ...all(LETTER),
      prescriptions: HALF_LETTER,
    });
  });

  test('again as it was, whatever page is chosen later', async () => {
    const ana = await testApp.newProfessional();
    await choose(ana, 'a4');
    const print = await finalizeDocuments(ana);
    const first = await print();
    await choose(ana, 'half-letter');
    const again = await print();
    for (const kind of ['note', 'plans', 'prescriptions', 'certificate'] as const)
      expect(sha256(again[kind])).toBe(sha256(first[kind]));
  });
});
