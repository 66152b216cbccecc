import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { matchesSearch, searchWords } from './patient-search.ts';
import { compactRut } from './rut.ts';

const javiera = { name: 'Javiera Núñez Ortúzar', rut: '17654321-6' };

test.each([
  ['núñez', true],
  ['NUNEZ', true],
  ['viera n', true],
  ['17.654.321-6', true],
  ['\u202a17.654.321-6\u202c', true],
  ['\u202anúñez\u202c', true],
  ['\u202a', true],
  ['017.654.321-6', true],
  ['0 17.654 321-6', true],
  ['17.654.321 - 6', true],
  ['654', true],
  ['1-6', true],
  ['nuñes', false],
  ['12345678', false],
  ['\u0301', false],
])('the search %j matches the patient: %s', (search, expected) => {
  expect(matchesSearch(javiera, search)).toBe(expected);
});

const rosa = { name: 'Rosa Elena Díaz Mansilla', rut: '7654321-6' };

test.each([
  ['rosa diaz', true],
  ['Díaz Rosa', true],
  ['Díaz, Rosa', true],
  [',diaz', true],
  ['díaz;7654', true],
  ['mansi elena', true],
  ['díaz 7654', true],
  ['7.654 díaz', true],
  ['  rosa \t díaz ', true],
  ['osa dia', true],
  ['rosa - díaz', true],
  ['321-6 ros', true],
  ['rosa pérez', false],
  ['díaz 8654', false],
  ['rosa %', true],
  ['r_sa díaz', false],
])('every word of %j matches a part of the name or of the RUT: %s', (search, expected) => {
  expect(matchesSearch(rosa, search)).toBe(expected);
});

test('the words may match the name and the social name, and a foreign document', () => {
  const patient = { name: 'Pedro Soto', socialName: 'Amanda Ñancupil', rut: 'AB-1234' };
  expect(matchesSearch(patient, 'nancu')).toBe(true);
  expect(matchesSearch(patient, 'pedro')).toBe(true);
  expect(matchesSearch(patient, 'soto amanda')).toBe(true);
  expect(matchesSearch(patient, 'amanda ab12')).toBe(true);
  expect(matchesSearch(patient, 'rosa')).toBe(false);
});

test('the longest words come first, each once, and a long text has a limited number of them', () => {
  expect(searchWords('de la Fuente de Pérez').map(({ name }) => name)).toEqual(['fuente', 'perez', 'de', 'la']);
  expect(searchWords('a b c d e f g h i j k l m n')).toHaveLength(10);
});

test('a contiguous piece of the name or of the RUT always matches', () => {
  const word = fc.stringMatching(/^[A-Za-zñáÉ.,'%_()0-9-]{1,8}$/);
  const names = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
  const piece = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 99_999_999 }), piece, (name, number, [from, length]) => {
      const patient = { name, rut: `${number}-K` };
      const ofName = fold(name).slice(from, from + length);
      const ofRut = compactRut(patient.rut).slice(from % 9, (from % 9) + length);
      expect(matchesSearch(patient, ofName)).toBe(true);
      expect(matchesSearch(patient, ofRut)).toBe(true);
    }),
  );
});
