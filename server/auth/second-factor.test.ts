import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { listUsers, resetPassword } from '#contract/admin';
import { answerChallenge, login, me } from '#contract/auth';
import * as api from '#contract/second-factor';
import { reauthenticate } from '#contract/sessions';
import { challengeOf, codeAt, enableSecondFactor, withoutSecondFactor } from '#server/testing/authenticator';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const logIn = (email: string, password = PASSWORD, deviceToken?: string) =>
  testApp.send(login, { body: { email, password, ...(deviceToken ? { deviceToken } : {}) } });
const challengeFor = async ({ user }: Person, password?: string) =>
  challengeOf((await logIn(user.email, password)).body);
const answer = (challenge: string, code: string) => testApp.send(answerChallenge, { body: { challenge, code } });
const nowCode = (secret: string) => codeAt(secret, testApp.deps.now());

async function withSecondFactor(person?: Person) {
  const ana = person ?? (await testApp.newProfessional());
  return { ana, ...(await enableSecondFactor(testApp, ana)) };
}

describe('setting a second factor up', () => {
  test('gives a secret, and with its first code ten recovery codes', async () => {
    const ana = await testApp.newProfessional();
    const { body } = await ana.send(api.beginTotp);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', body.secret]);
    expect(decodeURIComponent(uri.pathname)).toBe(`/Ficha Austral:${ana.user.email}`);
    expect((await ana.send(me)).body).not.toHaveProperty('secondFactor');

    expect((await ana.send(api.confirmTotp, { body: { code: '000000' } })).error.code).toBe('WRONG_CODE');
    const { recoveryCodes } = (await ana.send(api.confirmTotp, { body: { code: nowCode(body.secret) } })).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    expect((await ana.send(me)).body.secondFactor).toBe('on');
  });

  test('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { ana, secret, recoveryCodes } = await withSecondFactor();
    const [row] = await testApp.sql`select secret from second_factors where user_id = ${ana.user._id}`;
    const stored = row?.secret as Buffer;
    expect(stored.toString('latin1')).not.toContain(secret);
    const id = ana.user._id;
    const context = { table: 'second_factors', column: 'secret', owner: id, row: id };
    expect(testApp.deps.cipher.decrypt(stored, context)).toBe(secret);
    const kept = await testApp.sql<{ code_hash: Buffer }[]>`
      select code_hash from recovery_codes where user_id = ${ana.user._id}`;
    expect(kept).toHaveLength(10);
    for (const { code_hash } of kept) {
      expect(code_hash).toHaveLength(32);
      expect(recoveryCodes.join()).not.toContain(code_hash.toString('latin1'));
    }
  });

  test('does not replace one that is on, and needs a fresh proof', async () => {
    const { ana, nextCode } = await withSecondFactor();
    expect((await ana.send(api.beginTotp)).error.code).toBe('SECOND_FACTOR_ON');
    expect((await ana.send(api.confirmTotp, { body: { code: nextCode() } })).error.code).toBe('SECOND_FACTOR_ON');

    const berta = await testApp.newProfessional();
    await testApp.sql`
      update sessions set proved_at = ${new Date(testApp.deps.now().getTime() - 16 * MINUTE)}
       where user_id = ${berta.user._id}`;
    const left = await berta.send(api.beginTotp);
    expect([left.status, left.error.code]).toEqual([403, 'REAUTHENTICATE']);
  });

  test('is confirmed once when ten confirmations race', async () => {
    const ana = await testApp.newProfessional();
    const { secret } = (await ana.send(api.beginTotp)).body;
    const body = { code: nowCode(secret) };
    const replies = await Promise.all(Array.from({ length: 10 }, () => ana.send(api.confirmTotp, { body })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [codes] = await testApp.sql`select count(*)::int as n from recovery_codes where user_id = ${ana.user._id}`;
    expect(codes).toEqual({ n: 10 });
  });

  test('ends the other sessions, which never proved a code', async () => {
    const ana = await testApp.newProfessional();
    const elsewhere = await testApp.logIn(ana.user.email);
    await withSecondFactor(ana);
    expect((await elsewhere.send(me)).status).toBe(401);
    expect((await ana.send(me)).status).toBe(200);
    const ended = await testApp.sql`
      select actor_id from audit_entries where owner_id = ${ana.user._id} and act = 'session.ended'`;
    expect([...ended]).toEqual([{ actor_id: ana.user._id }]);
  });

  test('is undone with the password by a session that has proved a code, and by no other', async () => {
    const { ana, nextCode } = await withSecondFactor();
    const { body: session } = await answer(await challengeFor(ana), nextCode());
    const body = { password: PASSWORD };
    const remove = () => testApp.send(api.removeTotp, { body }, session.accessToken);
    // As if it had been open before the second factor was enabled.
    await testApp.sql`update sessions set code_proved_at = null where user_id = ${ana.user._id}`;
    await testApp.send(reauthenticate, { body }, session.accessToken);
    const refused = await remove();
    expect([refused.status, refused.error.code]).toEqual([403, 'REAUTHENTICATE']);
    expect(refused.error.details?.map(({ field }) => field)).toEqual(['code']);
    expect((await ana.send(api.removeTotp, { body })).error.code).toBe('REAUTHENTICATE');
    expect((await ana.send(me)).body.secondFactor).toBe('on');

    await testApp.send(reauthenticate, { body: { code: nextCode() } }, session.accessToken);
    expect((await remove()).status).toBe(204);
    expect((await ana.send(me)).body).not.toHaveProperty('secondFactor');
  });

  test('is undone after a login with a code', async () => {
    const { ana, recoveryCodes } = await withSecondFactor();
    const { body: session } = await answer(await challengeFor(ana), recoveryCodes[0] ?? '');
    const removed = await testApp.send(api.removeTotp, { body: { password: PASSWORD } }, session.accessToken);
    expect(removed.status).toBe(204);
  });

  test('and undoing it needs the password', async () => {
    const { ana } = await withSecondFactor();
    expect((await ana.send(api.removeTotp, { body: { password: 'equivocada' } })).error.code).toBe('WRONG_PASSWORD');
    expect((await ana.send(me)).body.secondFactor).toBe('on');
    expect((await ana.send(api.removeTotp, { body: { password: PASSWORD } })).status).toBe(204);
    expect((await ana.send(me)).body).not.toHaveProperty('secondFactor');
    expect((await logIn(ana.user.email)).body.accessToken).toBeDefined();
    const acts = await testApp.sql`
      select act from audit_entries where owner_id = ${ana.user._id} and act like 'second-factor.%' order by id`;
    expect(acts.map(({ act }) => act)).toEqual(['second-factor.enabled', 'second-factor.disabled']);
  });
});

describe('a login with a second factor', () => {
  test('answers a challenge and no tokens, and is completed by a code', async () => {
    const { ana, nextCode } = await withSecondFactor();
    const first = await logIn(ana.user.email);
    expect([first.status, first.body]).toEqual([
      200,
      { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery-code'] },
    ]);
    const { status, body } = await answer(challengeOf(first.body), nextCode());
    expect([status, body.user._id]).toEqual([200, ana.user._id]);
    expect((await testApp.send(me, {}, body.accessToken)).status).toBe(200);
  });

  test('tells of the second factor only after the right password', async () => {
    const { ana } = await withSecondFactor();
    const reply = await logIn(ana.user.email, 'equivocada');
    expect([reply.status, reply.error.code]).toEqual([401, 'WRONG_CREDENTIALS']);
  });

  test('accepts a code once, also when ten requests race with it over ten challenges', async () => {
    const { ana, nextCode } = await withSecondFactor();
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeFor(ana)));
    const code = nextCode();
    const replies = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ error }) => error.code === 'WRONG_CODE')).toHaveLength(9);
    expect((await answer(await challengeFor(ana), code)).error.code).toBe('WRONG_CODE');
  });

  test('accepts one answer to a challenge', async () => {
    const { ana, nextCode, recoveryCodes } = await withSecondFactor();
    const challenge = await challengeFor(ana);
    const codes = [nextCode(), ...recoveryCodes.slice(0, 4)];
    const replies = await Promise.all(codes.map((code) => answer(challenge, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ error }) => error.code === 'CHALLENGE_EXPIRED')).toHaveLength(4);
    const [used] = await testApp.sql`
      select count(*)::int as n from recovery_codes where user_id = ${ana.user._id} and used_at is not null`;
    expect(used?.n).toBeLessThanOrEqual(1);
  });

  test('refuses a code that is older than one that was used', async () => {
    const { ana, secret } = await withSecondFactor();
    testApp.passTime(60_000);
    const older = nowCode(secret);
    testApp.passTime(30_000);
    expect((await answer(await challengeFor(ana), nowCode(secret))).status).toBe(200);
    expect((await answer(await challengeFor(ana), older)).error.code).toBe('WRONG_CODE');
  });

  test('accepts the codes of the present after the clock had jumped forward, and each of them once', async () => {
    const { ana, nextCode } = await withSecondFactor();
    testApp.passTime(30 * DAY);
    expect((await answer(await challengeFor(ana), nextCode())).status).toBe(200);
    testApp.passTime(-30 * DAY);
    const code = nextCode();
    expect((await answer(await challengeFor(ana), code)).status).toBe(200);
    expect((await answer(await challengeFor(ana), code)).error.code).toBe('WRONG_CODE');
  });

  test('accepts each recovery code once, in any case and without its dashes', async () => {
    const { ana, recoveryCodes } = await withSecondFactor();
    const [code = '', other = ''] = recoveryCodes;
    const challenges = await Promise.all([1, 2, 3].map(() => challengeFor(ana)));
    const replies = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const spelt = other.replaceAll('-', ' ').toLowerCase();
    expect((await answer(await challengeFor(ana), spelt)).status).toBe(200);
    expect((await answer(await challengeFor(ana), other)).error.code).toBe('WRONG_CODE');
  });

  test('ends the challenge after ten wrong codes, also when they race', async () => {
    const { ana, nextCode } = await withSecondFactor();
    const challenge = await challengeFor(ana);
    const tried = await Promise.all(Array.from({ length: 14 }, () => answer(challenge, '000000')));
    expect(tried.filter(({ error }) => error.code === 'WRONG_CODE')).toHaveLength(10);
    expect(tried.filter(({ error }) => error.code === 'CHALLENGE_EXPIRED')).toHaveLength(4);
    expect((await answer(challenge, nextCode())).error.code).toBe('CHALLENGE_EXPIRED');
  });

  test('ends the challenge after five minutes, and when the password changes', async () => {
    const { ana, nextCode } = await withSecondFactor();
    const late = await challengeFor(ana);
    testApp.passTime(5 * MINUTE);
    expect((await answer(late, nextCode())).error.code).toBe('CHALLENGE_EXPIRED');

    const earlier = await challengeFor(ana);
    await ana.send(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'otra-clave' } });
    expect((await answer(earlier, nextCode())).error.code).toBe('CHALLENGE_EXPIRED');
    expect((await answer(await challengeFor(ana, 'otra-clave'), nextCode())).status).toBe(200);
  });

  test('does not accept the code or the recovery code of another account', async () => {
    const [{ ana }, berta] = [await withSecondFactor(), await withSecondFactor()];
    const challenge = await challengeFor(ana);
    expect((await answer(challenge, berta.nextCode())).error.code).toBe('WRONG_CODE');
    expect((await answer(challenge, berta.recoveryCodes[0] ?? '')).error.code).toBe('WRONG_CODE');
    expect((await answer('inventado', berta.nextCode())).error.code).toBe('CHALLENGE_EXPIRED');
  });

  test('stays after an administrator reset the password', async () => {
    const [{ ana, nextCode }, admin] = [await withSecondFactor(), await testApp.newAdmin()];
    await admin.send(resetPassword, { params: { id: ana.user._id } });
    const challenge = await challengeFor(ana, '12345678-5');
    expect((await answer(challenge, '123456')).error.code).toBe('WRONG_CODE');
    expect((await answer(challenge, nextCode())).body.user.mustChangePassword).toBe(true);
  });

  test('needs no code after the operator has removed the second factor', async () => {
    const { ana } = await withSecondFactor();
    await withoutSecondFactor(testApp, ana);
    expect((await logIn(ana.user.email)).body.accessToken).toBeDefined();
    await enableSecondFactor(testApp, ana);
    expect(await challengeFor(ana)).toBeDefined();
  });

  test('gives unknown devices fifty tries a day, and a known device its own', async () => {
    const { ana, nextCode, recoveryCodes } = await withSecondFactor();
    const { body: known } = await answer(await challengeFor(ana), nextCode());
    let refused = 0;
    for (let i = 0; i < 6; i++) {
      const challenge = await challengeFor(ana);
      const tried = await Promise.all(Array.from({ length: 10 }, () => answer(challenge, '000000')));
      refused += tried.filter(({ status }) => status === 429).length;
    }
    // One try of the fifty was the login above.
    expect(refused).toBe(11);
    expect((await answer(await challengeFor(ana), recoveryCodes[0] ?? '')).status).toBe(429);
    const body = { challenge: await challengeFor(ana), code: nextCode(), deviceToken: known.deviceToken };
    expect((await testApp.send(answerChallenge, { body })).status).toBe(200);
  });
});

describe('an installation that requires a second factor of administrators', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ requiresAdminSecondFactor: true });
  });
  afterAll(() => strict.close());

  test('opens the administration to those who have one', async () => {
    const admin = await strict.newAdmin();
    expect(admin.user.secondFactor).toBe('required');
    const refused = await admin.send(listUsers);
    expect([refused.status, refused.error.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    await enableSecondFactor(strict, admin);
    expect((await admin.send(me)).body.secondFactor).toBe('on');
    expect((await admin.send(listUsers)).status).toBe(200);
    await admin.send(api.removeTotp, { body: { password: PASSWORD } });
    expect((await admin.send(listUsers)).status).toBe(403);
  });

  test('asks nothing of professionals', async () => {
    const ana = await strict.newProfessional();
    expect(ana.user).not.toHaveProperty('secondFactor');
    expect((await ana.send(listUsers)).error.code).toBe('NOT_ALLOWED');
  });
});
