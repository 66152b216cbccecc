import { expect, test } from 'vitest';
import type { Patient } from '#contract/patients';
import { invalidReason, patientFormSchema, valuesOf } from '#web/patients/patient-form.ts';

const TODAY = '2026-11-16';
const schema = patientFormSchema(TODAY);
const rosa = { ...valuesOf(), name: ' Rosa Díaz ', rut: '12.345.678-5', birthDate: '20/05/1990' };

const reasonFor = (values: typeof rosa): string => {
  const issues = schema.safeParse(values).error?.issues ?? [];
  const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), { type: 'zod', message }]));
  return invalidReason(values, errors);
};

test('empty contact fields are not sent, and empty clinical texts are sent as null', () => {
  const sent = JSON.parse(JSON.stringify(schema.parse({ ...rosa, phone: '  ', notas: '  ', address: ' Picarte 10 ' })));
  expect(sent).toEqual({
    name: 'Rosa Díaz',
    rut: '12345678-5',
    birthDate: '1990-05-20',
    address: 'Picarte 10',
    allergies: null,
    notas: null,
    alertas: null,
    preferencias: null,
    documentType: 'rut',
  });
});

test('a patient saved without changes is sent as it was', () => {
  const { _id, age, createdAt, fichaNumber, blocked, ...input }: Patient = {
    _id: '0198a3a0-0000-7000-8000-000000000000',
    name: 'Rosa Díaz',
    rut: '12345678-5',
    birthDate: '1990-05-20',
    age: 36,
    sex: 'femenino',
    phone: '+56 9 8765 4321',
    allergies: 'Penicilina',
    notas: null,
    alertas: null,
    preferencias: null,
    documentType: 'rut',
    reminders: true,
    blocked: false,
    fichaNumber: 12,
    createdAt: '2026-11-16T12:00:00Z',
  };
  expect(schema.parse(valuesOf({ ...input, _id, age, createdAt, fichaNumber, blocked }))).toEqual(input);
});

test('missing fields are reported before invalid ones', () => {
  expect(reasonFor({ ...rosa, name: ' ', birthDate: '17/11/2026' })).toBe('Por favor completa los campos obligatorios');
  expect(reasonFor({ ...rosa, rut: '' })).toBe('Por favor completa los campos obligatorios');
  expect(reasonFor({ ...rosa, birthDate: '' })).toBe('Por favor completa los campos obligatorios');
  expect(reasonFor({ ...rosa, name: '\u202a' })).toBe('Por favor completa los campos obligatorios');
});

test('a birth date is at most today and at least 150 years ago', () => {
  expect(schema.safeParse({ ...rosa, birthDate: '16/11/2026' }).success).toBe(true);
  expect(reasonFor({ ...rosa, birthDate: '17/11/2026' })).toBe('La fecha de nacimiento no puede ser futura');
  expect(schema.safeParse({ ...rosa, birthDate: '17/11/1875' }).success).toBe(true);
  expect(reasonFor({ ...rosa, birthDate: '16/11/1875' })).toBe('La fecha de nacimiento no es válida');
});

test('a day that does not exist is not a birth date', () => {
  expect(reasonFor({ ...rosa, birthDate: '31/02/1990' })).toBe('La fecha de nacimiento no es válida');
  expect(reasonFor({ ...rosa, birthDate: '20/05' })).toBe('La fecha de nacimiento no es válida');
});

test('any other error is reported with its own message', () => {
  expect(reasonFor({ ...rosa, phone: '9'.repeat(41) })).toBe('No puede superar los 40 caracteres');
});
