import { setTimeout as delay } from 'node:timers/promises';
import { login, SignedIn } from '#contract/auth';
import { initializeCie10 } from '#contract/cie10';
import { createClinicalNote } from '#contract/clinical-notes';
import { listPatients } from '#contract/patients';
import { cpuTime, residentMegabytes } from './cpu-time.ts';
import { type Load, load } from './load.ts';
import { atMost, type Figure, percentile } from './measure.ts';
import { type Caller, NOTE, type Operation, operationsOf } from './operations.ts';
import { type Measured, type WorkersCompared, writePerformanceReport } from './performance-report.ts';
import { type Running, run, withDataDir } from './product.ts';
import { fill } from './records-data.ts';
import { signIn } from './sign-in.ts';

const CLIENTS = [1, 16, 64];
const SECONDS = 2;
const CPU_ROUNDS = 5;
const CPU_CLIENTS = 16;
/** Of a call that uses something up: half for the rates, half for the CPU time. */
const DRAFTS = 400;
const COMPARED_ROUNDS = 40;
const COMPARED_AT_ONCE = 25;
const WARM_UP_SECONDS = 2;
/** The garbage collector has run, and idle connections are closed. */
const SETTLE_MS = 15_000;
export const ADMIN = { email: 'admin@ejemplo.cl', password: 'clave-de-prueba' };
const WORKERS_COMPARED = ['account', 'page of 50 patients', 'save a draft'];
const REFERENCE = { method: 'GET', path: '/' };

/**
 * Measures every operation: rates and latencies with few and many clients, the CPU time of a request in that of a bare
 * Node server, and the latency with a hundred times the data. Everything that is compared alternates within one run.
 */
export const benchRequests = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    await using product = await run(['node', 'server/main.ts'], environment, '/api/health');
    await using reference = await run(['node', 'bench/reference-server.ts'], {}, '/');
    await initializeCatalogue(product.url);
    const callers = await fillAccounts(product.url, dataDir);
    const operations = operationsOf(callers.middle);
    const larger = operationsOf(callers.large);
    const smaller = operationsOf(callers.small);

    const measured: Measured[] = [];
    for (const [index, operation] of operations.entries()) {
      const growth =
        operation.isCompared && smaller[index] && larger[index]
          ? await compare(product.url, smaller[index], larger[index])
          : undefined;
      const cpu = await cpuOf(product, reference, operation);
      const loads = await loadsOf(product.url, operation);
      measured.push({ name: operation.name, goal: operation.goal, loads, cpu, growth });
      console.log(`measured: ${operation.name}`);
    }
    await delay(SETTLE_MS);
    const memoryMb = await residentMegabytes(product.pid);
    await product.stop();
    await writePerformanceReport(measured, memoryMb, await compareWorkers(environment, callers.middle));
    return figuresOf(measured, memoryMb);
  });

function figuresOf(measured: readonly Measured[], memoryMb: number): Figure[] {
  return [
    ...measured.flatMap(({ name, goal, cpu }) =>
      goal === undefined ? [] : atMost(`${name}, CPU of the server in that of the reference`, cpu.units, goal, ''),
    ),
    ...measured.flatMap(({ name, growth }) =>
      growth === undefined ? [] : atMost(`${name}, p99 with 100 times the data`, growth, 1.3, 'times'),
    ),
    ...measured.flatMap(({ name, loads }) =>
      name === 'CIE-10 search' ? atMost(`${name}, p99 with 16 clients`, loads.get(16)?.p99Ms ?? 0, 5, 'ms') : [],
    ),
    atMost('memory of the server process after the load', memoryMb, 200, 'MB'),
  ];
}

/** Requests a second of one process and of two, on the same data and in alternation. */
async function compareWorkers(environment: Record<string, string>, caller: Caller): Promise<WorkersCompared[]> {
  const compared = operationsOf(caller).filter(({ name }) => WORKERS_COMPARED.includes(name));
  const rates = compared.map(({ name }) => ({ name, one: 0, two: 0 }));
  for (const workers of ['1', '2', '1', '2']) {
    await using product = await run(['node', 'server/main.ts'], { ...environment, WORKERS: workers }, '/api/health');
    for (const [index, { next }] of compared.entries()) {
      await load(product.url, next, { clients: 64, seconds: WARM_UP_SECONDS });
      const { perSecond } = await load(product.url, next, { clients: 64, seconds: SECONDS });
      const rate = rates[index];
      if (rate) rate[workers === '1' ? 'one' : 'two'] = Math.max(rate[workers === '1' ? 'one' : 'two'], perSecond);
    }
  }
  return rates;
}

