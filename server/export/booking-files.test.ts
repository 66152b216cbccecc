import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { exportAccount } from '#contract/export';
import { createService } from '#contract/services';
import { book, join, newBookingPerson, openBookingPage } from '#server/testing/bookings';
import { damage } from '#server/testing/damage';
import { readZip } from '#server/testing/read-zip';
import { newService } from '#server/testing/services';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

/** A Monday at noon in Santiago. */
let now = new Date('2026-11-23T15:00:00Z');
const made = (minute: number) => `23/11/2026 12:0${minute}:00`;
/** Bookings are exported in the order in which they were made. */
const passMinute = () => {
  now = new Date(now.getTime() + 60_000);
};

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
  ana = await testApp.newProfessional({ region: 'Región Metropolitana' });
  await ana.pays();
});
afterAll(() => testApp.close());

async function exportedFiles() {
  const files = readZip((await ana.send(exportAccount)).body as unknown as Uint8Array);
  const cellsOf = (name: string) =>
    files
      .get(name)
      ?.toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('";"'));
  return { account: JSON.parse(files.get('cuenta.json')?.toString() ?? ''), cellsOf };
}

test('the account is exported with the rules, all bookings as they were typed, and who waits', async () => {
  const page = await openBookingPage(ana, { slug: 'dra-ana', windowDays: 45 }, { service: { name: 'Consulta' } });
  const [rosa, juan, eva] = [newBookingPerson(), newBookingPerson(), newBookingPerson()];
  await ana.hasPatient({ name: 'Rosa Díaz', rut: rosa.rut });
  await book(testApp, page, { date: '2026-11-24', time: '09:00', ...rosa });
  const [request] = (await ana.send(listBookingRequests)).body;
  await ana.send(acceptBookingRequest, { params: { id: request?._id ?? '' } });
  passMinute();
  const passport = { name: '=1+1', documentType: 'passport', rut: 'X1234567' };
  await book(testApp, page, { date: '2026-11-24', time: '09:30', ...juan, ...passport });
  passMinute();
  await book(testApp, page, { date: '2026-11-24', time: '10:00', ...eva });
  const [, , damaged] = await testApp.sql<{ id: string }[]>`select id from bookings order by id`;
  await damage(testApp.sql, 'bookings', 'person', damaged?.id ?? '');
  await join(testApp, page, { from: '2026-11-24', to: '2026-11-30', times: 'morning', ...juan });
  await ana.send(createService, { body: newService({ name: 'Otro' }) });

  const { account, cellsOf } = await exportedFiles();
  expect(account.booking).toMatchObject({ enabled: true, slug: 'dra-ana', approval: 'manual', windowDays: 45 });
  const typed = ({ phone, birthDate, email }: typeof rosa) => [birthDate, phone, email];
  const until = expect.stringMatching(/^2\d\/11\/2026 \d\d:\d\d:00$/);
  expect(cellsOf('reservas.csv')).toEqual([
    ['2026-11-24', '09:00', '30', 'Consulta', 'Aceptada', rosa.name, rosa.rut, 'RUT', ...typed(rosa), made(0), ''],
    [
      '2026-11-24',
      '09:30',
      '30',
      'Consulta',
      'Espera la respuesta del profesional',
      "'=1+1",
      'X1234567',
      'Pasaporte',
      ...typed(juan),
      made(1),
      until,
    ],
    [
      '2026-11-24',
      '10:00',
      '30',
      'Consulta',
      'Espera la respuesta del profesional',
      'No se pudo descifrar',
      ...['', '', '', '', ''],
      made(2),
      until,
    ],
  ]);
  expect(cellsOf('lista-de-espera.csv')).toEqual([
    ['Consulta', juan.name, juan.rut, 'RUT', ...typed(juan), '2026-11-24', '2026-11-30', 'En la mañana', made(2), ''],
  ]);
});
