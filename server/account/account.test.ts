import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/account';
import { login, logout, me, refresh } from '#contract/auth';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const logIn = (person: Person, password = PASSWORD) =>
  testApp.send(login, { body: { email: person.user.email, password } });
const change = (person: Person, newPassword = 'otra-clave', currentPassword = PASSWORD) =>
  person.send(api.changePassword, { body: { currentPassword, newPassword } });
/** Unordered: entries of the same instant have no order. */
async function actsOf({ user }: Person): Promise<string[]> {
  const entries = await testApp.sql<{ act: string }[]>`select act from audit_entries where owner_id = ${user._id}`;
  return entries.map(({ act }) => act).sort();
}

const INFO = {
  name: ' Berta Rojas ',
  profession: 'Psicólogos/as' as const,
  specialty: ' Infantil ',
  city: ' Osorno ',
  region: 'Región de Los Lagos' as const,
};
const KEPT = { ...INFO, name: 'Berta Rojas', specialty: 'Infantil', city: 'Osorno' };

describe('the account', () => {
  test('has the user, the plan and the number of patients', async () => {
    const ana = await testApp.newProfessional({ specialty: 'Medicina familiar' });
    await ana.hasPatient();
    const reply = await ana.send(api.getAccount);
    expect(reply.body).toEqual({
      ...ana.user,
      subscriptionStatus: 'free',
      patientCount: 1,
      patientLimit: 1,
      nextPaymentDate: null,
      identity: 'declared',
    });
  });

  test('has the free plan from the instant at which the paid period ends', async () => {
    const ana = await testApp.newProfessional();
    await ana.pays();
    const unlimited = await ana.send(api.getAccount);
    expect(unlimited.body).toMatchObject({ subscriptionStatus: 'paid', patientLimit: -1, nextPaymentDate: null });

    const end = new Date(testApp.deps.now().getTime() + 10 * MINUTE);
    await testApp.sql`update subscriptions set expires_at = ${end} where owner_id = ${ana.user._id}`;
    const paid = await ana.send(api.getAccount);
    expect(paid.body).toMatchObject({
      subscriptionStatus: 'paid',
      patientLimit: -1,
      nextPaymentDate: end.toISOString(),
    });
    testApp.passTime(10 * MINUTE);
    const ended = await ana.send(api.getAccount);
    expect(ended.body).toMatchObject({ subscriptionStatus: 'free', patientLimit: 1, nextPaymentDate: null });
  });

  test('of an administrator has no professional data', async () => {
    const admin = await testApp.newAdmin();
    const reply = await admin.send(api.getAccount);
    expect(reply.body).toEqual({
      _id: admin.user._id,
      name: 'Administración',
      email: admin.user.email,
      role: 'admin',
      subscriptionStatus: 'free',
      patientCount: 0,
      patientLimit: 1,
      nextPaymentDate: null,
    });
  });
});

