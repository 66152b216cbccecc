import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { passwordHint } from '#web/auth/password-hint.ts';

const LIST = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trimEnd()
  .split('\n');
const COMMON = new Set(LIST);
const ANA = { name: 'Ana María Núñez de la Fuente', email: 'a.nunez77@clinica.cl', rut: '12.345.678-5' };
const reasonOf = (password: string, person = ANA) => passwordHint(password, person, COMMON)?.split(',')[0];

test('the list has the most common passwords that are long enough, once each, in lower case', () => {
  expect(COMMON.size).toBe(LIST.length);
  expect(LIST.length).toBeGreaterThan(8000);
  expect(LIST.filter((password) => password.length < 6 || password !== password.toLowerCase())).toEqual([]);
  for (const known of ['123456', 'password', 'qwerty', 'letmein', 'dragon']) expect(COMMON).toContain(known);
});

test.each([
  ['123456', 'Es una de las contraseñas más comunes'],
  ['PassWord', 'Es una de las contraseñas más comunes'],
  ['xx-a.nunez77-xx', 'Contiene tu correo'],
  ['nuñez.2024', 'Contiene tu nombre'],
  ['lafuenteFUENTE', 'Contiene tu nombre'],
  ['Maria-1980', 'Contiene tu nombre'],
  ['12345678-5!', 'Contiene tu RUT'],
  ['clave 12.345.678', 'Contiene tu RUT'],
  ['manzana verde', undefined],
  ['nieve lenta 47 alerces', undefined],
  ['de la 1980 x', undefined],
])('%s: %s', (password, reason) => {
  expect(reasonOf(password)).toBe(reason);
});

test('an empty field of the person is in no password', () => {
  for (const person of [{}, { name: '', email: '', rut: '' }, { name: ' ', email: '@', rut: '-' }]) {
    expect(passwordHint('nieve lenta 47', person, COMMON)).toBeUndefined();
  }
});
