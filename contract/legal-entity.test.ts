import { expect, test } from 'vitest';
import { LEGAL_PLACEHOLDERS, legalTexts, UNSTATED } from './legal-entity.ts';

const ALL = {
  name: 'Salud Sur SpA',
  rut: '76.123.456-0',
  address: 'Calle 1, Osorno',
  email: 'hola@sur.cl',
  representative: 'Rosa Díaz',
  dataOfficer: 'Luis Rojas, datos@sur.cl',
  subprocessors: 'Nube Sur SpA (alojamiento, Chile)',
};

test('without legal data the notice lists all fields, and the default mailboxes are used', () => {
  expect(legalTexts(UNSTATED)).toEqual({
    name: 'No informado',
    rut: 'No informado',
    address: 'No informado',
    email: 'No informado',
    representative: 'No informado',
    dataOfficer: 'No informado',
    subprocessors: 'ninguno informado.',
    notice:
      'Esta instalación no ha informado quién la opera. Falta: nombre o razón social, RUT, domicilio y correo de contacto. Los correos de esta página son los de Ficha Austral, no los de quien la opera.',
    supportMailbox: 'soporte@fichaaustral.cl',
    paymentsMailbox: 'pagos@fichaaustral.cl',
    privacyMailbox: 'privacidad@fichaaustral.cl',
  });
});

test('with complete legal data there is no notice, and its e-mail replaces all mailboxes', () => {
  expect(legalTexts(ALL)).toEqual({
    ...ALL,
    notice: '',
    supportMailbox: 'hola@sur.cl',
    paymentsMailbox: 'hola@sur.cl',
    privacyMailbox: 'hola@sur.cl',
  });
});

test('with partial legal data the notice lists the missing fields', () => {
  expect(legalTexts({ ...ALL, rut: undefined, address: undefined })).toMatchObject({
    name: ALL.name,
    rut: 'No informado',
    address: 'No informado',
    email: ALL.email,
    notice: 'Esta instalación no ha informado todos los datos de quien la opera. Falta: RUT y domicilio.',
  });
});

test('each legal text has a unique placeholder', () => {
  expect(new Set(Object.values(LEGAL_PLACEHOLDERS)).size).toBe(Object.keys(legalTexts(UNSTATED)).length);
});
