import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as api from '#contract/auth';
import { registration } from '#server/testing/inputs';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const credentials = (email: string, password = 'clave-de-prueba') => ({ body: { email, password } });

const FREE_AND_EMPTY = { subscriptionStatus: 'free', patientCount: 0, patientLimit: 1, nextPaymentDate: null };

describe('registration', () => {
  test('creates an account that can log in, and answers with a message', async () => {
    const body = registration({ rnpi: ' 763509 ', specialty: '  ' });
    const reply = await testApp.send(api.register, { body });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      message: 'Tu cuenta ha sido creada correctamente. Por favor, inicia sesión con tus credenciales.',
    });

    const session = await testApp.send(api.login, credentials(body.email));
    expect(session.status).toBe(200);
    expect(session.body.user).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      name: 'Ana Pérez Soto',
      email: body.email,
      role: 'professional',
      profession: 'Médicos/as',
      city: 'Valdivia',
      region: 'Región de Los Ríos',
      rut: '12345678-5',
      rnpi: '763509',
      ...FREE_AND_EMPTY,
    });
    const [row] = await testApp.sql`select rut, rnpi, specialty from users where email = ${body.email}`;
    expect(row).toEqual({ rut: '12345678-5', rnpi: '763509', specialty: null });
  });

  test('keeps the password as Argon2id, and audits the registration', async () => {
    const { user } = await testApp.newProfessional();
    const [row] = await testApp.sql`select password_hash from users where id = ${user._id}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    const acts = await testApp.sql`select act from audit_entries where owner_id = ${user._id} order by id`;
    expect(acts.map((entry) => entry.act)).toEqual(['account.registered', 'session.started']);
  });

  test('refuses an email that already has an account, in any case', async () => {
    const { user } = await testApp.newProfessional();
    const reply = await testApp.send(api.register, { body: registration({ email: user.email.toUpperCase() }) });
    expect(reply.status).toBe(409);
    expect(reply.error.error).toBe('Ya existe una cuenta con ese correo');
  });

  test('creates one account when ten equal registrations race', async () => {
    const body = registration();
    const replies = await Promise.all(Array.from({ length: 10 }, () => testApp.send(api.register, { body })));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(9);
  });

  test('names every field that is missing, in Spanish, and stores nothing', async () => {
    const [before] = await testApp.sql`select count(*) from users`;
    const reply = await testApp.send(api.register, { body: {} as never });
    expect(reply.status).toBe(400);
    expect(reply.error).toEqual({
      code: 'REQUIRED_FIELDS',
      error: 'Por favor completa los campos obligatorios',
      message: 'Por favor completa los campos obligatorios',
      details: [
        { field: 'name', message: 'El nombre es requerido' },
        { field: 'rut', message: 'El RUT es requerido' },
        { field: 'email', message: 'El email es requerido' },
        { field: 'password', message: 'La contraseña es requerida' },
        { field: 'profession', message: 'La profesión es requerida' },
        { field: 'city', message: 'La ciudad es requerida' },
        { field: 'region', message: 'La región es requerida' },
      ],
    });
    const [after] = await testApp.sql`select count(*) from users`;
    expect(after).toEqual(before);
  });

  test.each([
    ['email', 'sin-arroba', 'Email inválido'],
    ['email', 'ana@ejemplo.c', 'Email inválido'],
    ['password', '12345', 'La contraseña debe tener al menos 6 caracteres'],
    ['name', '   ', 'El nombre es requerido'],
    ['name', 'Ana\u0000', 'Contiene caracteres no permitidos'],
    ['name', 'Ana\ud800', 'Contiene caracteres no permitidos'],
    ['name', 'a'.repeat(121), 'No puede superar los 120 caracteres'],
    ['profession', 'Astrólogos/as', 'La profesión es requerida'],
    ['region', 'Los Ríos', 'La región es requerida'],
    ['city', 7, 'La ciudad es requerida'],
  ])('refuses %s %j', async (field, value, message) => {
    const reply = await testApp.send(api.register, { body: { ...registration(), [field]: value } });
    expect(reply.status).toBe(400);
    expect(reply.error.details).toEqual([{ field, message }]);
  });

  test('accepts a RUT with a wrong check digit, as the specification asks for no format', async () => {
    const reply = await testApp.send(api.register, { body: registration({ rut: '12.345.678-9' }) });
    expect(reply.status).toBe(201);
  });
});

describe('login', () => {
  test('compares the email without case and without surrounding space', async () => {
    const { user } = await testApp.newProfessional();
    const reply = await testApp.send(api.login, credentials(`  ${user.email.toUpperCase()} `));
    expect(reply.body.user._id).toBe(user._id);
  });

  test('answers an unknown email and a wrong password with the same words', async () => {
    const { user } = await testApp.newProfessional();
    const wrong = await testApp.send(api.login, credentials(user.email, 'otra-clave'));
    const unknown = await testApp.send(api.login, credentials('nadie@ejemplo.cl'));
    expect(wrong.status).toBe(401);
    expect(wrong.error).toEqual({
      error: 'Credenciales inválidas',
      message: 'Credenciales inválidas',
      code: 'WRONG_CREDENTIALS',
    });
    expect([unknown.status, unknown.error]).toEqual([wrong.status, wrong.error]);
  });

  test('says what is missing', async () => {
    const reply = await testApp.send(api.login, { body: { email: '', password: '' } });
    expect(reply.error.details).toEqual([
      { field: 'email', message: 'El email es requerido' },
      { field: 'password', message: 'La contraseña es requerida' },
    ]);
  });

  test('waits for a concurrent password change, and is refused after it', async () => {
    const { user } = await testApp.newProfessional();
    const { promise: held, resolve: commit } = Promise.withResolvers<void>();
    const { promise: changed, resolve: markChanged } = Promise.withResolvers<void>();
    const change = testApp.deps.identityTransaction(async (tx) => {
      await tx`update users set password_hash = 'of another' where id = ${user._id}`;
      markChanged();
      await held;
    });
    await changed;
    const late = testApp.send(api.login, credentials(user.email));
    await Promise.race([late, untilWaiting(testApp.sql, 1)]);
    commit();
    await change;
    expect((await late).status).toBe(401);
    const acts = await testApp.sql`select act from audit_entries where owner_id = ${user._id} order by id`;
    expect(acts.map((entry) => entry.act)).toEqual(['account.registered', 'session.started']);
  });

  test('that fails at the plan of the account leaves no session behind', async () => {
    const { user } = await testApp.newProfessional();
    await testApp.sql`revoke select on patient_counts from ficha_identity`;
    expect((await testApp.send(api.login, credentials(user.email))).status).toBe(500);
    await testApp.sql`grant select on patient_counts to ficha_identity`;
    const [found] = await testApp.sql`select count(*)::int as n from sessions where user_id = ${user._id}`;
    expect(found?.n).toBe(1);
  });

  test('stores only the hash of the refresh token', async () => {
    const { refreshToken } = await testApp.newProfessional();
    const hash = createHash('sha256').update(refreshToken).digest();
    const [found] = await testApp.sql`select count(*)::int as n from sessions where refresh_token_hash = ${hash}`;
    expect(found?.n).toBe(1);
    const [kept] = await testApp.sql`
      select count(*)::int as n from sessions where refresh_token_hash in (${Buffer.from(refreshToken)},
        ${Buffer.from(refreshToken, 'base64url')})`;
    expect(kept?.n).toBe(0);
  });
});

describe('a session', () => {
  test('me answers the user', async () => {
    const ana = await testApp.newProfessional();
    const reply = await ana.send(api.me);
    expect(reply.body).toEqual(ana.user);
  });

  test('me and login tell of the plan and the patients, of an administrator too', async () => {
    const [ana, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
    for (const { user } of [ana, admin]) expect(user).toMatchObject(FREE_AND_EMPTY);
    expect((await admin.send(api.me)).body).toEqual(admin.user);

    await ana.hasPatient();
    expect((await ana.send(api.me)).body).toEqual({ ...ana.user, patientCount: 1 });
    const until = new Date(testApp.deps.now().getTime() + 10 * MINUTE);
    await ana.pays(until);
    const paid = {
      ...ana.user,
      subscriptionStatus: 'paid',
      patientCount: 1,
      patientLimit: -1,
      nextPaymentDate: until.toISOString(),
    };
    expect((await ana.send(api.me)).body).toEqual(paid);
    expect((await testApp.send(api.login, credentials(ana.user.email))).body.user).toEqual(paid);
    testApp.passTime(10 * MINUTE);
    expect((await ana.send(api.me)).body).toEqual({ ...ana.user, patientCount: 1 });
  });

  test('me tells nothing of the plan and the patients of others', async () => {
    const [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
    await berta.hasPatient();
    await berta.pays();
    expect((await ana.send(api.me)).body).toEqual(ana.user);
  });

  test.each(['', 'Bearer', 'Bearer x', 'Basic eDp5', 'Bearer a.b.c'])('is not opened by %j', async (authorization) => {
    const reply = await testApp.app.inject({ url: '/api/auth/me', headers: { authorization } });
    expect(reply.statusCode).toBe(401);
    expect(reply.json().error).toBe('Tu sesión expiró. Inicia sesión nuevamente.');
  });

  test('is not opened by a token that says it needs no signature', async () => {
    const ana = await testApp.newProfessional();
    const [, payload] = ana.accessToken.split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    const reply = await testApp.send(api.me, {}, `${header}.${payload}.`);
    expect(reply.status).toBe(401);
  });

  test('has an access token of 15 minutes and a refresh token that lasts longer', async () => {
    const ana = await testApp.newProfessional();
    testApp.passTime(15 * MINUTE + 1000);
    expect((await ana.send(api.me)).status).toBe(401);
    const renewed = await testApp.send(api.refresh, { body: { refreshToken: ana.refreshToken } });
    expect(Object.keys(renewed.body)).toEqual(['accessToken']);
    expect((await testApp.send(api.me, {}, renewed.body.accessToken)).status).toBe(200);
  });

  test('ends at once for both tokens at logout, and a second logout succeeds', async () => {
    const ana = await testApp.newProfessional();
    const body = { refreshToken: ana.refreshToken };
    const first = await testApp.send(api.logout, { body });
    expect([first.status, first.body]).toEqual([204, undefined]);
    expect((await ana.send(api.me)).status).toBe(401);
    expect((await testApp.send(api.refresh, { body })).status).toBe(401);
    expect((await testApp.send(api.logout, { body })).status).toBe(204);
    const acts = await testApp.sql`select act from audit_entries where owner_id = ${ana.user._id} order by id`;
    expect(acts.map((entry) => entry.act)).toEqual(['account.registered', 'session.started', 'session.ended']);
  });

  test('does not end when another session of the same user ends', async () => {
    const ana = await testApp.newProfessional();
    const elsewhere = await testApp.send(api.login, credentials(ana.user.email));
    await testApp.send(api.logout, { body: { refreshToken: elsewhere.body.refreshToken } });
    expect((await ana.send(api.me)).status).toBe(200);
  });

  test('ends after 30 days without use, and not before', async () => {
    const ana = await testApp.newProfessional();
    const renew = () => testApp.send(api.refresh, { body: { refreshToken: ana.refreshToken } });
    testApp.passTime(29 * DAY);
    expect((await renew()).status).toBe(200);
    testApp.passTime(29 * DAY);
    expect((await renew()).status).toBe(200);
    testApp.passTime(30 * DAY + MINUTE);
    expect((await renew()).status).toBe(401);
  });

  test('stores its first and last activity', async () => {
    const ana = await testApp.newProfessional();
    testApp.passTime(10 * MINUTE);
    await ana.send(api.me);
    const [row] = await testApp.sql`
      select extract(epoch from last_seen_at - started_at)::int as seconds from sessions where user_id = ${ana.user._id}`;
    expect(row?.seconds).toBeGreaterThanOrEqual(600);
  });

  test('ends when its account is deleted', async () => {
    const ana = await testApp.newProfessional();
    await testApp.sql`delete from users where id = ${ana.user._id}`;
    expect((await ana.send(api.me)).status).toBe(401);
  });
});
