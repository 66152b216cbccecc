import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { externalConnections } from './connection.ts';
import { openDatabase } from './database.ts';
import type { Statement } from './sql.ts';
import { transact } from './transaction.ts';

/** A message of PostgreSQL's protocol: a letter, the length and the content. */
function message(type: string, content: Buffer | string = ''): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', 'I');
const ACCEPTED = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const ANSWER = Buffer.concat([message('1'), message('2'), message('n'), message('C', 'SELECT 0\0'), READY]);
const SHUTDOWN = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

/** A server that accepts every login and gives each further packet of a client to `answer`. */
async function standIn(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(ACCEPTED);
      socket.on('data', () => answer(socket));
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const database = openDatabase(externalConnections(`postgres://ana:x@127.0.0.1:${port}/ficha`), { poolSize: 1 });
  return {
    database,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      server.close();
    },
  };
}

test('a connection that ends in the packet of its last answer ends no process, and the next query opens another', async () => {
  await using server = await standIn((socket) => {
    socket.write(Buffer.concat([ANSWER, SHUTDOWN]));
    socket.end();
  });
  const waiting = [1, 2, 3].map((n) => server.database.identity`select ${n}`);
  const [first, ...others] = await Promise.allSettled(waiting);
  expect(first).toMatchObject({ status: 'fulfilled' });
  for (const outcome of others) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_READY' });
  }
});

test('after a connection that ended in the packet of its answer, the next query opens another', async () => {
  await using server = await standIn((socket) => {
    socket.write(Buffer.concat([ANSWER, SHUTDOWN]));
    socket.end();
  });
  for (let n = 0; n < 5; n++) expect((await server.database.identity`select ${n}`).count).toBe(0);
});

test('a connection that does not answer is closed without a rollback, which would wait as long again', async () => {
  const sent: string[] = [];
  const released: unknown[] = [];
  const silent = new Error('the database did not answer');
  const client = {
    on: () => undefined,
    off: () => undefined,
    release: (error: unknown) => released.push(error),
    query: async (statement: string | Statement) => {
      sent.push(typeof statement === 'string' ? statement : statement.text);
      if (statement !== 'begin') throw silent;
      return { command: 'BEGIN' };
    },
  } as unknown as pg.PoolClient;
  const work = transact(
    async () => client,
    { begin: ['begin'] },
    (sql) => sql`select 1`,
  );
  await expect(work).rejects.toMatchObject({ code: 'NOT_READY', cause: silent });
  expect({ sent, released }).toEqual({ sent: ['begin', 'select 1'], released: [silent] });
});
