import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { countUsers, deleteUser, getStatistics, getUser, listUsers } from '#contract/admin';
import { changeAppointment, createAppointment, deleteAppointment } from '#contract/agenda';
import { getReceptionDay, getReceptionDayVersion, nextFreeWithAnyone } from '#contract/assistants';
import { login, register } from '#contract/auth';
import { searchCie10 } from '#contract/cie10';
import { finalizeClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { listIncidents } from '#contract/incidents';
import { createPatient, listPatients } from '#contract/patients';
import { listProcessingAgreements } from '#contract/processing-agreement';
import { openShare, revokeShare } from '#contract/shares';
import { tokenHash } from '#server/platform/crypto/tokens';
import { newAssistant, type TestAssistant } from '#server/testing/assistants';
import { nodesOf } from '#server/testing/citus-cluster';
import { PASSWORD, patientInput, registration } from '#server/testing/inputs';
import { codeOn } from '#server/testing/pdf-programs';
import { openedShare } from '#server/testing/shares';
import { createTestApp, type TestApp } from '#server/testing/test-app';

type Professional = Awaited<ReturnType<TestApp['newProfessional']>>;
type Opened = Awaited<ReturnType<typeof openedShare>>;

const PRINTS = 8;

let testApp: TestApp;
let admin: Awaited<ReturnType<TestApp['newAdmin']>>;
/** A professional whose rows are on a worker that answers, and another whose rows are not. */
let ana: Professional;
let berta: Professional;
/** An assistant of both, whose own access log is not on a worker that answers. */
let marta: TestAssistant;
let notes: string[];
/** An appointment of the first one. */
let visit: Awaited<ReturnType<typeof newVisit>>;
/** Links with documents of the first one. Workers that answer have them. */
let guessed: Opened;
let revoked: Opened;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
  ana = await testApp.newProfessional();
  const place = await workerGroup(ana);
  do berta = await testApp.newProfessional();
  while ((await workerGroup(berta)) === place);
  await ana.pays();
  const { _id: patientId } = await ana.hasPatient();
  notes = [];
  for (let index = 0; index < PRINTS; index++) {
    const { _id: id } = await ana.hasNote({ patientId });
    await ana.send(finalizeClinicalNote, { params: { id } });
    notes.push(id);
  }
  visit = await newVisit('09:00');
  guessed = await newLink();
  revoked = await newLink();
  do marta = await newAssistant(testApp, [ana, berta]);
  while ((await workerGroup(marta)) === place);
  await testApp.deps.accessRecorder.flush();
  // Nothing listens there: connections are refused, as those to a worker that is stopped.
  await testApp.sql`update pg_dist_node set nodeport = 1 where groupid = ${await workerGroup(berta)}`;
});
afterAll(() => testApp.close());

/** The group of nodes that has the rows of an account. */
async function workerGroup({ user }: Pick<Professional, 'user'>): Promise<number> {
  const [row] = await testApp.sql<[{ groupid: number }]>`
    select groupid from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('patients', ${user._id}::uuid)`;
  return row.groupid;
}

async function newVisit(time: string) {
  const { _id: patientId } = await ana.hasPatient();
  return ana.send(createAppointment, { body: { patientId, date: '2030-01-07', time, duration: 30 } });
}

/** A link of the first professional that is on the worker of her rows. */
async function newLink(): Promise<Opened> {
  const opened = await openedShare(testApp, ana);
  const [row] = await testApp.sql<[{ groupid: number }]>`
    select groupid from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('share_links', ${tokenHash(opened.token)}::bytea)`;
  return row.groupid === (await workerGroup(ana)) ? opened : newLink();
}

test('a cluster of these tests has at least two workers', () => {
  expect(nodesOf(inject('testServer'))?.length).toBeGreaterThan(2);
});

test('professionals whose rows are on another worker read and write, and the others are answered with 503', async () => {
  expect((await ana.send(listPatients)).status).toBe(200);
  expect((await ana.send(createPatient, { body: patientInput() })).status).toBe(201);
  expect((await berta.send(listPatients)).status).toBe(503);
  expect((await berta.send(createPatient, { body: patientInput() })).status).toBe(503);
});

test('an appointment is made, and none is moved or deleted', async () => {
  const params = { id: visit.body._id };
  expect((await newVisit('10:00')).status).toBe(201);
  expect((await ana.send(changeAppointment, { params, body: { date: '2030-01-08' } })).status).toBe(503);
  expect((await ana.send(deleteAppointment, { params })).status).toBe(503);
});

