import { expect, test } from 'vitest';
import type { Patient } from '#contract/patients';
import { matchingPatients } from '#web/patients/use-found-patients.ts';

const patient = (name: string, rut: string): Patient => ({
  _id: rut,
  name,
  rut,
  birthDate: '1980-05-05',
  age: 46,
  allergies: null,
  notas: null,
  alertas: null,
  preferencias: null,
  documentType: 'rut',
  reminders: true,
  blocked: false,
  fichaNumber: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const javiera = patient('Javiera Núñez Ortúzar', '17654321-6');
const rosa = patient('Rosa Aguilera Muñoz', '12345678-5');

test.each([
  ['', [javiera, rosa]],
  ['NUNEZ', [javiera]],
  ['muñoz', [rosa]],
  ['17.654', [javiera]],
  ['123456785', [rosa]],
  ['ignacio', []],
])('«%s» finds the matching patients among those loaded', (search, found) => {
  expect(matchingPatients([javiera, rosa], search)).toEqual(found);
});

test('a patient of two answers is listed once', () => {
  expect(matchingPatients([rosa, javiera, { ...rosa }], 'rosa')).toEqual([rosa]);
});
