import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerErrors } from './errors.ts';
import { limitHandlerTime, signalOf } from './handler-time.ts';

const lines: string[] = [];
const app = fastify({ logger: { level: 'warn', base: null, stream: { write: (line) => void lines.push(line) } } });
answerErrors(app);
const started = new Map();
const startTime = limitHandlerTime(app, started);
const signals: AbortSignal[] = [];
let onReply: (reply: FastifyReply) => void = () => undefined;
let url: URL;

beforeAll(async () => {
  const shortly = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => startTime(request, reply, 100),
  };
  const never = () => new Promise(() => undefined);
  app.post('/never', shortly, never);
  app.get('/signal', shortly, (_request, reply) => {
    signals.push(signalOf(reply));
    return never();
  });
  app.get('/stream', shortly, () => Readable.from(neverEnding(), { objectMode: false }));
  app.get('/reply', shortly, (_request, reply) => {
    onReply(reply);
    return never();
  });
  app.get('/quick', shortly, async () => 'quick');
  url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
  signals.length = 0;
});

async function* neverEnding() {
  yield 'the beginning';
  await new Promise(() => undefined);
}

const at = (path: string) => new URL(path, url);

test('a slow handler is a 503, which is logged', async () => {
  const reply = await fetch(at('/never'), { method: 'POST' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(lines.map((line) => JSON.parse(line).err.code)).toEqual(['HANDLER_TIMEOUT']);
});

test('a body that does not arrive in time is refused with 408 and the connection closed', async () => {
  const client = connect(Number(url.port), url.hostname);
  client.write('POST /never HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{');
  const answer = Buffer.concat(await client.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"BODY_TIMEOUT"');
  // Otherwise the connection stays open until it has been idle for a while.
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(lines).toEqual([]);
});

test('a response that has begun is cut off', async () => {
  const reply = await fetch(at('/stream'));
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  await expect.poll(() => lines.map((line) => JSON.parse(line).err.code)).toEqual(['HANDLER_TIMEOUT']);
});

test('the signal aborts when the request has taken too long, and when the client leaves', async () => {
  expect((await fetch(at('/signal'))).status).toBe(503);
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
  const leaving = new AbortController();
  const left = fetch(at('/signal'), { signal: leaving.signal }).catch(({ name }) => name);
  await expect.poll(() => signals.length).toBe(2);
  expect(signals[1]?.aborted).toBe(false);
  leaving.abort();
  expect(await left).toBe('AbortError');
  await expect.poll(() => signals[1]?.aborted).toBe(true);
});

test('the signal of a client that has left is aborted from the start', async () => {
  const replies: FastifyReply[] = [];
  onReply = (reply) => replies.push(reply);
  await fetch(at('/reply'), { signal: AbortSignal.timeout(20) }).catch(() => undefined);
  await expect.poll(() => replies[0]?.raw.destroyed).toBe(true);
  expect(replies[0] && signalOf(replies[0]).aborted).toBe(true);
});

test('a request that was answered, and one whose client left, are left alone', async () => {
  expect(await (await fetch(at('/quick'))).text()).toBe('quick');
  const left = fetch(at('/signal'), { signal: AbortSignal.timeout(20) }).catch(({ name }) => name);
  expect(await left).toBe('TimeoutError');
  await expect.poll(() => started.size).toBe(0);
  expect(lines).toEqual([]);
});
