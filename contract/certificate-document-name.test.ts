import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillVariables, restoreVariables } from './certificate-variables.ts';

const RUT = { paciente: 'Rosa Díaz', rut: '12.345.678-5', edad: '46', fecha: '15/11/2026', profesional: 'Ana Pérez' };
const PASSPORT = { ...RUT, rut: 'AB123', documentName: 'Pasaporte' };
const DNI = { ...RUT, rut: '00-1234', documentName: 'DNI' };

test.each([
  ['RUT {{rut}}', 'Pasaporte AB123'],
  ['rut {{ RUT }}', 'Pasaporte AB123'],
  ['RUT{{rut}}', 'Pasaporte AB123'],
  ['RUN Nº: {{rut}}', 'Pasaporte Nº: AB123'],
  ['R.U.T. {{rut}}', 'Pasaporte AB123'],
  ['R.U.N.: {{rut}}', 'Pasaporte: AB123'],
  ['RUT N.º {{rut}}', 'Pasaporte N.º AB123'],
  ['RUT : {{rut}}', 'Pasaporte : AB123'],
  ['RUT  {{rut}}', 'Pasaporte  AB123'],
  ['C.I. número {{rut}}', 'Pasaporte número AB123'],
  ['portador del RUN {{rut}}', 'portador del Pasaporte AB123'],
  ['con cédula de identidad {{rut}}', 'con Pasaporte AB123'],
  ['con su cédula nacional de identidad Nº {{rut}}', 'con su Pasaporte Nº AB123'],
  ['titular de la cédula de identidad {{rut}}', 'titular del Pasaporte AB123'],
  ['La cédula de identidad {{rut}}', 'El Pasaporte AB123'],
  ['cédula de identidad RUT {{rut}}', 'Pasaporte AB123'],
  ['carnet de identidad o RUN: {{rut}}', 'Pasaporte: AB123'],
  ['{{paciente}} / RUT {{rut}}', 'Rosa Díaz / Pasaporte AB123'],
])("in '%s', another document is named in place of the word before its number", (template, filled) => {
  expect(fillVariables(template, PASSPORT)).toBe(filled);
  expect(restoreVariables(filled, PASSPORT, template)).toBe(template);
  expect(restoreVariables(`${filled}. Reposo.`, PASSPORT, template)).toBe(`${template}. Reposo.`);
});

test.each([
  ['({{rut}})', '(AB123)'],
  ['documento {{rut}}', 'documento AB123'],
  ['RUT/Pasaporte: {{rut}}', 'RUT/Pasaporte: AB123'],
  ['pasaporte o RUT {{rut}}', 'pasaporte o RUT AB123'],
  ['Pasaporte {{rut}}', 'Pasaporte AB123'],
  ['RUT\n{{rut}}', 'RUT\nAB123'],
  ['STRUT {{rut}}', 'STRUT AB123'],
  ['RUT {{paciente}}', 'RUT Rosa Díaz'],
])("in '%s', the number of another document stands alone", (template, filled) => {
  expect(fillVariables(template, PASSPORT)).toBe(filled);
  expect(restoreVariables(`${filled}. Reposo.`, PASSPORT, template)).toBe(`${template}. Reposo.`);
});

test('the word before a number stays when the word of the template is not known', () => {
  expect(restoreVariables('Pasaporte AB123', PASSPORT)).toBe('Pasaporte {{rut}}');
  expect(restoreVariables('cédula de identidad AB123', PASSPORT, 'RUT {{rut}}')).toBe('cédula de identidad {{rut}}');
  const twoWords = 'RUT {{rut}}, RUN {{rut}}';
  expect(restoreVariables('Pasaporte AB123, Pasaporte AB123', PASSPORT, twoWords)).toBe(twoWords);
  expect(restoreVariables('Pasaporte AB123', PASSPORT, twoWords)).toBe('Pasaporte {{rut}}');
  expect(restoreVariables('Pasaporte AB123.', PASSPORT, 'RUT {{rut}}, Pasaporte {{rut}}')).toBe('Pasaporte {{rut}}.');
});

const words = [
  'RUT',
  'R.U.N.',
  'cédula de identidad',
  'de la cédula de identidad',
  'C.I.',
  'Pasaporte',
  'DNI',
  'o',
  '/',
];
const pieces = fc.constantFrom(
  ...words,
  'RUT/Pasaporte:',
  'Nº',
  ':',
  'Certifico',
  '{{paciente}}',
  '{{rut}}',
  '{{fecha}}',
);
const templates = fc
  .array(fc.tuple(pieces, fc.constantFrom(' ', '  ', ', ', '\n')), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join('').trim());

test('a template that was filled is restored as it was, for every document', () => {
  fc.assert(
    fc.property(templates, fc.constantFrom(RUT, PASSPORT, DNI), (template, values) => {
      expect(restoreVariables(fillVariables(template, values), values, template)).toBe(template);
    }),
  );
});

test('the template of a text with a RUT is restored without knowing it', () => {
  fc.assert(
    fc.property(templates, (template) => {
      expect(restoreVariables(fillVariables(template, RUT), RUT)).toBe(template);
    }),
  );
});

test('a restored template has no number, and no word that neither the text nor the template has', () => {
  const wordsOf = (text: string) => text.match(/RUT|RUN|R\.U\.N\.|cédula/g)?.length ?? 0;
  fc.assert(
    fc.property(templates, templates, fc.constantFrom(PASSPORT, DNI), (template, added, values) => {
      const text = `${fillVariables(template, values)}. ${fillVariables(added, values)}`;
      expect(restoreVariables(text, values)).not.toContain(values.rut);
      expect(wordsOf(restoreVariables(text, values))).toBe(wordsOf(text));
      const restored = restoreVariables(text, values, template);
      expect(restored).not.toContain(values.rut);
      if (wordsOf(template) === 0) expect(wordsOf(restored)).toBe(wordsOf(text));
    }),
  );
});

test('processes long runs of words and spaces in linear time', () => {
  const text = `${'RUT '.repeat(50_000)}RUT${' '.repeat(200_000)}{{rut}}`;
  expect(fillVariables(text, PASSPORT)).toBe(text.replace('{{rut}}', 'AB123'));
});
