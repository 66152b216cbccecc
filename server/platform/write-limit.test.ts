import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClinicalNote } from '#contract/clinical-notes';
import { createPatient, getPatient, listPatients, updatePatient } from '#contract/patients';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { createWriteLimit, WRITES_PER_MINUTE } from './write-limit.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ rateLimit: true });
});
afterAll(() => testApp.close());

test('an account writes 120 times a minute, then waits, and others go on', async () => {
  const ana = await testApp.newProfessional();
  const berta = await testApp.newProfessional();
  const { _id: id } = await ana.hasPatient();
  const write = () => ana.send(updatePatient, { params: { id }, body: patientInput() });
  const replies = await Promise.all(Array.from({ length: WRITES_PER_MINUTE + 9 }, write));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(WRITES_PER_MINUTE - 1);
  const { status, error, headers } = await write();
  expect({ status, code: error.code }).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);

  expect((await ana.send(getPatient, { params: { id } })).status).toBe(200);
  expect((await ana.send(listPatients)).status).toBe(200);
  expect((await berta.send(createPatient, { body: patientInput() })).status).toBe(201);
  testApp.passTime(61_000);
  expect((await write()).status).toBe(200);
});

test('a body of more than 128 kB counts as several writes', async () => {
  const ana = await testApp.newProfessional();
  const { _id: patientId } = await ana.hasPatient();
  const prescriptions = Array.from({ length: 100 }, () => ({
    medicamento: 'Paracetamol',
    indicacionesUso: 'x'.repeat(2000),
    posologia: 'y'.repeat(500),
  }));
  const write = () => ana.send(createClinicalNote, { body: { patientId, prescriptions } });
  const statuses: number[] = [];
  while (statuses.length < WRITES_PER_MINUTE && !statuses.includes(429)) statuses.push((await write()).status);
  expect(statuses.length).toBeGreaterThan(WRITES_PER_MINUTE / 3);
  expect(statuses.length).toBeLessThan(WRITES_PER_MINUTE / 2 + 10);
});

test('processes share the count, and the first nine writes of each cost no query', async () => {
  const now = () => testApp.deps.now();
  const processes = [1, 2, 3].map(() => createWriteLimit(testApp.deps.identity, now));
  const account = 'una cuenta';
  await testApp.sql`delete from rate_limits`;
  for (let i = 0; i < 9; i++) for (const countWrite of processes) await countWrite(account, 10);
  expect(await testApp.sql`select from rate_limits`).toHaveLength(0);

  const passed = processes.map(() => 9);
  for (const [i, countWrite] of processes.entries()) {
    for (;;) {
      const isRefused = await countWrite(account, 10).then(
        () => false,
        () => true,
      );
      if (isRefused) break;
      passed[i] = (passed[i] ?? 0) + 1;
    }
  }
  const total = passed.reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(WRITES_PER_MINUTE);
  expect(total).toBeLessThanOrEqual(WRITES_PER_MINUTE + processes.length * 9);
});
