import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { logout } from '#contract/auth';
import { createCalendarLink } from '#contract/calendar-link';
import { confirmRecovery } from '#contract/recovery';
import { record } from '#server/audit/audit.store';
import * as service from '#server/calendar-link/calendar-link.service';
import type { IdentityTx } from '#server/platform/database/database';
import { accountLink } from '#server/testing/account-link';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { lockAccount } from './auth.store.ts';
import type { Owner } from './owner.ts';
import { lockOpenSession } from './sessions.service.ts';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
});
afterAll(() => testApp.close());

const body = { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' };
const linksOf = ({ user }: Person) => testApp.sql`select from calendar_links where user_id = ${user._id}`;

type Lock = (tx: IdentityTx, person: Person) => Promise<unknown>;
const endOfChain: Lock = (tx, { user }) =>
  record(tx, { act: 'account.updated', at: new Date(), actorId: user._id, address: undefined });
const account: Lock = (tx, { user }) => lockAccount(tx, user._id);

/** Begins requests one after the other while something is locked. Each waits for it, or for one before. */
async function whileLocked<T>(lock: Lock, person: Person, requests: (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await testApp.deps.identityTransaction(async (tx) => {
    await lock(tx, person);
    for (const request of requests) {
      begun.push(request());
      await untilWaiting(testApp.sql, begun.length);
    }
  });
  return Promise.all(begun);
}

test('a session that has ended since its request was checked makes no address of the agenda', async () => {
  const ana = await testApp.newProfessional();
  const intruder = await testApp.logIn(ana.user.email);
  const [session] = await testApp.sql<[{ id: string }]>`
    select id from sessions where user_id = ${ana.user._id} order by started_at desc, id desc limit 1`;
  expect((await ana.send(changePassword, { body })).status).toBe(200);
  const checked = { id: ana.user._id, sessionId: session.id, address: '198.51.100.7', user: intruder.user };
  await expect(
    service.createCalendarLink({ ...testApp.deps, lockOpenSession }, checked as unknown as Owner, true),
  ).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  expect(await linksOf(ana)).toHaveLength(0);
});

test('an address that is made while the password changes ends with the session that made it', async () => {
  const ana = await testApp.newProfessional();
  const intruder = await testApp.logIn(ana.user.email);
  const link = () => intruder.send(createCalendarLink, { body: { names: true } });
  const change = () => ana.send(changePassword, { body });
  const [changed, made] = await whileLocked<{ status: number }>(endOfChain, ana, [change, link]);
  expect([changed?.status, made?.status]).toEqual([200, 401]);
  expect(await linksOf(ana)).toHaveLength(0);
});

const recover = async (person: Person) => {
  const token = await accountLink(testApp, person.user._id, 'recovery');
  return () => testApp.send(confirmRecovery, { body: { token, password: 'una-clave-nueva' } });
};

test('an address that is replaced while the password changes does not hold the change up', async () => {
  const ana = await testApp.newProfessional();
  const link = () => ana.send(createCalendarLink, { body: { names: true } });
  await link();
  const change = () => ana.send(changePassword, { body });
  const replies = await whileLocked<{ status: number }>(endOfChain, ana, [change, link]);
  // The session that changed the password stays, and may make an address.
  expect(replies.map(({ status }) => status)).toEqual([200, 201]);
});

test('a session that logs out while the password changes does not hold the change up', async () => {
  const ana = await testApp.newProfessional();
  const other = await testApp.logIn(ana.user.email);
  const leave = () => testApp.send(logout, { body: { refreshToken: other.refreshToken } });
  const change = () => ana.send(changePassword, { body });
  const replies = await whileLocked<{ status: number }>(endOfChain, ana, [change, leave]);
  expect(replies.map(({ status }) => status)).toEqual([200, 204]);
});

test('of a recovery and a password change at the same time the second one is refused', async () => {
  const ana = await testApp.newProfessional();
  const recovery = await recover(ana);
  const change = () => ana.send(changePassword, { body });
  const replies = await whileLocked<{ status: number }>(account, ana, [change, recovery]);
  expect(replies.map(({ status }) => status)).toEqual([200, 400]);
});
