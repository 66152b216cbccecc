import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { listPatients } from '#contract/patients';
import { connect, type Sent, timeOf } from './load.ts';
import { openMailServer } from './mail-server.ts';
import { atLeast, atMost, type Figure, median, percentile } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { seedRecords } from './records-data.ts';
import {
  addDueAppointments,
  connectAsSuperuser,
  continuePlanning,
  countDue,
  pausePlanning,
  seedProfessionals,
} from './reminders-data.ts';
import { logIn, signIn } from './sign-in.ts';

const PROFESSIONALS = 1000;
const APPOINTMENTS_EACH = 100;
const ROUNDS = 10;
const WINDOW_MS = 4000;
const PAUSE_MS = 2;
/** So long that next to nothing is delivered while planning is measured. */
const MAIL_MS = 15_000;
const RATE_MS = 15_000;
const DELIVERY_MS = 10_000;
const BIG = 500;
const SMALL = 50;
const OTHER = 'otra@ejemplo.cl';

/**
 * A hundred thousand reminders are due at once. Measures what another professional notices while they are planned, how
 * fast that is, and whether a professional with hundreds delays the others.
 */
export const benchReminders = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    requireDaytime();
    const figures: Figure[] = [];
    {
      await using mailServer = await openMailServer(MAIL_MS);
      await using product = await run(SERVER, { DATA_DIR: dataDir, ...mailServer.environment }, '/api/health');
      const { user } = await signIn(product.url, OTHER);
      await seedRecords(dataDir, [{ owner: user._id, patients: 2000, appointments: 10_000, perDay: 28 }]);
      const database = await connectAsSuperuser(dataDir);
      await pausePlanning(database);
      const owners = await seedProfessionals(dataDir, database, PROFESSIONALS);
      await addDueAppointments(database, owners, APPOINTMENTS_EACH);
      const requests = await otherRequests(product.url);
      figures.push(...(await othersWithAndWithout(database, product.url, requests)));
      figures.push(await planningRate(database));
      figures.push(await fairness(database, owners));
      await database.end();
    }
    await using mailServer = await openMailServer(0);
    await using _product = await run(SERVER, { DATA_DIR: dataDir, ...mailServer.environment }, '/api/health');
    const before = mailServer.received();
    await delay(DELIVERY_MS);
    const rate = ((mailServer.received() - before) / DELIVERY_MS) * 1000;
    // A hundred thousand in an hour.
    return [...figures, atLeast('mails delivered a second', rate, 28, '')];
  });

/** At night reminders wait for the morning. */
function requireDaytime(): void {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'America/Santiago' }).format(),
  );
  if (hour < 8 || hour >= 20)
    throw new Error('No reminder is planned at night: run it from 08:00 to 20:00 in Santiago');
}

type Requests = Record<'agenda of a day' | 'patient' | 'search of patients', Sent>;

async function otherRequests(url: string): Promise<Requests> {
  const { accessToken } = await logIn(url, OTHER);
  const headers = { authorization: `Bearer ${accessToken}` };
  const reply = await fetch(`${url}${listPatients.path}?limit=1`, { headers });
  const [patient] = listPatients.reply.parse(await reply.json()).patients;
  const get = (path: string) => ({ method: 'GET', path, headers });
  return {
    'agenda of a day': get('/api/appointments?date=2030-01-20'),
    patient: get(`/api/patients/${patient?._id}`),
    'search of patients': get('/api/patients?search=uilap'),
  };
}

/** The times of each request, made one after the other with a pause, as a person does. */
async function timesOf(url: string, requests: Requests): Promise<Map<string, number[]>> {
  await using connection = connect(url);
  const times = new Map<string, number[]>(Object.keys(requests).map((name) => [name, []]));
  const until = performance.now() + WINDOW_MS;
  while (performance.now() < until) {
    for (const [name, request] of Object.entries(requests)) {
      times.get(name)?.push(await timeOf(connection.client, request));
      await delay(PAUSE_MS);
    }
  }
  return times;
}

/**
 * Windows with and without planning alternate, because the load of the machine varies. A ratio is the median of the
 * rounds, each of which measures both.
 */
async function othersWithAndWithout(database: pg.Client, url: string, requests: Requests): Promise<Figure[]> {
  const rounds: Record<'idle' | 'busy', Map<string, number[]>>[] = [];
  await timesOf(url, requests);
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await timesOf(url, requests);
    await continuePlanning(database);
    await untilDueChanges(database);
    const busy = await timesOf(url, requests);
    if ((await countDue(database)) === 0) throw new Error('all reminders were planned before the others were measured');
    await pausePlanning(database);
    await untilDueStays(database);
    rounds.push({ idle, busy });
  }
  return Object.keys(requests).flatMap((name) =>
    [50, 95].map((share) => {
      const ratios = rounds.map(
        ({ idle, busy }) => percentile(busy.get(name) ?? [], share) / percentile(idle.get(name) ?? [], share),
      );
      console.log(`${name}, p${share}, each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`);
      return atMost(`${name}, p${share} while 100,000 reminders are planned over without`, median(ratios), 1.1, '');
    }),
  );
}

/** Returns how many are due when the job has begun. */
async function untilDueChanges(database: pg.Client): Promise<number> {
  const before = await countDue(database);
  for (;;) {
    const due = await countDue(database);
    if (due < before) return due;
    await delay(50);
  }
}

/** The job ends the round that it has begun. */
async function untilDueStays(database: pg.Client): Promise<void> {
  let before = -1;
  for (let due = await countDue(database); due !== before; due = await countDue(database)) {
    before = due;
    await delay(1000);
  }
}

/** With no other requests. */
async function planningRate(database: pg.Client): Promise<Figure> {
  await continuePlanning(database);
  const due = await untilDueChanges(database);
  const startedAt = performance.now();
  await delay(RATE_MS);
  const planned = due - (await countDue(database));
  const rate = (planned / (performance.now() - startedAt)) * 1000;
  // A hundred thousand in an hour.
  return atLeast('reminders planned a second', rate, 28, '');
}

async function untilNoneIsDue(database: pg.Client): Promise<void> {
  while ((await countDue(database)) > 0) await delay(100);
}

/** When the last reminder of the professionals with one is queued, in the time that all take. */
async function fairness(database: pg.Client, owners: readonly string[]): Promise<Figure> {
  await pausePlanning(database);
  await untilDueStays(database);
  await database.query('update appointments set reminder_at = null where reminder_at is not null');
  const { rows: before } = await database.query('select max(created_at) as at from mail_outbox');
  const [big = '', ...others] = owners;
  const small = others.slice(0, SMALL);
  await addDueAppointments(database, [big], BIG);
  await addDueAppointments(database, small, 1);
  await continuePlanning(database);
  await untilNoneIsDue(database);
  const { rows } = await database.query(
    `select extract(epoch from max(created_at) filter (where user_id = any ($2::uuid[])) - min(created_at))::float8 as small,
            extract(epoch from max(created_at) - min(created_at))::float8 as all
       from mail_outbox where created_at > $1`,
    [before[0].at, small],
  );
  const name = `the last of ${SMALL} professionals with one reminder beside one with ${BIG}, in the time of all`;
  return atMost(name, rows[0].small / rows[0].all, 0.8, '');
}
