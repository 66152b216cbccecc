import { chmod, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { login, logout, me, register } from '#contract/auth';
import { createPreference, getSubscriptionInfo, listPayments, receiveNotification } from '#contract/billing';
import { createPatient, listPatients } from '#contract/patients';
import { addMonths } from '#contract/plans';
import { getMetrics, getSystem } from '#contract/system';
import { eventually } from '#server/testing/eventually';
import { patientInput, registration } from './testing/inputs.ts';
import { startMercadoPago } from './testing/mercado-pago.ts';
import { parseMetrics } from './testing/parse-metrics.ts';
import { isAlive, postmasterPid, type Served, serve, untilHealthy } from './testing/process.ts';
import { test } from './testing/process-test.ts';

const METRICS_TOKEN = 'un-token-de-dieciseis-o-mas';
const ADMIN = { ADMIN_EMAIL: 'admin@ejemplo.cl', ADMIN_PASSWORD: 'clave-de-prueba' };

interface Sent {
  body?: unknown;
  token?: string | undefined;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Connections of their own to a server, each of which stays with the worker that accepted it. */
function connections(server: Served, count: number) {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let next = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read replies of many endpoints.
  type Reply = { status: number; text: string; json(): any };
  const send = ({ method, path }: { method: string; path: string }, { body, token, query, headers }: Sent = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const agent = agents[next++ % count] as Agent;
      const url = `${server.url}${path}?${new URLSearchParams(query)}`;
      const labels = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers };
      const sent = request(url, { method, agent, headers: labels }, async (reply) => {
        const text = (await reply.toArray()).join('');
        resolve({ status: reply.statusCode ?? 0, text, json: () => JSON.parse(text) });
      });
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    send,
    /** The same request on all connections at once. */
    race: (endpoint: { method: string; path: string }, times: number, sent: () => Sent) =>
      Promise.all(Array.from({ length: times }, () => send(endpoint, sent()))),
    close: () => agents.forEach((agent) => void agent.destroy()),
  };
}

const children = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);

/** The workers of a primary: its children that run the same program. PostgreSQL is another child. */
async function workersOf({ pid }: Served): Promise<number[]> {
  const found = await Promise.all(
    (await children(pid)).map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      return command.includes('main.ts') ? [child] : [];
    }),
  );
  return found.flat();
}

const count = (replies: { status: number }[], status: number) => replies.filter((one) => one.status === status).length;

