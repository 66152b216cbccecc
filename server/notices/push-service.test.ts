import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { isPushService } from '#contract/notices';
import { post, pushSubject } from './push-service.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const request = { headers: { TTL: '60' }, body: new Uint8Array(3) };

test('a redirect is an answer, and its address is not asked', async () => {
  const asked: string[] = [];
  const inside = await serve((_, reply) => void reply.writeHead(200).end(asked.push('inside')));
  const url = await serve((_, reply) => void reply.writeHead(307, { location: inside }).end());
  expect(await post({ ...request, url })).toBe(307);
  expect(asked).toEqual([]);
});

test('a service that does not answer in time, or at all, has no status', async () => {
  const url = await serve(() => undefined);
  expect(await post({ ...request, url }, 50)).toBeUndefined();
  expect(await post({ ...request, url: 'http://127.0.0.1:9' })).toBeUndefined();
});

test('an answer without an end is not read', async () => {
  const url = await serve((_, reply) => void reply.writeHead(201).write('more to come'));
  expect(await post({ ...request, url })).toBe(201);
});

test('the host of an address is compared as a whole', () => {
  expect(isPushService('https://FCM.googleapis.com/fcm/send/x')).toBe(true);
  for (const address of ['https://push.apple.com/x', 'https://.push.apple.com/x', 'https://evilfcm.googleapis.com/x']) {
    expect(isPushService(address)).toBe(false);
  }
});

test.each([
  [
    { mail: { url: 'smtp://x', from: { name: 'Ficha', address: 'no-responder@ficha.cl' } } },
    'mailto:no-responder@ficha.cl',
  ],
  [{ publicUrl: 'https://ficha.cl' }, 'https://ficha.cl'],
  [{}, 'mailto:avisos@localhost'],
])('a push service can ask somebody about this sender', (config, subject) => {
  expect(pushSubject({ mail: undefined, publicUrl: undefined, port: 3000, ...config })).toBe(subject);
});
