import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword, getAccount } from '#contract/account';
import { login, logout, me, refresh } from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let ana: Person;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  [ana, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
  await Promise.all([ana, admin].map(temporaryPassword));
});
afterAll(() => testApp.close());

const temporaryPassword = ({ user }: Person) =>
  testApp.sql`
    update users set must_change_password = true, temporary_password_until = now() + interval '1 day'
     where id = ${user._id}`;

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const signedIn = ENDPOINTS.filter(({ access }) => ['professional', 'admin', 'assistant'].includes(access));
const names = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
/** An id that does not exist: the request is refused before it is looked up. */
const call = (endpoint: Endpoint, { accessToken, user }: Person) => {
  const params = Object.fromEntries(names(endpoint.path).map((name) => [name, user._id]));
  return testApp.send(endpoint, { params }, accessToken);
};

test.each(named(signedIn.filter((endpoint) => !endpoint.allowsTemporaryPassword)))(
  '%s waits until a temporary password is replaced',
  async (_, endpoint) => {
    for (const person of [ana, admin]) {
      const reply = await call(endpoint, person);
      expect([reply.status, reply.error]).toEqual([
        403,
        {
          code: 'PASSWORD_CHANGE_REQUIRED',
          error: 'Elige una nueva contraseña antes de continuar',
          message: 'Elige una nueva contraseña antes de continuar',
        },
      ]);
    }
  },
);

test('only the own profile and the password change are allowed before', () => {
  const open = signedIn.filter((endpoint) => endpoint.allowsTemporaryPassword);
  expect(new Set(open)).toEqual(new Set([me, changePassword]));
});

test('login and me report it, the session can be refreshed and ended, and the password change clears it', async () => {
  const berta = await testApp.newProfessional();
  expect(berta.user).not.toHaveProperty('mustChangePassword');
  await temporaryPassword(berta);
  const { body: session } = await testApp.send(login, { body: { email: berta.user.email, password: PASSWORD } });
  expect(session.user).toEqual({ ...berta.user, mustChangePassword: true });
  await temporaryPassword(berta);
  const { body: elsewhere } = await testApp.send(login, { body: { email: berta.user.email, password: PASSWORD } });
  expect((await testApp.send(logout, { body: { refreshToken: elsewhere.refreshToken } })).status).toBe(204);
  expect((await testApp.send(refresh, { body: { refreshToken: session.refreshToken } })).status).toBe(200);
  expect((await berta.send(me)).body).toEqual({ ...berta.user, mustChangePassword: true });

  const change = (newPassword: string) =>
    berta.send(changePassword, { body: { currentPassword: PASSWORD, newPassword } });
  for (const known of [PASSWORD, '12345678-5', '12.345.678-5']) {
    expect((await change(known)).error.code).toBe('SAME_PASSWORD');
  }
  expect((await berta.send(getAccount)).status).toBe(403);
  expect((await change('otra-clave')).status).toBe(200);
  expect((await berta.send(me)).body).toEqual(berta.user);
  const account = await berta.send(getAccount);
  expect(account.status).toBe(200);
  expect(account.body).not.toHaveProperty('mustChangePassword');
  expect((await testApp.send(me, {}, session.accessToken)).status).toBe(401);
});
