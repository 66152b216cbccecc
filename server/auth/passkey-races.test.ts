import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetPassword } from '#contract/admin';
import { addPasskey, logInWithPasskey, removePasskey } from '#contract/passkeys';
import { confirmRecovery } from '#contract/recovery';
import { reauthenticate } from '#contract/sessions';
import type { IdentityTx } from '#server/platform/database/database';
import { accountLink } from '#server/testing/account-link';
import { untilWaiting } from '#server/testing/lock-waits';
import { type Authenticator, newChallenge, newPasskey, withPasskey } from '#server/testing/passkeys';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { lockAccount } from './auth.store.ts';

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
});

type Request = () => Promise<{ status: number }>;

const logIn = async (): Promise<Request> => {
  const body = authenticator.answer(await newChallenge(testApp));
  return () => testApp.send(logInWithPasskey, { body });
};
const reset: Request = () => admin.send(resetPassword, { params: { id: ana.user._id } });
const recover = async (): Promise<Request> => {
  const token = await accountLink(testApp, ana.user._id, 'recovery');
  return () => testApp.send(confirmRecovery, { body: { token, password: 'una-clave-nueva' } });
};
const openSessions = () => testApp.sql`select from sessions where user_id = ${ana.user._id} and ended_at is null`;

/** Begins requests one after the other while the account is locked. Each waits for it, or for one before. */
async function whileLocked(requests: Request[]): Promise<number[]> {
  const begun: ReturnType<Request>[] = [];
  await testApp.deps.identityTransaction(async (tx: IdentityTx) => {
    await lockAccount(tx, ana.user._id);
    for (const request of requests) {
      begun.push(request());
      await untilWaiting(testApp.sql, begun.length);
    }
  });
  return (await Promise.all(begun)).map(({ status }) => status);
}

test('the same challenge twenty times at once starts one session', async () => {
  const before = (await openSessions()).length;
  const body = authenticator.answer(await newChallenge(testApp));
  const replies = await Promise.all(Array.from({ length: 20 }, () => testApp.send(logInWithPasskey, { body })));
  const statuses = replies.map(({ status }) => status);
  expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 400)]).toEqual([
    [200],
    Array(19).fill(400),
  ]);
  expect(await openSessions()).toHaveLength(before + 1);
});

test('the same challenge proves a session or starts one, and not both', async () => {
  const passkey = authenticator.answer(await newChallenge(testApp));
  const replies = await Promise.all([
    ana.send(reauthenticate, { body: { passkey } }),
    testApp.send(logInWithPasskey, { body: passkey }),
  ]);
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(replies.filter(({ error }) => error?.code === 'PASSKEY_EXPIRED')).toHaveLength(1);
});

test('two logins with one passkey at the same time both succeed', async () => {
  expect(await whileLocked([await logIn(), await logIn()])).toEqual([200, 200]);
});

test('a login that comes after a reset by an administrator is refused', async () => {
  expect(await whileLocked([reset, await logIn()])).toEqual([204, 401]);
  expect(await openSessions()).toHaveLength(0);
});

test('a login that comes before a reset is ended by it', async () => {
  expect(await whileLocked([await logIn(), reset])).toEqual([200, 204]);
  expect(await openSessions()).toHaveLength(0);
});

test('a login and a reset that nobody orders leave no session', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await testApp.newProfessional();
    const { authenticator: its } = await withPasskey(person);
    const body = its.answer(await newChallenge(testApp));
    await Promise.all([
      testApp.send(logInWithPasskey, { body }),
      admin.send(resetPassword, { params: { id: person.user._id } }),
    ]);
    const open = await testApp.sql`select from sessions where user_id = ${person.user._id} and ended_at is null`;
    expect(open).toHaveLength(0);
  }
});

test('a login at the same time as a recovery leaves no session', async () => {
  expect(await whileLocked([await recover(), await logIn()])).toEqual([204, 401]);
  expect(await openSessions()).toHaveLength(0);
});

test('a passkey that is removed while it logs in is refused', async () => {
  const remove = () => ana.send(removePasskey, { params: { id: passkeyId } });
  expect(await whileLocked([remove, await logIn()])).toEqual([204, 401]);
});

test('a passkey that is removed while it proves a session is refused, and the session stays', async () => {
  const passkey = authenticator.answer(await newChallenge(testApp));
  const remove = () => ana.send(removePasskey, { params: { id: passkeyId } });
  const prove = () => ana.send(reauthenticate, { body: { passkey } });
  expect(await whileLocked([remove, prove])).toEqual([204, 400]);
});

test('a passkey that is added while an administrator resets the password is not there afterwards', async () => {
  const { body } = await newPasskey(ana);
  expect(await whileLocked([reset, () => ana.send(addPasskey, { body })])).toEqual([204, 401]);
  expect(await testApp.sql`select from passkeys where user_id = ${ana.user._id}`).toHaveLength(0);
});
