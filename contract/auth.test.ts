import { expect, test, vi } from 'vitest';
import { RegistrationForm } from './auth.ts';

const form = {
  name: 'Ana',
  rut: '1-9',
  email: 'ana@ejemplo.cl',
  password: 'secreto',
  confirmPassword: 'secreto',
  profession: 'Nutricionistas',
  city: 'Coyhaique',
  region: 'Región de Los Ríos',
};
const reasons = (changes: object) =>
  RegistrationForm.safeParse({ ...form, ...changes }).error?.issues.map((issue) => [issue.path[0], issue.message]);

test('the password confirmation is required and must match', () => {
  expect(reasons({})).toBeUndefined();
  expect(reasons({ confirmPassword: '' })).toEqual([['confirmPassword', 'Confirma tu contraseña']]);
  expect(reasons({ confirmPassword: 'secreta' })).toEqual([['confirmPassword', 'Las contraseñas no coinciden']]);
});

test('a password mismatch is reported together with other invalid fields', () => {
  expect(reasons({ name: '', confirmPassword: 'x' })).toEqual([
    ['name', 'El nombre es requerido'],
    ['confirmPassword', 'Las contraseñas no coinciden'],
  ]);
});

test('text is trimmed and normalized', () => {
  const parsed = RegistrationForm.parse({ ...form, name: '  Pen\u0303a ', specialty: ' ' });
  expect(parsed.name).toBe('Pe\u00f1a');
  expect(parsed.specialty).toBeUndefined();
});

test.each(['name', 'email', 'password', 'specialty'])(
  'a %s that is too long is refused before normalization',
  (field) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const long = '\u0344\u0323'.repeat(200);
    expect(reasons({ [field]: long })).toContainEqual([field, expect.stringContaining('No puede superar')]);
    expect(normalize.mock.contexts.map(String)).not.toContain(long);
    normalize.mockRestore();
  },
);

test('a password is normalized, and one with a lone surrogate is refused', () => {
  expect(RegistrationForm.parse({ ...form, password: 'man\u0303ana', confirmPassword: 'man\u0303ana' }).password).toBe(
    'ma\u00f1ana',
  );
  expect(reasons({ password: '\ud800aaaaa', confirmPassword: '\ud800aaaaa' })).toEqual([
    ['password', 'Contiene caracteres no permitidos'],
    ['confirmPassword', 'Contiene caracteres no permitidos'],
  ]);
});
