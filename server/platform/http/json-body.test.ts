import fastify from 'fastify';
import { expect, test } from 'vitest';
import { jsonBytes, readJsonBodies } from './json-body.ts';

test('the size of a JSON body is counted in bytes, not in characters', async () => {
  const app = fastify();
  readJsonBodies(app);
  app.post('/', async (request) => ({ bytes: jsonBytes(request) }));
  const payload = '{"name":"Ñuñoa 😀"}';
  const headers = { 'content-type': 'application/json' };
  const { body } = await app.inject({ method: 'POST', url: '/', headers, payload });
  expect(JSON.parse(body)).toEqual({ bytes: 23 });
  await app.close();
});
