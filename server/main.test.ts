import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { registration } from './testing/inputs.ts';
import { freePort, isAlive, postmasterPid, type Served, serve } from './testing/process.ts';
import { queryAsSuperuser, test } from './testing/process-test.ts';

const post = (server: Served, path: string, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function register(server: Served) {
  const account = registration();
  expect((await post(server, '/api/auth/register', account)).status).toBe(201);
  return account;
}

const logIn = (server: Served, { email, password }: { email?: string; password?: string }) =>
  post(server, '/api/auth/login', { email, password });

async function refusal(environment: Record<string, string>) {
  const { code, output } = await serve({ PORT: await freePort(), ...environment }).ended;
  return { code, lines: output.trim().split('\n') };
}

describe.concurrent('start', () => {
  test('the first start creates the administrator and prints the password, the second does not', async ({
    running,
  }) => {
    const first = inject('firstStart');
    expect(first.code).toBe(0);
    const [, email = '', password = ''] = /Administrator: (\S+), password (\S+)/.exec(first.output) ?? [];
    expect((await logIn(running, { email, password })).status).toBe(200);
    expect(running.output()).not.toContain('password');
  });

  test('the first start ends with what to do next and the password, after all that it prints; the second does not', async ({
    running,
  }) => {
    const lines = inject('firstStart').output.trim().split('\n');
    const next = lines.indexOf('Primer inicio. Qué hacer ahora:');
    expect(lines.slice(0, next)).toContainEqual(expect.stringMatching(/^Payments: /));
    expect(lines.slice(0, next)).toContainEqual(expect.stringContaining('Server listening'));
    expect(lines[next - 1]).toMatch(/^Ficha Austral: http/);
    const following = lines.slice(next).filter((line) => !line.startsWith('{'));
    expect(following).toHaveLength(7);
    expect(following.at(-1)).toMatch(/^Administrator: /);
    expect(running.output()).not.toContain('Primer inicio');
  });

  test('passwords are hashed with the parameters of OWASP', async ({ running }) => {
    const hashes = await queryAsSuperuser(running.dataDir, `select password_hash from users where role = 'admin'`);
    expect(hashes).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
  });

  test('PostgreSQL writes safely and listens on no network address', async ({ running }) => {
    const [settings] = await queryAsSuperuser(
      running.dataDir,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
              current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
              current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as socket`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      commits: 'on',
      pages: 'on',
      checksums: 'on',
      addresses: '',
      socket: '0700',
    });
  });

  test('without a provider the start warns that no payment is real, and the test checkout notifies the server', async ({
    running: server,
  }) => {
    const { accessToken } = await (await logIn(server, await register(server))).json();
    const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      return (await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) })).json();
    };
    const { preference } = await call('POST', '/api/payments/create-preference', { subscriptionType: 'monthly' });
    const page = new URL(preference.initPoint).pathname.split('/').at(-1);
    await call('POST', `/api/test-checkout/${page}`, { outcome: 'approved' });
    expect(await call('GET', '/api/subscriptions/info')).toMatchObject({
      subscriptionStatus: 'paid',
      status: 'active',
    });
    expect(server.output()).toContain('NO PAYMENT IS REAL');
  });

  test('in production the start warns that nobody can pay, who runs it is not stated, and what is unsafe', async ({
    start,
    emptyDir,
  }) => {
    await writeFile(join(emptyDir, '.env'), '');
    await chmod(join(emptyDir, '.env'), 0o644);
    const server = await start(
      {
        NODE_ENV: 'production',
        RATE_LIMIT: 'on',
        HOST: '0.0.0.0',
        ADMIN_EMAIL: 'ana@ejemplo.cl',
        ADMIN_PASSWORD: 'secreto',
      },
      ['sh', '-c', `cd '${emptyDir}' && exec node '${join(import.meta.dirname, 'main.ts')}'`],
    );
    await eventually(() => expect(server.output()).toContain('Ficha Austral: http'));
    const notices = server.output().match(/^(Payments|Warning): .+$/gm);
    expect(notices).toEqual([
      expect.stringContaining('Payments: none'),
      expect.stringContaining('HOST=0.0.0.0'),
      expect.stringContaining('PUBLIC_URL is not set'),
      expect.stringContaining('.env'),
      expect.stringContaining('ADMIN_PASSWORD has fewer than twelve characters'),
      expect.stringContaining('not set: LEGAL_NAME, LEGAL_RUT,'),
    ]);
  });
});

test.concurrent('a signal to npm itself leaves no process behind', async ({ start, dataDir }) => {
  const npm = await start({}, ['npm', 'start']);
  const postmaster = await postmasterPid(dataDir);
  npm.kill('SIGTERM');
  await npm.ended;
  await eventually(async () => expect(await isAlive(postmaster)).toBe(false));
  await expect(fetch(`${npm.url}/api/health`)).rejects.toThrow();
});

test.concurrent('after kill -9 the next start recovers PostgreSQL, or adopts the one that still runs, nothing acknowledged is lost, and SIGTERM stops both', async ({
  start,
  dataDir,
}) => {
  const first = await start();
  const berta = await register(first);
  first.kill('SIGKILL');
  process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGKILL');
  await first.ended;

  const recovered = await start();
  expect((await logIn(recovered, berta)).status).toBe(200);
  const carla = await register(recovered);
  const orphan = await postmasterPid(dataDir);
  recovered.kill('SIGKILL');
  await recovered.ended;
  expect(await isAlive(orphan)).toBe(true);

  const adopting = await start();
  expect(await postmasterPid(dataDir)).toBe(orphan);
  expect((await logIn(adopting, carla)).status).toBe(200);

  // SIGTERM answers the requests under way, and waits for no client that never ends its own.
  const client = connect(Number(new URL(adopting.url).port), '127.0.0.1').on('error', () => undefined);
  client.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const underWay = post(adopting, '/api/auth/register', registration());
  await new Promise((resolve) => setTimeout(resolve, 20));
  adopting.kill('SIGTERM');
  expect((await underWay).status).toBe(201);
  expect((await adopting.ended).code).toBe(0);
  await eventually(async () => expect(await isAlive(orphan)).toBe(false));
});

describe.concurrent('a refused start prints one line', () => {
  test('when another server runs on the same folder', async ({ running: { dataDir } }) => {
    expect(await refusal({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      lines: [`${dataDir} is in use by another running Ficha Austral`],
    });
  });

  test('when the data folder cannot be created', async ({ emptyDir }) => {
    const file = join(emptyDir, 'a-file');
    await writeFile(file, '');
    const { code, lines } = await refusal({ DATA_DIR: join(file, 'data') });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^DATA_DIR .*cannot be used/);
  });

  test('when the database does not answer', async () => {
    const port = await freePort();
    expect(await refusal({ DATABASE_URL: `postgres://ana:secreto@127.0.0.1:${port}/ficha` })).toEqual({
      code: 1,
      lines: [`The database of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:${port}`],
    });
  });

  test('when a setting is wrong', async () => {
    expect(await refusal({ PORT: 'tres mil' })).toEqual({ code: 1, lines: ['PORT must be a port number'] });
    expect(await refusal({ LEGAL_RUT: '76.123.456-9' })).toEqual({
      code: 1,
      lines: ['LEGAL_RUT must be a RUT with its right check digit, 76.123.456-0'],
    });
  });
});
