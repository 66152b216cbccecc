import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { deleteUser, getStatistics, resetPassword } from '#contract/admin';
import { login, me, type SignedIn } from '#contract/auth';
import { restoreAccount } from '#contract/closed-accounts';
import * as api from '#contract/passkeys';
import { confirmRecovery } from '#contract/recovery';
import { removeTotp } from '#contract/second-factor';
import { reauthenticate } from '#contract/sessions';
import { accountLink } from '#server/testing/account-link';
import { newAssistant } from '#server/testing/assistants';
import { enableSecondFactor } from '#server/testing/authenticator';
import { createDatabase } from '#server/testing/database';
import {
  type Authenticator,
  newAuthenticator,
  newChallenge,
  withoutFreshProof,
  withPasskey,
} from '#server/testing/passkeys';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;
const REFUSED = {
  code: 'PASSKEY_REFUSED',
  error: 'No pudimos reconocer la llave de acceso. Entra con tu contraseña.',
  message: 'No pudimos reconocer la llave de acceso. Entra con tu contraseña.',
};

let testApp: TestApp;
let admin: Person;
let ana: Person;
let authenticator: Authenticator;
let passkeyId: string;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
  const added = await withPasskey(ana);
  authenticator = added.authenticator;
  passkeyId = added.passkey._id;
  testApp.warnings.length = 0;
});

type Deviation = Parameters<Authenticator['answer']>[1];

const use = (body: api.UsedPasskey) => testApp.send(api.logInWithPasskey, { body });
const enter = async (with_ = authenticator, deviation: Deviation = {}) =>
  use(with_.answer(await newChallenge(testApp), deviation));
const toAnswer = ({ status, error }: Awaited<ReturnType<typeof enter>>) => ({ status, error });
const byId = ({ user }: Person) => ({ params: { id: user._id } });
const passkeyNames = async (person: Person) => (await person.send(api.listPasskeys)).body.map(({ name }) => name);
const recover = async ({ user }: Person, password: string) =>
  testApp.send(confirmRecovery, { body: { token: await accountLink(testApp, user._id, 'recovery'), password } });
const actsBy = async ({ user }: Person, act: string) => [
  ...(await testApp.sql`
    select actor_id, subject_id from audit_entries where owner_id = ${user._id} and act = ${act} order by number`),
];

