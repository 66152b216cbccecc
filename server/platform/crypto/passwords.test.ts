import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const OWASP_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

test('hashes with Argon2id and the parameters of OWASP unless told otherwise', async () => {
  expect((await createPasswords().hash('clave-de-prueba')).slice(0, OWASP_PREFIX.length)).toBe(OWASP_PREFIX);
});

test('matches its own password and no other, and never an account without a hash', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const hash = await passwords.hash('clave-de-prueba');
  expect(await passwords.matches(hash, 'clave-de-prueba')).toBe(true);
  expect(await passwords.matches(hash, 'otra clave')).toBe(false);
  expect(await passwords.matches(undefined, 'no account has this password')).toBe(false);
});
