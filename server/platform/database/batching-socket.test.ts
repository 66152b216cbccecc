import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { batchingSocket } from './batching-socket.ts';

/** A socket and its peer, and what was given to the operating system at once. */
async function connected() {
  const server = createServer().listen(0, '127.0.0.1');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await once(server, 'listening');
  const address = server.address();
  const socket = batchingSocket();
  const sent = vi.spyOn(socket as unknown as { _write(chunk: Buffer): void }, '_write');
  socket.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  const [peer] = await accepted;
  return {
    socket,
    peer,
    sent: () => sent.mock.calls.map(([chunk]) => String(chunk)),
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      peer.destroy();
      server.close();
    },
  };
}

test('what is written in one turn is sent at once, whatever is corked within it', async () => {
  await using connection = await connected();
  const { socket, peer, sent } = connection;
  for (const statement of ['begin;', 'select;', 'commit;']) {
    socket.cork();
    socket.write(Buffer.from(statement));
    socket.uncork();
  }
  expect(sent()).toEqual([]);
  expect(String((await once(peer, 'data'))[0])).toBe('begin;select;commit;');
  expect(sent()).toEqual(['begin;select;commit;']);
});

test('a large chunk, and one with a callback, follow what was written before', async () => {
  await using connection = await connected();
  const { socket, peer } = connection;
  const large = 'x'.repeat(20_000);
  socket.write(Buffer.from('copy;'));
  socket.write(Buffer.from(large));
  socket.write(Buffer.from('sync;'));
  socket.write(Buffer.from('end'), () => socket.end());
  expect(await text(peer)).toBe(`copy;${large}sync;end`);
});

test('what is written before the end is sent', async () => {
  await using connection = await connected();
  const { socket, peer } = connection;
  socket.write(Buffer.from('select;'));
  socket.end();
  expect(await text(peer)).toBe('select;');
});

test('it says when what is written must wait', async () => {
  await using connection = await connected();
  const { socket } = connection;
  expect(socket.write(Buffer.from('select;'))).toBe(true);
  // In one turn, and each small enough to be collected.
  const written = Array.from({ length: 2000 }, () => socket.write(Buffer.alloc(8000)));
  expect([written[0], written.at(-1)]).toEqual([true, false]);
});
