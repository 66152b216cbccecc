import { expect, test } from 'vitest';
import { creationFailure, creationFailureTitle } from '#web/patients/patients.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';

const failure = creationFailure('No se pudo crear el paciente');

test.each([
  ['the plan, in its words', new ApiError(403, { error: 'Has alcanzado el límite' }, ''), 'Has alcanzado el límite'],
  ['the plan, without a word', new ApiError(403, {}, ''), 'No puedes crear más pacientes'],
])('a limit is told by %s', (_, error, said) => {
  expect(failure(error)).toBe(said);
  expect(creationFailureTitle(error)).toBe('Límite alcanzado');
});

test.each([
  [
    'a refusal',
    new ApiError(409, { error: 'Ya tienes un paciente con ese RUT' }, ''),
    'Ya tienes un paciente con ese RUT',
  ],
  ['silence', new ApiError(0, {}, 'Sin conexión'), 'No se pudo crear el paciente'],
  ['a fault', new Error('x'), 'No se pudo crear el paciente'],
])('%s is an error like any other', (_, error, said) => {
  expect(failure(error)).toBe(said);
  expect(creationFailureTitle(error)).toBe('Error');
});
