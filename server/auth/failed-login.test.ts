import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword } from '#contract/account';
import { login } from '#contract/auth';
import { removeTotp } from '#contract/second-factor';
import { reauthenticate } from '#contract/sessions';
import { enableSecondFactor } from '#server/testing/authenticator';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true, trustProxy: 'loopback' });
  ana = await testApp.newProfessional();
});
beforeEach(() => {
  testApp.warnings.length = 0;
});
afterAll(() => testApp.close());

const logIn = async (address: string, email: string, password = 'secreto-equivocado') => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const payload = JSON.stringify({ email, password });
  return (await testApp.app.inject({ method: 'POST', url: login.path, headers, payload })).statusCode;
};

test('a wrong password is logged with the account and the network, and nothing else', async () => {
  expect(await logIn('203.0.113.77', ana.user.email)).toBe(401);
  expect(testApp.warnings).toEqual([
    { message: 'login failed', reason: 'wrong-credentials', accountId: ana.user._id, network: '203.0.113.0/24' },
  ]);
});

test('an unknown email is logged without an account and without the email', async () => {
  expect(await logIn('2001:db8:7:8::9', 'nadie@ejemplo.cl')).toBe(401);
  expect(testApp.warnings).toEqual([
    { message: 'login failed', reason: 'wrong-credentials', accountId: undefined, network: '2001:db8:7::/48' },
  ]);
  expect(JSON.stringify(testApp.warnings)).not.toMatch(/nadie|secreto/);
});

test('a login that succeeds is not logged', async () => {
  expect(await logIn('203.0.113.77', ana.user.email, PASSWORD)).toBe(200);
  expect(testApp.warnings).toEqual([]);
});

test('a login that is refused for too many tries is logged with the account', async () => {
  for (let i = 0; i < 10; i++) await logIn('198.51.100.9', ana.user.email);
  testApp.warnings.length = 0;
  expect(await logIn('198.51.100.9', ana.user.email)).toBe(429);
  expect(testApp.warnings).toEqual([
    { message: 'login failed', reason: 'too-many-tries', accountId: ana.user._id, network: '198.51.100.0/24' },
  ]);
});

test('an address that is locked out is logged without an account, whosever e-mail comes next', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => logIn('192.0.2.5', `a${i}@ejemplo.cl`)));
  testApp.warnings.length = 0;
  expect(await logIn('192.0.2.5', ana.user.email)).toBe(429);
  expect(testApp.warnings).toEqual([
    { message: 'login failed', reason: 'too-many-tries', accountId: undefined, network: '192.0.2.0/24' },
  ]);
});

test('a wrong password or code in an open session is recorded like a failed login, with a reason of its own', async () => {
  const berta = await testApp.newProfessional();
  await enableSecondFactor(testApp, berta);
  const wrong = { password: 'secreto-equivocado' };
  const change = { currentPassword: wrong.password, newPassword: 'otra-clave' };
  for (const [code, send] of [
    ['WRONG_PASSWORD', () => berta.send(reauthenticate, { body: wrong })],
    ['WRONG_PASSWORD', () => berta.send(changePassword, { body: change })],
    ['WRONG_CODE', () => berta.send(reauthenticate, { body: { code: '000000' } })],
    ['WRONG_CODE', () => berta.send(reauthenticate, { body: { code: 'AAAA-AAAA-AAAA-AAAA' } })],
    ['WRONG_PASSWORD', () => berta.send(removeTotp, { body: wrong })],
  ] as const) {
    expect((await send()).error.code).toBe(code);
    await testApp.deps.accessRecorder.flush();
  }
  const logged = { message: 'login failed', accountId: berta.user._id, network: '127.0.0.0/24' };
  expect(testApp.warnings).toEqual([
    { ...logged, reason: 'wrong-password-in-session' },
    { ...logged, reason: 'wrong-password-in-session' },
    { ...logged, reason: 'wrong-code-in-session' },
    { ...logged, reason: 'wrong-code-in-session' },
    { ...logged, reason: 'wrong-password-in-session' },
  ]);
  const log = (await berta.send(getAccountAccessLog)).body.filter(({ act }) => act === 'login.failed');
  expect(log.map(({ actor, address, detail }) => [actor, address, detail?.loginFailure]).reverse()).toEqual([
    ['Persona no identificada', '127.0.0.1', 'wrong-password-in-session'],
    ['Persona no identificada', '127.0.0.1', 'wrong-password-in-session'],
    ['Persona no identificada', '127.0.0.1', 'wrong-code-in-session'],
    ['Persona no identificada', '127.0.0.1', 'wrong-code-in-session'],
    ['Persona no identificada', '127.0.0.1', 'wrong-password-in-session'],
  ]);
});
