import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportAccount, exportPatient } from '#contract/export';
import { changeRightsRequest, setPatientBlocked } from '#contract/rights-requests';
import { newBookingPerson } from '#server/testing/bookings';
import { readZip } from '#server/testing/read-zip';
import { receivedRequest } from '#server/testing/rights-requests';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => NOON });
  ana = await testApp.newProfessional({ region: 'Región Metropolitana' });
  await ana.pays();
});
afterAll(() => testApp.close());

const cellsIn = (file: Buffer | undefined) =>
  file
    ?.toString()
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('";"'));

test('the account is exported with all requests and answers, and a patient with their own', async () => {
  const rosa = newBookingPerson();
  const { _id: id } = await ana.hasPatient({ rut: rosa.rut });
  const { email, name, rut } = rosa;
  const own = { email, name, rut, kind: 'rectification', text: 'Mi teléfono es otro' } as const;
  const { _id } = await receivedRequest(testApp, ana, own);
  const params = { id: _id };
  await ana.send(changeRightsRequest, { params, body: { status: 'extended', answer: 'Lo reviso' } });
  await ana.send(changeRightsRequest, { params, body: { status: 'answered', answer: 'Corregido' } });
  const stranger = await receivedRequest(testApp, ana, { kind: 'erasure', text: 'Borra todo' });

  const received = '23/11/2026 12:00:00';
  const ofRosa = [
    ...['D-2026-0001', 'Rectificación', 'Respondida', name, rut, 'RUT', email, 'Mi teléfono es otro', received],
    ...['22/01/2027', received, 'Lo reviso', received, 'Corregido'],
  ];
  const ofStranger = [
    ...['D-2026-0002', 'Supresión', 'Espera respuesta', stranger.name, stranger.rut, 'RUT', stranger.email],
    ...['Borra todo', received, '23/12/2026', '', '', '', ''],
  ];
  const account = readZip((await ana.send(exportAccount)).body as unknown as Uint8Array);
  expect(cellsIn(account.get('solicitudes-de-derechos.csv'))).toEqual([ofRosa, ofStranger]);
  const file = readZip((await ana.send(exportPatient, { params: { id } })).body as unknown as Uint8Array);
  expect(cellsIn(file.get('solicitudes-de-derechos.csv'))).toEqual([ofRosa]);
});

test('the requests are read once for all patients of the account', async () => {
  const berta = await testApp.newProfessional();
  await berta.pays();
  for (const person of [newBookingPerson(), newBookingPerson(), newBookingPerson()]) {
    await berta.hasPatient({ rut: person.rut });
    await receivedRequest(testApp, berta, { rut: person.rut, text: 'Una copia' });
  }
  const decrypted = vi.spyOn(testApp.deps.cipher, 'tryDecrypt');
  const files = readZip((await berta.send(exportAccount)).body as unknown as Uint8Array);
  const read = decrypted.mock.calls.filter(([, { table, column }]) => table === 'rights_requests' && column === 'text');
  decrypted.mockRestore();
  // Once for the file of the account.
  expect(read).toHaveLength(2 * 3);
  const ofPatients = [...files].filter(([name]) => /^pacientes\/.*\/solicitudes-de-derechos\.csv$/.test(name));
  expect(ofPatients.map(([, file]) => cellsIn(file)?.length)).toEqual([1, 1, 1]);
});

test('the file of a blocked patient says so, for people and for systems', async () => {
  const { _id: id } = await ana.hasPatient();
  const exported = async () => {
    const files = readZip((await ana.send(exportPatient, { params: { id } })).body as unknown as Uint8Array);
    const { entry } = JSON.parse(files.get('ficha.fhir.json')?.toString() ?? '');
    const { meta } = entry.find(({ resource }: { resource: { id: string } }) => resource.id === id).resource;
    return [files.get('LEEME.html')?.toString().includes('Uso de datos bloqueado'), meta.security?.[0].code];
  };
  expect(await exported()).toEqual([false, undefined]);
  await ana.send(setPatientBlocked, { params: { id }, body: { blocked: true } });
  expect(await exported()).toEqual([true, 'R']);
});
