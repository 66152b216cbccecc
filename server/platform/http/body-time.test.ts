import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAttachment } from '#contract/attachments';
import { login } from '#contract/auth';
import { eventually } from '#server/testing/eventually';
import { closeLateRequests, uploadMsOf } from './body-time.ts';
import { answerErrors } from './errors.ts';
import { readForms } from './forms.ts';

/** The times of the product, shorter. */
const TIME = { baseMs: 1000, minimumRate: 100 };
const LIMIT = 4000;

/** The requests that have come. Fastify begins to read their bodies without waiting for anything else. */
let begun = 0;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = fastify();
  answerErrors(app);
  closeLateRequests(app, TIME);
  readForms(app, TIME, 6 * LIMIT);
  // In the product the account is that of the session (`bind.ts`).
  app.addHook('onRequest', async (request) => {
    request.accountId = request.headers.authorization?.split(' ')[1];
    begun++;
  });
  const uploadMs = uploadMsOf({ upload: 'file', bodyLimit: LIMIT }, TIME);
  const config = { tooLarge: undefined, uploadMs };
  app.post('/file', { bodyLimit: LIMIT, config }, async ({ body }) => {
    return { length: (body as { file: Uint8Array }).file.length };
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

const FILE = 2000;
const MULTIPART = 'multipart/form-data; boundary=x';
const FORM = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(FILE)}\r\n--x--\r\n`;

/** Sends the headers of a form, and its body as the sender does. */
async function post(path: string, type: string, send: (client: Socket) => Promise<void>): Promise<string> {
  const client = connect(port, '127.0.0.1');
  client.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${FORM.length}\r\n\r\n`);
  const answer = client.toArray();
  await send(client);
  return Buffer.concat(await answer).toString();
}

test('a file that arrives slowly and steadily is accepted after the time of other bodies', async () => {
  const answer = await post('/file', MULTIPART, async (client) => {
    // Takes longer than the base time.
    for (let at = 0; at < FORM.length; at += 100) {
      client.write(FORM.slice(at, at + 100));
      await delay(60);
    }
    client.end();
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`{"length":${FILE}}`);
});

test('one account has a limited number of forms under way, however its token is written', async () => {
  const begin = (authorization: string) => {
    const client = connect(port, '127.0.0.1');
    const headers = `host: x\r\nauthorization: ${authorization}\r\ncontent-type: ${MULTIPART}`;
    client.write(`POST /file HTTP/1.1\r\n${headers}\r\ncontent-length: ${FORM.length}\r\n\r\n${FORM.slice(0, -1)}`);
    return client;
  };
  const end = async (client: Socket) => {
    const answer = client.toArray();
    client.end(FORM.slice(-1));
    return Buffer.concat(await answer)
      .toString()
      .slice(0, 12);
  };
  const before = begun;
  const clients = ['Bearer', 'bearer', 'BEARER', 'Bearer', 'bearer', 'BEARER'].map((scheme) => begin(`${scheme} ana`));
  await eventually(() => expect(begun - before).toBe(clients.length));
  expect(await end(begin('beareR ana'))).toBe('HTTP/1.1 503');
  expect(await end(begin('Bearer otra'))).toBe('HTTP/1.1 200');
  expect(await Promise.all(clients.map(end))).toEqual(clients.map(() => 'HTTP/1.1 200'));
  expect(await end(begin('Bearer ana'))).toBe('HTTP/1.1 200');
});

test.each([
  'multipart/form-data; xboundary=zzzzzzz; boundary=x',
  'multipart/form-data; boundary=y; boundary=x',
  'multipart/form-data',
])('a form whose boundary is not plain is refused before it is parsed: %s', async (type) => {
  const answer = await post('/file', type, async (client) => void client.end(FORM));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('a file that arrives slower than the minimum rate is refused, and its connection closed', async () => {
  const answer = await post('/file', MULTIPART, async (client) => void client.write(FORM.slice(0, 20)));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"BODY_TIMEOUT"');
  expect(answer).toMatch(/^connection: close\r$/im);
});

test('a request to no route is closed when its body is late', async () => {
  expect(await post('/nowhere', 'application/json', async (client) => void client.write('{'))).toBe('');
});

test('the largest file has minutes, and what is no file has nothing besides the base time', () => {
  expect(uploadMsOf(addAttachment)).toBeGreaterThan(7 * 60_000);
  // With its handling, within the time that Node gives to every request.
  expect(uploadMsOf(addAttachment)).toBeLessThan(500_000);
  expect(uploadMsOf(login)).toBe(0);
});
