import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePersonalInfo } from '#contract/account';
import { finalizeCertificate, getCertificate, printCertificate } from '#contract/certificates';
import { verifyDocument } from '#contract/documents';
import type { PROFESSIONS } from '#contract/professions';
import { reserveDocument, storeFile } from '#server/documents/documents.store';
import { hashCode } from '#server/documents/new-code';
import { insertVerification } from '#server/documents/verifications.store';
import { codeOn, wordsOf } from '#server/testing/pdf-programs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function newProfessional(profession: (typeof PROFESSIONS)[number]) {
  const person = await testApp.newProfessional({ profession });
  await person.pays();
  return person;
}

async function finalized(person: Person) {
  const { _id: id } = await person.hasCertificate({ title: 'Orden de examen', content: 'Hemograma.' });
  return (await person.send(finalizeCertificate, { params: { id } })).body;
}

const headingOf = async (person: Person, id: string) =>
  (await person.send(getCertificate, { params: { id } })).body.heading;

test.each([
  ['Médicos/as', 'CERTIFICADO MÉDICO'],
  ['Psicólogos/as', 'CERTIFICADO'],
] as const)('page, paper and verification of a certificate of %s are headed %s', async (profession, heading) => {
  const person = await newProfessional(profession);
  const { _id: id, heading: atOnce } = await finalized(person);
  expect(atOnce).toBe(heading);
  expect(await headingOf(person, id)).toBe(heading);

  const pdf = (await person.send(printCertificate, { params: { id } })).body as Uint8Array;
  expect(await wordsOf(pdf)).toMatch(new RegExp(`${heading} Folio: CER-`));
  const { body } = await testApp.send(verifyDocument, { params: { code: await codeOn(pdf) } });
  expect(body).toMatchObject({ kind: 'certificate', type: heading });
  expect(await headingOf(person, id)).toBe(heading);
});

test('a later change of the profession changes no finalised certificate', async () => {
  const person = await newProfessional('Psicólogos/as');
  const { _id: id } = await finalized(person);
  const { name, city, region } = person.user;
  const body = { name, city, region, profession: 'Médicos/as' } as never;
  expect((await person.send(updatePersonalInfo, { body })).status).toBe(200);
  expect(await headingOf(person, id)).toBe('CERTIFICADO');
});

test('a certificate that was printed under the former heading keeps its file, and its page shows that heading', async () => {
  const person = await newProfessional('Psicólogos/as');
  const { _id: sourceId } = await finalized(person);
  const file = Buffer.from('%PDF-1.7 former print');
  await storeFormerPrint(person, sourceId, file);
  expect(await headingOf(person, sourceId)).toBe('CERTIFICADO MÉDICO');
  const { body } = await person.send(printCertificate, { params: { id: sourceId } });
  expect(Buffer.from(body as Uint8Array)).toEqual(file);
});

/** Stores a print as versions did that headed every certificate 'CERTIFICADO MÉDICO'. */
async function storeFormerPrint(person: Person, sourceId: string, file: Buffer): Promise<void> {
  const { cipher, now } = testApp.deps;
  const [id, code, owner] = [randomUUID(), 'FORMER0000000000000000000000', person.user._id];
  const folio = `CER-2026-000001-${owner.slice(-12).toUpperCase()}`;
  const hash = createHash('sha256').update(file).digest();
  await testApp.deps.tenantTransaction(owner, async (tx) => {
    const document = { kind: 'certificate', sourceId, signatureHash: undefined, isClinical: true } as const;
    await reserveDocument(tx, document, { id, folio, code, createdAt: now() }, cipher);
    await storeFile(tx, id, { file, hash, timestamp: 'none' }, cipher, now());
    await insertVerification(tx, hashCode(code), {
      kind: 'certificate',
      title: 'CERTIFICADO MÉDICO',
      folio,
      addendaCount: undefined,
      finalizedAt: now(),
      timeZone: 'America/Santiago',
      professionalName: person.user.name,
      profession: 'Psicólogo/a',
      rnpi: undefined,
      patientInitials: 'R. D.',
      contentHash: hash,
      fileHash: hash,
      timestamp: 'none',
    });
  });
}
