import { expect, test } from 'vitest';
import { fillVariables, restoreVariables, unknownVariables } from './certificate-variables.ts';

const VALUES = {
  paciente: 'Rosa Díaz',
  rut: '12.345.678-5',
  edad: '46',
  fecha: '15/11/2026',
  profesional: 'Ana Pérez',
};
const TEMPLATE =
  'Certifico que {{paciente}}, RUT {{rut}}, de {{edad}} años, fue atendida el {{fecha}}. {{profesional}}';
const FILLED = 'Certifico que Rosa Díaz, RUT 12.345.678-5, de 46 años, fue atendida el 15/11/2026. Ana Pérez';

test('replaces the variables of a template with their values', () => {
  expect(fillVariables(TEMPLATE, VALUES)).toBe(FILLED);
  expect(fillVariables('{{ Paciente }} y {{PACIENTE}}', VALUES)).toBe('Rosa Díaz y Rosa Díaz');
});

test('inserts values literally, including replacement patterns', () => {
  expect(fillVariables('{{paciente}}', { ...VALUES, paciente: "$& $1 {{rut}} $'" })).toBe("$& $1 {{rut}} $'");
});

test('keeps unknown variables and reports each one once', () => {
  const text = '{{pacinte}} {{ diagnóstico }} {{pacinte}} {{rut}} {{}} { {rut} }';
  expect(fillVariables(text, VALUES)).toBe('{{pacinte}} {{ diagnóstico }} {{pacinte}} 12.345.678-5 {{}} { {rut} }');
  expect(unknownVariables(text)).toEqual(['{{pacinte}}', '{{ diagnóstico }}']);
});

test('restores the template of a filled text', () => {
  expect(restoreVariables(FILLED, VALUES)).toBe(TEMPLATE);
});

test('does not replace a number that is not an age', () => {
  expect(restoreVariables('46 horas, 146 años, 46 años', VALUES)).toBe('46 horas, 146 años, {{edad}} años');
});

test('replaces every spelling of name and RUT, only as whole words', () => {
  const values = { ...VALUES, paciente: 'Ana', profesional: 'Ana Pérez' };
  expect(restoreVariables('ANA (12345678-5, 123456785): anamnesis de Ana, por ANA PÉREZ y Ana Pérez.', values)).toBe(
    '{{paciente}} ({{rut}}, {{rut}}): anamnesis de {{paciente}}, por {{profesional}} y {{profesional}}.',
  );
  expect(restoreVariables('Anamnesis, Susana, 112.345.678-5', values)).toBe('Anamnesis, Susana, 112.345.678-5');
});

test('does not replace inside a variable', () => {
  const values = { ...VALUES, paciente: 'paciente', profesional: '(a+b)$' };
  expect(restoreVariables('{{ paciente }} es paciente de (a+b)$', values)).toBe(
    '{{ paciente }} es {{paciente}} de {{profesional}}',
  );
});

test('processes long runs of spaces in linear time', () => {
  const text = `{{${' '.repeat(200_000)}`;
  expect(fillVariables(text, VALUES)).toBe(text);
  expect(unknownVariables('{{  }}')).toEqual([]);
});
