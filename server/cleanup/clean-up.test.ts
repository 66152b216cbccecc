import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '#contract/auth';
import { getStorageUse } from '#contract/billing';
import * as certificates from '#contract/certificates';
import { getNotices } from '#contract/notices';
import { purgeAccount } from '#server/admin/closed-accounts.service';
import { enqueueMail } from '#server/mail/outbox';
import { uuidv7 } from '#server/platform/uuid';
import { eventually } from '#server/testing/eventually';
import { subscribedDevice } from '#server/testing/notices';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { cleanUp, startCleaning } from './clean-up.ts';

const DAY = 24 * 3600 * 1000;

let testApp: TestApp;
let ana: Awaited<ReturnType<TestApp['newProfessional']>>;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
  ana = await testApp.newProfessional();
});
afterAll(() => testApp.close());
beforeEach(async () => void (await testApp.sql`delete from job_runs`));

const cleanupDeps = () => ({ ...testApp.deps, purgeAccount: (id: string) => purgeAccount(testApp.deps, id) });

const daysAgo = (days: number) => new Date(testApp.deps.now().getTime() - days * DAY);

const notification = (age: number, status: string, { isGenuine = true, deletedAt = null as Date | null } = {}) =>
  testApp.sql`
    insert into webhooks (id, received_at, webhook_type, status, ip_address, is_genuine, deleted_at)
    values (${uuidv7(new Date())}, ${daysAgo(age)}, ${`${age} ${status}`}, ${status}, '::1', ${isGenuine}, ${deletedAt})`;

test('runs once in an hour, however many processes there are', async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => cleanUp(cleanupDeps())));
  expect(runs.filter(Boolean)).toHaveLength(1);
  expect(await cleanUp(cleanupDeps())).toBeUndefined();
  testApp.passTime(3600 * 1000);
  expect(await cleanUp(cleanupDeps())).toBeDefined();
});

test('a failure is logged with its reason', async () => {
  const warnings: unknown[] = [];
  const cleanup = (() => Promise.reject(new Error('no answer'))) as unknown as TestApp['deps']['cleanup'];
  const stop = startCleaning({ ...cleanupDeps(), cleanup, warn: (details) => warnings.push(details) });
  await stop();
  expect(warnings).toEqual([{ code: undefined, reason: 'no answer' }]);
});

test('a stop waits for the statement under way, and no other one follows', async () => {
  let statements = 0;
  const answer = Promise.withResolvers<{ count: number }>();
  const cleanup = (() => {
    statements += 1;
    return statements === 1 ? Promise.resolve({ count: 1 }) : answer.promise;
  }) as unknown as TestApp['deps']['cleanup'];
  const warnings: unknown[] = [];
  const stop = startCleaning({ ...cleanupDeps(), cleanup, warn: (details) => warnings.push(details) });
  await eventually(() => expect(statements).toBe(2));
  let isStopped = false;
  const stopping = Promise.resolve(stop()).then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  answer.resolve({ count: 1000 });
  await stopping;
  expect([statements, warnings]).toEqual([2, []]);
});

test('deletes sessions that were not used for 90 days', async () => {
  const session = (lastSeenAt: Date, endedAt: Date | null) => {
    const id = uuidv7(lastSeenAt);
    return testApp.sql`
      insert into sessions (id, user_id, refresh_token_hash, started_at, last_seen_at, ended_at)
      values (${id}, ${ana.user._id}, ${Buffer.from(id)}, ${lastSeenAt}, ${lastSeenAt}, ${endedAt})`;
  };
  await testApp.sql`delete from sessions where user_id = ${ana.user._id}`;
  await session(daysAgo(91), daysAgo(91));
  await session(daysAgo(91), null);
  await session(daysAgo(89), daysAgo(89));
  await session(daysAgo(1), null);
  expect(await cleanUp(cleanupDeps())).toMatchObject({ sessions: 2 });
  const kept = await testApp.sql`
    select from sessions where user_id = ${ana.user._id} and last_seen_at > ${daysAgo(90)}`;
  expect(kept).toHaveLength(2);
  ana = await testApp.logIn(ana.user.email);
});

test('deletes devices that were not used for a year, and challenges that expired', async () => {
  const { _id: id } = ana.user;
  await testApp.sql`delete from known_devices`;
  for (const days of [366, 366, 364]) {
    await testApp.sql`
      insert into known_devices (user_id, token_hash, last_used_at) values (${id}, ${randomBytes(32)}, ${daysAgo(days)})`;
  }
  for (const expiresAt of [daysAgo(1), daysAgo(-1)]) {
    await testApp.sql`
      insert into login_challenges (token_hash, user_id, password_digest, expires_at)
      values (${randomBytes(32)}, ${id}, ${randomBytes(32)}, ${expiresAt})`;
    await testApp.sql`
      insert into passkey_challenges (hash, expires_at) values (${randomBytes(32)}, ${expiresAt})`;
  }
  expect(await cleanUp(cleanupDeps())).toMatchObject({ devices: 2, challenges: 1, passkeyChallenges: 1 });
});