describe('a login with a passkey', () => {
  test('opens a session, and the list says when the passkey was used', async () => {
    expect((await ana.send(api.listPasskeys)).body[0]).not.toHaveProperty('lastUsedAt');
    const { status, body } = await enter();
    expect([status, body.user.email, typeof body.deviceToken]).toEqual([200, ana.user.email, 'string']);
    expect((await testApp.send(me, {}, body.accessToken)).status).toBe(200);
    const [listed] = (await ana.send(api.listPasskeys)).body;
    expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(listed?.createdAt ?? ''));
  });

  test('asks every device for a passkey that it has, and for a verified user', async () => {
    const { body } = await testApp.send(api.beginPasskeyLogin);
    expect(body.publicKey).toMatchObject({
      challenge: body.challenge,
      rpId: 'localhost',
      userVerification: 'required',
    });
    expect(body.publicKey.allowCredentials ?? []).toEqual([]);
  });

  test('counts as the password and as a code of the second factor', async () => {
    await enableSecondFactor(testApp, ana);
    const { body } = await enter();
    const removed = await testApp.send(removeTotp, { body: { password: PASSWORD } }, body.accessToken);
    expect(removed.status).toBe(204);
  });

  test('differs in the access log from a login with the password', async () => {
    await enter();
    const { body: log } = await ana.send(getAccountAccessLog);
    const starts = log.filter(({ act }) => act === 'session.started');
    expect(starts.map(({ detail }) => detail)).toEqual([{ passkey: true }, null]);
  });

  test('tells the owner of a new browser, as every login', async () => {
    const payload = JSON.stringify(authenticator.answer(await newChallenge(testApp)));
    const headers = { 'content-type': 'application/json', 'user-agent': 'Otro navegador' };
    await testApp.app.inject({ method: 'POST', url: api.logInWithPasskey.path, headers, payload });
    const mails = await testApp.sql`
      select from mail_outbox where user_id = ${ana.user._id} and kind = 'new-device'`;
    expect(mails).toHaveLength(1);
  });

  test('leaves the login with the password and the code as it is', async () => {
    const withPassword = () => testApp.send(login, { body: { email: ana.user.email, password: PASSWORD } });
    expect((await withPassword()).status).toBe(200);
    await enableSecondFactor(testApp, ana);
    expect((await withPassword()).body).toMatchObject({ methods: ['totp', 'recovery-code'] });
  });

  test('works with a counter of zero, an old and a higher counter: synced passkeys do not count signatures', async () => {
    for (const counter of [0, 7, 7, 3, 0, 4_000_000_000, 1]) {
      expect([counter, (await enter(authenticator, { counter })).status]).toEqual([counter, 200]);
    }
  });

  test('is for assistants and administrators too, and administrators must still set up a second factor', async () => {
    const marta = await newAssistant(testApp, [ana]);
    const { authenticator: ofMarta } = await withPasskey(marta);
    expect((await enter(ofMarta)).body.user.role).toBe('assistant');

    const strict = await createTestApp({ requiresAdminSecondFactor: true });
    try {
      const chief = await strict.newAdmin();
      const { authenticator: ofChief } = await withPasskey(chief);
      const body = ofChief.answer(await newChallenge(strict));
      const { body: session } = await strict.send(api.logInWithPasskey, { body });
      expect(session.user.secondFactor).toBe('required');
      const reply = await strict.send(getStatistics, {}, session.accessToken);
      expect(reply.error.code).toBe('SECOND_FACTOR_REQUIRED');
    } finally {
      await strict.close();
    }
  });
});

describe('a refused passkey', () => {
  test('gets one answer, whatever the reason', async () => {
    const berta = await testApp.newProfessional();
    const { authenticator: ofBerta } = await withPasskey(berta);
    const closed = await testApp.newProfessional();
    const { authenticator: ofClosed } = await withPasskey(closed);
    await admin.send(deleteUser, byId(closed));
    const { authenticator: removed, passkey } = await withPasskey(ana);
    await ana.send(api.removePasskey, { params: { id: passkey._id } });
    const handleOfAna = Buffer.from(ana.user._id.replaceAll('-', ''), 'hex').toString('base64url');
    const unknown = newAuthenticator();
    const replies = {
      unknown: await enter(unknown, { userHandle: handleOfAna }),
      removed: await enter(removed),
      closed: await enter(ofClosed),
      origin: await enter(authenticator, { origin: 'https://ficha.example.com' }),
      frame: await enter(authenticator, { crossOrigin: true }),
      host: await enter(authenticator, { host: 'ficha.example.com' }),
      unverified: await enter(authenticator, { verified: false }),
      foreignHandle: await enter(ofBerta, { userHandle: handleOfAna }),
      withoutHandle: await enter(authenticator, { userHandle: null }),
      registration: await enter(authenticator, { type: 'webauthn.create' }),
      signature: await use(await signedByAnother()),
      challenge: await use({ ...authenticator.answer('otro'), challenge: await newChallenge(testApp) }),
    };
    for (const [reason, reply] of Object.entries(replies)) {
      expect([reason, toAnswer(reply)]).toEqual([reason, { status: 401, error: REFUSED }]);
    }
    expect((await enter()).status).toBe(200);
  });

  /** The answer of this passkey with the signature of another one. */
  async function signedByAnother(): Promise<api.UsedPasskey> {
    const challenge = await newChallenge(testApp);
    const used = authenticator.answer(challenge);
    const { signature } = newAuthenticator().answer(challenge).response.response;
    return { ...used, response: { ...used.response, response: { ...used.response.response, signature } } };
  }

  test('is recorded for the owner of the passkey, and for the operator', async () => {
    await enter(authenticator, { verified: false });
    await enter(newAuthenticator());
    await testApp.deps.accessRecorder.flush();
    const logged = { message: 'login failed', reason: 'wrong-passkey', network: '127.0.0.0/24' };
    expect(testApp.warnings).toEqual([
      { ...logged, accountId: ana.user._id },
      { ...logged, accountId: undefined },
    ]);
    const { body: log } = await ana.send(getAccountAccessLog);
    expect(log.filter(({ act }) => act === 'login.failed').map(({ detail }) => detail)).toEqual([
      { loginFailure: 'wrong-passkey' },
    ]);
  });

  test('learns of a used or expired challenge in the same words as a valid passkey', async () => {
    const used = authenticator.answer(await newChallenge(testApp));
    expect((await use(used)).status).toBe(200);
    const [late, lateUnknown] = [await newChallenge(testApp), await newChallenge(testApp)];
    testApp.passTime(5 * MINUTE);
    const replies = [
      await use(used),
      await use(authenticator.answer(late)),
      await use(newAuthenticator().answer(lateUnknown)),
      await use(authenticator.answer('inventado')),
    ];
    expect(new Set(replies.map(({ status, error }) => `${status} ${error.code}`))).toEqual(
      new Set(['400 PASSKEY_EXPIRED']),
    );
    const inTime = await newChallenge(testApp);
    testApp.passTime(4 * MINUTE);
    expect((await use(authenticator.answer(inTime))).status).toBe(200);
  });

  test('has used its challenge: the right answer to it comes too late', async () => {
    const challenge = await newChallenge(testApp);
    expect((await use(authenticator.answer(challenge, { origin: 'https://ficha.example.com' }))).status).toBe(401);
    expect((await use(authenticator.answer(challenge))).error.code).toBe('PASSKEY_EXPIRED');
  });

  test('includes the challenge with which an account adds a passkey', async () => {
    const { body: options } = await ana.send(api.beginPasskey);
    expect((await use(authenticator.answer(options.challenge))).error.code).toBe('PASSKEY_EXPIRED');
  });
});