describe('personal info', () => {
  test('is replaced, trimmed and audited; email, RUT and RNPI stay', async () => {
    const ana = await testApp.newProfessional({ rnpi: '763509' });
    const reply = await ana.send(api.updatePersonalInfo, { body: INFO });
    expect(reply.body).toMatchObject({ ...KEPT, email: ana.user.email, patientCount: 0 });
    expect((await ana.send(me)).body).toEqual({ ...ana.user, ...KEPT });
    const [row] = await testApp.sql`select email, rut, rnpi from users where id = ${ana.user._id}`;
    expect(row).toEqual({ email: ana.user.email, rut: '12345678-5', rnpi: '763509' });
    expect(await actsOf(ana)).toEqual(['account.registered', 'account.updated', 'session.started']);
  });

  test.each([undefined, '', '  '])('a specialty given as %j is cleared', async (specialty) => {
    const ana = await testApp.newProfessional({ specialty: 'Medicina familiar' });
    const reply = await ana.send(api.updatePersonalInfo, { body: { ...INFO, specialty } });
    expect(reply.body).not.toHaveProperty('specialty');
    expect((await ana.send(api.getAccount)).body).not.toHaveProperty('specialty');
  });

  test('ignores unknown fields', async () => {
    const ana = await testApp.newProfessional();
    const body = { ...INFO, email: 'otra@ejemplo.cl', role: 'admin', mustChangePassword: true };
    expect((await ana.send(api.updatePersonalInfo, { body })).status).toBe(200);
    expect((await ana.send(me)).body).toEqual({ ...ana.user, ...KEPT });
  });

  test('an administrator may have one too', async () => {
    const admin = await testApp.newAdmin();
    const reply = await admin.send(api.updatePersonalInfo, { body: INFO });
    expect(reply.body).toMatchObject({ ...KEPT, role: 'admin' });
  });

  test.each([
    ['name', '  ', 'El nombre es requerido'],
    ['city', undefined, 'La ciudad es requerida'],
    ['profession', 'Astrólogos/as', 'La profesión es requerida'],
    ['region', undefined, 'La región es requerida'],
  ])('refuses %s %j, and changes nothing', async (field, value, message) => {
    const ana = await testApp.newProfessional();
    const reply = await ana.send(api.updatePersonalInfo, { body: { ...INFO, [field]: value } as never });
    expect([reply.status, reply.error.details]).toEqual([400, [{ field, message }]]);
    expect((await ana.send(me)).body).toEqual(ana.user);
  });
});

