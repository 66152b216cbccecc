import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addAttachment, getAttachment } from '#contract/attachments';
import { login, me } from '#contract/auth';
import { health } from '#contract/health';
import { createPatient, listPatients } from '#contract/patients';
import { eventually } from '#server/testing/eventually';
import { patientInput } from '#server/testing/inputs';
import { untilWaiting } from '#server/testing/lock-waits';
import { createTestApp } from '#server/testing/test-app';
import { lockOwner } from '../database/lock-owner.ts';
import { type Bind, binder } from './bind.ts';
import { answerErrors } from './errors.ts';
import { readForms } from './forms.ts';

let lines: string[];
let app: FastifyInstance;
let bind: Bind<{ actorId: string; role: string }>;
let called: PromiseWithResolvers<AbortSignal>;

beforeEach(async () => {
  lines = [];
  called = Promise.withResolvers();
  app = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  answerErrors(app);
  readForms(app);
  const nothing = async () => undefined;
  ({ bind } = binder(app, {
    now: () => new Date(),
    authenticate: async () => ({ actorId: 'ana', role: 'professional' }),
    requireMetricsToken: () => undefined,
    requireSpace: () => undefined,
    recordRead: () => undefined,
    rateLimitByAddress: nothing,
    rateLimitByCaller: nothing,
  }));
});
afterEach(async () => {
  vi.useRealTimers();
  app.server.closeAllConnections();
  await app.close();
});

const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const logged = () => lines.map((line) => JSON.parse(line)).map(({ err, msg }) => err?.code ?? msg);
const CREDENTIALS = { email: 'ana@ejemplo.cl', password: 'secreto' };
const never = () => new Promise<never>(() => undefined);

/** Sends a request over the network: only there does Node tell that a body has been read. */
async function send(path: string, init?: RequestInit) {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  fakeTimers();
  return fetch(`${url}${path}`, init);
}

const postJson = (path: string, body: object) =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

function postFile() {
  const form = new FormData();
  form.append('file', new File(['%PDF-1.7'], 'a.pdf'));
  return send('/api/patients/0199ce0c-8b8e-7a31-9d5c-3f1a2b4c5d6e/attachments', { method: 'POST', body: form });
}

test('a call with a body that does not end in 28 seconds is answered with 503', async () => {
  bind(login, ({ signal }) => {
    called.resolve(signal);
    return never();
  });
  const answer = postJson(login.path, CREDENTIALS);
  const signal = await called.promise;
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(28_000);
  const { status, headers } = await answer;
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(signal.aborted).toBe(true);
  expect(logged()).toEqual(['FST_ERR_HANDLER_TIMEOUT']);
});

test('a body that does not arrive in 28 seconds is refused with 408, and its connection closed', async () => {
  bind(login, never);
  const arrived = Promise.withResolvers<void>();
  app.addHook('preParsing', async () => arrived.resolve());
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  fakeTimers();
  const client = connect(Number(url.port), url.hostname);
  client.write(
    `POST ${login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
  );
  const answer = client.toArray();
  await arrived.promise;
  vi.advanceTimersByTime(28_000);
  const text = Buffer.concat(await answer).toString();
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toContain('"code":"BODY_TIMEOUT"');
  // Otherwise the connection stays open until it has been idle for a while.
  expect(text).toMatch(/^connection: close\r$/im);
  expect(logged()).toEqual([]);
});

test('an uploaded file has 55 seconds from its arrival, whatever time its size would have had to arrive', async () => {
  bind(addAttachment, ({ signal }) => {
    called.resolve(signal);
    return never();
  });
  const answer = postFile();
  const signal = await called.promise;
  vi.advanceTimersByTime(54_000);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1000);
  expect((await answer).status).toBe(503);
});

test('a file that is sent while it is read has a limit until it begins, and none of a minute after that', async () => {
  const { promise: rest, resolve: finish } = Promise.withResolvers<void>();
  const file = { name: 'a.pdf', type: 'application/pdf', size: 2 };
  async function* chunks() {
    yield Buffer.from('a');
    await rest;
    yield Buffer.from('b');
  }
  let isReady = false;
  bind(getAttachment, ({ signal }) => {
    called.resolve(signal);
    return isReady ? Promise.resolve({ ...file, chunks: chunks() }) : never();
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const path = `${url}/api/attachments/0199ce0c-8b8e-7a31-9d5c-3f1a2b4c5d6e`;
  fakeTimers();
  const late = fetch(path);
  await called.promise;
  vi.advanceTimersByTime(55_000);
  expect((await late).status).toBe(503);

  isReady = true;
  const answer = await fetch(path);
  vi.advanceTimersByTime(120_000);
  finish();
  expect(await answer.text()).toBe('ab');
});

test('a client that leaves aborts the signal of a call with a body', async () => {
  bind(login, ({ signal }) => {
    called.resolve(signal);
    return never();
  });
  const leaving = new AbortController();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
    signal: leaving.signal,
  });
  const signal = await called.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await eventually(() => expect(signal.aborted).toBe(true));
});

test.each([
  ['an answer', (late: PromiseWithResolvers<{ status: 'ok' }>) => late.resolve({ status: 'ok' })],
  ['an error', (late: PromiseWithResolvers<{ status: 'ok' }>) => late.reject(new Error('Rosa Díaz'))],
])('%s after the limit is not sent, and logged without its values', async (_, end) => {
  const late = Promise.withResolvers<{ status: 'ok' }>();
  bind(health, ({ signal }) => {
    called.resolve(signal);
    return late.promise;
  });
  await app.ready();
  fakeTimers();
  const answer = app.inject('/api/health');
  await called.promise;
  vi.advanceTimersByTime(28_000);
  const { statusCode, headers } = await answer;
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  end(late);
  // A second answer or a logged error would follow without a timer or input.
  await immediate();
  expect(logged()).toEqual(['FST_ERR_HANDLER_TIMEOUT', 'the work of a request ended after its time limit']);
  expect(lines.join()).not.toContain('Rosa');
});

test('a write that waits for others of its owner when its limit passes is not executed', async () => {
  const testApp = await createTestApp();
  const ana = await testApp.newProfessional();
  await ana.pays();
  const create = (name: string) => ana.send(createPatient, { body: patientInput({ name }) });
  const begun = ['Uno', 'Dos', 'Tres'];
  // The lock stands for a database that does not answer. Four writes of one owner run at a time, this one included.
  await testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
    await lockOwner(tx);
    fakeTimers();
    const first = begun.map(create);
    await untilWaiting(testApp.sql, begun.length);
    const second = ['Cuatro', 'Cinco'].map(create);
    // The session check of these reads comes after the session checks of the writes.
    for (let reads = 0; reads < 5; reads++) await ana.send(me);
    vi.advanceTimersByTime(28_000);
    const replies = await Promise.all([...first, ...second]);
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    vi.useRealTimers();
  });
  // Writes of one owner take their turns in order: when the last one has ended, all others have.
  expect((await create('Seis')).status).toBe(201);
  const { body } = await ana.send(listPatients);
  // The driver gave up the statements of those that had begun, so their transactions were rolled back.
  expect(body.patients.map(({ name }) => name)).toEqual(['Seis']);
  await testApp.close();
});
