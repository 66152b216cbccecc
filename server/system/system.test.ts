import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPatient, listPatients } from '#contract/patients';
import { getMetrics, getSystem } from '#contract/system';
import { createMetrics, renderScrape } from '#server/platform/monitoring/metrics';
import { type ProcessReport, summarizeProcesses } from '#server/platform/monitoring/process-report';
import { eventually } from '#server/testing/eventually';
import { parseMetrics } from '#server/testing/parse-metrics';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const TOKEN = 'un-token-de-dieciseis-o-mas';

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let testApp: TestApp;
let ana: Person;
let admin: Person;
beforeAll(async () => {
  const backupSchedule = { everyHours: 24, since: new Date() };
  testApp = await createTestApp({ metricsToken: TOKEN, backupSchedule });
  [ana, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
});
afterAll(() => testApp.close());

const scrape = async (app = testApp) => {
  const { status, body, headers } = await app.send(getMetrics, {}, TOKEN);
  return { status, headers, metrics: parseMetrics(String(body)), text: String(body) };
};

/** The value of one sample, undefined where there is none. */
async function sampled(name: string, labels: Record<string, string> = {}) {
  const { metrics } = await scrape();
  const samples = metrics.get(name.replace(/_(bucket|sum|count)$/, ''))?.samples ?? metrics.get(name)?.samples ?? [];
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

const NOTHING_READ = { version: '1', disks: [], backup: undefined, reconciliation: undefined, mail: undefined };

const reportOf = (worker: number | undefined, metrics: ProcessReport['metrics'], waiting = 0): ProcessReport => ({
  worker,
  startedAt: new Date(),
  requests: [],
  delays: [0],
  connections: [{ pool: 'tenant', size: 8, idle: 1, inUse: 2, waiting }],
  printing: { workers: 1, running: 0, waiting },
  accessLog: { waiting, lost: 0 },
  metrics,
});

const COUNT = 'http_request_duration_seconds_count';
const system = async () => (await admin.send(getSystem)).body;

test('without a token in the configuration there are no metrics, as at an unknown path', async () => {
  const other = await createTestApp();
  const unknown = await other.app.inject({ url: '/api/nothing', headers: { authorization: `Bearer ${TOKEN}` } });
  const reply = await other.app.inject({ url: '/api/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect([reply.statusCode, reply.json()]).toEqual([404, unknown.json()]);
  await other.close();
});

test('a wrong token is refused in Spanish', async () => {
  const { status, error } = await testApp.send(getMetrics, {}, `${TOKEN}s`);
  expect([status, error.error]).toEqual([401, 'El token de las métricas no es válido']);
});

test('the text follows the format of Prometheus and is not cached', async () => {
  const { headers, metrics } = await scrape();
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  const types = [...metrics].map(([name, { type }]) => [name, type]);
  expect(Object.fromEntries(types)).toMatchObject({
    http_request_duration_seconds: 'histogram',
    ficha_database_connections: 'gauge',
    ficha_print_jobs: 'gauge',
    ficha_reconciliation_lag_seconds: 'gauge',
    ficha_backup_state: 'gauge',
    ficha_filesystem_free_bytes: 'gauge',
  });
  for (const { samples } of metrics.values()) expect(samples.length).toBeGreaterThan(0);
});

test('a request is counted by the pattern of its route and its status, and the URL is nowhere', async () => {
  const labels = { method: 'GET', route: '/api/patients/:id', status: '404' };
  const before = (await sampled(COUNT, labels)) ?? 0;
  const id = randomUUID();
  for (let i = 0; i < 3; i++) await ana.send(getPatient, { params: { id } });
  await ana.send(listPatients, { query: { search: 'Rosa' } });
  expect(await sampled(COUNT, labels)).toBe(before + 3);
  expect(await sampled('http_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(before + 3);
  const { text } = await scrape();
  expect(text).not.toContain(id);
  expect(text).not.toMatch(/Rosa|ejemplo\.cl|127\.0\.0\.1/);
});

test('paths that no route has share one label', async () => {
  for (let i = 0; i < 5; i++) {
    await testApp.app.inject(`/api/${randomUUID()}`);
    await testApp.app.inject(`/${randomUUID()}`);
  }
  expect(await sampled(COUNT, { route: '/api/*', status: '404' })).toBe(5);
  expect(await sampled(COUNT, { route: 'unknown', status: '404' })).toBe(5);
});

test('the buckets of a histogram are cumulative', async () => {
  const { observe, read } = createMetrics({ ofProcess: false });
  for (const seconds of [0.001, 0.03, 0.03, 7, 60]) observe({ method: 'GET', route: '/', status: 200 }, seconds);
  const process = reportOf(undefined, await read());
  const metrics = parseMetrics(await renderScrape([process], NOTHING_READ));
  const buckets = metrics.get('http_request_duration_seconds')?.samples.filter(({ labels }) => 'le' in labels) ?? [];
  const counts = Object.fromEntries(buckets.map(({ labels, value }) => [labels.le, value]));
  expect(counts).toMatchObject({ '0.005': 1, '0.025': 1, '0.05': 3, '5': 3, '10': 4, '+Inf': 5 });
});

test('each of several processes has its series in a scrape, and the panel shows them as one', async () => {
  const reports = await Promise.all(
    [1, 2].map(async (worker) => {
      const { observe, read } = createMetrics({ ofProcess: worker === 1, worker });
      for (let i = 0; i < worker; i++) observe({ method: 'GET', route: '/', status: 200 }, 0.1);
      // As a message between processes.
      return structuredClone(reportOf(worker, await read(), worker));
    }),
  );
  const text = await renderScrape(reports, NOTHING_READ);
  const metrics = parseMetrics(text);
  const counts = metrics.get('http_request_duration_seconds')?.samples.filter(({ name }) => name === COUNT);
  expect(counts?.map(({ labels, value }) => [labels.worker, value])).toEqual([
    ['1', 1],
    ['2', 2],
  ]);
  expect(text).toContain('ficha_database_waiting{pool="tenant",worker="2"} 2');
  expect(text).toMatch(/^process_start_time_seconds\{worker="1"\} \d/m);
  expect(summarizeProcesses(reports, new Date())).toMatchObject({
    workers: 2,
    connections: [{ pool: 'tenant', size: 16, idle: 2, inUse: 4, waiting: 3 }],
    printing: { workers: 2, running: 0, waiting: 3 },
  });
});

test('the panel counts what professionals ask for, and what failed', async () => {
  const before = (await system()).requests;
  for (let i = 0; i < 4; i++) await ana.send(listPatients);
  const { tenantRead } = testApp.deps;
  testApp.deps.tenantRead = () => Promise.reject(new Error('broken'));
  expect((await ana.send(listPatients)).status).toBe(500);
  testApp.deps.tenantRead = tenantRead;
  await testApp.app.inject('/api/health');
  await scrape();

  const { lastHour, minutes } = (await system()).requests;
  expect(lastHour.total).toBe(before.lastHour.total + 5);
  expect(lastHour.failed).toBe(before.lastHour.failed + 1);
  expect(lastHour.p95Ms).toBeGreaterThan(0);
  expect(minutes).toHaveLength(60);
  expect(minutes.reduce((sum, { total }) => sum + total, 0)).toBe(lastHour.total);
  expect(await sampled(COUNT, { route: '/api/patients', status: '500' })).toBe(1);
});

test('a connection in use is reported with its pool', async () => {
  await testApp.deps.identityTransaction(async () => {
    const pool = (await system()).connections.find((one) => one.pool === 'identity');
    expect(pool).toMatchObject({ size: 8, waiting: 0 });
    expect(pool?.inUse).toBeGreaterThanOrEqual(1);
    expect(await sampled('ficha_database_connections', { pool: 'identity', state: 'in_use' })).toBe(1);
  });
  await eventually(async () =>
    expect(await sampled('ficha_database_connections', { pool: 'identity', state: 'in_use' })).toBe(0),
  );
});

test('a folder that cannot be read is reported without a size', async () => {
  const { folders } = testApp.deps;
  const [data] = (await system()).disks;
  expect(data?.folder).toBe('data');
  expect(data?.freeBytes).toBeGreaterThan(0);
  expect(data?.totalBytes).toBeGreaterThan(data?.freeBytes ?? 0);
  testApp.deps.folders = { ...folders, backups: '/there/is/no/such/folder' };
  expect((await system()).disks[1]).toEqual({ folder: 'backups', freeBytes: null, totalBytes: null });
  expect(await sampled('ficha_filesystem_free_bytes', { folder: 'data' })).toBeGreaterThan(0);
  expect(await sampled('ficha_filesystem_free_bytes', { folder: 'backups' })).toBeUndefined();
  testApp.deps.folders = folders;
});

test('the last backup is reported', async () => {
  expect(await sampled('ficha_backup_last_success_timestamp_seconds')).toBeUndefined();
  const finishedAt = new Date(testApp.deps.now().getTime() - 1000);
  await testApp.sql`
    insert into backup_runs (id, started_at, finished_at, file_name, file_size)
    values (${randomUUID()}, ${finishedAt}, ${finishedAt}, 'respaldo.age', 1234)`;
  expect(await sampled('ficha_backup_last_success_timestamp_seconds')).toBe(finishedAt.getTime() / 1000);
  expect(await sampled('ficha_backup_last_success_bytes')).toBe(1234);
  expect(await sampled('ficha_backup_state', { state: 'ok' })).toBe(1);
  expect(await sampled('ficha_backup_state', { state: 'failed' })).toBe(0);
});

test('while the database is unavailable metrics are still answered, without what it knows', async () => {
  const lost = await createTestApp({ metricsToken: TOKEN });
  expect((await scrape(lost)).metrics.get('ficha_database_up')?.samples[0]?.value).toBe(1);
  await lost.loseDatabase();
  const { status, metrics } = await scrape(lost);
  expect(status).toBe(200);
  expect(metrics.get('ficha_database_up')?.samples[0]?.value).toBe(0);
  expect(metrics.has('ficha_backup_state')).toBe(false);
  expect(metrics.has('ficha_reconciliation_lag_seconds')).toBe(false);
  expect(metrics.has('ficha_print_jobs')).toBe(true);
  await lost.close();
});

test('the outbox is reported by its size, and not at all in an installation without mail', async () => {
  expect((await system()).mail).toBeNull();
  expect((await scrape()).metrics.has('ficha_mail_outbox')).toBe(false);

  const mailing = await createTestApp({ metricsToken: TOKEN, sendsMail: true });
  // Each registration queues the confirmation of its address.
  const [administrator] = await Promise.all([mailing.newAdmin(), mailing.newProfessional(), mailing.newProfessional()]);
  await mailing.newProfessional();
  await mailing.sql`
    update mail_outbox set status = 'failed', finished_at = now(), parameters = null
     where id = (select max(id::text)::uuid from mail_outbox)`;
  mailing.passTime(60_000);
  const { mail } = (await administrator.send(getSystem)).body;
  expect(mail).toMatchObject({ pending: 2, failed: 1 });
  expect(mail?.oldestPendingSeconds).toBeGreaterThanOrEqual(60);
  const { metrics } = await scrape(mailing);
  expect(metrics.get('ficha_mail_outbox')?.samples.map(({ labels, value }) => [labels.state, value])).toEqual([
    ['pending', 2],
    ['failed', 1],
  ]);
  await mailing.close();
});
