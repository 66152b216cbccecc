import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '#contract/admin';
import { resetPassword, setSubscription } from '#contract/admin';
import { login, me, refresh } from '#contract/auth';
import { listClosedAccounts, restoreAccount } from '#contract/closed-accounts';
import { countMails, listMails } from '#contract/mail';
import { listPatients } from '#contract/patients';
import { setIdentity } from '#contract/professional-identity';
import { confirmEmail, confirmRecovery } from '#contract/recovery';
import { cleanUp } from '#server/cleanup/clean-up';
import { fullAccount } from '#server/testing/full-account';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { purgeAccount } from './closed-accounts.service.ts';

const DAY = 24 * 3600 * 1000;
const PASSWORD = 'clave-de-prueba';

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const byId = ({ user }: { user: { _id: string } }) => ({ params: { id: user._id } });
const close = (person: Person) => admin.send(api.deleteUser, byId(person));
const restore = (person: Person, by = admin) => by.send(restoreAccount, byId(person));
const closedOnes = async () => (await admin.send(listClosedAccounts)).body.map(({ _id }) => _id);
const enter = ({ user }: Person) => testApp.send(login, { body: { email: user.email, password: PASSWORD } });

/** All that the panel shows of accounts, without what the administrator's own session changes. */
async function panel() {
  const { averageSessionDuration: _, activeUsersLast24h, ...statistics } = (await admin.send(api.getStatistics)).body;
  const lists = { query: { limit: '200' } };
  return {
    statistics,
    activeUsersLast24h,
    users: (await admin.send(api.listUsers)).body.map(({ _id }) => _id),
    byPatients: (await admin.send(api.listUsers, { query: { sort: 'patientCount' } })).body.map(({ _id }) => _id),
    byPlan: (await admin.send(api.listUsers, { query: { sort: 'subscriptionStatus' } })).body.map(({ _id }) => _id),
    count: (await admin.send(api.countUsers)).body,
    webhooks: (await admin.send(api.listWebhooks)).body,
    webhookCount: (await admin.send(api.countWebhooks)).body,
    mails: (await admin.send(listMails, lists)).body,
    mailCount: (await admin.send(countMails)).body,
  };
}

test('a deleted account is gone from every list and figure, and a restored one is back with everything', async () => {
  const before = await panel();
  const ana = await fullAccount(testApp);
  const withAna = await panel();
  expect(withAna.statistics.totalPatients).toBeGreaterThan(before.statistics.totalPatients);
  expect(withAna.statistics.totalWebhooks).toBeGreaterThan(before.statistics.totalWebhooks);
  expect(withAna.statistics.paidUsers).toBeGreaterThan(before.statistics.paidUsers);
  expect(withAna.mailCount.total).toBeGreaterThan(before.mailCount.total);
  const patients = (await ana.send(listPatients)).body;
  const [webhook] = (await admin.send(api.listWebhooksOfUser, byId(ana))).body;
  const [payment] = (await admin.send(api.listPaymentsOfUser, byId(ana))).body;

  await close(ana);
  expect(await panel()).toEqual(before);
  const refused = [
    admin.send(api.getUser, byId(ana)),
    admin.send(api.getSubscriptionOfUser, byId(ana)),
    admin.send(api.listPaymentsOfUser, byId(ana)),
    admin.send(api.listWebhooksOfUser, byId(ana)),
    admin.send(setSubscription, { ...byId(ana), body: { status: 'paid' } }),
    admin.send(resetPassword, byId(ana)),
    admin.send(setIdentity, { ...byId(ana), body: { verified: false } }),
    admin.send(api.deleteUser, byId(ana)),
    admin.send(api.deletePayment, { params: { id: payment?._id ?? '' } }),
    admin.send(api.deleteWebhook, { params: { id: webhook?._id ?? '' } }),
  ];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 404));

  expect((await restore(ana)).status).toBe(204);
  expect(await panel()).toEqual(withAna);
  // It has a second factor, so the password leads to its challenge.
  expect((await enter(ana)).body).toHaveProperty('challenge');
  expect((await ana.send(me)).status).toBe(401);
  expect((await testApp.send(refresh, { body: { refreshToken: ana.refreshToken } })).status).toBe(401);
  await testApp.sql`update users set has_second_factor = false where id = ${ana.user._id}`;
  const again = await testApp.logIn(ana.user.email);
  expect((await again.send(listPatients)).body).toEqual(patients);
});

test('the list tells who deleted the account, when, and from when its data are deleted', async () => {
  const ana = await testApp.newProfessional();
  await close(ana);
  const [first] = (await admin.send(listClosedAccounts)).body;
  expect(first).toEqual({
    _id: ana.user._id,
    name: ana.user.name,
    email: ana.user.email,
    closedAt: expect.any(String),
    closedBy: 'Administración',
    purgeAt: new Date(Date.parse(first?.closedAt ?? '') + 7 * DAY).toISOString(),
    isRestorable: true,
  });
  await restore(ana);
  expect(await closedOnes()).not.toContain(ana.user._id);
});