test('deletes the devices of sessions that were ended', async () => {
  const ended = await testApp.logIn(ana.user.email);
  await subscribedDevice(ended);
  await subscribedDevice(ana);
  await testApp.send(logout, { body: { refreshToken: ended.refreshToken } });
  expect(await cleanUp(cleanupDeps())).toMatchObject({ pushSubscriptions: 1 });
  expect((await ana.send(getNotices)).body.isOn).toBe(true);
});

test('deletes rate limits whose window is over, in batches', async () => {
  const insert = (key: string, from: number, to: number, resetsAt: Date) => testApp.sql`
    insert into rate_limits (key, hits, resets_at)
    select convert_to(${key} || n, 'utf8'), 1, ${resetsAt} from generate_series(${from}::int, ${to}::int) n`;
  await testApp.sql`delete from rate_limits`;
  await insert('over', 1, 2500, daysAgo(1));
  await insert('counting', 1, 3, daysAgo(-1));
  expect(await cleanUp(cleanupDeps())).toMatchObject({ rateLimits: 2500 });
  expect(await testApp.sql`select from rate_limits`).toHaveLength(3);
});

test('deletes solved challenges an hour after they expired', async () => {
  for (const days of [2, 1 / 48, -1]) {
    await testApp.sql`insert into solved_challenges (hash, expires_at) values (${randomBytes(32)}, ${daysAgo(days)})`;
  }
  expect(await cleanUp(cleanupDeps())).toMatchObject({ solvedChallenges: 1 });
  expect(await testApp.sql`select from solved_challenges`).toHaveLength(2);
});

test('deletes template versions that were replaced 30 days ago and that no certificate was written from', async () => {
  const body = { name: 'Reposo', content: 'Versión 1' };
  const { _id: templateId } = (await ana.send(certificates.createCertificateTemplate, { body })).body;
  const change = (content: string) =>
    ana.send(certificates.updateCertificateTemplate, { params: { id: templateId }, body: { content } });
  await ana.hasCertificate({ templateId });
  await change('Versión 2, que nadie usa');
  await change('Versión 3, que nadie usa');
  const versions = async () => {
    const rows = await testApp.sql<{ version: number }[]>`
      select version from certificate_template_versions where template_id = ${templateId} order by version`;
    return rows.map(({ version }) => version);
  };
  await testApp.sql`
    update certificate_template_versions set created_at = ${daysAgo(29)} where template_id = ${templateId}`;
  expect(await cleanUp(cleanupDeps())).toMatchObject({ templateVersions: 0 });
  expect(await versions()).toEqual([1, 2, 3]);

  const before = (await ana.send(getStorageUse)).body.usedBytes;
  testApp.passTime(2 * DAY);
  expect(await cleanUp(cleanupDeps())).toMatchObject({ templateVersions: 1 });
  expect(await versions()).toEqual([1, 3]);
  ana = await testApp.logIn(ana.user.email);
  expect((await ana.send(getStorageUse)).body.usedBytes).toBeLessThan(before);
  const [template] = (await ana.send(certificates.listCertificateTemplates)).body;
  expect(template).toMatchObject({ version: 3, content: 'Versión 3, que nadie usa' });
});

test('deletes old notifications that were processed, and unsigned ones, and keeps failures and evidence', async () => {
  await notification(401, 'processed');
  await notification(401, 'ignored');
  await notification(401, 'failed');
  await notification(401, 'received');
  await notification(402, 'processed', { deletedAt: daysAgo(300) });
  await notification(399, 'processed');
  await notification(31, 'failed', { isGenuine: false });
  await notification(29, 'failed', { isGenuine: false });
  expect(await cleanUp(cleanupDeps())).toMatchObject({ notifications: 2, unsignedNotifications: 1 });
  const kept = await testApp.sql<{ type: string }[]>`
    select webhook_type as type from webhooks order by received_at, webhook_type`;
  expect(kept.map(({ type }) => type)).toEqual([
    '402 processed',
    '401 failed',
    '401 received',
    '399 processed',
    '29 failed',
  ]);
});

test('its role can delete no session that may be in use, and no evidence', async () => {
  const pool = testApp.connections.as('ficha_cleanup', 1);
  await testApp.sql`delete from webhooks`;
  await expect(pool.query('delete from sessions')).rejects.toThrow(/sessions(_\d+)? accepts no delete/);
  for (const [age, status, deletedAt] of [
    [401, 'failed', null],
    [401, 'received', null],
    [401, 'processed', daysAgo(300)],
    [300, 'processed', null],
  ] as const) {
    await notification(age, status, { deletedAt });
    await expect(pool.query('delete from webhooks')).rejects.toThrow(/webhooks(_\d+)? accepts no delete/);
    await testApp.sql`delete from webhooks`;
  }
  await notification(401, 'processed');
  await notification(29, 'failed', { isGenuine: false });
  expect((await pool.query('delete from webhooks')).rowCount).toBe(2);
  await pool.end();
});

