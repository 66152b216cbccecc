import { expect, test } from 'vitest';
import { creationFailure, creationFailureTitle } from '#web/patients/patients.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';

const failure = creationFailure('No se pudo crear el paciente');

test.each([
  ['with a message', { error: 'Has alcanzado el límite' }, 'Has alcanzado el límite'],
  ['without a message', {}, 'No puedes crear más pacientes'],
])('a refusal by the plan says so: %s', (_, reply, said) => {
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
  ['another refusal with the same status', new ApiError(403, { error: 'No', code: 'NOT_ALLOWED' }, ''), 'No'],
  ['no answer', new ApiError(0, {}, 'Sin conexión'), 'No se pudo crear el paciente'],
  ['an exception', new Error('x'), 'No se pudo crear el paciente'],
])('%s is an ordinary error', (_, error, said) => {
  expect(failure(error)).toBe(said);
  expect(creationFailureTitle(error)).toBe('Error');
});
