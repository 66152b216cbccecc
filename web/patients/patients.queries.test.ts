import { expect, test } from 'vitest';
import { creationFailure, creationFailureTitle } from '#web/patients/patients.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';

const failure = creationFailure('No se pudo crear el paciente');

test.each([
  ['in its words', { error: 'Has alcanzado el límite' }, 'Has alcanzado el límite'],
  ['without a word', {}, 'No puedes crear más pacientes'],
])('a limit is told by the plan, %s', (_, reply, said) => {
  const error = new ApiError(403, { ...reply, code: 'PATIENT_LIMIT' }, '');
  expect(failure(error)).toBe(said);
  expect(creationFailureTitle(error)).toBe('Límite alcanzado');
});

test.each([
  [
    'a refusal',
    new ApiError(409, { error: 'Ya tienes un paciente con ese RUT' }, ''),
    'Ya tienes un paciente con ese RUT',
  ],
  ['another refusal with its status', new ApiError(403, { error: 'No', code: 'NOT_ALLOWED' }, ''), 'No'],
  ['silence', new ApiError(0, {}, 'Sin conexión'), 'No se pudo crear el paciente'],
  ['a fault', new Error('x'), 'No se pudo crear el paciente'],
])('%s is an error like any other', (_, error, said) => {
  expect(failure(error)).toBe(said);
  expect(creationFailureTitle(error)).toBe('Error');
});
