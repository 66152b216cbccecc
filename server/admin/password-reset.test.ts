import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword, getAccount } from '#contract/account';
import { resetPassword } from '#contract/admin';
import { login, me, refresh } from '#contract/auth';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const reset = (id: string, by = admin) => by.send(resetPassword, { params: { id } });
const logIn = ({ user }: Person, password: string) => testApp.send(login, { body: { email: user.email, password } });

test('the RUT without dots and with its dash is the new password, and the old one is refused', async () => {
  const ana = await testApp.newProfessional({ rut: '12.345.678-5' });
  expect((await reset(ana.user._id)).status).toBe(204);
  expect((await logIn(ana, PASSWORD)).status).toBe(401);
  expect((await logIn(ana, '12.345.678-5')).status).toBe(401);
  expect((await logIn(ana, '123456785')).status).toBe(401);
  expect((await logIn(ana, '12345678-5')).status).toBe(200);
});

test('all their sessions end, with both tokens, and no sessions of others', async () => {
  const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  const { body: elsewhere } = await logIn(ana, PASSWORD);
  await reset(ana.user._id);
  for (const { accessToken, refreshToken } of [ana, elsewhere]) {
    expect((await testApp.send(me, {}, accessToken)).status).toBe(401);
    expect((await testApp.send(refresh, { body: { refreshToken } })).status).toBe(401);
  }
  expect((await berta.send(me)).status).toBe(200);
  expect((await admin.send(me)).status).toBe(200);
});

test('the next login can do nothing before a new password is set', async () => {
  const ana = await testApp.newProfessional();
  await reset(ana.user._id);
  const { body } = await logIn(ana, '12345678-5');
  expect(body.user.mustChangePassword).toBe(true);
  const account = await testApp.send(getAccount, {}, body.accessToken);
  expect([account.status, account.error.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  const change = { currentPassword: '12345678-5', newPassword: 'la-mía-propia' };
  expect((await testApp.send(changePassword, { body: change }, body.accessToken)).status).toBe(200);
  expect((await testApp.send(getAccount, {}, body.accessToken)).status).toBe(200);
});

test('a concurrent login with the old password does not outlive the reset', async () => {
  for (let round = 0; round < 5; round++) {
    const ana = await testApp.newProfessional();
    const [session] = await Promise.all([logIn(ana, PASSWORD), reset(ana.user._id)]);
    expect([200, 401]).toContain(session.status);
    if (session.status === 200) expect((await testApp.send(me, {}, session.body.accessToken)).status).toBe(401);
    const open = await testApp.sql`select from sessions where user_id = ${ana.user._id} and ended_at is null`;
    expect(open).toHaveLength(0);
  }
});

test('the reset is audited with actor, time and subject, and so are the ended sessions', async () => {
  const ana = await testApp.newProfessional();
  await logIn(ana, PASSWORD);
  await reset(ana.user._id);
  const entries = await testApp.sql`
    select actor_id, subject_id, at from audit_entries
     where owner_id = ${ana.user._id} and act = 'user.password-reset'`;
  expect([...entries]).toEqual([{ actor_id: admin.user._id, subject_id: ana.user._id, at: expect.any(Date) }]);
  const ended = await testApp.sql`
    select actor_id, subject_id from audit_entries
     where owner_id = ${ana.user._id} and act = 'session.ended' order by subject_id`;
  const sessions = await testApp.sql`select id from sessions where user_id = ${ana.user._id} order by id`;
  expect(sessions).toHaveLength(2);
  expect([...ended]).toEqual(sessions.map(({ id }) => ({ actor_id: admin.user._id, subject_id: id })));
});

test('an account without RUT is refused with the reason', async () => {
  const other = await testApp.newAdmin();
  const reply = await reset(other.user._id);
  expect([reply.status, reply.error.error]).toEqual([
    409,
    'La cuenta no tiene RUT: no se puede restablecer su contraseña',
  ]);
  expect((await other.send(me)).status).toBe(200);
  expect((await logIn(other, PASSWORD)).status).toBe(200);
});

test('an administrator cannot reset the own password', async () => {
  const reply = await reset(admin.user._id);
  expect([reply.status, reply.error.error]).toEqual([409, 'Cambia tu contraseña en la pestaña Seguridad']);
  expect((await logIn(admin, PASSWORD)).status).toBe(200);
});

test('an unknown account answers 404', async () => {
  expect((await reset(randomUUID())).status).toBe(404);
});
