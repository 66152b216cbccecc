import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUser, resetPassword } from '#contract/admin';
import { login, me, refresh } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import * as api from '#contract/sessions';
import { codeAt, enableSecondFactor } from '#server/testing/authenticator';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { changePassword } from './auth.service.ts';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const statusOf = async (token: string) => (await testApp.send(me, {}, token)).status;
const renewalOf = (refreshToken: string) => testApp.send(refresh, { body: { refreshToken } });

/** A login from a browser that says what it is. */
async function logInFrom({ user }: Person, userAgent: string): Promise<{ accessToken: string; refreshToken: string }> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const payload = JSON.stringify({ email: user.email, password: PASSWORD });
  return (await testApp.app.inject({ method: 'POST', url: login.path, headers, payload })).json();
}

describe('the list of sessions', () => {
  test('has the open sessions of the caller with device and times, the one used last first', async () => {
    const ana = await testApp.newProfessional();
    testApp.passTime(MINUTE);
    await logInFrom(ana, FIREFOX);
    await testApp.newProfessional();
    const { body } = await ana.send(api.listSessions);
    expect(body).toEqual([
      { _id: expect.any(String), current: true, device: 'Dispositivo desconocido', ...times },
      { _id: expect.any(String), current: false, device: 'Firefox en Windows', ...times },
    ]);
    const [older, newer] = body;
    expect(Date.parse(newer?.createdAt ?? '')).toBeGreaterThan(Date.parse(older?.createdAt ?? ''));
  });

  test('leaves out what was logged out, unused for 30 days or started 90 days ago', async () => {
    const ana = await testApp.newProfessional();
    const { refreshToken } = await logInFrom(ana, FIREFOX);
    for (let i = 0; i < 4; i++) {
      testApp.passTime(22.4 * DAY);
      expect((await renewalOf(refreshToken)).status).toBe(200);
    }
    const now = await testApp.logIn(ana.user.email);
    expect((await now.send(api.listSessions)).body).toHaveLength(2);
    testApp.passTime(DAY);
    const later = await testApp.logIn(ana.user.email);
    const open = (await later.send(api.listSessions)).body;
    expect(open.map(({ current }) => current)).toEqual([true, false]);
  });

  const times = { createdAt: expect.stringMatching(/Z$/), lastUsedAt: expect.stringMatching(/Z$/) };
});

describe('a session', () => {
  test('ends after 90 days, however often it is used', async () => {
    const ana = await testApp.newProfessional();
    for (let day = 0; day < 88; day += 22) {
      testApp.passTime(22 * DAY);
      expect((await renewalOf(ana.refreshToken)).status).toBe(200);
    }
    testApp.passTime(2 * DAY - MINUTE);
    const renewed = await renewalOf(ana.refreshToken);
    expect(await statusOf(renewed.body.accessToken)).toBe(200);
    testApp.passTime(2 * MINUTE);
    expect(await statusOf(renewed.body.accessToken)).toBe(401);
    expect((await renewalOf(ana.refreshToken)).status).toBe(401);
  });

  test('is ended from another one at once, with both of its tokens, and its device is forgotten', async () => {
    const ana = await testApp.newProfessional();
    const phone = await logInFrom(ana, FIREFOX);
    const [ended] = (await ana.send(api.listSessions)).body.filter(({ current }) => !current);
    const params = { id: ended?._id ?? '' };
    expect((await ana.send(api.endSession, { params })).status).toBe(204);
    expect(await statusOf(phone.accessToken)).toBe(401);
    expect((await renewalOf(phone.refreshToken)).status).toBe(401);
    expect((await ana.send(api.endSession, { params })).status).toBe(404);
    expect(await statusOf(ana.accessToken)).toBe(200);
    const [devices] = await testApp.sql`
      select count(*)::int as known from known_devices where user_id = ${ana.user._id}`;
    expect(devices).toEqual({ known: 1 });
    const acts = await testApp.sql`
      select act from audit_entries where owner_id = ${ana.user._id} and subject_id = ${params.id} order by id`;
    expect(acts.map(({ act }) => act)).toEqual(['session.started', 'session.ended']);
  });

  test('of somebody else cannot be ended, neither by a professional nor by an administrator', async () => {
    const [ana, berta, admin] = [
      await testApp.newProfessional(),
      await testApp.newProfessional(),
      await testApp.newAdmin(),
    ];
    const [session] = (await ana.send(api.listSessions)).body;
    for (const other of [berta, admin]) {
      expect((await other.send(api.endSession, { params: { id: session?._id ?? '' } })).status).toBe(404);
      await other.send(api.endOtherSessions);
    }
    expect(await statusOf(ana.accessToken)).toBe(200);
  });

  test('stays when all others are ended', async () => {
    const ana = await testApp.newProfessional();
    const others = [await logInFrom(ana, FIREFOX), await testApp.logIn(ana.user.email)];
    expect((await ana.send(api.endOtherSessions)).status).toBe(204);
    for (const { accessToken } of others) expect(await statusOf(accessToken)).toBe(401);
    expect((await ana.send(api.listSessions)).body).toMatchObject([{ current: true }]);
  });

  test('that ended while its password was being changed does not come back', async () => {
    const ana = await testApp.newProfessional();
    await testApp.sql`update sessions set ended_at = ${testApp.deps.now()} where user_id = ${ana.user._id}`;
    const { id: sessionId } = (
      await testApp.sql<[{ id: string }]>`
      select id from sessions where user_id = ${ana.user._id}`
    )[0];
    const { user } = ana;
    const caller = {
      id: user._id,
      actorId: user._id,
      role: user.role,
      user,
      sessionId,
      provedAt: new Date(),
      startedAt: new Date(),
      codeProvedAt: undefined,
      usedTemporaryPassword: false,
      passwordResetAt: undefined,
      address: '127.0.0.1',
      rut: undefined,
    };
    const change = { currentPassword: PASSWORD, newPassword: 'otra-clave' };
    await expect(changePassword(testApp.deps, { ...caller, rnpi: undefined }, change)).rejects.toThrow(
      ERRORS.NOT_SIGNED_IN.message,
    );
    expect((await testApp.send(login, { body: { email: user.email, password: PASSWORD } })).status).toBe(200);
  });
});

