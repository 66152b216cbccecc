import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Access, Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { createWorld, type World } from '#server/testing/world';

/**
 * For each endpoint: a call that succeeds for its rightful owner, with the ids and the body it needs.
 * An endpoint without its row fails this test; a row with `params` is tried by a stranger as well.
 */
interface Row {
  params?: Record<string, string>;
  body?: unknown;
}
const ROWS: Record<string, (owner: Person) => Promise<Row> | Row> = {
  'GET /api/health': () => ({}),
  'POST /api/auth/login': (owner) => ({ body: { email: owner.user.email, password: 'clave-de-prueba' } }),
  'POST /api/auth/register': () => ({
    body: {
      ...{ name: 'Berta Rojas', rut: '11.111.111-1', email: 'berta@ejemplo.cl', password: 'otra-clave' },
      ...{ profession: 'Psicólogos/as', city: 'Osorno', region: 'Región de Los Lagos' },
    },
  }),
  'GET /api/auth/me': () => ({}),
  'POST /api/auth/refresh': (owner) => ({ body: { refreshToken: owner.refreshToken } }),
  'POST /api/auth/logout': () => ({ body: { refreshToken: 'de nadie' } }),
};

type Person = Awaited<ReturnType<World['newProfessional']>>;

let world: World;
let ana: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  world = await createWorld();
  [ana, stranger, admin] = await Promise.all([world.newProfessional(), world.newProfessional(), world.newAdmin()]);
});
afterAll(() => world.close());

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

test('every endpoint has its row, and no row is left over', () => {
  expect(Object.keys(ROWS).sort()).toEqual(ENDPOINTS.map(nameOf).sort());
});

const call = async (endpoint: Endpoint, token?: string) => {
  const row = await ROWS[nameOf(endpoint)]?.(ana);
  return world.send(endpoint, { params: row?.params, body: row?.body }, token);
};
const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const of = (...access: Access[]) => named(ENDPOINTS.filter((endpoint) => access.includes(endpoint.access)));

test.each(of('public'))('%s answers anybody', async (_, endpoint) => {
  expect((await call(endpoint)).status).toBeLessThan(300);
});

test.each(of('professional', 'admin'))('%s refuses nobody and a forged token', async (_, endpoint) => {
  expect((await call(endpoint)).status).toBe(401);
  expect((await call(endpoint, `${ana.accessToken.slice(0, -4)}AAAA`)).status).toBe(401);
});

test.each(of('professional'))('%s answers a professional', async (_, endpoint) => {
  expect((await call(endpoint, ana.accessToken)).status).toBeLessThan(300);
});

test.each(named(ENDPOINTS.filter(({ access, params }) => access === 'professional' && params)))(
  "%s knows no id of another's, whoever asks",
  async (_, endpoint) => {
    expect((await call(endpoint, stranger.accessToken)).status).toBe(404);
    expect((await call(endpoint, admin.accessToken)).status).toBe(404);
  },
);

test.each(of('admin'))('%s answers administrators alone', async (_, endpoint) => {
  expect((await call(endpoint, ana.accessToken)).status).toBe(403);
  expect((await call(endpoint, admin.accessToken)).status).toBeLessThan(300);
});