test('its role deletes no other rows, and reads no content', async () => {
  const pool = testApp.connections.as('ficha_cleanup', 1);
  for (const attempt of [
    'select content from certificate_template_versions',
    'select refresh_token_hash from sessions',
    'select from patients',
    'delete from certificate_templates',
    'delete from users',
    'delete from audit_entries',
    'update sessions set ended_at = now()',
    'update storage_usage set bytes = 0',
  ]) {
    await expect(pool.query(attempt)).rejects.toThrow(/permission denied/);
  }
  const used = await testApp.sql`select from certificate_template_versions where is_used`;
  await pool.query('delete from certificate_template_versions');
  expect((await testApp.sql`select from certificate_template_versions where is_used`).length).toBe(used.length);
  expect(used.length).toBeGreaterThan(0);
  await pool.end();
});

test('other roles delete no rate limits, solved challenges and notifications', async () => {
  for (const [role, table] of [
    ['ficha_identity', 'rate_limits'],
    ['ficha_identity', 'solved_challenges'],
    ['ficha_billing', 'webhooks'],
  ] as const) {
    const pool = testApp.connections.as(role, 1);
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    await pool.end();
  }
});

test('deletes finished mails after 30 days, expired links after a day, and places of login after 400 days', async () => {
  const id = ana.user._id;
  const mail = (status: 'sent' | 'failed', age: number) =>
    testApp.sql`
      insert into mail_outbox (id, user_id, kind, status, created_at, next_attempt_at, finished_at, failure)
      values (${uuidv7(new Date())}, ${id}, 'lockout', ${status}, ${daysAgo(age)}, ${daysAgo(age)}, ${daysAgo(age)},
              ${`${age}`})`;
  await Promise.all([mail('sent', 31), mail('failed', 31), mail('sent', 29), mail('failed', 29)]);
  const waiting = { kind: 'recovery', email: ana.user.email } as const;
  const deps = { ...testApp.deps, sendsMail: true };
  await deps.identityTransaction((tx) => enqueueMail(deps, tx, waiting, daysAgo(60)));
  const link = (age: number) =>
    testApp.sql`
      insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
      values (${randomBytes(32)}, ${id}, 'recovery', ${daysAgo(age)}, ${daysAgo(age)})`;
  await Promise.all([link(1000), link(0.5), link(-0.01)]);
  const origin = (age: number) =>
    testApp.sql`
      insert into login_origins (user_id, origin_hash, last_used_at) values (${id}, ${randomBytes(32)}, ${daysAgo(age)})`;
  await Promise.all([origin(401), origin(399)]);

  expect(await cleanUp(cleanupDeps())).toMatchObject({ mails: 2, links: 1, loginOrigins: 1 });
  const left = await testApp.sql`select coalesce(failure, status) as left from mail_outbox order by 1`;
  expect(left.map((row) => row.left)).toEqual(['29', '29', 'pending']);
  // Whatever statement it sends.
  const cleanup = testApp.deps.cleanup;
  await expect(cleanup`delete from mail_outbox`).rejects.toThrow(/accepts no delete/);
  await expect(cleanup`delete from account_links`).rejects.toThrow(/accepts no delete/);
});

test('deletes the links with documents that expired, and its role deletes no others', async () => {
  await testApp.sql`delete from share_links`;
  const link = (age: number) =>
    testApp.sql`
      insert into share_links (owner_id, token_hash, share_id, expires_at)
      values (${ana.user._id}, ${randomBytes(32)}, ${randomUUID()}, ${daysAgo(age)})`;
  await Promise.all([link(1000), link(10), link(-0.01)]);
  expect(await cleanUp(cleanupDeps())).toMatchObject({ shareLinks: 2 });
  await testApp.deps.cleanup`delete from share_links`;
  expect(await testApp.sql`select from share_links`).toHaveLength(1);
  await expect(testApp.deps.cleanup`select share_id from share_links`).rejects.toThrow(/permission denied/);
});

test('deletes the links of patients that expired, and its role deletes no others', async () => {
  await testApp.sql`delete from appointment_links`;
  const link = (age: number) =>
    testApp.sql`
      insert into appointment_links (owner_id, token_hash, appointment_id, created_at, expires_at)
      values (${ana.user._id}, ${randomBytes(32)}, ${randomUUID()}, ${daysAgo(age + 3)}, ${daysAgo(age)})`;
  await Promise.all([link(1000), link(10), link(-0.01)]);
  expect(await cleanUp(cleanupDeps())).toMatchObject({ appointmentLinks: 2 });
  await testApp.deps.cleanup`delete from appointment_links`;
  expect(await testApp.sql`select from appointment_links`).toHaveLength(1);
  await expect(testApp.deps.cleanup`select appointment_id from appointment_links`).rejects.toThrow(/permission denied/);
});
