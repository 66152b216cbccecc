import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { AppError } from '#server/platform/app-error';
import { eventually } from '#server/testing/eventually';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { type Access, createAccessRecorder } from './access-recorder.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
});
afterAll(() => testApp.close());

const access = (details: Partial<Access> = {}): Access => ({
  act: 'patient.listed',
  at: new Date(),
  actorId: ana.user._id,
  ownerId: ana.user._id,
  subjectId: crypto.randomUUID(),
  address: '127.0.0.1',
  detail: undefined,
  ...details,
});

const countOf = async (subjectIds: (string | undefined)[]) => {
  const rows = await testApp.sql`select from audit_entries where subject_id = any (${subjectIds}::uuid[])`;
  return rows.length;
};

test('writes by itself soon after, an access that repeats another one once', async () => {
  const recorder = createAccessRecorder(testApp.deps, { delayMs: 10 });
  const accesses = [access(), access({ detail: { search: 'rosa' } })];
  for (const one of [...accesses, ...accesses]) recorder.add(one);
  expect(recorder.state()).toEqual({ waiting: 2, lost: 0 });
  await eventually(async () => expect(await countOf(accesses.map(({ subjectId }) => subjectId))).toBe(2));
  expect(recorder.state()).toEqual({ waiting: 0, lost: 0 });
  await recorder.close();
});

test('keeps how many equal failed logins an entry stands for, also when the database was unavailable', async () => {
  let isUnavailable = true;
  const auditTransaction: typeof testApp.deps.auditTransaction = (write) =>
    isUnavailable ? Promise.reject(new AppError('NOT_READY')) : testApp.deps.auditTransaction(write);
  const recorder = createAccessRecorder({ ...testApp.deps, auditTransaction }, { delayMs: Number.POSITIVE_INFINITY });
  const berta = await testApp.newProfessional();
  const failed = (loginFailure: 'wrong-credentials' | 'wrong-code') =>
    access({ act: 'login.failed', ownerId: berta.user._id, subjectId: berta.user._id, detail: { loginFailure } });
  for (let i = 0; i < 3; i++) recorder.add(failed('wrong-credentials'));
  recorder.add(failed('wrong-code'));
  await recorder.flush();
  recorder.add(failed('wrong-credentials'));
  isUnavailable = false;
  await recorder.flush();
  const log = (await berta.send(getAccountAccessLog)).body.filter(({ act }) => act === 'login.failed');
  expect(log.map(({ detail }) => detail).reverse()).toEqual([
    { loginFailure: 'wrong-credentials', times: 4 },
    { loginFailure: 'wrong-code' },
  ]);
});

test('writes what is waiting when it closes, in batches', async () => {
  const recorder = createAccessRecorder(testApp.deps);
  const accesses = Array.from({ length: 250 }, () => access());
  for (const one of accesses) recorder.add(one);
  await recorder.close();
  expect(await countOf(accesses.map(({ subjectId }) => subjectId))).toBe(250);
});

test('keeps what the database refuses for now, up to a limit, and counts what is lost', async () => {
  let isUnavailable = true;
  const warnings: string[] = [];
  const recorder = createAccessRecorder(
    {
      ...testApp.deps,
      auditTransaction: (write) =>
        isUnavailable ? Promise.reject(new AppError('NOT_READY')) : testApp.deps.auditTransaction(write),
      warn: (_, message) => void warnings.push(message),
    },
    { delayMs: Number.POSITIVE_INFINITY, maxWaiting: 3 },
  );
  const accesses = Array.from({ length: 5 }, () => access());
  for (const one of accesses) recorder.add(one);
  await recorder.flush();
  expect(recorder.state()).toEqual({ waiting: 3, lost: 2 });
  expect(warnings).toEqual(['entries of the access log were lost']);
  isUnavailable = false;
  await recorder.flush();
  expect(recorder.state()).toEqual({ waiting: 0, lost: 2 });
  expect(await countOf(accesses.map(({ subjectId }) => subjectId))).toBe(3);
});

