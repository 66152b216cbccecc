import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportPatient } from '#contract/export';
import { listShares, openShare, revokeShare } from '#contract/shares';
import { readZip } from '#server/testing/read-zip';
import { finalizedCertificate, share } from '#server/testing/shares';
import { createTestApp, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
const now = new Date('2026-11-23T15:00:00Z');

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
});
afterAll(() => testApp.close());

test('the file of a patient has the links, their documents, until when they work and when they were opened', async () => {
  const ana = await testApp.newProfessional({ region: 'Región Metropolitana' });
  const { _id: id, birthDate } = await ana.hasPatient();
  const documents = [await finalizedCertificate(ana, id, 'Reposo laboral')];
  const { token } = await share(ana, id, { documents, days: 7 });
  await testApp.send(openShare, { params: { token }, body: { birthDate } });
  const revoked = await share(ana, id, { documents });
  await ana.send(revokeShare, { params: { id: revoked.id } });

  const [{ folio } = { folio: '' }] = (await ana.send(listShares, { params: { id } })).body[0]?.documents ?? [];
  const { body } = await ana.send(exportPatient, { params: { id } });
  const files = readZip(body as unknown as Uint8Array);
  const lines = files.get('enviado-al-paciente.csv')?.toString().trim().split('\r\n').slice(1);
  const cells = lines?.map((line) => line.slice(1, -1).split('";"')).sort();
  const [created, document] = ['23/11/2026 12:00:00', `Reposo laboral (${folio})`];
  expect(cells).toEqual([
    [created, '23/12/2026 12:00:00', 'Revocado', document, '', '0', ''],
    [created, '30/11/2026 12:00:00', 'Vigente', document, '', '1', `${created} desde 127.0.0.0/24`],
  ]);
  expect(files.get('LEEME.html')?.toString()).toContain('enviado-al-paciente.csv');
});