test('an account that is open, unknown or purged is not restored', async () => {
  const ana = await testApp.newProfessional();
  expect((await restore(ana)).status).toBe(404);
  expect((await admin.send(restoreAccount, { params: { id: randomUUID() } })).status).toBe(404);
  await close(ana);
  const replies = await Promise.all([restore(ana), restore(ana)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
});

test('after seven days an account is not restored, although the clean-up has not deleted it yet', async () => {
  const ana = await testApp.newProfessional();
  await close(ana);
  const listed = async () => (await admin.send(listClosedAccounts)).body.find(({ _id }) => _id === ana.user._id);
  testApp.passTime(7 * DAY - 60_000);
  admin = await testApp.logIn(admin.user.email);
  expect(await listed()).toMatchObject({ isRestorable: true });
  testApp.passTime(60_000);
  expect(await listed()).toMatchObject({ isRestorable: false });
  const reply = await restore(ana);
  expect([reply.status, reply.error.code]).toEqual([409, 'RESTORE_EXPIRED']);
  expect((await enter(ana)).status).toBe(401);
  expect(await purgeAccount(testApp.deps, ana.user._id)).toBe(true);
});

test('professionals and deleted administrators restore nobody', async () => {
  const [ana, berta, other] = [
    await testApp.newProfessional(),
    await testApp.newProfessional(),
    await testApp.newAdmin(),
  ];
  await close(ana);
  expect((await restore(ana, berta)).status).toBe(403);
  expect((await testApp.send(restoreAccount, byId(ana))).status).toBe(401);
  await close(other);
  expect((await restore(ana, other)).status).toBe(401);
  expect(await closedOnes()).toContain(ana.user._id);
});

test('an account whose email was taken meanwhile is not restored, until the other one is deleted', async () => {
  const ana = await testApp.newProfessional();
  await close(ana);
  const other = await testApp.newProfessional({ email: ana.user.email });
  expect(other.user._id).not.toBe(ana.user._id);
  const reply = await restore(ana);
  expect([reply.status, reply.error.error]).toEqual([
    409,
    'No se puede restaurar: otra cuenta se registró con el mismo correo',
  ]);
  expect(await closedOnes()).toContain(ana.user._id);
  expect((await other.send(me)).status).toBe(200);
  await close(other);
  expect((await restore(ana)).status).toBe(204);
  expect((await restore(other)).status).toBe(409);
});

test('an account whose confirmed RUT was confirmed for another one meanwhile is not restored', async () => {
  const [ana, berta] = [
    await testApp.newProfessional({ rut: '7.654.321-6' }),
    await testApp.newProfessional({ rut: '7.654.321-6' }),
  ];
  await testApp.sql`update users set email_confirmed_at = now() where rut = ${'7654321-6'}`;
  const confirm = (person: Person) =>
    admin.send(setIdentity, { ...byId(person), body: { verified: true, evidence: 'Registro 1234' } });
  expect((await confirm(ana)).status).toBe(204);
  expect((await confirm(berta)).status).toBe(409);
  await close(ana);
  expect((await confirm(berta)).status).toBe(204);
  const reply = await restore(ana);
  expect([reply.status, reply.error.code]).toEqual([409, 'IDENTITY_TAKEN']);
});

test('links in mails of a closed account do not work', async () => {
  const ana = await testApp.newProfessional();
  const link = async (purpose: string) => {
    const token = randomUUID();
    await testApp.sql`
      insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
      values (sha256(${Buffer.from(token)}), ${ana.user._id}, ${purpose}, now(), now() + interval '1 hour')`;
    return token;
  };
  const [recovery, confirmation] = [await link('recovery'), await link('email-confirmation')];
  await close(ana);
  const body = { token: recovery, password: 'otra-clave' };
  expect((await testApp.send(confirmRecovery, { body })).error.code).toBe('LINK_INVALID');
  expect((await testApp.send(confirmEmail, { body: { token: confirmation } })).error.code).toBe('LINK_INVALID');
  await restore(ana);
  expect((await enter(ana)).status).toBe(200);
});

test('the clean-up deletes accounts seven days after they were closed, and no restored ones', async () => {
  const [ana, berta] = [await testApp.newProfessional(), await testApp.newProfessional()];
  await close(ana);
  await close(berta);
  await restore(berta);
  const exists = async ({ user }: Person) => (await testApp.sql`select from users where id = ${user._id}`).length;
  const warnings: unknown[] = [];
  const run = async (purge = (id: string) => purgeAccount(testApp.deps, id)) => {
    await testApp.sql`delete from job_runs`;
    const warn = (details: unknown) => warnings.push(details);
    return cleanUp({ ...testApp.deps, warn, purgeAccount: purge });
  };
  // The database, whose clock does not follow, keeps links that have not expired by it.
  await testApp.sql`delete from account_links`;
  testApp.passTime(7 * DAY - 60_000);
  await run();
  expect(await exists(ana)).toBe(1);
  testApp.passTime(60_000);
  // An account that cannot be deleted is tried again by the next job, and does not stop the others.
  await run(() => Promise.reject(new Error('no answer')));
  expect(warnings).toContainEqual(expect.objectContaining({ account: ana.user._id, reason: 'no answer' }));
  expect(await run()).toMatchObject({ accounts: expect.any(Number) });
  expect([await exists(ana), await exists(berta)]).toEqual([0, 1]);
  const [entry] = await testApp.sql`
    select act, actor_id from audit_entries where owner_id = ${ana.user._id} order by number desc limit 1`;
  expect(entry).toEqual({ act: 'user.purged', actor_id: '00000000-0000-0000-0000-000000000000' });
  admin = await testApp.logIn(admin.user.email);
  expect(await closedOnes()).not.toContain(ana.user._id);
  expect((await restore(ana)).status).toBe(404);
});