describe('the passkeys of an account', () => {
  test('do not work while it is closed, and work again when it is restored', async () => {
    await admin.send(deleteUser, byId(ana));
    expect(toAnswer(await enter())).toEqual({ status: 401, error: REFUSED });
    await admin.send(restoreAccount, byId(ana));
    expect((await enter()).status).toBe(200);
  });

  test('end with a recovery of the password, which records each of them', async () => {
    const { passkey } = await withPasskey(ana);
    await ana.send(api.beginPasskey);
    expect((await recover(ana, 'una-clave-nueva')).status).toBe(204);
    expect(toAnswer(await enter())).toEqual({ status: 401, error: REFUSED });
    const entries = await actsBy(ana, 'passkey.removed');
    expect(new Set(entries.map((entry) => entry.subject_id))).toEqual(new Set([passkeyId, passkey._id]));
    expect(new Set(entries.map((entry) => entry.actor_id))).toEqual(new Set([ana.user._id]));
    expect(await testApp.sql`select from passkey_challenges where user_id = ${ana.user._id}`).toHaveLength(0);
    const { body: session } = await testApp.send(login, {
      body: { email: ana.user.email, password: 'una-clave-nueva' },
    });
    expect((await testApp.send(api.listPasskeys, {}, session.accessToken)).body).toEqual([]);
  });

  test('end with a reset by an administrator, which leaves the temporary password as the way in', async () => {
    expect((await admin.send(resetPassword, byId(ana))).status).toBe(204);
    expect(toAnswer(await enter())).toEqual({ status: 401, error: REFUSED });
    expect(await actsBy(ana, 'passkey.removed')).toEqual([{ actor_id: admin.user._id, subject_id: passkeyId }]);
  });

  test('do not open an account with a temporary password, whatever set it', async () => {
    await testApp.sql`
      update users set must_change_password = true, temporary_password_until = now() + interval '1 day'
       where id = ${ana.user._id}`;
    expect(toAnswer(await enter())).toEqual({ status: 401, error: REFUSED });
  });

  test('are refused at another host of PUBLIC_URL, and work again at their own host', async () => {
    const database = await createDatabase();
    const before = await createTestApp({ database });
    const after = await createTestApp({
      database: { ...database, close: async () => undefined },
      keys: before.keys,
      publicUrl: 'https://ficha.example.cl',
    });
    try {
      const { authenticator: former } = await withPasskey(await before.newProfessional());
      const there = { origin: 'https://ficha.example.cl', host: 'ficha.example.cl' };
      for (const deviation of [{}, there]) {
        const body = former.answer(await newChallenge(after), deviation);
        expect((await after.send(api.logInWithPasskey, { body })).error).toEqual(REFUSED);
      }
      const body = former.answer(await newChallenge(before));
      expect((await before.send(api.logInWithPasskey, { body })).status).toBe(200);
    } finally {
      await after.close();
      await before.close();
    }
  });
});

