import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freePort, isAlive, postmasterPid, type Served, serve, untilHealthy } from './testing/process.ts';
import { registration } from './testing/test-app.ts';

let dataDir: string;
let running: Served | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-main-'));
});
afterEach(async () => {
  running?.kill('SIGTERM');
  await running?.ended;
  running = undefined;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(command?: string[]): Promise<Served> {
  running = serve({ PORT: await freePort(), DATA_DIR: dataDir, RATE_LIMIT: 'off' }, command);
  await untilHealthy(running);
  return running;
}

async function queryAsSuperuser(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

const post = (server: Served, path: string, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function registered(server: Served) {
  const account = registration();
  expect((await post(server, '/api/auth/register', account)).status).toBe(201);
  return account;
}

test('the first start makes the administrator and says the password, the second does not', async () => {
  const first = await start();
  const [, email, password] = /Administrator: (\S+), password (\S+)/.exec(first.output()) ?? [];
  expect((await post(first, '/api/auth/login', { email, password })).status).toBe(200);
  first.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
  const second = await start();
  expect(second.output()).not.toContain('password');
});

test('passwords are hashed with the parameters of OWASP', async () => {
  await start();
  const hashes = (await queryAsSuperuser('select password_hash from users')).map((row) => row.password_hash);
  expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
});

test('PostgreSQL writes safely and listens to no network', async () => {
  await start();
  const [settings] = await queryAsSuperuser(
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
            current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as socket`,
  );
  expect(settings).toEqual({ fsync: 'on', checksums: 'on', addresses: '', socket: '0700' });
});

test('the start says that no payment is real, and the test checkout notifies the server over its own address', async () => {
  const server = await start();
  const { email, password } = await registered(server);
  const { accessToken } = await (await post(server, '/api/auth/login', { email, password })).json();
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    return (await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })).json();
  };
  const { preference } = await call('POST', '/api/payments/create-preference', { subscriptionType: 'monthly' });
  const page = new URL(preference.initPoint).pathname.split('/').at(-1);
  await call('POST', `/api/test-checkout/${page}`, { outcome: 'approved' });
  expect(await call('GET', '/api/subscriptions/info')).toMatchObject({ subscriptionStatus: 'paid', status: 'active' });
  expect(server.output()).toContain('NO PAYMENT IS REAL');
});

test('in production without a token the start says that nobody can pay', async () => {
  running = serve({ PORT: await freePort(), DATA_DIR: dataDir, NODE_ENV: 'production' });
  await untilHealthy(running);
  await vi.waitFor(() => expect(running?.output()).toContain('Payments: none'));
});

test('SIGTERM answers what is under way, stops PostgreSQL and exits with 0', async () => {
  const server = await start();
  const postmaster = await postmasterPid(dataDir);
  const underWay = post(server, '/api/auth/register', registration());
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.kill('SIGTERM');
  expect((await underWay).status).toBe(201);
  expect((await server.ended).code).toBe(0);
  expect(await isAlive(postmaster)).toBe(false);
});

test('a client that never ends its request does not hold the stop', async () => {
  const server = await start();
  const postmaster = await postmasterPid(dataDir);
  const client = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  client.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(await isAlive(postmaster)).toBe(false);
});

test('when PostgreSQL goes away, the server says so and ends with 1', async () => {
  const server = await start();
  process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGQUIT');
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toContain('PostgreSQL went away');
});

test('after kill -9 the next start adopts the orphaned PostgreSQL, and what was acknowledged is there', async () => {
  const killed = await start();
  const berta = registration();
  expect((await post(killed, '/api/auth/register', berta)).status).toBe(201);
  const orphan = await postmasterPid(dataDir);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(await isAlive(orphan)).toBe(true);

  const next = await start();
  expect(await postmasterPid(dataDir)).toBe(orphan);
  expect((await post(next, '/api/auth/login', { email: berta.email, password: berta.password })).status).toBe(200);
  next.kill('SIGTERM');
  await next.ended;
  expect(await isAlive(orphan)).toBe(false);
});

test('after kill -9 of PostgreSQL too, the next start recovers it', async () => {
  const killed = await start();
  const carla = registration();
  expect((await post(killed, '/api/auth/register', carla)).status).toBe(201);
  const postmaster = await postmasterPid(dataDir);
  killed.kill('SIGKILL');
  process.kill(postmaster ?? 0, 'SIGKILL');
  await killed.ended;
  const next = await start();
  expect((await post(next, '/api/auth/login', { email: carla.email, password: carla.password })).status).toBe(200);
});

test('a signal to npm itself leaves no process behind', async () => {
  const npm = await start(['npm', 'start']);
  const postmaster = await postmasterPid(dataDir);
  npm.kill('SIGTERM');
  await npm.ended;
  expect(await isAlive(postmaster)).toBe(false);
  await expect(fetch(`${npm.url}/api/health`)).rejects.toThrow();
});

async function refusal(environment: Record<string, string>) {
  const { code, output } = await serve({ PORT: await freePort(), ...environment }).ended;
  return { code, lines: output.trim().split('\n') };
}

test('a second server on the same folder is refused in one line', async () => {
  await start();
  expect(await refusal({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    lines: [`${dataDir} is in use by another running Ficha Austral`],
  });
});

test('a port that is taken is refused in one line, and PostgreSQL does not stay behind', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  expect(await refusal({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' })).toEqual({
    code: 1,
    lines: [`Port ${port} on 127.0.0.1 cannot be used: EADDRINUSE`],
  });
  taken.close();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('a data folder that cannot be made is refused in one line', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  const { code, lines } = await refusal({ DATA_DIR: join(file, 'data') });
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(/^DATA_DIR .*cannot be used/);
});

test('a database that does not answer is refused in one line', async () => {
  const port = await freePort();
  expect(await refusal({ DATABASE_URL: `postgres://ana:secreto@127.0.0.1:${port}/ficha` })).toEqual({
    code: 1,
    lines: [`The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:${port}`],
  });
});

test('a wrong setting is refused in one line', async () => {
  expect(await refusal({ PORT: 'tres mil' })).toEqual({ code: 1, lines: ['PORT must be a port number'] });
});
