import { expect, test } from 'vitest';
import { addDays, formatDay, toClock, toMinutes } from './days.ts';
import { fold } from './fold.ts';
import { birthDateProblem, PatientInput } from './patients.ts';

test('fold removes accents, case and repeated spaces', () => {
  expect(fold('  Ñandú   ÉRIKA ')).toBe('nandu erika');
});

test.each([
  ['2026-11-15', undefined],
  ['2026-11-16', 'La fecha de nacimiento no puede ser futura'],
  ['1876-11-15', undefined],
  ['1875-11-15', 'La fecha de nacimiento no es válida'],
])('the problem of the birth date %s on 2026-11-15 is: %s', (birthDate, problem) => {
  expect(birthDateProblem(birthDate, '2026-11-15')).toBe(problem);
});

test('blank contact fields are omitted, and blank clinical text is null', () => {
  const parsed = PatientInput.parse({
    name: ' Rosa ',
    rut: '1-9',
    birthDate: '1980-05-10',
    phone: ' ',
    email: null,
    address: ' Los Robles ',
    allergies: '',
    notas: null,
  });
  expect(parsed).toEqual({
    name: 'Rosa',
    rut: '1-9',
    birthDate: '1980-05-10',
    address: 'Los Robles',
    allergies: null,
    notas: null,
    alertas: null,
    preferencias: null,
    documentType: 'rut',
  });
});

test('addDays counts calendar days across clock changes', () => {
  expect(addDays('2026-09-05', 1)).toBe('2026-09-06');
  expect(addDays('2026-09-06', -1)).toBe('2026-09-05');
  expect(addDays('2026-04-04', 1)).toBe('2026-04-05');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(formatDay('2026-11-05')).toBe('05/11/2026');
  expect([toClock(570), toMinutes('09:30')]).toEqual(['09:30', 570]);
});
