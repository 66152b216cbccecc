import { lstat, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAccountAccessLog, getAccountAccessLog } from '#contract/access-log';
import { deleteUser, resetPassword } from '#contract/admin';
import {
  getInvitation,
  getReceptionDay,
  getReceptionDayVersion,
  listAssistants,
  listProfessionals,
  nextFreeWithAnyone,
} from '#contract/assistants';
import { answerChallenge, login, me, refresh } from '#contract/auth';
import { getBookingChallenge } from '#contract/booking';
import { getBookingSettings } from '#contract/booking-settings';
import { calendarFeed, createCalendarLink, getCalendarLink } from '#contract/calendar-link';
import { finalizeCertificate } from '#contract/certificates';
import { finalizeClinicalNote } from '#contract/clinical-notes';
import { getTestDeposit } from '#contract/deposits';
import type { Access, Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { exportAccount } from '#contract/export';
import { createIncident } from '#contract/incidents';
import { getNotices } from '#contract/notices';
import { listPasskeys } from '#contract/passkeys';
import { getRightsChallenge } from '#contract/rights-requests';
import { listServices } from '#contract/services';
import { getMetrics, getSystem } from '#contract/system';
import { sealChains } from '#server/audit/seals';
import { verifyAuditTrail } from '#server/audit/verify';
import { createFieldCipher, keyRing } from '#server/platform/crypto/field-cipher';
import { newAssistant } from '#server/testing/assistants';
import { challengeWithCode } from '#server/testing/authenticator';
import { newWaitingLink } from '#server/testing/booking-calls';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { fullAccount } from '#server/testing/full-account';
import { invite } from '#server/testing/invitations';
import { INCIDENT } from '#server/testing/operator-calls';
import { CREDENTIALS } from '#server/testing/payment-account-calls';
import { purgeClosed } from '#server/testing/purge-closed';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { readBackup } from './backup-file.ts';
import { createBackup } from './create-backup.ts';
import { type RestoreResult, restoreBackup } from './restore-backup.ts';

const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
const now = new Date('2026-11-20T15:00:00Z');
const RUT = '12345678-5';
/**
 * What a restore changes: it ends sessions, their notices, calendar addresses, passkeys and invitations, lets assistants
 * wait, and the access log says so.
 * Each challenge is another one.
 */
const CHANGED_READS = [
  getCalendarLink,
  calendarFeed,
  listPasskeys,
  getNotices,
  getAccountAccessLog,
  exportAccountAccessLog,
  getBookingChallenge,
  getRightsChallenge,
  exportAccount,
  listAssistants,
  getInvitation,
  listProfessionals,
  getReceptionDay,
  getReceptionDayVersion,
  nextFreeWithAnyone,
];
const CHANGED_TABLES = [
  'assistants',
  'audit_entries',
  'audit_heads',
  'calendar_links',
  'known_devices',
  'login_challenges',
  'passkey_challenges',
  'passkeys',
  'sessions',
  'users',
];
/** What a process reports about itself differs in each, and the test checkout keeps its deposits in memory. */
const OTHER_READS: Endpoint[] = [getSystem, getMetrics, getTestDeposit];
/** All that read the database. */
const READS = ENDPOINTS.filter((one) => one.method === 'GET' && !OTHER_READS.includes(one));
const queries = (serviceId: string): Record<string, string> => ({
  '/api/appointments': '?date=2030-01-07',
  '/api/appointments/next-free': '?duration=30',
  '/api/appointment-links/{token}/slots': '?from=2026-11-20&to=2026-11-27',
  '/api/assistant/day': '?date=2030-01-07',
  '/api/assistant/day/version': '?date=2030-01-07',
  '/api/booking/{slug}/slots': `?serviceId=${serviceId}&from=2026-11-20&to=2026-11-27`,
  '/api/booking/{slug}/next': `?serviceId=${serviceId}`,
  '/api/charges/appointments': '?from=2030-01-01&to=2030-01-31',
  '/api/charges/export': '?month=2026-01',
  '/api/cie10/search': '?query=diabetes',
  '/api/patients/{id}/search': '?query=control',
  '/api/reminders': '?date=2030-01-07',
  '/api/reminders/answers': '?date=2026-11-20',
});

let folder: string;
let original: TestApp;
let tokens: Partial<Record<Access, string>>;
let ids: string[];
let serviceId: string;
let calendarToken: string;
let shared: { token: string; documentId: string; ticket: string };
let ana: Person;
let withTemporaryPassword: Person;
let waiting: { challenge: string; code: string };
let database: TestDatabase;
let restored: TestApp;
let result: RestoreResult;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-backup-'));
  original = await createTestApp({ now: () => now });
  const [admin, full] = [await original.newAdmin(), await fullAccount(original)];
  ana = full;
  shared = full.shared;
  const deleted = await fullAccount(original);
  await admin.send(deleteUser, { params: { id: deleted.user._id } });
  await purgeClosed(original, deleted);
  const assistant = await newAssistant(original, [ana]);
  tokens = { professional: ana.accessToken, admin: admin.accessToken, assistant: assistant.accessToken };
  await original.sql`
    insert into cie10_codes (code, description, source, words) values ('E11', 'Diabetes', 'base', 'diabetes')`;
  await original.sql`insert into key_fingerprints (name, fingerprint, recorded_at) values ('token', '\\x01', ${now})`;
  const note = await ana.hasNote({ plansAndIndications: 'Reposo relativo' });
  await ana.send(finalizeClinicalNote, { params: { id: note._id } });
  const certificate = await ana.hasCertificate();
  await ana.send(finalizeCertificate, { params: { id: certificate._id } });
  const { body: calendar } = await ana.send(createCalendarLink, { body: { names: true } });
  calendarToken = /[\w-]{43}/.exec(calendar.url)?.[0] ?? '';
  const [{ body: page }, { body: services }] = [await ana.send(getBookingSettings), await ana.send(listServices)];
  serviceId = services[0]?._id ?? '';
  const { body: incident } = await admin.send(createIncident, {
    body: { ...INCIDENT, detectedAt: '2020-01-01T00:00' },
  });
  const { params: waitingLink } = await newWaitingLink(original, ana);
  const { token: invitationToken } = await invite(ana);
  ids = [
    incident._id,
    full.code,
    full.linkToken,
    waitingLink.token,
    shared.token,
    deleted.code,
    calendarToken,
    invitationToken,
    page.slug,
    ...(await allIds()),
  ];
  withTemporaryPassword = await original.newProfessional({ rut: RUT });
  await admin.send(resetPassword, { params: { id: withTemporaryPassword.user._id } });
  waiting = await challengeWithCode(original);
  // Everything that can be printed is printed.
  await answersOf(original);
  await original.deps.accessRecorder.flush();
  await sealChains(original.deps, original.ring);

  await backUp(original, 'first.age');
  database = await createEmptyDatabase();
  result = await restoreBackup({
    file: join(folder, 'first.age'),
    encryption,
    openTarget: async () => ({ connections: database.connections, dataDir: folder }),
    cipher: async () => createFieldCipher(keyRing(new Map([[1, original.keys.data]]))),
    now: () => now,
  });
  await backUp(database, 'second.age');
  restored = await createTestApp({ database, now: () => now, keys: original.keys });
});
afterAll(async () => {
  await original.close();
  await restored.close();
  await rm(folder, { recursive: true, force: true });
});

