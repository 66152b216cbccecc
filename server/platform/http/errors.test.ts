import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createDatabase } from '#server/testing/database';
import { answerErrors } from './errors.ts';

test('a constraint violation is logged with its constraint and table, and without the values of the row', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'error', base: null, stream: { write: (line) => void lines.push(line) } } });
  answerErrors(app);
  const database = await createDatabase();
  app.get(
    '/',
    () => database.sql`
      insert into users (id, role, name, email, password_hash, created_at)
      values (gen_random_uuid(), 'admin', 'Rosa Díaz', 'ROSA@ejemplo.cl', '', now())`,
  );

  expect((await app.inject('/')).statusCode).toBe(500);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    code: '23514',
    constraint: 'users_email_lowercase_check',
    table: 'users',
  });
  expect(lines[0]).not.toMatch(/rosa/i);
  await app.close();
  await database.close();
});

test('a body that does not arrive in time is refused with 408 and the connection closed; a slow handler is a 503', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'error', base: null, stream: { write: (line) => void lines.push(line) } } });
  answerErrors(app);
  app.post('/', { handlerTimeout: 200 }, () => new Promise(() => undefined));
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(url.port), url.hostname);
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{');
  const answer = Buffer.concat(await client.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"BODY_TIMEOUT"');
  // Otherwise the connection stays open until it has been idle for a while.
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(lines).toEqual([]);

  expect((await fetch(url, { method: 'POST' })).status).toBe(503);
  expect(lines).toHaveLength(1);
  await app.close();
});
