import { expect, test } from 'vitest';
import { isIncomplete, parseValues, payloadOf, valuesOf } from '#web/certificates/certificate-form.ts';
import { errorsOf, errorText } from '#web/certificates/certificate-rules.ts';

const VARIABLES = { paciente: 'Rosa', rut: '1-9', edad: '46', fecha: '15/11/2026', profesional: 'Ana' };
const INCOMPLETE = 'Falta algo';

test('texts are sent trimmed and with their variables filled', () => {
  const values = {
    templateId: '',
    templateVersion: 0,
    title: ' Reposo de {{paciente}} ',
    content: '\n{{Edad}} años, {{otra}}\n\nFin ',
  };
  expect(payloadOf(values, VARIABLES)).toEqual({
    templateId: undefined,
    templateVersion: undefined,
    title: 'Reposo de Rosa',
    content: '46 años, {{otra}}\n\nFin',
  });
});

test('a stored certificate is sent unchanged, with the version of its template', () => {
  const template = { _id: 't', name: 'Reposo', version: 2 };
  const stored = {
    _id: 'c',
    patientId: 'p',
    version: 1,
    createdAt: '',
    updatedAt: '',
    isFinalized: false,
    title: 'Reposo',
    content: 'Uno\n dos',
    templateId: template,
  };
  expect(payloadOf(valuesOf(stored), VARIABLES)).toEqual({
    templateId: 't',
    templateVersion: 2,
    title: 'Reposo',
    content: 'Uno\n dos',
  });
  expect(valuesOf()).toEqual({ templateId: '', templateVersion: 0, title: '', content: '' });
});

test('a certificate without title or content is incomplete', () => {
  expect(isIncomplete({ title: ' ', content: 'a' })).toBe(true);
  expect(isIncomplete({ title: 'a', content: '\n' })).toBe(true);
  expect(isIncomplete({ title: 'a', content: 'b' })).toBe(false);
});

test('each field has its own error, and the toast names missing texts first', () => {
  const reasons = [
    { field: 'title', message: 'El título es requerido' },
    { field: 'content', message: 'El contenido es requerido' },
  ];
  expect(errorsOf({ title: '', content: '—' })).toEqual(reasons);
  expect(errorsOf({ title: 'a', content: 'b' })).toEqual([]);

  const long = { title: 'a'.repeat(201), content: 'b' };
  expect(errorText(long, INCOMPLETE)).toBe('No puede superar los 200 caracteres');
  expect(errorText({ ...long, content: '...' }, INCOMPLETE)).toBe(INCOMPLETE);
});

test('stored values are read only when they have the shape of the form', () => {
  const values = { templateId: 't', templateVersion: 2, title: 'Reposo', content: 'Uno' };
  expect(parseValues(values)).toEqual(values);
  expect(parseValues({ ...values, title: 1 })).toBeUndefined();
  expect(parseValues({ ...values, templateVersion: '2' })).toBeUndefined();
  expect(parseValues(null)).toBeUndefined();
});
