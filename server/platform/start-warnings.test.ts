import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startWarnings } from './start-warnings.ts';

const LEGAL = { LEGAL_NAME: 'Sur', LEGAL_RUT: '76123456-0', LEGAL_ADDRESS: 'Osorno', SUPPORT_EMAIL: 'hola@sur.cl' };
const PRODUCTION = { ...LEGAL, NODE_ENV: 'production', PUBLIC_URL: 'https://ficha.cl', TRUST_PROXY: 'loopback' };

const warned = (environment: Record<string, string>, environmentFileMode?: number) =>
  startWarnings(readConfig(environment), environmentFileMode);

test('the defaults, and a complete production, give no warning', () => {
  expect(warned({})).toEqual([]);
  expect(warned({ ...PRODUCTION, HOST: '0.0.0.0' }, 0o100640)).toEqual([]);
});

test.each(['0.0.0.0', '::', '192.168.1.5'])('HOST=%s without an https address is warned of', (HOST) => {
  expect(warned({ HOST })).toEqual([
    expect.stringMatching(/^Warning: HOST=\S+ can be reached [^\n]+ without TLS[^\n]+$/),
  ]);
  expect(warned({ HOST, PUBLIC_URL: 'http://ficha.cl' })).toHaveLength(1);
  expect(warned({ ...PRODUCTION, HOST })).toEqual([]);
});

test.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('HOST=%s is not', (HOST) => {
  expect(warned({ HOST })).toEqual([]);
});

test.each([
  ['', 'not set'],
  ['http://ficha.cl', 'http://ficha.cl'],
])('production with PUBLIC_URL=%j is warned of, because documents carry it', (PUBLIC_URL, named) => {
  expect(warned({ ...PRODUCTION, PUBLIC_URL })).toEqual([
    expect.stringMatching(new RegExp(`^Warning: PUBLIC_URL is ${named}, which is not an https address\\. [^\\n]+$`)),
  ]);
});

test('an https address without TRUST_PROXY is warned of, because a proxy must be in front', () => {
  expect(warned({ ...PRODUCTION, TRUST_PROXY: '' })).toEqual([
    expect.stringMatching(/^Warning: PUBLIC_URL is an https address and TRUST_PROXY is not set[^\n]+$/),
  ]);
});

test('an .env that every account can read is warned of', () => {
  const warning = /^Warning: every account of this machine can read \.env[^\n]+$/;
  expect(warned({}, 0o100644)).toEqual([expect.stringMatching(warning)]);
  expect(warned({}, 0o100604)).toEqual([expect.stringMatching(warning)]);
  for (const mode of [0o100600, 0o100640, 0o100660]) expect(warned({}, mode)).toEqual([]);
});

test.each([
  ['once-letras', 'has fewer than twelve characters'],
  ['aaaabbbbccccdddd', 'repeats a few characters'],
  ['Contraseña-2026!', 'is a common password'],
  ['direccion-de-siempre', 'contains the name of ADMIN_EMAIL'],
])('ADMIN_PASSWORD=%s is weak: it %s', (ADMIN_PASSWORD, weakness) => {
  const warnings = warned({ ADMIN_EMAIL: 'direccion@clinica.cl', ADMIN_PASSWORD });
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`^Warning: ADMIN_PASSWORD ${weakness}\\. [^\\n]+$`))]);
  expect(warnings[0]).not.toContain(ADMIN_PASSWORD);
});

test('a long ADMIN_PASSWORD is not', () => {
  expect(warned({ ADMIN_EMAIL: 'direccion@clinica.cl', ADMIN_PASSWORD: 'nieve lenta 47 alerces' })).toEqual([]);
});

test('in production one line names what the operator has not stated, and elsewhere none', () => {
  const nothing = Object.fromEntries(Object.keys(LEGAL).map((name) => [name, '']));
  expect(warned({ ...PRODUCTION, ...nothing })).toEqual([
    expect.stringMatching(/^Warning: not set: LEGAL_NAME, LEGAL_RUT, LEGAL_ADDRESS, SUPPORT_EMAIL\. [^\n]+$/),
  ]);
  expect(warned({ ...PRODUCTION, LEGAL_RUT: '' })).toEqual([expect.stringMatching(/^Warning: not set: LEGAL_RUT\. /)]);
});

test('mail without PUBLIC_URL is warned of, because its links would lead nowhere', () => {
  const mail = { SMTP_URL: 'smtp://mail.cl', MAIL_FROM: 'avisos@sur.cl' };
  expect(warned(mail)).toEqual([expect.stringMatching(/^Warning: SMTP_URL is set and PUBLIC_URL is not[^\n]+$/)]);
  expect(warned({ ...PRODUCTION, ...mail })).toEqual([]);
});