test('what can never be written is counted and does not hold up the rest', async () => {
  const recorder = createAccessRecorder(testApp.deps, { delayMs: Number.POSITIVE_INFINITY });
  const good = access();
  recorder.add(access({ ownerId: crypto.randomUUID(), subjectId: 'no es un id' }));
  recorder.add(good);
  await recorder.flush();
  expect(recorder.state()).toEqual({ waiting: 0, lost: 1 });
  expect(await countOf([good.subjectId])).toBe(1);
});

test('entries of several owners are one transaction, and a chain that is locked holds up its owner alone', async () => {
  const others = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
  const newAccesses = () =>
    [ana, ...others].map(({ user }) => access({ ownerId: user._id, detail: { search: 'rosa' } }));
  let transactions = 0;
  const auditTransaction: TestApp['deps']['auditTransaction'] = (write) => {
    transactions += 1;
    return testApp.deps.auditTransaction(write);
  };
  const recorder = createAccessRecorder({ ...testApp.deps, auditTransaction }, { delayMs: Number.POSITIVE_INFINITY });
  const together = newAccesses();
  for (const one of together) recorder.add(one);
  await recorder.flush();
  expect([transactions, await countOf(together.map(({ subjectId }) => subjectId))]).toEqual([1, 3]);

  const accesses = newAccesses();
  for (const one of accesses) recorder.add(one);
  const locked = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const holding = testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
    await tx`insert into audit_entries (owner_id, id, at, actor_id, act)
             values (${ana.user._id}, ${crypto.randomUUID()}, now(), ${ana.user._id}, 'patient.listed')`;
    locked.resolve();
    await isOver.promise;
  });
  await locked.promise;
  await recorder.flush();
  expect(await countOf(accesses.map(({ subjectId }) => subjectId))).toBe(2);
  expect(recorder.state()).toEqual({ waiting: 1, lost: 0 });
  isOver.resolve();
  await holding;
  await recorder.flush();
  expect(recorder.state()).toEqual({ waiting: 0, lost: 0 });
  expect(await countOf(accesses.map(({ subjectId }) => subjectId))).toBe(3);
});

test('a worker of Citus that is away holds up the owners whose rows it has, and no others', async () => {
  const berta = await testApp.newProfessional();
  const ofWorker = new pg.DatabaseError('connection to the remote node failed', 0, 'error');
  const workerAway = new AppError('NOT_READY', {
    cause: Object.assign(ofWorker, { severity: 'ERROR', code: '08006' }),
  });
  // The batch of both owners fails, then the part of the first one.
  const failures = [workerAway, workerAway];
  const auditTransaction: typeof testApp.deps.auditTransaction = async (write) => {
    const failure = failures.shift();
    if (failure) throw failure;
    return testApp.deps.auditTransaction(write);
  };
  const recorder = createAccessRecorder({ ...testApp.deps, auditTransaction }, { delayMs: Number.POSITIVE_INFINITY });
  const [away, other] = [access({ ownerId: berta.user._id }), access()];
  for (const one of [away, other]) recorder.add(one);
  await recorder.flush();
  expect([await countOf([away.subjectId]), await countOf([other.subjectId])]).toEqual([0, 1]);
  expect(recorder.state()).toEqual({ waiting: 1, lost: 0 });
  await recorder.flush();
  expect(await countOf([away.subjectId])).toBe(1);
  expect(recorder.state()).toEqual({ waiting: 0, lost: 0 });
});

test('writes nothing on a disk that is nearly full, until it stops', async () => {
  const recorder = createAccessRecorder(testApp.deps, { delayMs: Number.POSITIVE_INFINITY });
  const one = access();
  testApp.setDiskLow(true);
  recorder.add(one);
  await recorder.flush();
  expect([recorder.state().waiting, await countOf([one.subjectId])]).toEqual([1, 0]);
  await recorder.close();
  testApp.setDiskLow(false);
  expect(await countOf([one.subjectId])).toBe(1);
});
