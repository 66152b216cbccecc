import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { fillPath } from '#contract/endpoint';
import { listPatients } from '#contract/patients';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { type CpuTime, cpuTime } from './cpu-time.ts';
import { atMost, type Figure } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { seedRecords } from './records-data.ts';
import { ADMIN, initializeCatalogue } from './requests.ts';
import { signIn } from './sign-in.ts';
import { type Call, workingDay } from './working-day.ts';

const EMAIL = 'jornada@ejemplo.cl';
const PASSWORD = 'clave-de-prueba';
const PATIENTS = 1000;
const WARM_UP_DAYS = 3;
const DAYS = 12;
const CHECKPOINT_DAYS = 2;
const MB = 1024 * 1024;

/**
 * The cost of a working day of one professional: requests, bytes, CPU time and growth of the database. A day takes
 * seconds here, and hours in a practice. PostgreSQL writes a whole page to its log at the first change after a
 * checkpoint, so the last days have checkpoints at the pace of a practice.
 */
export const benchDay = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    await using product = await run(SERVER, environment, '/api/health');
    await initializeCatalogue(product.url);
    const { accessToken, user } = await signIn(product.url, EMAIL);
    await seedRecords(dataDir, [{ owner: user._id, patients: PATIENTS, appointments: 0 }]);
    const client = countingClient(product.url);
    const { patients } = await client.call(listPatients, { query: { limit: '200' } }, accessToken);
    const professional = { email: EMAIL, password: PASSWORD, patientIds: patients.map(({ _id }) => _id) };
    const database = await superuserOf(dataDir);
    let number = 0;
    const play = (onPause = async () => {}) => workingDay(client.call, professional, number++, onPause);

    for (let day = 0; day < WARM_UP_DAYS; day++) await play();
    await database.query('vacuum');
    const sizeBefore = await sizesOf(database);
    const backupBefore = await backupBytes(dataDir, 'before');
    const sentBefore = client.traffic();
    const cpu: CpuTime[] = [];
    for (let day = 0; day < DAYS; day++) {
      const before = await cpuTime(product.pid);
      await play();
      cpu.push(difference(await cpuTime(product.pid), before));
      // In a practice autovacuum has hours for this.
      await database.query('vacuum');
    }
    const traffic = perDay(difference(client.traffic(), sentBefore), DAYS);
    const growth = perDay(difference(await sizesOf(database), sizeBefore), DAYS);
    const backup = ((await backupBytes(dataDir, 'after')) - backupBefore) / DAYS;

    const walBefore = (await sizesOf(database)).wal;
    const checkpoint = async () => void (await database.query('checkpoint'));
    for (let day = 0; day < CHECKPOINT_DAYS; day++) await play(checkpoint);
    const walWithCheckpoints = ((await sizesOf(database)).wal - walBefore) / CHECKPOINT_DAYS;
    const documentBytes = await averageDocument(database);
    await database.end();
    client.close();

    const least = (of: (one: CpuTime) => number) => Math.min(...cpu.map(of));
    const megabytes = (bytes: number) => `${(bytes / MB).toFixed(2)} MiB`;
    console.log(`a day: ${traffic.requests} requests, ${traffic.writes} of them writes`);
    console.log(`bytes: ${megabytes(traffic.sent)} to the server, ${megabytes(traffic.received)} from it`);
    for (const [name, of] of Object.entries({
      'server without print workers': ({ serverMs, printMs }: CpuTime) => serverMs - printMs,
      'print workers': ({ printMs }: CpuTime) => printMs,
      PostgreSQL: ({ databaseMs }: CpuTime) => databaseMs,
    })) {
      console.log(`CPU of ${name}: ${cpu.map(of).join(', ')} ms; least ${least(of)} ms`);
    }
    const { tables, toast, indexes, wal } = growth;
    console.log(`growth: tables ${megabytes(tables)}, TOAST ${megabytes(toast)}, indexes ${megabytes(indexes)}`);
    console.log(`a printed document: ${megabytes(documentBytes)} of TOAST`);
    console.log(`WAL: ${megabytes(wal)}, with checkpoints ${megabytes(walWithCheckpoints)}`);
    return [
      atMost('growth of the database in a working day', (tables + toast + indexes) / MB, 1.5, 'MiB'),
      atMost('growth of a backup in a working day', backup / MB, 1.3, 'MiB'),
      atMost('WAL of a working day, with checkpoints', walWithCheckpoints / MB, 12, 'MiB'),
    ];
  });

function countingClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<Socket>();
  let requests = 0;
  let writes = 0;
  const call: Call = (endpoint, { params, query, body } = {}, accessToken) =>
    new Promise((resolve, reject) => {
      const { method } = endpoint;
      const path = fillPath(endpoint.path, params) + (query ? `?${new URLSearchParams(query)}` : '');
      const headers: Record<string, string> = {};
      if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`;
      if (body !== undefined) headers['content-type'] = 'application/json';
      const outgoing = request(url + path, { method, headers, agent }, async (response) => {
        const content = Buffer.concat(await response.toArray());
        const { statusCode = 0 } = response;
        if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode} ${content}`));
        else if (response.headers['content-type']?.startsWith('application/json')) resolve(JSON.parse(String(content)));
        else resolve(content as never);
      });
      requests += 1;
      if (method !== 'GET') writes += 1;
      outgoing.on('socket', (socket) => sockets.add(socket));
      outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const sum = (of: (socket: Socket) => number) => [...sockets].reduce((total, socket) => total + of(socket), 0);
  return {
    call,
    /** The bytes of HTTP, without those of TCP and TLS. */
    traffic: () => ({
      requests,
      writes,
      sent: sum(({ bytesWritten }) => bytesWritten),
      received: sum(({ bytesRead }) => bytesRead),
    }),
    close: () => agent.destroy(),
  };
}

async function superuserOf(dataDir: string): Promise<pg.Client> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  return client;
}

async function sizesOf(database: pg.Client) {
  const { rows } = await database.query<{ tables: number; toast: number; indexes: number; wal: number }>(
    `select sum(pg_table_size(oid) - coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0))::float8 as tables,
            sum(coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0))::float8 as toast,
            sum(pg_indexes_size(oid))::float8 as indexes,
            pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (!rows[0]) throw new Error('there is no table');
  return rows[0];
}

async function averageDocument(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select pg_total_relation_size(reltoastrelid)::float8 / (select count(*) from documents) as bytes
       from pg_class where oid = 'documents'::regclass`,
  );
  return rows[0]?.bytes ?? 0;
}

async function backupBytes(dataDir: string, name: string): Promise<number> {
  const file = join(dataDir, `${name}.age`);
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSWORD };
  await promisify(execFile)('node', ['tools/backup.ts', file], { cwd: join(import.meta.dirname, '..'), env });
  return (await stat(file)).size;
}

type Numbers<T> = { [K in keyof T]: number };

const mapNumbers = <T extends Numbers<T>>(values: T, change: (value: number, key: keyof T) => number): T =>
  Object.fromEntries(Object.entries<number>(values).map(([key, value]) => [key, change(value, key as keyof T)])) as T;

const difference = <T extends Numbers<T>>(after: T, before: T): T =>
  mapNumbers(after, (value, key) => value - before[key]);

const perDay = <T extends Numbers<T>>(total: T, days: number): T => mapNumbers(total, (value) => value / days);
