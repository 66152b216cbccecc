import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword, dismissPasswordReset, getAccount } from '#contract/account';
import { deleteUser, resetPassword } from '#contract/admin';
import { answerChallenge, login, me, refresh } from '#contract/auth';
import { createCertificate, finalizeCertificate } from '#contract/certificates';
import { restoreAccount } from '#contract/closed-accounts';
import { confirmRecovery } from '#contract/recovery';
import { reauthenticate } from '#contract/sessions';
import { accountLink } from '#server/testing/account-link';
import { enableSecondFactor } from '#server/testing/authenticator';
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

const RUT = '12345678-5';
const HOUR = 3600 * 1000;

test('a second login with the temporary password is refused like a wrong one, and the first session goes on', async () => {
  const ana = await testApp.newProfessional();
  await reset(ana.user._id);
  const first = await logIn(ana, RUT);
  expect(first.status).toBe(200);
  const [second, wrong] = [await logIn(ana, RUT), await logIn(ana, 'no-es-esta')];
  expect([second.status, second.error]).toEqual([401, wrong.error]);
  expect(wrong.error.error).toBe('Credenciales inválidas');
  expect((await testApp.send(refresh, { body: { refreshToken: first.body.refreshToken } })).status).toBe(200);
  const change = { currentPassword: RUT, newPassword: 'la-mía-propia' };
  expect((await testApp.send(changePassword, { body: change }, first.body.accessToken)).status).toBe(200);
  expect((await logIn(ana, RUT)).status).toBe(401);
  expect((await logIn(ana, 'la-mía-propia')).status).toBe(200);
});

