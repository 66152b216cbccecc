import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig, VARIABLES } from './config.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', rateLimit: true, logLevel: 'info' });
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, /^PORT /],
  [{ PORT: '0' }, 'PORT must be a port number'],
  [{ PORT: ' ' }, 'PORT must be a port number'],
  [{ DATABASE_ROLES: 'login' }, /^DATABASE_ROLES login needs a DATABASE_URL with a password/],
  [{ DATABASE_ROLES: 'login', DATABASE_URL: 'postgres://ana@db/ficha' }, /^DATABASE_ROLES login needs/],
  [{ PREPARED_STATEMENTS: 'no' }, 'PREPARED_STATEMENTS must be on or off'],
  [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS must be a whole number from 0 to 60'],
  [{ WORKERS: '0' }, 'WORKERS must be a whole number from 1 to 64'],
  [{ WORKERS: '1.5' }, 'WORKERS must be a whole number from 1 to 64'],
  [{ WORKERS: '65' }, 'WORKERS must be a whole number from 1 to 64'],
  [{ WORKERS: 'auto' }, 'WORKERS must be a whole number from 1 to 64'],
  [{ TRUST_PROXY: 'foo' }, 'TRUST_PROXY must be addresses or networks'],
  [{ TRUST_PROXY: '127.0.0.1/99' }, 'TRUST_PROXY must be addresses or networks'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must be addresses or networks'],
  [{ TRUST_PROXY: 'loopback/8' }, 'TRUST_PROXY must be addresses or networks'],
  [{ TRUST_PROXY: 'fe80::1%eth0' }, 'TRUST_PROXY must be addresses or networks'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
  [{ PUBLIC_URL: 'ficha.cl' }, 'PUBLIC_URL must start with http:// or https://'],
  [{ ADMIN_EMAIL: 'ana@ejemplo.cl' }, 'ADMIN_EMAIL and ADMIN_PASSWORD are given together or not at all'],
  [{ SIGNING_KEY: 'key.pem' }, 'SIGNING_CERTIFICATE and SIGNING_KEY are given together or not at all'],
  [{ ADMIN_EMAIL: 'ana', ADMIN_PASSWORD: 'secreto' }, 'ADMIN_EMAIL Email inválido'],
  [{ ADMIN_EMAIL: 'a@b.cl', ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD La contraseña debe tener al menos 6 caracteres'],
  [{ TOKEN_KEY: 'c2hvcnQ=' }, 'TOKEN_KEY must be 32 bytes in base64'],
  [{ PUSH_KEY: 'c2hvcnQ=' }, 'PUSH_KEY must be 32 bytes in base64'],
  [{ MERCADOPAGO_ACCESS_TOKEN: 'APP_USR 1' }, 'MERCADOPAGO_ACCESS_TOKEN must be one word'],
  [{ MERCADOPAGO_API_URL: 'mercadopago' }, 'MERCADOPAGO_API_URL must be an https address'],
  [{ MERCADOPAGO_API_URL: 'http://api.mercadopago.com' }, 'MERCADOPAGO_API_URL must be an https address'],
  [{ MERCADOPAGO_API_URL: 'ftp://127.0.0.1' }, 'MERCADOPAGO_API_URL must be an https address'],
  [{ SMTP_URL: 'http://mail.cl', MAIL_FROM: 'a@b.cl' }, /^SMTP_URL must start with smtp:\/\/ or smtps:\/\//],
  [
    { SMTP_URL: 'smtp://mail.cl/?tls=no', MAIL_FROM: 'a@b.cl' },
    /^SMTP_URL must be smtp:.* without a path or parameters/,
  ],
  [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.cl' }, /^SMTP_URL must be smtp:/],
  [{ SMTP_URL: 'smtp://mail.cl' }, 'SMTP_URL and MAIL_FROM are given together or not at all'],
  [{ MAIL_FROM: 'a@b.cl' }, 'SMTP_URL and MAIL_FROM are given together or not at all'],
  [{ SMTP_URL: 'smtp://mail.cl', MAIL_FROM: 'nadie' }, 'MAIL_FROM must be an e-mail address, or Name <address>'],
  [{ SMTP_URL: 'smtp://mail.cl', MAIL_FROM: 'a@b.cl, c@d.cl' }, /^MAIL_FROM must be an e-mail address/],
  [{ SMTP_URL: 'smtp://mail.cl', MAIL_FROM: 'Sur <a@b.cl>\nBcc: c@d.cl' }, /^MAIL_FROM must be one line of text/],
  [{ METRICS_TOKEN: 'corto' }, 'METRICS_TOKEN must have at least 16 characters'],
  [{ METRICS_TOKEN: 'con un espacio en medio' }, 'METRICS_TOKEN must be one word'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV must be production, development or test'],
  [{ LEGAL_RUT: '76.123.456-1' }, /^LEGAL_RUT must be a RUT with its right check digit, 76\.123\.456-0$/],
  [{ LEGAL_RUT: 'PA-123' }, /^LEGAL_RUT must be a RUT/],
  [{ LEGAL_NAME: '  ' }, 'LEGAL_NAME must be one line of text'],
  [{ LEGAL_NAME: 'x'.repeat(201) }, 'LEGAL_NAME must have at most 200 characters'],
  [{ LEGAL_ADDRESS: 'Calle 1\nOsorno' }, 'LEGAL_ADDRESS must be one line of text'],
  [{ LEGAL_SUBPROCESSORS: 'x'.repeat(1001) }, 'LEGAL_SUBPROCESSORS must have at most 1000 characters'],
  [{ SUPPORT_EMAIL: 'soporte' }, 'SUPPORT_EMAIL must be an e-mail address'],
  [{ SUPPORT_EMAIL: 'Soporte <soporte@sur.cl>' }, 'SUPPORT_EMAIL must be an e-mail address'],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
  [{ RATE_LIMIT: 'maybe' }, /^RATE_LIMIT /],
  [{ DEFAULT_PLAN: 'pro' }, /^DEFAULT_PLAN must be free or paid$/],
  [{ REQUIRE_ADMIN_TOTP: 'yes' }, /^REQUIRE_ADMIN_TOTP must be on or off/],
])('%j is refused with one line', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});

test('TRUST_PROXY trusts nobody unless it is set', () => {
  expect(readConfig({}).trustProxy).toBeUndefined();
});

test.each(['10.0.0.1', '10.0.0.0/8, loopback', 'fd00::/8'])('TRUST_PROXY takes %s', (list) => {
  expect(readConfig({ TRUST_PROXY: list }).trustProxy).toBe(list);
});

test('an empty variable counts as unset, and a trailing slash of PUBLIC_URL is dropped', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: 'https://ficha.cl/' })).toMatchObject({
    port: 3000,
    publicUrl: 'https://ficha.cl',
  });
});

test('an access token enables Mercado Pago, with one webhook secret for each of its modes', () => {
  const mercadoPago = (environment: Record<string, string>) => readConfig(environment).mercadoPago;
  expect(mercadoPago({ MERCADOPAGO_WEBHOOK_SECRET: 'a' })).toBeUndefined();
  expect(mercadoPago({ MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1' })).toEqual({
    accessToken: 'APP_USR-1',
    webhookSecrets: [],
    apiUrl: 'https://api.mercadopago.com',
  });
  expect(
    mercadoPago({
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
      MERCADOPAGO_WEBHOOK_SECRET: 'de-prueba,real',
      MERCADOPAGO_API_URL: 'http://127.0.0.1:4000/',
    }),
  ).toEqual({ accessToken: 'APP_USR-1', webhookSecrets: ['de-prueba', 'real'], apiUrl: 'http://127.0.0.1:4000' });
});

test('who runs the installation: as it is written, the RUT in its usual form', () => {
  const given = { LEGAL_NAME: ' Salud & Sur SpA ', LEGAL_RUT: '761234560', SUPPORT_EMAIL: 'hola@sur.cl' };
  expect(readConfig(given).legalEntity).toEqual({
    name: 'Salud & Sur SpA',
    rut: '76.123.456-0',
    email: 'hola@sur.cl',
  });
});

test('the sender of mails is an address, with or without a name', () => {
  const mailOf = (MAIL_FROM: string) => readConfig({ SMTP_URL: 'smtps://ana:cl%40ve@mail.cl', MAIL_FROM }).mail;
  expect(mailOf('avisos@sur.cl')?.from).toEqual({ name: '', address: 'avisos@sur.cl' });
  expect(mailOf('Salud Sur <avisos@sur.cl>')?.from).toEqual({ name: 'Salud Sur', address: 'avisos@sur.cl' });
  expect(readConfig({}).mail).toBeUndefined();
});

test('only NODE_ENV=production is production', () => {
  expect(readConfig({ NODE_ENV: 'production' }).isProduction).toBe(true);
  for (const NODE_ENV of ['development', 'test', undefined]) expect(readConfig({ NODE_ENV }).isProduction).toBe(false);
});

test('.env.example documents every variable and no other, and docs/configuration.md names them', async () => {
  const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^# ?([A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(documented.sort()).toEqual(VARIABLES.toSorted());
  const guide = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  for (const variable of VARIABLES) expect(guide).toContain(`\`${variable}\``);
});
