import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { batchingSocket } from './batching-socket.ts';

test('what is written in one turn is sent at once, whatever is corked within it', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await once(server, 'listening');
  const address = server.address();
  const socket = batchingSocket();
  const sent = vi.spyOn(socket as unknown as { _writev(chunks: unknown[]): void }, '_writev');
  socket.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  const [peer] = await accepted;
  for (const statement of ['begin;', 'select;', 'commit;']) {
    socket.cork();
    socket.write(statement);
    socket.uncork();
  }
  expect(sent).not.toHaveBeenCalled();
  expect(String((await once(peer, 'data'))[0])).toBe('begin;select;commit;');
  expect(sent).toHaveBeenCalledOnce();
  socket.destroy();
  peer.destroy();
});