test('of logins with the temporary password at the same time one succeeds', async () => {
  const ana = await testApp.newProfessional();
  await reset(ana.user._id);
  const replies = await Promise.all(Array.from({ length: 6 }, () => logIn(ana, RUT)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
});

test('the temporary password ends after 24 hours, and a new reset gives another day', async () => {
  const other = await createTestApp();
  const [boss, ana] = [await other.newAdmin(), await other.newProfessional()];
  const enter = () => other.send(login, { body: { email: ana.user.email, password: RUT } });
  await boss.send(resetPassword, { params: { id: ana.user._id } });
  other.passTime(24 * HOUR);
  expect((await enter()).error.code).toBe('WRONG_CREDENTIALS');
  const again = await other.logIn(boss.user.email);
  await again.send(resetPassword, { params: { id: ana.user._id } });
  other.passTime(24 * HOUR - 1000);
  expect((await enter()).status).toBe(200);
  await other.close();
});

test('a session begun with the temporary password ends with its 24 hours, unless the password was changed', async () => {
  const other = await createTestApp();
  const boss = await other.newAdmin();
  const [ana, berta] = [await other.newProfessional(), await other.newProfessional()];
  const enter = async ({ user }: Person) => {
    await boss.send(resetPassword, { params: { id: user._id } });
    return (await other.send(login, { body: { email: user.email, password: RUT } })).body;
  };
  const [left, changed] = [await enter(ana), await enter(berta)];
  const change = { currentPassword: RUT, newPassword: 'la-mía-propia' };
  const { body: renewed } = await other.send(changePassword, { body: change }, changed.accessToken);
  other.passTime(24 * HOUR - 60_000);
  const refreshed = async (refreshToken = '') => (await other.send(refresh, { body: { refreshToken } })).body;
  const { accessToken } = await refreshed(left.refreshToken);
  expect((await other.send(me, {}, accessToken)).status).toBe(200);
  other.passTime(61_000);
  expect((await other.send(me, {}, accessToken)).status).toBe(401);
  expect((await other.send(refresh, { body: { refreshToken: left.refreshToken } })).status).toBe(401);
  const { accessToken: stays } = await refreshed(renewed.refreshToken);
  expect((await other.send(me, {}, stays)).status).toBe(200);
  await other.close();
});

test('a second factor stays on: the temporary password leads to its challenge, and ends with the answered one', async () => {
  const ana = await testApp.newProfessional();
  const authenticator = await enableSecondFactor(testApp, ana);
  await reset(ana.user._id);
  const challenge = async () => (await logIn(ana, RUT)).body as unknown as { challenge: string };
  const { challenge: abandoned } = await challenge();
  const { challenge: answered } = await challenge();
  expect([typeof abandoned, typeof answered]).toEqual(['string', 'string']);
  const answer = (one: string, code: string) => testApp.send(answerChallenge, { body: { challenge: one, code } });
  const [code = '', spare = ''] = authenticator.recoveryCodes;
  const reply = await answer(answered, code);
  expect([reply.status, reply.body.user.mustChangePassword, reply.body.user.secondFactor]).toEqual([200, true, 'on']);
  expect((await answer(abandoned, spare)).error.code).toBe('CHALLENGE_EXPIRED');
  expect((await logIn(ana, RUT)).status).toBe(401);
});

test('the owner reads who reset the password and when, until the owner dismisses it', async () => {
  const ana = await testApp.newProfessional();
  expect((await ana.send(me)).body).not.toHaveProperty('passwordReset');
  const before = testApp.deps.now().getTime();
  await reset(ana.user._id);
  const { body: session } = await logIn(ana, RUT);
  const notice = { at: expect.any(String), by: `Administración (${admin.user.email})` };
  expect(session.user.passwordReset).toEqual(notice);
  expect(Date.parse(session.user.passwordReset?.at ?? '')).toBeGreaterThanOrEqual(before);
  const send = (endpoint: typeof dismissPasswordReset) => testApp.send(endpoint, {}, session.accessToken);
  expect((await send(dismissPasswordReset)).error.code).toBe('PASSWORD_CHANGE_REQUIRED');
  const change = { currentPassword: RUT, newPassword: 'la-mía-propia' };
  await testApp.send(changePassword, { body: change }, session.accessToken);
  expect((await testApp.send(me, {}, session.accessToken)).body.passwordReset).toEqual(notice);
  // Nobody else's call dismisses it.
  await admin.send(dismissPasswordReset);
  expect((await testApp.send(me, {}, session.accessToken)).body.passwordReset).toEqual(notice);
  expect((await send(dismissPasswordReset)).status).toBe(204);
  expect((await send(dismissPasswordReset)).status).toBe(204);
  expect((await testApp.send(me, {}, session.accessToken)).body).not.toHaveProperty('passwordReset');
  const entries = await testApp.sql`
    select actor_id from audit_entries where owner_id = ${ana.user._id} and act = 'password.reset-noticed'`;
  expect([...entries]).toEqual([{ actor_id: ana.user._id }]);
});

/** What a finalised certificate says of the session that finalised it, under its hash. */
async function authenticationOf(app: TestApp, ownerId: string, id: string, accessToken: string) {
  expect((await app.send(finalizeCertificate, { params: { id } }, accessToken)).status).toBe(200);
  const [row] = await app.sql<[{ record: Buffer; authenticated_at: Date }]>`
    select record, authenticated_at from certificates where id = ${id}`;
  const context = { table: 'certificates', column: 'record', owner: ownerId, row: id };
  const { authentication } = JSON.parse(app.deps.cipher.decrypt(row.record, context));
  expect(authentication.at).toBe(row.authenticated_at.toISOString());
  return authentication;
}

test('a finalised document tells when its session logged in, and that it was with the temporary password', async () => {
  const ana = await testApp.newProfessional();
  const finalized = (id: string, accessToken: string) => authenticationOf(testApp, ana.user._id, id, accessToken);
  const { _id: patientId } = await ana.hasPatient();
  const [own, other] = [await ana.hasCertificate({ patientId }), await ana.hasCertificate({ patientId })];
  expect(await finalized(own._id, ana.accessToken)).toEqual({ at: expect.any(String) });
  await reset(ana.user._id);
  const { body: session } = await logIn(ana, RUT);
  const change = { currentPassword: RUT, newPassword: 'la-mía-propia' };
  await testApp.send(changePassword, { body: change }, session.accessToken);
  const authentication = await finalized(other._id, session.accessToken);
  const passwordResetAt = session.user.passwordReset?.at;
  expect(authentication).toEqual({ at: expect.any(String), temporaryPassword: true, passwordResetAt });
  const { body: log } = await testApp.send(getAccountAccessLog, {}, session.accessToken);
  const entry = log.find(({ act }) => act === 'certificate.finalized');
  expect(entry?.detail).toEqual({ authentication });
});

test('a new reset and a recovery show the resets of the last 90 days again, whoever dismissed them', async () => {
  const DAY = 24 * HOUR;
  const other = await createTestApp({ sendsMail: true });
  const [boss, ana] = [await other.newAdmin(), await other.newProfessional()];
  const { _id: userId, email } = ana.user;
  const enter = async (password: string) => (await other.send(login, { body: { email, password } })).body;
  const resetAndDismiss = async () => {
    await (await other.logIn(boss.user.email)).send(resetPassword, { params: { id: userId } });
    const { accessToken, user } = await enter(RUT);
    const change = { currentPassword: RUT, newPassword: 'del-intruso' };
    await other.send(changePassword, { body: change }, accessToken);
    await other.send(dismissPasswordReset, {}, accessToken);
    const after = (await other.send(me, {}, accessToken)).body;
    expect([after.passwordReset, after.passwordResets]).toEqual([undefined, undefined]);
    return user;
  };
  const [first] = (await resetAndDismiss()).passwordResets ?? [];
  expect(first).toEqual({ at: expect.any(String), by: `Administración (${boss.user.email})` });
  other.passTime(50 * DAY);
  const user = await resetAndDismiss();
  const [second, again] = user.passwordResets ?? [];
  expect(user.passwordReset).toEqual({ at: second?.at, by: second?.by });
  expect(again).toEqual({ ...first, dismissedAt: expect.any(String) });
  expect(user.passwordResets).toHaveLength(2);

  other.passTime(50 * DAY);
  const token = await accountLink(other, userId, 'recovery');
  await other.send(confirmRecovery, { body: { token, password: 'de-la-dueña' } });
  const recovered = await enter('de-la-dueña');
  expect(recovered.user.passwordResets).toEqual([{ ...second, dismissedAt: expect.any(String) }]);
  const [{ kept }] = await other.sql<[{ kept: number }]>`
    select count(*)::int as kept from password_resets where user_id = ${userId}`;
  expect(kept).toBe(2);
  const { body: log } = await other.send(getAccountAccessLog, {}, recovered.accessToken);
  expect(log.filter(({ act }) => act === 'password.reset-noticed')).toHaveLength(2);
  await other.close();
});

test('every later session tells of the reset, until the owner chooses a password with a mailed link', async () => {
  const other = await createTestApp({ sendsMail: true });
  const [boss, ana] = [await other.newAdmin(), await other.newProfessional()];
  const { _id: userId, email } = ana.user;
  const { _id: patientId } = await ana.hasPatient();
  const finalized = async (accessToken: string) => {
    const body = { patientId, title: 'Reposo', content: 'Dos días' };
    const { _id: id } = (await other.send(createCertificate, { body }, accessToken)).body;
    return authenticationOf(other, userId, id, accessToken);
  };
  const enter = async (password: string) => (await other.send(login, { body: { email, password } })).body;
  const startedSession = async (accessToken: string) =>
    (await other.send(getAccountAccessLog, {}, accessToken)).body.find(({ act }) => act === 'session.started')?.detail;

  await boss.send(resetPassword, { params: { id: userId } });
  const intruder = await enter(RUT);
  const passwordResetAt = intruder.user.passwordReset?.at;
  const change = { currentPassword: RUT, newPassword: 'del-intruso' };
  await other.send(changePassword, { body: change }, intruder.accessToken);
  expect(await startedSession(intruder.accessToken)).toEqual({ temporaryPassword: true, passwordResetAt });
  await other.send(dismissPasswordReset, {}, intruder.accessToken);
  for (const password of ['del-intruso', 'otra-del-intruso']) {
    const { accessToken } = await enter(password);
    expect(await startedSession(accessToken)).toEqual({ passwordResetAt });
    expect(await finalized(accessToken)).toEqual({ at: expect.any(String), passwordResetAt });
    const again = { currentPassword: password, newPassword: 'otra-del-intruso' };
    if (password === 'del-intruso') await other.send(changePassword, { body: again }, accessToken);
  }

  const token = await accountLink(other, userId, 'recovery');
  await other.send(confirmRecovery, { body: { token, password: 'de-la-dueña' } });
  const { accessToken } = await enter('de-la-dueña');
  expect(await startedSession(accessToken)).toBeNull();
  expect(await finalized(accessToken)).toEqual({ at: expect.any(String) });
  await other.close();
});

test('needs a fresh proof of the administrator', async () => {
  const other = await createTestApp();
  const [boss, ana] = [await other.newAdmin(), await other.newProfessional()];
  other.passTime(15 * 60 * 1000 + 1000);
  const { body } = await other.send(refresh, { body: { refreshToken: boss.refreshToken } });
  const calls = [
    [resetPassword, ana.user._id],
    [deleteUser, ana.user._id],
    [restoreAccount, ana.user._id],
  ] as const;
  for (const [endpoint, id] of calls) {
    const reply = await other.send(endpoint, { params: { id } }, body.accessToken);
    expect([reply.status, reply.error.code]).toEqual([403, 'REAUTHENTICATE']);
  }
  await other.send(reauthenticate, { body: { password: PASSWORD } }, body.accessToken);
  for (const [endpoint, id] of calls) {
    expect((await other.send(endpoint, { params: { id } }, body.accessToken)).status).toBe(204);
  }
  await other.close();
});