const backUp = ({ connections }: Pick<TestDatabase, 'connections'>, name: string) =>
  createBackup({ connections, file: join(folder, name), encryption, productVersion: '0.0.0', now, keys: undefined });

async function allIds(): Promise<string[]> {
  const rows = await original.sql<{ id: string }[]>`
    select id from users union all select id from patients union all select id from clinical_notes
    union all select id from certificates union all select id from purchases union all select id from attachments
    union all select id from appointments union all select id from assistants union all select id from charges
    union all select id from deposits union all select id from rights_requests
    -- Patients in custody.
    union all select patient_id from certificates where patient_id not in (select id from patients)`;
  return rows.map(({ id }) => id);
}

/** What every GET endpoint answers about every id: status, media type and bytes. */
async function answersOf({ app }: TestApp): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { path, access } of READS) {
    const named = path.replace('{documentId}', shared.documentId);
    const paths = named.includes('{') ? ids.map((id) => named.replace(/\{\w+\}/, id)) : [named];
    const token = named === path ? tokens[access] : shared.ticket;
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    for (const url of paths.map((one) => one + (queries(serviceId)[path] ?? ''))) {
      const reply = await app.inject({ method: 'GET', url, headers });
      const type = reply.headers['content-type'];
      const bytes = type === 'application/zip' ? withoutLogs(reply.rawPayload) : reply.rawPayload;
      answers.set(`${path} ${url}`, `${reply.statusCode} ${type} ${bytes.toString('base64')}`);
    }
  }
  return answers;
}