describe('a new password', () => {
  test('replaces the old one, and is audited', async () => {
    const ana = await testApp.newProfessional();
    const reply = await change(ana);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        message: 'Contraseña actualizada correctamente. No había otras sesiones abiertas.',
        refreshToken: expect.any(String),
      },
    ]);
    expect((await ana.send(me)).status).toBe(200);
    expect((await logIn(ana)).status).toBe(401);
    expect((await logIn(ana, 'otra-clave')).status).toBe(200);
    const acts = ['account.registered', 'password.changed', 'session.started', 'session.started'];
    expect(await actsOf(ana)).toEqual(acts);
  });

  test('ends the other sessions at once, with both of their tokens, and not this one', async () => {
    const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
    const elsewhere = await Promise.all([logIn(ana), logIn(ana)]);
    const reply = await change(ana);
    expect(reply.body.message).toBe(
      'Contraseña actualizada correctamente. Cerramos las otras 2 sesiones que estaban abiertas.',
    );
    for (const { body } of elsewhere) {
      expect((await testApp.send(me, {}, body.accessToken)).status).toBe(401);
      const renewal = await testApp.send(refresh, { body: { refreshToken: body.refreshToken } });
      expect(renewal.status).toBe(401);
    }
    expect((await ana.send(me)).status).toBe(200);
    const renew = async (refreshToken = '') => (await testApp.send(refresh, { body: { refreshToken } })).status;
    expect([await renew(ana.refreshToken), await renew(reply.body.refreshToken)]).toEqual([401, 200]);
    expect((await berta.send(me)).status).toBe(200);
    const ended = ['session.ended', 'session.ended'];
    const started = Array(3).fill('session.started');
    expect(await actsOf(ana)).toEqual(['account.registered', 'password.changed', ...ended, ...started]);
  });

  test('does not count sessions that were logged out or unused for 30 days', async () => {
    const ana = await testApp.newProfessional();
    testApp.passTime(31 * DAY);
    const [{ body: session }, gone] = await Promise.all([logIn(ana), logIn(ana), logIn(ana)]);
    await testApp.send(logout, { body: { refreshToken: gone.body.refreshToken } });
    const body = { currentPassword: PASSWORD, newPassword: 'otra-clave' };
    const reply = await testApp.send(api.changePassword, { body }, session.accessToken);
    expect(reply.body.message).toBe('Contraseña actualizada correctamente. Cerramos otra sesión que estaba abierta.');
  });

  test('also ends sessions unused for 30 days, so that a concurrent refresh does not bring them back', async () => {
    const ana = await testApp.newProfessional();
    const justBefore = 30 * DAY - MINUTE;
    testApp.passTime(justBefore + 2 * MINUTE);
    const { body: session } = await logIn(ana);
    const body = { currentPassword: PASSWORD, newPassword: 'otra-clave' };
    const reply = await testApp.send(api.changePassword, { body }, session.accessToken);
    expect(reply.body.message).toBe('Contraseña actualizada correctamente. No había otras sesiones abiertas.');
    testApp.passTime(-2 * MINUTE);
    expect((await testApp.send(refresh, { body: { refreshToken: ana.refreshToken } })).status).toBe(401);
    expect(await actsOf(ana)).toContain('session.ended');
  });

  test('is refused with a field error when the current one is wrong, and nothing changes', async () => {
    const ana = await testApp.newProfessional();
    const elsewhere = await logIn(ana);
    const reply = await change(ana, 'otra-clave', 'equivocada');
    expect(reply.status).toBe(400);
    expect(reply.error).toEqual({
      code: 'WRONG_PASSWORD',
      error: 'La contraseña actual no es correcta',
      message: 'La contraseña actual no es correcta',
      details: [{ field: 'currentPassword', message: 'La contraseña actual no es correcta' }],
    });
    expect((await testApp.send(me, {}, elsewhere.body.accessToken)).status).toBe(200);
    expect((await logIn(ana)).status).toBe(200);
    expect(await actsOf(ana)).not.toContain('password.changed');
  });

  test('is refused with a field error when it is the current one, in any Unicode form', async () => {
    const ana = await testApp.newProfessional();
    await change(ana, 'contraseña');
    const reply = await change(ana, 'contrasen\u0303a', 'contraseña');
    expect([reply.status, reply.error.code]).toEqual([400, 'SAME_PASSWORD']);
    expect(reply.error.details).toEqual([
      { field: 'newPassword', message: 'La nueva contraseña debe ser distinta de la actual' },
    ]);
  });

  test('says what is missing or too short', async () => {
    const ana = await testApp.newProfessional();
    expect((await change(ana, '', '')).error.details).toEqual([
      { field: 'currentPassword', message: 'La contraseña actual es requerida' },
      { field: 'newPassword', message: 'La nueva contraseña es requerida' },
    ]);
    expect((await change(ana, '12345')).error.details).toEqual([
      { field: 'newPassword', message: 'La contraseña debe tener al menos 6 caracteres' },
    ]);
  });

  test('is set once when ten changes race: for the others the current one is wrong', async () => {
    const ana = await testApp.newProfessional();
    const tried = await Promise.all(Array.from({ length: 10 }, (_, i) => change(ana, `nueva-clave-${i}`)));
    const refused = tried.filter((reply) => reply.status === 400);
    expect(refused.map((reply) => reply.error.code)).toEqual(Array(9).fill('WRONG_PASSWORD'));
    const winner = tried.findIndex((reply) => reply.status === 200);
    expect((await logIn(ana, `nueva-clave-${winner}`)).status).toBe(200);
    expect((await actsOf(ana)).filter((act) => act === 'password.changed')).toHaveLength(1);
  });
});

test('the eleventh try at a password within 15 minutes is refused, for that session alone', async () => {
  const strict = await createTestApp({ rateLimit: true });
  try {
    const [ana, berta] = await Promise.all([strict.newProfessional(), strict.newProfessional()]);
    const tried = [];
    for (let i = 0; i < 10; i++) tried.push((await change(ana, 'otra-clave', 'equivocada')).status);
    expect(tried).toEqual(Array(10).fill(400));
    expect((await change(ana)).status).toBe(429);
    expect((await change(berta)).status).toBe(200);
    const elsewhere = await strict.logIn(ana.user.email);
    expect((await change(elsewhere, 'otra-clave', 'equivocada')).status).toBe(400);
    strict.passTime(15 * MINUTE + 1000);
    const { body } = await strict.send(refresh, { body: { refreshToken: ana.refreshToken } });
    const request = { body: { currentPassword: PASSWORD, newPassword: 'otra-clave' } };
    expect((await strict.send(api.changePassword, request, body.accessToken)).status).toBe(200);
  } finally {
    await strict.close();
  }
});
