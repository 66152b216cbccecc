import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { health } from '#contract/health';
import { ANSWER_LIMIT_MS, type Answer, type Person, personAt, required, send, signUpPaid } from './client.ts';
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { atMost, done, type Figure, zero } from './figures.ts';
import { type Generated, generateInput } from './generate.ts';
import { ADMIN, type Product, residentMegabytes, startProduct, withFolder } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { startWriters } from './start-writers.ts';
import { lossFigures } from './verify.ts';
import type { Writer } from './writer.ts';

const WRITERS = 10;
const READERS = 10;
const WRITER_PAUSE_MS = 50;
/** What the process may grow while requests wait. */
const MEMORY_LIMIT_MB = 150;
const RECOVERY_LIMIT_MS = 60_000;
/** With a mail server, even one that does not answer, the endpoints of mail exist. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-responder@ejemplo.cl' };
/** Needs no database. */
const METRICS = '/api/metrics';

interface Options {
  outageSeconds: number;
  seed: number;
}

interface Outage {
  name: string;
  begin(postgres: ExternalPostgres): Promise<void>;
  end(postgres: ExternalPostgres): Promise<void>;
}

const OUTAGES: readonly Outage[] = [
  { name: 'ended', begin: (postgres) => postgres.stop(), end: (postgres) => postgres.start() },
  {
    name: 'frozen',
    begin: (postgres) => postgres.signalAll('SIGSTOP'),
    end: (postgres) => postgres.signalAll('SIGCONT'),
  },
];

/** Stops an external PostgreSQL, or freezes it, while all endpoints are called, and brings it back. */
export const runOutage = ({ outageSeconds, seed }: Options): Promise<Figure[]> =>
  withFolder(async (folder) => {
    await using postgres = await startExternalPostgres(folder);
    await using product = await startProduct(join(folder, 'data'), { DATABASE_URL: postgres.url, ...MAIL });
    const random = createRandom(seed);
    const callers = await callersOf(product);
    const { writers, stop } = await startWriters(await signUpPaid(product.url, WRITERS), {
      random,
      pauseMs: WRITER_PAUSE_MS,
    });
    await delay(2000);
    const figures: Figure[] = [];
    for (const outage of OUTAGES)
      figures.push(...(await causeOutage(outage, { postgres, product, callers, writers, random, outageSeconds })));
    await stop();
    return [...figures, ...(await lossFigures(writers)), zero('ends of the process', product.endings.length)];
  });

interface OutageContext {
  postgres: ExternalPostgres;
  product: Product;
  callers: Person[];
  writers: readonly Writer[];
  random: Random;
  outageSeconds: number;
}

async function causeOutage(outage: Outage, context: OutageContext): Promise<Figure[]> {
  const { postgres, product, callers, writers, random, outageSeconds } = context;
  const memoryBefore = await residentMegabytes(product.pid());
  let peak = memoryBefore;
  let isDown = true;
  await outage.begin(postgres);
  console.log(`  PostgreSQL is ${outage.name}`);
  const answers: { endpoint: Endpoint; answer: Answer }[] = [];
  let next = 0;
  const read = async () => {
    while (isDown) {
      const endpoint = ENDPOINTS[next++ % ENDPOINTS.length] as Endpoint;
      const person = callers[endpoint.access === 'admin' ? 1 : 0] as Person;
      const answer = await callOnce(product.url, endpoint, person, random);
      if (answer) answers.push({ endpoint, answer });
      await delay(20);
    }
  };
  const watch = async () => {
    while (isDown) {
      peak = Math.max(peak, await residentMegabytes(product.pid()));
      await delay(500);
    }
  };
  const reading = Promise.all([...Array.from({ length: READERS }, read), watch()]);
  await delay(outageSeconds * 1000);
  isDown = false;
  // Requests that were sent while it was unavailable are answered before it returns.
  await reading;
  await outage.end(postgres);
  const recovery = await untilWritten(product.url, writers);

  const checked = answers.filter(({ endpoint }) => endpoint.path !== METRICS);
  const wrong = checked.filter(({ answer }) => answer.status !== 503 && !answer.isHung);
  for (const { endpoint, answer } of wrong.slice(0, 10)) {
    console.log(`  ${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.code}`);
  }
  const slowest = Math.max(...answers.map(({ answer }) => answer.ms)) / 1000;
  return [
    done(`external PostgreSQL ${outage.name} under writers, while every endpoint is called`, outageSeconds, 's'),
    done(`${outage.name}: calls`, answers.length),
    zero(`${outage.name}: answers other than 503, without metrics`, wrong.length),
    zero(
      `${outage.name}: answers of 503 without Retry-After`,
      checked.filter(({ answer }) => answer.status === 503 && !answer.retryAfter).length,
    ),
    zero(`${outage.name}: calls without an answer in 29 s`, answers.filter(({ answer }) => answer.isHung).length),
    atMost(`${outage.name}: slowest answer`, slowest, ANSWER_LIMIT_MS / 1000, 's'),
    atMost(`${outage.name}: growth of the memory`, peak - memoryBefore, MEMORY_LIMIT_MB, 'MB'),
    atMost(`${outage.name}: until all writers could write again`, recovery / 1000, RECOVERY_LIMIT_MS / 1000, 's'),
  ];
}

async function callersOf({ url }: Product): Promise<Person[]> {
  const [professional] = await signUpPaid(url, 1);
  const admin = personAt(url, ADMIN);
  await required(admin.signIn());
  return professional ? [professional, admin] : [];
}

const NOTHING = { mark: '', secrets: {}, idsOf: () => [] };

/** A valid request, whatever its subject: the database is asked before it is known whether there is one. */
function callOnce(url: string, endpoint: Endpoint, person: Person, random: Random): Promise<Answer> | undefined {
  const input: Generated | undefined = generateInput(endpoint, NOTHING, random);
  if (!input) return undefined;
  return send(url, endpoint, input, { authorization: `Bearer ${person.token()}` });
}

async function untilWritten(url: string, writers: readonly Writer[]): Promise<number> {
  const startedAt = performance.now();
  const before = writers.map((writer) => writer.acknowledged());
  const isWaiting = () => writers.some((writer, index) => writer.acknowledged() <= (before[index] ?? 0));
  while (isWaiting() && performance.now() - startedAt < RECOVERY_LIMIT_MS) await delay(50);
  await required(send(url, health));
  return performance.now() - startedAt;
}