describe('a proof with a passkey', () => {
  const prove = async (person: Person, with_: Authenticator, deviation: Deviation = {}) =>
    person.send(reauthenticate, { body: { passkey: with_.answer(await newChallenge(testApp), deviation) } });

  test('is fresh, and counts as a code', async () => {
    await enableSecondFactor(testApp, ana);
    await withoutFreshProof(testApp, ana);
    expect((await ana.send(api.beginPasskey)).error.code).toBe('REAUTHENTICATE');
    expect((await prove(ana, authenticator)).status).toBe(204);
    expect((await ana.send(api.beginPasskey)).status).toBe(200);
    expect((await ana.send(removeTotp, { body: { password: PASSWORD } })).status).toBe(204);
    expect(await passkeyNames(ana)).toEqual(['Notebook de la consulta']);
  });

  test('is refused with the passkey of somebody else, or without a verified user, and recorded', async () => {
    const berta = await testApp.newProfessional();
    const { authenticator: ofBerta } = await withPasskey(berta);
    await withoutFreshProof(testApp, ana);
    const replies = [
      await prove(ana, ofBerta),
      await prove(ana, authenticator, { verified: false }),
      await prove(ana, newAuthenticator()),
    ];
    expect(replies.map(({ status, error }) => [status, error.code])).toEqual(Array(3).fill([400, 'WRONG_PASSKEY']));
    expect((await ana.send(api.beginPasskey)).error.code).toBe('REAUTHENTICATE');
    const failure = { message: 'login failed', reason: 'wrong-passkey-in-session', accountId: ana.user._id };
    expect(testApp.warnings).toMatchObject([failure, failure, failure]);
  });

  test('uses its challenge', async () => {
    const passkey = authenticator.answer(await newChallenge(testApp));
    expect((await ana.send(reauthenticate, { body: { passkey } })).status).toBe(204);
    expect((await ana.send(reauthenticate, { body: { passkey } })).error.code).toBe('PASSKEY_EXPIRED');
    expect((await use(passkey)).error.code).toBe('PASSKEY_EXPIRED');
  });
});

test('a known device is not locked out by whoever uses up the tries of its address', async () => {
  const strict = await createTestApp({ rateLimit: true, trustProxy: 'loopback' });
  try {
    const berta = await strict.newProfessional();
    const { authenticator: ofBerta } = await withPasskey(berta);
    const post = async (deviceToken?: string, body = ofBerta.answer('inventado')) => {
      const payload = JSON.stringify({ ...body, deviceToken });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5' };
      const reply = await strict.app.inject({ method: 'POST', url: api.logInWithPasskey.path, headers, payload });
      return { status: reply.statusCode, body: reply.json<SignedIn>() };
    };
    const tried = await Promise.all(Array.from({ length: 101 }, () => post()));
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(1);
    const right = () => newChallenge(strict).then((challenge) => ofBerta.answer(challenge));
    expect((await post(undefined, await right())).status).toBe(429);
    expect((await post(berta.deviceToken, await right())).status).toBe(200);
    const known = [];
    for (let i = 0; i < 30; i++) known.push((await post(berta.deviceToken)).status);
    expect(known).toEqual([...Array(29).fill(400), 429]);
  } finally {
    await strict.close();
  }
});