test('two workers keep the rules of one, and are counted together; one that is killed is replaced, and all stop', async ({
  start,
  dataDir,
  onTestFinished,
}) => {
  const provider = await startMercadoPago(() => new Date());
  onTestFinished(() => provider.close());
  const server = await start({
    WORKERS: '2',
    DRAIN_SECONDS: '2',
    RATE_LIMIT: 'on',
    METRICS_TOKEN,
    ...ADMIN,
    MERCADOPAGO_API_URL: provider.config.apiUrl,
    MERCADOPAGO_ACCESS_TOKEN: provider.config.accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: provider.config.webhookSecrets.join(),
  });
  await eventually(() => expect(server.output()).toContain('Ficha Austral: http'));
  expect(server.output().match(/Payments: Mercado Pago/g)).toHaveLength(1);
  const first = await workersOf(server);
  expect(first).toHaveLength(2);
  const { send, race, close } = connections(server, 8);
  onTestFinished(close);
  const signUp = async () => {
    const account = registration();
    await send(register, { body: account });
    return (await send(login, { body: account })).json();
  };

  // The last place of a plan.
  const ana = await signUp();
  const created = await race(createPatient, 20, () => ({ body: patientInput(), token: ana.accessToken }));
  expect([count(created, 201), count(created, 403)]).toEqual([1, 19]);
  expect((await send(listPatients, { token: ana.accessToken })).json().total).toBe(1);

  // One payment, notified many times at once.
  const bought = await send(createPreference, { body: { subscriptionType: 'monthly' }, token: ana.accessToken });
  const notification = provider.notification(provider.pay(bought.json().preference.id));
  const notified = await race(receiveNotification, 20, () => notification);
  expect(count(notified, 200)).toBe(20);
  const [payment, ...more] = (await send(listPayments, { token: ana.accessToken })).json();
  expect(more).toEqual([]);
  const { subscriptionExpiresAt } = (await send(getSubscriptionInfo, { token: ana.accessToken })).json();
  expect(subscriptionExpiresAt).toBe(addMonths(new Date(payment.processedAt), 1).toISOString());

  // A session that ended at one worker.
  const berta = await signUp();
  expect(count(await race(me, 8, () => ({ token: berta.accessToken })), 200)).toBe(8);
  await send(logout, { body: { refreshToken: berta.refreshToken }, token: berta.accessToken });
  await eventually(async () => {
    expect(count(await race(me, 8, () => ({ token: berta.accessToken })), 401)).toBe(8);
  });

  // The limit of attempts to log in.
  const wrong = { email: 'nadie@ejemplo.cl', password: 'otra-clave' };
  const attempts = await race(login, 24, () => ({ body: wrong }));
  expect([count(attempts, 401), count(attempts, 429)]).toEqual([10, 14]);

  // Both workers took part in every race, and a scrape has both, whichever answers it.
  for (let scrape = 0; scrape < 4; scrape++) {
    const metrics = parseMetrics((await send(getMetrics, { token: METRICS_TOKEN })).text);
    const requests = metrics.get('http_request_duration_seconds')?.samples ?? [];
    for (const { path } of [createPatient, receiveNotification, me, login]) {
      const counted = requests.filter(({ name, labels }) => name.endsWith('_count') && labels.route === path);
      expect(new Set(counted.map(({ labels }) => labels.worker))).toEqual(new Set(['1', '2']));
    }
  }
  const admin = await send(login, { body: { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD } });
  const systems = await race(getSystem, 4, () => ({ token: admin.json().accessToken }));
  for (const reply of systems) expect(reply.json()).toMatchObject({ workers: 2, printing: { workers: 2 } });
  expect(new Set(systems.map((reply) => reply.json().requests.lastHour.total)).size).toBe(1);

  // A worker that is killed. A new connection is accepted by the other one, or waits for the next.
  process.kill(first[0] as number, 'SIGKILL');
  await eventually(async () => expect(await isAlive(first[0])).toBe(false));
  await untilHealthy(server);
  await eventually(async () => {
    const now = await workersOf(server);
    expect(now).toHaveLength(2);
    expect(now).toContain(first[1]);
  });
  expect(server.output()).toMatch(/^Worker \d is started again: process \d+ ended with SIGKILL$/m);
  const admins = connections(server, 1);
  onTestFinished(admins.close);
  await eventually(async () => {
    expect((await admins.send(getSystem, { token: admin.json().accessToken })).json().workers).toBe(2);
  });

  // The stop. For two seconds all requests are answered, and load balancers learn of it.
  const processes = [...(await workersOf(server)), (await postmasterPid(dataDir)) as number];
  const fresh = connections(server, 4);
  onTestFinished(fresh.close);
  const underWay = fresh.race(register, 4, () => ({ body: registration() }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.kill('SIGTERM');
  await eventually(async () => expect((await fetch(`${server.url}/api/health`)).status).toBe(503));
  expect(count(await underWay, 201)).toBe(4);
  expect((await server.ended).code).toBe(0);
  await eventually(async () => expect(await Promise.all(processes.map(isAlive))).toEqual([false, false, false]));
});

test('a primary that is killed takes its workers with it, and the next one is refused on a port in use with one line', async ({
  start,
  dataDir,
}) => {
  const server = await start({ WORKERS: '2' });
  await eventually(async () => expect(await workersOf(server)).toHaveLength(2));
  const workers = await workersOf(server);
  server.kill('SIGKILL');
  await eventually(async () => expect(await Promise.all(workers.map(isAlive))).toEqual([false, false]));

  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const refused = serve({ WORKERS: '2', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' });
  expect(await refused.ended).toEqual({ code: 1, output: `Port ${port} on 127.0.0.1 cannot be used: EADDRINUSE\n` });
  taken.close();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('the first start of two workers says once what to do next, after both serve', async ({ start, emptyDir }) => {
  await chmod(emptyDir, 0o711);
  const server = await start({ WORKERS: '2', DATA_DIR: join(emptyDir, 'data') });
  await eventually(() => expect(server.output()).toContain('Administrator: '));
  const lines = server.output().trim().split('\n');
  const next = lines.indexOf('Primer inicio. Qué hacer ahora:');
  expect(lines.slice(0, next).filter((line) => line.includes('Server listening'))).toHaveLength(2);
  expect(lines.slice(next + 1).filter((line) => line.includes('Primer inicio'))).toEqual([]);
  expect(lines.findLast((line) => !line.startsWith('{'))).toMatch(/^Administrator: \S+, password \S+/);
});