test('an assistant sees the day of those who can be read, and who the others are', async () => {
  const query = { date: '2030-01-07' };
  const { status, body } = await marta.send(getReceptionDay, { query });
  expect(status).toBe(200);
  const agendas = new Map(body.map(({ professional, ...agenda }) => [professional._id, agenda]));
  expect(agendas.get(berta.user._id)).toEqual({ unavailable: true, appointments: [], freeTimes: [] });
  expect(agendas.get(ana.user._id)?.appointments.map(({ _id }) => _id)).toContain(visit.body._id);
  expect(agendas.get(ana.user._id)?.unavailable).toBeUndefined();

  const version = async () => (await marta.send(getReceptionDayVersion, { query })).body.version;
  const before = await version();
  expect(await version()).toBe(before);
  expect((await newVisit('11:00')).status).toBe(201);
  expect(await version()).not.toBe(before);
  // The first free hour may be with whom cannot be read.
  expect((await marta.send(nextFreeWithAnyone)).status).toBe(503);
  expect((await marta.for(ana).send(listPatients)).status).toBe(200);
  expect((await marta.for(berta).send(listPatients)).status).toBe(503);
  const { email } = marta.user;
  expect((await testApp.send(login, { body: { email, password: PASSWORD } })).status).toBe(503);
});

test('their documents are printed for the first time, with codes that can be verified', async () => {
  for (const id of notes) {
    const { status, body } = await ana.send(printClinicalNote, { params: { id } });
    expect(status).toBe(200);
    const code = await codeOn(body);
    expect((await testApp.send(verifyDocument, { params: { code } })).status).toBe(200);
  }
});

test('their links with documents take five birth dates, and are revoked', async () => {
  const open = async ({ token }: Opened, birthDate: string) =>
    (await testApp.send(openShare, { params: { token }, body: { birthDate } })).status;
  const statuses = [];
  for (let tries = 1; tries <= 6; tries++) statuses.push(await open(guessed, '1970-01-01'));
  expect(statuses).toEqual([403, 403, 403, 403, 403, 404]);
  expect(await open(guessed, guessed.birthDate)).toBe(404);
  expect(await open(revoked, revoked.birthDate)).toBe(200);
  expect((await ana.send(revokeShare, { params: { id: revoked.id } })).status).toBe(204);
  expect(await open(revoked, revoked.birthDate)).toBe(404);
});

test('what they read is recorded in the access log, although entries of others wait', async () => {
  const countEntries = () =>
    testApp.deps.tenantRead(ana.user._id, (db) => db`select from audit_entries where owner_id = ${db.owner}`);
  const at = new Date();
  await testApp.deps.accessRecorder.flush();
  const { length: before } = await countEntries();
  for (const { user } of [berta, ana]) {
    const [ownerId, subjectId, address] = [user._id, randomUUID(), '127.0.0.1'];
    testApp.deps.accessRecorder.add({
      act: 'patient.listed',
      at,
      ownerId,
      actorId: ownerId,
      subjectId,
      address,
      detail: undefined,
    });
  }
  await testApp.deps.accessRecorder.flush();
  expect((await countEntries()).length - before).toBe(1);
  expect(testApp.deps.accessRecorder.state()).toEqual({ waiting: 1, lost: 0 });
});

test('calls that need no rows of professionals are answered, and those that need all workers are not', async () => {
  const calls = {
    login: testApp.send(login, { body: { email: ana.user.email, password: PASSWORD } }),
    loginOfOther: testApp.send(login, { body: { email: berta.user.email, password: PASSWORD } }),
    cie10: ana.send(searchCie10, { query: { query: 'diabetes' } }),
    register: testApp.send(register, { body: registration() }),
    user: admin.send(getUser, { params: { id: ana.user._id } }),
    users: admin.send(listUsers, { query: { page: 1, limit: 10 } }),
    countUsers: admin.send(countUsers),
    statistics: admin.send(getStatistics),
    incidents: admin.send(listIncidents),
    contracts: admin.send(listProcessingAgreements, { query: { page: 1, limit: 10 } }),
    deleteUser: admin.send(deleteUser, { params: { id: ana.user._id } }),
  };
  const replies = await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, (await call).status]));
  expect(Object.fromEntries(replies)).toEqual({
    login: 200,
    loginOfOther: 503,
    cie10: 200,
    register: 503,
    user: 503,
    users: 503,
    countUsers: 200,
    statistics: 503,
    incidents: 200,
    contracts: 503,
    deleteUser: 503,
  });
});
