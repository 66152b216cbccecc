import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { createAppointment } from '#contract/agenda';
import { getLinkedAppointment } from '#contract/appointment-links';
import { confirmAssistant, endAssistant, getInvitation, listAssistants, listProfessionals } from '#contract/assistants';
import { getPatient, listPatients } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import { getSharedLink, revokeShare } from '#contract/shares';
import { newAppointmentLink } from '#server/testing/appointment-links';
import { newAssistant, type TestAssistant } from '#server/testing/assistants';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { invite } from '#server/testing/invitations';
import { share } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };

let folder: string;
let file: string;
let original: TestApp;
let ana: Person;
let patientId: string;
let sharedToken: string;
let linkToken: string;
let [staying, ended]: TestAssistant[] = [];
let invited: string;
let closed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-former-'));
  file = join(folder, 'copia.age');
  original = await createTestApp();
  ana = await original.newProfessional();
  await ana.pays();
  ({ _id: patientId } = await ana.hasPatient());
  const other = await ana.hasPatient();
  const shared = await share(ana, other._id);
  sharedToken = shared.token;
  const body = { patientId: other._id, date: '2030-01-07', time: '10:00', duration: 30 } as const;
  const { body: appointment } = await ana.send(createAppointment, { body });
  linkToken = await newAppointmentLink(original, {
    ownerId: ana.user._id,
    appointmentId: appointment._id,
    expiresAt: new Date('2030-01-09'),
  });
  const admin = await original.newAdmin();
  const deleted = await original.newProfessional();
  closed = deleted.user.email;
  staying = await newAssistant(original, [ana]);
  ended = await newAssistant(original, [ana]);
  invited = (await invite(ana)).token;
  const backup = { connections: original.connections, file, encryption, productVersion: '0', keys: undefined };
  await createBackup({ ...backup, now: original.deps.now() });

  // What happens after the backup.
  const { body: open } = await ana.send(listAssistants);
  const access = open.find(({ email }) => email === ended?.user.email);
  await ana.send(endAssistant, { params: { id: access?._id ?? '' } });
  await ana.send(setPatientBlocked, { params: { id: patientId }, body: { blocked: true } });
  await ana.send(revokeShare, { params: { id: shared.id } });
  await original.sql`delete from appointment_links where owner_id = ${ana.user._id}`;
  await admin.send(deleteUser, { params: { id: deleted.user._id } });
});
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

async function restoreInto(database: TestDatabase, former?: Pick<TestDatabase, 'connections'>) {
  const result = await restoreBackup({
    file,
    encryption,
    openTarget: async () => ({ connections: database.connections, dataDir: folder }),
    cipher: async () => undefined,
    former: former?.connections,
  });
  return { result, restored: await createTestApp({ database, keys: original.keys }) };
}

const emailsOf = async ({ sql }: TestApp) => {
  const rows = await sql<{ email: string }[]>`select email from users where closed_at is null`;
  return rows.map(({ email }) => email);
};

test('after a restore assistants reach nothing until their professional confirms them, and invitations have ended', async () => {
  const { result, restored } = await restoreInto(await createEmptyDatabase());
  expect(result.takenOver).toBeUndefined();
  expect(result.ended).toMatchObject({ assistants: 2, invitations: 1 });
  expect((await restored.send(getInvitation, { params: { token: invited } })).error.code).toBe('LINK_ENDED');
  const [marta, owner] = [await restored.logIn(staying?.user.email ?? ''), await restored.logIn(ana.user.email)];
  const patients = async () =>
    (await marta.send(listPatients, { query: {}, professional: ana.user._id })).error?.code ?? 'OK';
  expect(await patients()).toBe('ASSISTANT_FORBIDDEN');
  expect((await marta.send(listProfessionals)).body).toEqual([]);
  const { body: list } = await owner.send(listAssistants);
  expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['unconfirmed']));
  const { _id: id = '' } = list.find(({ email }) => email === staying?.user.email) ?? {};
  const stranger = await restored.newProfessional();
  expect((await stranger.send(confirmAssistant, { params: { id } })).status).toBe(404);
  for (const _ of [1, 2]) {
    expect((await owner.send(confirmAssistant, { params: { id } })).body).toMatchObject({ _id: id, status: 'active' });
  }
  expect(await patients()).toBe('OK');
  expect((await marta.send(listProfessionals)).body).toMatchObject([{ _id: ana.user._id }]);
  const entries = await restored.sql`
    select from audit_entries where owner_id = ${ana.user._id} and act = 'assistant.confirmed' and subject_id = ${id}`;
  expect(entries).toHaveLength(1);
  await restored.close();
});

test('what the former database has ended since the backup is ended in the restored one', async () => {
  const { result, restored } = await restoreInto(await createEmptyDatabase(), original);
  expect(result.takenOver).toEqual({
    assistants: 1,
    blockedPatients: 1,
    shares: 1,
    appointmentLinks: 1,
    closedAccounts: 1,
    revivedAccounts: [],
  });
  const owner = await restored.logIn(ana.user.email);
  const { body: list } = await owner.send(listAssistants);
  expect(list.map(({ email }) => email)).not.toContain(ended?.user.email);
  expect((await owner.send(getPatient, { params: { id: patientId } })).body).toMatchObject({ blocked: true });
  expect((await restored.send(getSharedLink, { params: { token: sharedToken } })).status).toBe(404);
  expect((await restored.send(getLinkedAppointment, { params: { token: linkToken } })).status).toBe(404);
  expect(await emailsOf(restored)).not.toContain(closed);
  const acts = await restored.sql<{ act: string }[]>`
    select distinct act from audit_entries where actor_id = '00000000-0000-0000-0000-000000000000' order by act`;
  expect(acts.map(({ act }) => act)).toEqual(
    expect.arrayContaining([
      'appointment-links.ended',
      'assistant.ended',
      'patient.blocked',
      'share.revoked',
      'user.deleted',
    ]),
  );
  await restored.close();
});

test('without it links and blocks are as they were when the backup was made', async () => {
  const { restored } = await restoreInto(await createEmptyDatabase());
  expect((await restored.send(getSharedLink, { params: { token: sharedToken } })).status).toBe(200);
  expect((await restored.send(getLinkedAppointment, { params: { token: linkToken } })).status).toBe(200);
  expect(await emailsOf(restored)).toContain(closed);
  await restored.close();
});

test('an older database, or one of another installation, is refused and nothing is restored', async () => {
  const { restored: older } = await restoreInto(await createEmptyDatabase());
  await older.sql`update audit_heads set number = 1`;
  const other = await createTestApp();
  await other.newProfessional();
  const target = await createEmptyDatabase();
  await expect(restoreInto(target, older)).rejects.toThrow('The former database is older than the backup');
  await expect(restoreInto(target, other)).rejects.toThrow('The former database is of another installation');
  expect(await target.sql`select from pg_class where relname = 'users'`).toHaveLength(0);
  await Promise.all([older.close(), other.close(), target.close()]);
});