/** The entries of a restore shift the numbers of those after it. The logs of patients are compared as answers. */
function withoutLogs(zip: Buffer): Buffer {
  const files = [...readZip(zip)].filter(([name]) => !name.endsWith('registro-de-accesos.csv'));
  return Buffer.concat(files.flatMap(([name, bytes]) => [Buffer.from(name), bytes]));
}

const sortedPaths = (endpoints: readonly { path: string }[]) => endpoints.map(({ path }) => path).sort();

test('nothing in the backup lets anybody in but the password, and the restore counts what it ended', async () => {
  const { accessToken, refreshToken, user } = ana;
  const enter = ({ email }: { email: string }, password: string) => restored.send(login, { body: { email, password } });
  const refused = [
    restored.send(me, {}, accessToken),
    restored.send(refresh, { body: { refreshToken } }),
    enter(withTemporaryPassword.user, RUT),
  ];
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await restored.send(calendarFeed, { params: { token: calendarToken } })).status).toBe(404);
  expect((await restored.send(answerChallenge, { body: waiting })).error.code).toBe('CHALLENGE_EXPIRED');
  expect([...(await restored.sql`select from known_devices`)]).toEqual([]);
  expect((await enter(user, 'clave-de-prueba')).body).toHaveProperty('challenge');

  const [before] = await original.sql<[RestoreResult['ended']]>`
    select (select count(*) from sessions where ended_at is null)::int as sessions,
           (select count(*) from calendar_links)::int as "calendarLinks",
           (select count(*) from passkeys)::int as passkeys,
           (select count(*) from users where temporary_password_until is not null)::int as "temporaryPasswords",
           (select count(*) from login_challenges)::int as logins,
           (select count(*) from known_devices)::int as devices,
           (select count(*) from assistants where accepted_at is null and ended_at is null)::int as invitations,
           (select count(*) from assistants where accepted_at is not null and ended_at is null)::int as assistants`;
  expect(result.ended).toEqual(before);
  expect(Object.values(before).every((count) => count > 0)).toBe(true);
});

test('nothing in the backup, decrypted, says what receives the deposits', async () => {
  const tables = new Map<string, Buffer[]>();
  await readBackup(join(folder, 'first.age'), encryption, {
    onRows: async (table, bytes) => void tables.set(table, [...(tables.get(table) ?? []), Buffer.from(bytes)]),
  });
  expect([...tables.keys()]).toContain('payment_accounts');
  for (const secret of Object.values(CREDENTIALS)) {
    for (const written of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      const found = [...tables].filter(([, parts]) => Buffer.concat(parts).includes(written)).map(([name]) => name);
      expect(found, written).toEqual([]);
    }
  }
});

test('restored by a plain owner, it answers every list, note, document and verification byte by byte as before', async () => {
  // The same sessions ask, so that their answers can be compared.
  const open = await original.sql<{ id: string }[]>`select id from sessions where ended_at is null`;
  await restored.sql`update sessions set ended_at = null where id = any (${open.map(({ id }) => id)})`;
  const expected = await answersOf(original);
  const found = await answersOf(restored);
  const succeeded = [...expected].filter(([, reply]) => reply.startsWith('200')).map(([key]) => key.split(' ')[0]);
  expect(READS.map(({ path }) => path).filter((path) => !succeeded.includes(path))).toEqual([]);
  const changed = [...found].filter(([key, reply]) => expected.get(key) !== reply).map(([key]) => key.split(' ')[0]);
  expect(changed.sort()).toEqual(sortedPaths(CHANGED_READS));
  expect(found.size).toBe(expected.size);
});

