import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { getStatistics, listUsers, setSubscription } from '#contract/admin';
import { me } from '#contract/auth';
import { getSubscriptionInfo } from '#contract/billing';
import { createPatient } from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ defaultPlan: 'paid' });
});
afterAll(() => testApp.close());

const YEAR_MS = 366 * 24 * 3600 * 1000;

test('DEFAULT_PLAN=paid gives a new account the plan without end that an administrator would grant', async () => {
  const ana = await testApp.newProfessional();
  const plan = { subscriptionStatus: 'paid', patientLimit: -1, nextPaymentDate: null };
  expect(ana.user).toMatchObject(plan);
  for (const _ of [1, 2]) expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(201);
  expect((await ana.send(getSubscriptionInfo)).body).toEqual({
    subscriptionType: null,
    subscriptionStatus: 'paid',
    subscriptionExpiresAt: null,
    daysRemaining: null,
    status: 'active',
  });

  const admin = await testApp.newAdmin();
  const listed = await admin.send(listUsers, { query: { search: ana.user.email } });
  expect(listed.body).toEqual([expect.objectContaining(plan)]);
  expect((await admin.send(getStatistics)).body).toMatchObject({ paidUsers: 1 });
});

test('the grant is in the access log of the account, as an act of the operator', async () => {
  const ana = await testApp.newProfessional();
  const log = (await ana.send(getAccountAccessLog)).body;
  expect(log.map(({ act, actor }) => [act, actor])).toContainEqual([
    'user.subscription-set-paid',
    'Operador del servidor',
  ]);
});

test('the role of accounts cannot grant another plan, nor change one', async () => {
  const { user } = await testApp.newProfessional();
  const { identityTransaction } = testApp.deps;
  const forged = [
    () => identityTransaction((tx) => tx`update subscriptions set status = 'free' where owner_id = ${user._id}`),
    () => identityTransaction((tx) => tx`delete from subscriptions where owner_id = ${user._id}`),
    () =>
      identityTransaction(
        (tx) => tx`insert into subscriptions (owner_id, status, expires_at) values (${user._id}, 'paid', now())`,
      ),
  ];
  for (const write of forged) await expect(write()).rejects.toThrow(/permission denied/);
  const admin = await testApp.newAdmin();
  const free = identityTransaction(
    (tx) => tx`insert into subscriptions (owner_id, status) values (${admin.user._id}, 'free')`,
  );
  await expect(free).rejects.toThrow(/row-level security/);
});

test('the plan is still there after a year, and an administrator can end it', async () => {
  const { user } = await testApp.newProfessional();
  testApp.passTime(YEAR_MS);
  const ana = await testApp.logIn(user.email);
  expect(ana.user.subscriptionStatus).toBe('paid');
  const admin = await testApp.newAdmin();
  await admin.send(setSubscription, { params: { id: user._id }, body: { status: 'free' } });
  expect((await ana.send(me)).body).toMatchObject({ subscriptionStatus: 'free', patientLimit: 1 });
});
