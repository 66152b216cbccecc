import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { login, register } from '#contract/auth';
import { createClinicalNote } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { createPatient } from '#contract/patients';
import { eventually } from '#server/testing/eventually';
import { uuidv7 } from './platform/uuid.ts';
import { patientInput, registration } from './testing/inputs.ts';
import { freePort, postmasterPid, type Served, serve, untilHealthy } from './testing/process.ts';
import { queryAsSuperuser, test } from './testing/process-test.ts';

const call = (server: Served, { method, path }: { method: string; path: string }, body: unknown, token = '') =>
  fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

async function signedUp(server: Served) {
  const account = registration();
  await call(server, register, account);
  const { accessToken } = await (await call(server, login, account)).json();
  const patient = await (await call(server, createPatient, patientInput(), accessToken)).json();
  return { accessToken, patientId: patient._id as string };
}

/** Professionals who write one note after another, and what the server answered. */
async function startWriters(server: Served, count: number) {
  const acknowledged: string[] = [];
  const refusals: { status: number; retryAfter: string | null; error: string }[] = [];
  let isOver = false;
  const writers = [];
  for (let i = 0; i < count; i++) {
    const { accessToken, patientId } = await signedUp(server);
    writers.push(async () => {
      while (!isOver) {
        const _id = uuidv7(new Date());
        const reply = await call(server, createClinicalNote, { _id, patientId, reason: 'Control' }, accessToken);
        const { error } = await reply.json();
        if (reply.ok) acknowledged.push(_id);
        else refusals.push({ status: reply.status, retryAfter: reply.headers.get('retry-after'), error });
        if (!reply.ok) await delay(20);
      }
    });
  }
  const ended = Promise.all(writers.map((write) => write()));
  return {
    acknowledged,
    refusals,
    /** Waits until further notes were acknowledged. */
    goOn: async () => {
      const before = acknowledged.length;
      while (acknowledged.length < before + 2 * count) await Promise.race([delay(20), ended]);
    },
    end: async () => {
      isOver = true;
      await ended;
    },
  };
}

async function killBackend(dataDir: string): Promise<void> {
  const [backend] = await queryAsSuperuser(
    dataDir,
    "select pid from pg_stat_activity where usename = 'ficha_app' order by backend_start desc limit 1",
  );
  process.kill(Number(backend?.pid), 'SIGKILL');
}

async function killPostmaster(dataDir: string): Promise<number> {
  const pid = await postmasterPid(dataDir);
  // Zero would stand for the processes of the test itself.
  if (!pid) throw new Error(`no PostgreSQL runs on ${dataDir}`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

const recoveries = (server: Served): number => server.output().split('PostgreSQL is back').length - 1;

/** Waits for the recovery after each kill: until then requests under way may still be acknowledged. */
async function untilRecovered<T>(server: Served, kill: () => Promise<T>): Promise<T> {
  const before = recoveries(server);
  const killed = await kill();
  await eventually(() => expect(recoveries(server)).toBe(before + 1));
  return killed;
}

const DATABASE_UNAVAILABLE = { status: 503, retryAfter: '5', error: ERRORS.NOT_READY.message };

describe('when processes of PostgreSQL are killed', () => {
  test('the server answers 503, goes on when it is back, loses no acknowledged write, and gives up after five restarts', async ({
    start,
    dataDir,
  }) => {
    const server = await start();
    const writers = await startWriters(server, 4);
    await writers.goOn();

    for (let round = 0; round < 3; round++) {
      await untilRecovered(server, () => killBackend(dataDir));
      await writers.goOn();
    }
    expect(server.output()).not.toContain('is started again');

    const killed = await untilRecovered(server, () => killPostmaster(dataDir));
    await writers.goOn();
    await untilHealthy(server);
    expect(await postmasterPid(dataDir)).not.toBe(killed);
    expect(server.output()).toContain('PostgreSQL died and is started again');

    await writers.end();
    expect(writers.refusals.length).toBeGreaterThan(0);
    expect(new Set(writers.refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify(DATABASE_UNAVAILABLE)]),
    );
    const stored = await queryAsSuperuser(dataDir, 'select id from clinical_notes');
    const ids = new Set(stored.map((row) => row.id));
    expect(writers.acknowledged.filter((id) => !ids.has(id))).toEqual([]);

    const second = await serve({ PORT: await freePort(), DATA_DIR: dataDir }).ended;
    expect(second).toEqual({ code: 1, output: `${dataDir} is in use by another running Ficha Austral\n` });

    for (let restart = 2; restart <= 5; restart++) await untilRecovered(server, () => killPostmaster(dataDir));
    await killPostmaster(dataDir);
    const { code, output } = await server.ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^PostgreSQL died more than 5 times in 10 minutes: .*: the server stops$/m);
  });
});
