import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('nothing given: the defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', rateLimit: true, logLevel: 'info' });
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, /^PORT /],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ PUBLIC_URL: 'ficha.cl' }, 'PUBLIC_URL must start with http:// or https://'],
  [{ ADMIN_EMAIL: 'ana@ejemplo.cl' }, 'ADMIN_EMAIL and ADMIN_PASSWORD are given together or not at all'],
  [{ ADMIN_EMAIL: 'ana', ADMIN_PASSWORD: 'secreto' }, 'ADMIN_EMAIL Email inválido'],
  [{ ADMIN_EMAIL: 'a@b.cl', ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD needs at least 6 characters'],
  [{ TOKEN_KEY: 'c2hvcnQ=' }, 'TOKEN_KEY must be 32 bytes in base64'],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
  [{ RATE_LIMIT: 'maybe' }, /^RATE_LIMIT /],
])('%j stops the start with one line', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});

test('an empty variable counts as unset, and a trailing slash of PUBLIC_URL is dropped', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: 'https://ficha.cl/' })).toMatchObject({
    port: 3000,
    publicUrl: 'https://ficha.cl',
  });
});

test('.env.example documents every variable, and no other', async () => {
  const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8');
  const read = [...source.matchAll(/^ {4}([A-Z_]+):/gm)].map((match) => match[1]);
  const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(read.length).toBeGreaterThan(5);
  expect(documented.sort()).toEqual(read.sort());
});
