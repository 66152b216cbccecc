import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { changePassword } from '#contract/account';
import { createAddendum, finalizeAddendum } from '#contract/addenda';
import { resetPassword } from '#contract/admin';
import { login } from '#contract/auth';
import { finalizeCertificate } from '#contract/certificates';
import { createClinicalNote, finalizeClinicalNote } from '#contract/clinical-notes';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { deletePatient } from '#contract/patients';
import { fhirValidator } from '#server/testing/fhir-schema';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const unzipped = ({ body }: { body: unknown }) => readZip(body as Uint8Array);

const fhirProblems = fhirValidator(['Provenance']);

interface Provenance {
  resourceType: string;
  text?: { status: string; div: string };
}

/** What the bundle and the index in a folder of the export say about a reset. */
function statementsIn(files: Map<string, Buffer>, folder = '') {
  const bundle = JSON.parse(files.get(`${folder}ficha.fhir.json`)?.toString() ?? '');
  const provenances = (bundle.entry as { resource: Provenance }[])
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType === 'Provenance');
  for (const provenance of provenances) expect(fhirProblems('Provenance', provenance)).toEqual([]);
  const rows = (files.get(`${folder}LEEME.html`)?.toString() ?? '').split('\n').filter((line) => line.includes('<tr>'));
  const marked = rows.filter((row) => row.includes('Un administrador había restablecido la contraseña el '));
  return { texts: provenances.map(({ text }) => text?.div), marked };
}

test('exports say what was finalised after a reset by an administrator, as the access log does', async () => {
  const [ana, admin] = [await testApp.newProfessional(), await testApp.newAdmin()];
  await ana.pays();
  const { _id: id } = await ana.hasPatient({ name: 'Rosa Díaz' });
  const certificate = await ana.hasCertificate({ patientId: id });
  await ana.send(finalizeCertificate, { params: { id: certificate._id } });

  await admin.send(resetPassword, { params: { id: ana.user._id } });
  const { body: session } = await testApp.send(login, { body: { email: ana.user.email, password: '12345678-5' } });
  const token = session.accessToken;
  const passwords = { currentPassword: '12345678-5', newPassword: 'la-mía-propia' };
  await testApp.send(changePassword, { body: passwords }, token);
  const note = await testApp.send(createClinicalNote, { body: { patientId: id, reason: 'Control' } }, token);
  const { _id: noteId } = note.body;
  await testApp.send(finalizeClinicalNote, { params: { id: noteId } }, token);
  const addendum = await testApp.send(createAddendum, { params: { id: noteId }, body: { content: 'Más' } }, token);
  await testApp.send(finalizeAddendum, { params: { id: addendum.body._id } }, token);

  const files = unzipped(await testApp.send(exportPatient, { params: { id } }, token));
  const log = (await testApp.send(getPatientAccessLog, { params: { id } }, token)).body;
  const finalized = log.find(({ act }) => act === 'clinical-note.finalized');
  expect(finalized?.detail?.authentication).toMatchObject({ temporaryPassword: true });
  const statement =
    /^<div [^>]*>Sesión iniciada el [^<]+\. Con la contraseña temporal\. Un administrador había restablecido la contraseña el [^<]+<\/div>$/;
  const expectStatements = (exported: Map<string, Buffer>, folder?: string) => {
    const { texts, marked } = statementsIn(exported, folder);
    // The note and its addendum, and not the certificate.
    expect(texts).toEqual([expect.stringMatching(statement), expect.stringMatching(statement), undefined]);
    const names = marked.map((row) =>
      /href="([a-z]+)\/[^"]*?(ATN|atencion|adenda|CER|certificado)/.exec(row)?.slice(1),
    );
    expect(names).toEqual([
      ['documentos', 'ATN'],
      ['registros', 'atencion'],
      ['registros', 'adenda'],
    ]);
  };
  expectStatements(files);
  expect(files.get('registro-de-accesos.csv')?.toString()).toContain('Un administrador había restablecido');
  const account = unzipped(await testApp.send(exportAccount, {}, token));
  expectStatements(account, `pacientes/rosa-diaz-${id}/`);
  await testApp.send(deletePatient, { params: { id } }, token);
  expectStatements(unzipped(await testApp.send(exportCustody, { params: { patientId: id } }, token)));
});