const half = ({ limit }: Operation) => (limit === undefined ? Number.POSITIVE_INFINITY : Math.floor(limit / 2));

async function loadsOf(url: string, operation: Operation): Promise<Map<number, Load>> {
  const loads = new Map<number, Load>();
  for (const clients of CLIENTS.filter((count) => count <= (operation.maxClients ?? count))) {
    const maxRequests = Math.floor(half(operation) / CLIENTS.length);
    loads.set(clients, await load(url, operation.next, { clients, seconds: SECONDS, maxRequests }));
  }
  return loads;
}

/** Other work on the machine only adds to CPU time, so the least of several rounds counts, for both servers. */
async function cpuOf(product: Running, reference: Running, operation: Operation) {
  const { limit, next } = operation;
  const rounds = limit === undefined ? CPU_ROUNDS : 1;
  const options = { clients: CPU_CLIENTS, seconds: SECONDS, maxRequests: half(operation) };
  if (limit === undefined) await load(product.url, next, { ...options, seconds: WARM_UP_SECONDS });
  const units: number[] = [];
  const server: number[] = [];
  const database: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const idle = await cpuTime(reference.pid);
    const bare = await load(reference.url, () => REFERENCE, { clients: CPU_CLIENTS, seconds: SECONDS / 2 });
    units.push(((await cpuTime(reference.pid)).serverMs - idle.serverMs) / bare.requests);
    const before = await cpuTime(product.pid);
    const { requests } = await load(product.url, next, options);
    const after = await cpuTime(product.pid);
    server.push((after.serverMs - before.serverMs) / requests);
    database.push((after.databaseMs - before.databaseMs) / requests);
  }
  const [unit, serverMs, databaseMs] = [Math.min(...units), Math.min(...server), Math.min(...database)];
  return { serverMs, databaseMs, units: serverMs / unit };
}

/** The p99 of an account with 10,000 patients, in that of one with 100. */
async function compare(url: string, smaller: Operation, larger: Operation): Promise<number> {
  const times = { smaller: [] as number[], larger: [] as number[] };
  for (let round = 0; round < COMPARED_ROUNDS; round++) {
    for (const [size, { next }] of [
      ['smaller', smaller],
      ['larger', larger],
    ] as const) {
      const block = await load(url, next, { clients: 1, seconds: 10, maxRequests: COMPARED_AT_ONCE });
      if (round > 0) times[size].push(...block.times);
    }
  }
  return percentile(times.larger, 99) / percentile(times.smaller, 99);
}

async function fillAccounts(url: string, dataDir: string): Promise<Record<'small' | 'middle' | 'large', Caller>> {
  const sizes = { small: 100, middle: 1000, large: 10_000 };
  const accounts = await Promise.all(
    Object.entries(sizes).map(async ([size, patients]) => ({
      size,
      patients,
      ...(await signIn(url, `${size}@ejemplo.cl`)),
    })),
  );
  await fill(
    dataDir,
    accounts.map(({ user, patients }) => ({ owner: user._id, patients, appointments: patients * 5, perDay: 28 })),
  );
  const callers = accounts.map(async ({ size, accessToken, user }) => {
    const authorization = `Bearer ${accessToken}`;
    const page = await fetch(`${url}${listPatients.path}?limit=100`, { headers: { authorization } });
    const patientIds = listPatients.reply.parse(await page.json()).patients.map(({ _id }) => _id);
    const draftIds: string[] = [];
    for (let count = 0; count < (size === 'middle' ? DRAFTS : 1); count++) {
      const body = { patientId: patientIds[0], reason: 'Control', ...NOTE };
      draftIds.push(((await post(url + createClinicalNote.path, body, { authorization })) as { _id: string })._id);
    }
    return [size, { email: user.email, password: 'clave-de-prueba', accessToken, patientIds, draftIds }];
  });
  return Object.fromEntries(await Promise.all(callers)) as Record<'small' | 'middle' | 'large', Caller>;
}

export async function initializeCatalogue(url: string): Promise<void> {
  const { accessToken } = SignedIn.parse(await post(url + login.path, ADMIN));
  await post(url + initializeCie10.path, {}, { authorization: `Bearer ${accessToken}` });
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const json = { ...headers, 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return reply.json();
}
