import { Socket } from 'node:net';

/** A socket that sends what is written in one turn of the event loop with one system call, as pipelined statements are. */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isBatching = false;
  const batchedWrite = (...args: unknown[]) => {
    if (!isBatching) {
      isBatching = true;
      socket.cork();
      process.nextTick(() => {
        isBatching = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  // As it connects, a socket restores its own method.
  return socket.once('connect', () => {
    socket.write = batchedWrite as Socket['write'];
  });
}
