import { expect, test } from 'vitest';
import type { BookingRequest } from '#contract/booking-requests';
import { differencesFromFile } from '#web/booking/request-differences.ts';
import { REQUEST } from '#web/testing/booking-requests-server.ts';

const FILE = { name: 'Eva Paz Muñoz', birthDate: '1990-03-15', phone: '+56 9 8765 4321', email: 'EVA@ejemplo.cl' };

const differences = (file: Partial<NonNullable<BookingRequest['patient']>>) =>
  differencesFromFile({ ...REQUEST, patientId: REQUEST._id, patient: { ...FILE, ...file } }).map(
    ({ field, inFile }) => `${field}: ${inFile}`,
  );

test('the same data written in another way is no difference', () => {
  expect(differences({})).toEqual([]);
  expect(differences({ name: ' Eva  Paz Muñoz ' })).toEqual([]);
});

test('each field that differs is named with what the file says', () => {
  expect(
    differences({ name: 'Eva Paz', birthDate: '1990-05-13', phone: '9 1111 2222', email: 'e@ejemplo.cl' }),
  ).toEqual(['Nombre: Eva Paz', 'Nacimiento: 13/05/1990', 'Teléfono: 9 1111 2222', 'Correo: e@ejemplo.cl']);
});

test('a file without telephone or e-mail differs', () => {
  const { name, birthDate } = FILE;
  const request = { ...REQUEST, patientId: REQUEST._id, patient: { name, birthDate } };
  expect(differencesFromFile(request).map(({ inFile }) => inFile)).toEqual(['sin teléfono', 'sin correo']);
});

test('somebody new has no file to differ from', () => {
  expect(differencesFromFile(REQUEST)).toEqual([]);
});
