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

test('a template is filled with what it names', () => {
  expect(fillVariables(TEMPLATE, VALUES)).toBe(FILLED);
  expect(fillVariables('{{ Paciente }} y {{PACIENTE}}', VALUES)).toBe('Rosa Díaz y Rosa Díaz');
});

test('a value is put in as it is, whatever signs it has', () => {
  expect(fillVariables('{{paciente}}', { ...VALUES, paciente: "$& $1 {{rut}} $'" })).toBe("$& $1 {{rut}} $'");
});

test('what is unknown stays as written and is told once', () => {
  const text = '{{pacinte}} {{ diagnóstico }} {{pacinte}} {{rut}} {{}} { {rut} }';
  expect(fillVariables(text, VALUES)).toBe('{{pacinte}} {{ diagnóstico }} {{pacinte}} 12.345.678-5 {{}} { {rut} }');
  expect(unknownVariables(text)).toEqual(['{{pacinte}}', '{{ diagnóstico }}']);
});

test('a filled text goes back to its template', () => {
  expect(restoreVariables(FILLED, VALUES)).toBe(TEMPLATE);
});

test('a number that is no age stays', () => {
  expect(restoreVariables('46 horas, 146 años, 46 años', VALUES)).toBe('46 horas, 146 años, {{edad}} años');
});

test('the patient is found however the name and the RUT are written, and only as whole words', () => {
  const values = { ...VALUES, paciente: 'Ana', profesional: 'Ana Pérez' };
  expect(restoreVariables('ANA (12345678-5, 123456785): anamnesis de Ana, por ANA PÉREZ y Ana Pérez.', values)).toBe(
    '{{paciente}} ({{rut}}, {{rut}}): anamnesis de {{paciente}}, por {{profesional}} y {{profesional}}.',
  );
  expect(restoreVariables('Anamnesis, Susana, 112.345.678-5', values)).toBe('Anamnesis, Susana, 112.345.678-5');
});

test('what is a variable already stays one, whoever is called so', () => {
  const values = { ...VALUES, paciente: 'paciente', profesional: '(a+b)$' };
  expect(restoreVariables('{{ paciente }} es paciente de (a+b)$', values)).toBe(
    '{{ paciente }} es {{paciente}} de {{profesional}}',
  );
});

test('blanks without end are read in one go', () => {
  const text = `{{${' '.repeat(200_000)}`;
  expect(fillVariables(text, VALUES)).toBe(text);
  expect(unknownVariables('{{  }}')).toEqual([]);
});
