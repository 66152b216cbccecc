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