describe('an act that needs a fresh proof', () => {
  /** The administrator's session after a while, with a new access token. */
  async function left(person: Person, minutes: number) {
    testApp.passTime(minutes * MINUTE);
    const { accessToken } = (await renewalOf(person.refreshToken)).body;
    return { ...person, accessToken };
  }
  const reset = (admin: { accessToken: string }, id: string) =>
    testApp.send(resetPassword, { params: { id } }, admin.accessToken);
  const prove = (person: { accessToken: string }, body: { password?: string; code?: string }) =>
    testApp.send(api.reauthenticate, { body }, person.accessToken);

  test('is allowed for 15 minutes after the login, and then refused until the password is given again', async () => {
    const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
    const admin = await testApp.newAdmin();
    expect((await reset(await left(admin, 14), ana.user._id)).status).toBe(204);
    const late = await left(admin, 2);
    const refused = await reset(late, berta.user._id);
    expect([refused.status, refused.error.code]).toEqual([403, 'REAUTHENTICATE']);
    const deletion = await testApp.send(deleteUser, { params: { id: berta.user._id } }, late.accessToken);
    expect([deletion.status, deletion.error.code]).toEqual([403, 'REAUTHENTICATE']);
    expect(await statusOf(berta.accessToken)).not.toBe(204);

    const wrong = await prove(late, { password: 'equivocada' });
    expect([wrong.status, wrong.error.details]).toEqual([
      400,
      [{ field: 'password', message: 'La contraseña actual no es correcta' }],
    ]);
    expect((await reset(late, berta.user._id)).status).toBe(403);
    expect((await prove(late, { password: PASSWORD })).status).toBe(204);
    expect((await reset(late, berta.user._id)).status).toBe(204);
  });

  test('is refused after a proof from when the clock was ahead, until the password is given again', async () => {
    const ana = await testApp.newProfessional();
    testApp.passTime(DAY);
    const admin = await testApp.newAdmin();
    testApp.passTime(-DAY);
    expect((await reset(admin, ana.user._id)).error.code).toBe('REAUTHENTICATE');
    expect((await prove(admin, { password: PASSWORD })).status).toBe(204);
    expect((await reset(admin, ana.user._id)).status).toBe(204);
  });

  test('is proved for one session alone', async () => {
    const admin = await testApp.newAdmin();
    const other = await testApp.logIn(admin.user.email);
    const ana = await testApp.newProfessional();
    const [here, there] = [await left(admin, 16), await left(other, 0)];
    await prove(here, { password: PASSWORD });
    expect((await reset(there, ana.user._id)).error.code).toBe('REAUTHENTICATE');
  });

  test('is proved by a code of the second factor, which works once', async () => {
    const admin = await testApp.newAdmin();
    const { secret } = await enableSecondFactor(testApp, admin);
    const ana = await testApp.newProfessional();
    const late = await left(admin, 16);
    const code = codeAt(secret, testApp.deps.now());
    expect((await prove(late, { code: '000000' })).error.code).toBe('WRONG_CODE');
    expect((await prove(late, { code })).status).toBe(204);
    expect((await reset(late, ana.user._id)).status).toBe(204);
    expect((await prove(late, { code })).error.code).toBe('WRONG_CODE');
  });

  test('is not proved by a code when the account has no second factor, nor by nothing', async () => {
    const ana = await testApp.newProfessional();
    expect((await prove(ana, { code: '123456' })).error.code).toBe('WRONG_CODE');
    expect((await prove(ana, {})).status).toBe(400);
    expect((await prove(ana, { password: PASSWORD, code: '123456' })).status).toBe(400);
  });

  test('gives ten tries at the password in 15 minutes', async () => {
    const strict = await createTestApp({ rateLimit: true });
    try {
      const ana = await strict.newProfessional();
      const tried = [];
      for (let i = 0; i < 11; i++) {
        tried.push((await ana.send(api.reauthenticate, { body: { password: 'equivocada' } })).status);
      }
      expect(tried).toEqual([...Array(10).fill(400), 429]);
    } finally {
      await strict.close();
    }
  });
});
