import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStatistics } from '#contract/admin';
import { logout } from '#contract/auth';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const DAY = 24 * 3600 * 1000;

let testApp: TestApp;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const statistics = async () => (await admin.send(getStatistics)).body;
const ago = (milliseconds: number) => new Date(testApp.deps.now().getTime() - milliseconds);
const setSessions = ({ user }: Person, startedAt: Date, lastSeenAt: Date) =>
  testApp.sql`update sessions set started_at = ${startedAt}, last_seen_at = ${lastSeenAt} where user_id = ${user._id}`;

test('a new installation counts its administrator and nothing else', async () => {
  expect(await statistics()).toEqual({
    totalUsers: 1,
    totalPatients: 0,
    activeUsersLast24h: 1,
    newUsersLast7Days: 1,
    averageSessionDuration: 0,
    totalWebhooks: 0,
    paidUsers: 0,
    freeUsers: 1,
  });
});

test('the figures follow users, patients, sessions, plans and notifications', async () => {
  const [ana, berta, carla] = [
    await testApp.newProfessional(),
    await testApp.newProfessional(),
    await testApp.newProfessional(),
  ];
  await ana.pays();
  await ana.hasPatient();
  await ana.hasPatient();
  await berta.hasPatient();
  const soon = new Date(testApp.deps.now().getTime() + 60_000);
  await testApp.sql`insert into subscriptions (owner_id, status, expires_at) values (${berta.user._id}, 'paid', ${soon})`;
  await testApp.sql`insert into subscriptions (owner_id, status) values (${carla.user._id}, 'free')`;
  await testApp.logIn(ana.user.email);
  await setSessions(ana, ago(40 * 60_000), ago(10 * 60_000));
  await setSessions(berta, ago(DAY + 90 * 60_000), ago(DAY + 60_000));
  await setSessions(carla, ago(DAY - 60_000), ago(DAY - 60_000));
  await setSessions(admin, ago(60_000), ago(0));
  await testApp.sql`update users set created_at = ${ago(7 * DAY + 60_000)} where id = ${carla.user._id}`;
  await testApp.sql`
    insert into webhooks (id, received_at, webhook_type, status, ip_address, deleted_at)
    select gen_random_uuid(), now(), 'payment', 'received', '127.0.0.1', case when n = 3 then now() end
      from generate_series(1, 3) n`;

  expect(await statistics()).toEqual({
    totalUsers: 4,
    totalPatients: 3,
    activeUsersLast24h: 3,
    newUsersLast7Days: 3,
    // Ana's sessions: two of 30 minutes, one of 89. Others: one of 0, one of 1.
    averageSessionDuration: expect.closeTo(150 / 5, 1),
    totalWebhooks: 2,
    paidUsers: 2,
    freeUsers: 2,
  });

  testApp.passTime(61_000);
  expect(await statistics()).toMatchObject({ activeUsersLast24h: 2, paidUsers: 1, freeUsers: 3 });
});

test('a session counts up to its logout, and at most 30 minutes after its last use', async () => {
  const before = await statistics();
  const [dora, elsa] = [await testApp.newProfessional(), await testApp.newProfessional()];
  await dora.hasPatient();
  await setSessions(dora, ago(300 * 60_000), ago(20 * 60_000));
  await setSessions(elsa, ago(90 * DAY), ago(90 * DAY));
  for (const { refreshToken } of [dora, elsa]) await testApp.send(logout, { body: { refreshToken } });
  const after = await statistics();
  expect(after.totalPatients).toBe(before.totalPatients + 1);
  expect(after.activeUsersLast24h).toBe(before.activeUsersLast24h + 1);
  const [sessions] = await testApp.sql<[{ count: number }]>`select count(*)::int from sessions`;
  const minutes = before.averageSessionDuration * (sessions.count - 2) + 300 + 30;
  expect(after.averageSessionDuration).toBeCloseTo(minutes / sessions.count, 0);
});
