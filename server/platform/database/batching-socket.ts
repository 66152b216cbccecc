import { Socket } from 'node:net';

/** From this size on, a chunk is not worth a copy. */
const LARGE_CHUNK = 16_384;

/**
 * A socket that sends what is written in one turn of the event loop with one system call, as pipelined statements are.
 * The stream could collect the chunks too (`cork`), at a higher cost for each: a statement is four of them.
 */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const end = socket.end.bind(socket) as (...args: unknown[]) => Socket;
  let batch: Uint8Array[] = [];
  let batchedBytes = 0;
  function flush(): void {
    const [first, ...others] = batch;
    if (!first) return;
    batch = [];
    batchedBytes = 0;
    write(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }
  const batchedWrite = (chunk: unknown, ...options: unknown[]) => {
    if (options.length === 0 && chunk instanceof Uint8Array && chunk.length < LARGE_CHUNK) {
      if (batch.length === 0) process.nextTick(flush);
      batch.push(chunk);
      batchedBytes += chunk.length;
      if (batchedBytes >= socket.writableHighWaterMark) flush();
      return !socket.writableNeedDrain;
    }
    flush();
    return write(chunk, ...options);
  };
  const flushAndEnd = (...args: unknown[]) => {
    flush();
    return end(...args);
  };
  // As it connects, a socket restores its own method.
  return socket.once('connect', () => {
    socket.write = batchedWrite as Socket['write'];
    socket.end = flushAndEnd as Socket['end'];
  });
}
