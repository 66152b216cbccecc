import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { resetPassword } from '#contract/admin';
import { answerChallenge, login, type SignedIn } from '#contract/auth';
import { challengeOf, enableSecondFactor } from '#server/testing/authenticator';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true, trustProxy: 'loopback' });
});
afterAll(() => testApp.close());

interface Try {
  address?: string;
  password?: string;
  deviceToken?: string | undefined;
}

async function logIn(email: string, { address = '203.0.113.1', password = PASSWORD, deviceToken }: Try = {}) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const payload = JSON.stringify({ email, password, deviceToken });
  const reply = await testApp.app.inject({ method: 'POST', url: login.path, headers, payload });
  return { status: reply.statusCode, body: reply.json<SignedIn>() };
}

async function statusesOf(times: number, email: string, attempt: Try): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < times; i++) statuses.push((await logIn(email, attempt)).status);
  return statuses;
}

const wrong = { password: 'equivocada' };

/** An attacker tries passwords from many addresses until every further one is refused. */
async function lockOut(email: string): Promise<void> {
  const attempts = Array.from({ length: 101 }, (_, i) => logIn(email, { ...wrong, address: `198.51.100.${i + 1}` }));
  await Promise.all(attempts);
  expect((await logIn(email, { address: '192.0.2.7' })).status).toBe(429);
}

describe('a device that has logged in before', () => {
  test('logs in while an attacker has locked the account out, also from a locked out address', async () => {
    const { user, deviceToken } = await testApp.newProfessional();
    await lockOut(user.email);
    const address = '192.0.2.8';
    expect((await logIn(user.email, { address, deviceToken })).status).toBe(200);
    expect((await logIn(user.email, { address, deviceToken: 'inventado' })).status).toBe(429);
    expect((await logIn(user.email, { address })).status).toBe(429);
  });

  test('has ten tries in 15 minutes of its own, and leaves those of the others alone', async () => {
    const { user, deviceToken } = await testApp.newProfessional();
    const elsewhere = (await logIn(user.email)).body.deviceToken;
    const tried = await statusesOf(11, user.email, { ...wrong, deviceToken });
    expect(tried).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn(user.email, { deviceToken })).status).toBe(429);
    expect((await logIn(user.email, { deviceToken: elsewhere })).status).toBe(200);
    expect((await logIn(user.email)).status).toBe(200);
    testApp.passTime(15 * MINUTE + 1000);
    expect((await logIn(user.email, { deviceToken })).status).toBe(200);
  });

  test('is unknown to an account to which nobody has logged in on it', async () => {
    const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
    await lockOut(berta.user.email);
    expect((await logIn(berta.user.email, { deviceToken: ana.deviceToken, address: '192.0.2.9' })).status).toBe(429);
  });

  test('keeps its token for every account of the browser, and a made-up token is replaced', async () => {
    const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
    const { deviceToken } = ana;
    expect((await logIn(berta.user.email, { deviceToken })).body.deviceToken).toBe(deviceToken);
    await lockOut(berta.user.email);
    expect((await logIn(berta.user.email, { deviceToken, address: '192.0.2.10' })).status).toBe(200);
    const given = (await logIn(ana.user.email, { deviceToken: 'inventado' })).body.deviceToken;
    expect(given).toMatch(/^[\w-]{43}$/);
  });

  test('is forgotten when the password is changed on another one', async () => {
    const ana = await testApp.newProfessional();
    const other = (await logIn(ana.user.email)).body;
    await ana.send(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'otra-clave' } });
    await lockOut(ana.user.email);
    const attempt = { password: 'otra-clave', address: '192.0.2.11' };
    expect((await logIn(ana.user.email, { ...attempt, deviceToken: other.deviceToken })).status).toBe(429);
    expect((await logIn(ana.user.email, { ...attempt, deviceToken: ana.deviceToken })).status).toBe(200);
  });

  test('is forgotten when an administrator resets the password', async () => {
    const [ana, admin] = [await testApp.newProfessional(), await testApp.newAdmin()];
    await admin.send(resetPassword, { params: { id: ana.user._id } });
    await lockOut(ana.user.email);
    const attempt = { password: '12345678-5', address: '192.0.2.12', deviceToken: ana.deviceToken };
    expect((await logIn(ana.user.email, attempt)).status).toBe(429);
  });

  test('logs in, with its second factor too, while others of its network have used up the tries of the address', async () => {
    const [{ user, deviceToken }, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
    const { nextCode } = await enableSecondFactor(testApp, berta);
    const address = '203.0.113.200';
    const from = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const answer = async (body: object) => {
      const payload = JSON.stringify(body);
      return (await testApp.app.inject({ method: 'POST', url: answerChallenge.path, headers: from, payload }))
        .statusCode;
    };
    const nobody = Array.from({ length: 101 }, (_, i) => i);
    await Promise.all(nobody.map((i) => logIn(`nadie-${i}@ejemplo.cl`, { ...wrong, address })));
    await Promise.all(nobody.map((i) => answer({ challenge: `inventado-${i}`, code: '000000' })));
    expect((await logIn(user.email, { address })).status).toBe(429);
    expect((await logIn(berta.user.email, { address, deviceToken })).status).toBe(429);
    expect((await logIn(user.email, { address, deviceToken })).status).toBe(200);

    const { deviceToken: token } = berta;
    const { body } = await logIn(berta.user.email, { address, deviceToken: token });
    const challenge = challengeOf(body);
    const code = nextCode();
    expect(await answer({ challenge, code })).toBe(429);
    expect(await answer({ challenge, code, deviceToken })).toBe(429);
    expect(await answer({ challenge, code, deviceToken: token })).toBe(200);
    const tries = [];
    for (let i = 0; i < 11; i++) tries.push((await logIn(user.email, { ...wrong, address, deviceToken })).status);
    expect(tries).toEqual([...Array(9).fill(401), 429, 429]);
  });

  test('is stored as a hash', async () => {
    const { user, deviceToken = '' } = await testApp.newProfessional();
    const [row] = await testApp.sql`select token_hash from known_devices where user_id = ${user._id}`;
    expect(row?.token_hash).toEqual(createHash('sha256').update(deviceToken).digest());
  });
});
