import { expect, test } from 'vitest';
import { capitalizeName } from '#web/patient-pages/capitalize-name.ts';

test.each([
  ['rosa díaz', 'Rosa Díaz'],
  ['rosa díaz de la fuente', 'Rosa Díaz de la Fuente'],
  ['maría de los ángeles soto y rojas', 'María de los Ángeles Soto y Rojas'],
  ['de la cruz, ana', 'De la Cruz, Ana'],
  ['ana díaz-soto', 'Ana Díaz-Soto'],
  ["bernardo o'higgins", "Bernardo O'Higgins"],
  ['ñusta ovalle', 'Ñusta Ovalle'],
])('%s is written %s', (typed, written) => {
  expect(capitalizeName(typed)).toBe(written);
  expect(capitalizeName(written)).toBe(written);
});

test.each(['ROSA DÍAZ', 'Rosa McDonald', 'Rosa De La Fuente', '', '  '])('%j stays', (name) => {
  expect(capitalizeName(name)).toBe(name);
});

test('in a name with capitals, a word without one gets it, and spaces stay', () => {
  expect(capitalizeName(' Rosa  díaz ')).toBe(' Rosa  Díaz ');
});
