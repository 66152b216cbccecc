import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { login, me, register } from '#contract/auth';
import { registration } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { ensureAdmin } from './first-admin.ts';

const [SHORT, LONG] = ['once-letras', 'doce-letras!'];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function newAdmin(password: string): Promise<string> {
  const email = `admin-${randomBytes(4).toString('hex')}@ejemplo.cl`;
  await ensureAdmin(testApp.deps, { email, password }, () => undefined);
  return email;
}
const logIn = async (email: string, password: string) =>
  (await testApp.send(login, { body: { email, password } })).body;
const stored = async (email: string) => {
  const [row] = await testApp.sql<[{ fact: boolean | null }]>`
    select has_short_password as fact from users where email = ${email}`;
  return row.fact;
};

test('the account of an administrator says that the password is short, from the login until a longer one', async () => {
  const email = await newAdmin(SHORT);
  expect(await stored(email)).toBeNull();
  const { user, accessToken } = await logIn(email, SHORT);
  expect(user.hasShortPassword).toBe(true);
  expect((await testApp.send(me, {}, accessToken)).body.hasShortPassword).toBe(true);

  const change = (currentPassword: string, newPassword: string) =>
    testApp.send(changePassword, { body: { currentPassword, newPassword } }, accessToken);
  expect((await change(SHORT, LONG)).status).toBe(200);
  expect(await stored(email)).toBe(false);
  const again = await logIn(email, LONG);
  expect(again.user).not.toHaveProperty('hasShortPassword');
  expect((await testApp.send(me, {}, again.accessToken)).body).toEqual(again.user);
});

test('simultaneous logins with a short password all succeed', async () => {
  const email = await newAdmin(SHORT);
  const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(email, SHORT)));
  expect(replies.map(({ user }) => user.hasShortPassword)).toEqual(Array(8).fill(true));
});

test('a wrong password says nothing of the right one', async () => {
  const email = await newAdmin(LONG);
  await logIn(email, SHORT);
  expect(await stored(email)).toBeNull();
});

test('nothing is stored of the password of a professional', async () => {
  const body = registration({ password: SHORT });
  await testApp.send(register, { body });
  const { user, accessToken } = await logIn(body.email, SHORT);
  expect(user).not.toHaveProperty('hasShortPassword');
  const passwords = { currentPassword: SHORT, newPassword: 'otras-doce' };
  expect((await testApp.send(changePassword, { body: passwords }, accessToken)).status).toBe(200);
  expect(await stored(body.email)).toBeNull();
});

test('the account says that its password was generated at the first start, until another one is chosen', async () => {
  const empty = await createTestApp();
  const { email = '', generatedPassword: password = '' } =
    (await ensureAdmin(empty.deps, undefined, () => undefined)) ?? {};
  const { body } = await empty.send(login, { body: { email, password } });
  expect(body.user.hasGeneratedPassword).toBe(true);
  expect((await empty.newAdmin()).user).not.toHaveProperty('hasGeneratedPassword');
  const change = { currentPassword: password, newPassword: 'una-clave-propia' };
  await empty.send(changePassword, { body: change }, body.accessToken);
  expect((await empty.send(me, {}, body.accessToken)).body).not.toHaveProperty('hasGeneratedPassword');
  await empty.close();
});
