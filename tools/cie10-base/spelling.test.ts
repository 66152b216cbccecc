import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spellingOf } from './spelling.ts';

const spell = spellingOf([
  ['rinon', 'riñón'],
  ['ulcera', 'úlcera'],
  ['hodgkin', 'Hodgkin'],
  ['malignode', 'maligno de'],
  ['ii', 'II'],
  ['vitamina a', 'vitamina A'],
  ['vitamina a c', 'vitamina A y C'],
  ['m. pneumoniae', 'M. pneumoniae'],
  ['del(os)', 'del (de los)'],
]);

test.each([
  ['Tumor del rinon', 'Tumor del riñón'],
  ['Ulcera (ulcera)', 'Úlcera (úlcera)'],
  ['Enfermedad de hodgkin', 'Enfermedad de Hodgkin'],
  ['Tumor malignode otros sitios', 'Tumor maligno de otros sitios'],
  ['Ulceracion, rinones', 'Ulceracion, rinones'],
])('%s is spelt word by word: %s', (written, right) => {
  expect(spell(written)).toBe(right);
});

test.each([
  ['Deficiencia de vitamina a', 'Deficiencia de vitamina A'],
  ['Vitamina a, no especificada', 'Vitamina A, no especificada'],
  ['vitamina al nacer', 'vitamina al nacer'],
  ['vitamina a c', 'vitamina A y C'],
  ['Agente [m. pneumoniae] del(os) miembro(s)', 'Agente [M. pneumoniae] del (de los) miembro(s)'],
  ['mxxpneumoniae', 'mxxpneumoniae'],
])('%s has a run of words that are spelt together: %s', (written, right) => {
  expect(spell(written)).toBe(right);
});

test('codes are written in capitals, and brackets and commas without spaces before their words', () => {
  expect(spell('Encefalitis (g05.1), de tipo b12x')).toBe('Encefalitis (G05.1), de tipo b12x');
  expect(spell('Nervio [ ii par ] , dos')).toBe('Nervio [II par], dos');
});

test('a text that is right stays as it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = spell(text);
      expect(spell(once)).toBe(once);
    }),
  );
  expect(spellingOf([])('Úlcera del riñón')).toBe('Úlcera del riñón');
});