test('the owner sees that there is no address of the agenda and no passkey, and who ended them and the session', async () => {
  const { body: calendar } = await restored.send(getCalendarLink, {}, ana.accessToken);
  expect(calendar).toEqual({ link: null });
  expect((await restored.send(listPasskeys, {}, ana.accessToken)).body).toEqual([]);
  const { body: log } = await restored.send(getAccountAccessLog, { query: { limit: '200' } }, ana.accessToken);
  const ends = log.filter(({ actor }) => actor === 'Operador del servidor').map(({ act, at }) => [act, at]);
  expect(ends).toEqual([
    ['assistant.suspended', now.toISOString()],
    // One of them was made with the account.
    ['assistant.ended', now.toISOString()],
    ['assistant.ended', now.toISOString()],
    ['passkey.removed', now.toISOString()],
    ['calendar-link.revoked', now.toISOString()],
    ['session.ended', now.toISOString()],
  ]);
});

test('the restored access log is the one that was sealed, and what happens now continues it', async () => {
  await restored.deps.accessRecorder.flush();
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const verified = await verifyAuditTrail(restored.deps.audit, { ring: restored.ring, report });
  expect(problems).toEqual([]);
  expect([verified.seals > 0, verified.unsealed > 0]).toEqual([true, true]);
});

test('the restored rows give the same backup again, but for what ended, made by the plain owner', async () => {
  const [first, second] = await Promise.all(
    ['first.age', 'second.age'].map((name) => readBackup(join(folder, name), encryption)),
  );
  const [before = {}, after = {}] = [first?.manifest.tables, second?.manifest.tables];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const changed = Object.keys(after).filter((name) => after[name]?.sha256 !== before[name]?.sha256);
  expect(changed.sort()).toEqual(CHANGED_TABLES);
  expect([after.sessions?.rows, after.users?.rows]).toEqual([before.sessions?.rows, before.users?.rows]);
  expect(second?.manifest.sequences).toEqual(first?.manifest.sequences);
  expect(first?.manifest.tables.patients?.rows).toBeGreaterThan(0);
  const empty = Object.entries(first?.manifest.tables ?? {}).filter(([, { rows }]) => rows === 0);
  expect(empty).toEqual([]);
});

test('every finalised note, certificate, addendum and document, and every attachment, was compared with its hash', async () => {
  const [row] = await original.sql<[{ finalized: number }]>`
    select (select count(*) from clinical_notes where finalized_at is not null)::int
           + (select count(*) from certificates where finalized_at is not null)::int
           + (select count(*) from addenda where finalized_at is not null)::int
           + (select count(*) from documents where finalized_at is not null)::int
           + (select count(*) from attachments)::int as finalized`;
  expect(row.finalized).toBeGreaterThan(5);
  expect(result.readable).toBe(row.finalized);
});

test('row-level security, triggers and policies are as before', async () => {
  const protection = ({ sql }: Pick<TestDatabase, 'sql'>) => sql`
    select c.relname, c.relrowsecurity, c.relforcerowsecurity,
           array(select tgname || tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not tgisinternal order by 1),
           array(select polname::text from pg_policy p where p.polrelid = c.oid order by 1)
      from pg_class c where c.relnamespace = 'public'::regnamespace order by 1`;
  expect([...(await protection(restored))]).toEqual([...(await protection(original))]);
});

test('a link in place of the unfinished file is not followed', async () => {
  const target = join(folder, 'target');
  await writeFile(target, 'de otro');
  await symlink(target, join(folder, 'third.age.partial'));
  await backUp(original, 'third.age');
  expect(await readFile(target, 'utf8')).toBe('de otro');
  expect((await lstat(join(folder, 'third.age'))).isFile()).toBe(true);
});
