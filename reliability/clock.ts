import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { login } from '#contract/auth';
import { createClinicalNote, finalizeClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { health } from '#contract/health';
import { createPatient } from '#contract/patients';
import { type Person, patientOf, send, signUpPaid } from './client.ts';
import { startExternalPostgres } from './external-postgres.ts';
import { done, type Figure, zero } from './figures.ts';
import { startProduct, withFolder } from './product.ts';
import { createRandom } from './random.ts';
import { startWriters } from './start-writers.ts';
import { sumOf, verifyAll } from './verify.ts';

const WRITERS = 10;
/** An account may write 120 times in a minute. */
const WRITER_PAUSE_MS = 1000;
const PHASE_MS = 15_000;
const DAY_SECONDS = 24 * 60 * 60;
const HOUR_MS = 60 * 60 * 1000;
const ZONE = 'America/Santiago';
/** The clock is set to this long before a change of summer time. */
const EVE_MS = 5000;
const LOGIN_WINDOW_SECONDS = Math.max(...(login.limits ?? []).map(({ seconds }) => seconds));

/** Debian's package `faketime` has the library. It covers every process that is started with it, PostgreSQL included. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);

interface Phase {
  name: string;
  offsetSeconds: number;
}

/** Moves the clock of the server and of its database forward and back while professionals write. */
export const runClock = ({ seed }: { seed: number }): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const library = LIBRARIES.find(existsSync);
    if (!library) throw new Error('libfaketime is missing: install the Debian package faketime');
    const file = join(folder, 'clock');
    const setClock = (offsetSeconds: number) =>
      writeFileSync(file, `${offsetSeconds < 0 ? '-' : '+'}${Math.abs(offsetSeconds)}\n`, { mode: 0o644 });
    setClock(0);
    const environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A monotonic clock does not move when the clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    await using postgres = await startExternalPostgres(folder, environment);
    const settings = { DATABASE_URL: postgres.url, RATE_LIMIT: 'on', TRUST_PROXY: 'loopback', ...environment };
    await using product = await startProduct(join(folder, 'data'), settings);

    const addressOf = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index + 10}` });
    const people = await signUpPaid(product.url, WRITERS + 2, addressOf);
    const [printing, attacked, ...writing] = people as [Person, Person, ...Person[]];
    const random = createRandom(seed);
    const { writers, stop } = await startWriters(writing, { random, pauseMs: WRITER_PAUSE_MS });

    const counts = { wrongClock: 0, stuck: 0, unprinted: 0, longRefusals: 0, stillRefused: 0, limited: 0 };
    const phases = phasesFrom(Date.now());
    for (const [index, { name, offsetSeconds }] of phases.entries()) {
      setClock(offsetSeconds);
      const before = writers.map((writer) => writer.acknowledged());
      await delay(PHASE_MS);
      const shown = await serverClock(product.url);
      if (Math.abs(shown - (Date.now() + offsetSeconds * 1000)) > 10_000) counts.wrongClock += 1;
      counts.stuck += writers.filter((writer, at) => writer.acknowledged() === before[at]).length;
      if (!(await canPrint(printing, index))) counts.unprinted += 1;
      const limit = await exhaustLogin(product.url, attacked.email, addressOf(1));
      if (limit.isRefused) counts.limited += 1;
      if (limit.retryAfter > LOGIN_WINDOW_SECONDS) counts.longRefusals += 1;
      // A day later the window of the last phase is over.
      if (name === 'one day forward' && limit.tries === 0) counts.stillRefused += 1;
      console.log(
        `  ${name}: ${new Date(shown).toISOString()}, ${sumOf(writers, (one) => one.acknowledged())} writes acknowledged`,
      );
    }
    await stop();
    const found = await verifyAll(writers);
    const refusals = writers.flatMap((writer) => writer.refusals);
    for (const one of writers.flatMap((writer) => writer.unexpected).slice(0, 10)) console.log(`  unexpected: ${one}`);
    return [
      done(`jumps of the clock under ${WRITERS} writers: ${phases.map(({ name }) => name).join(', ')}`, phases.length),
      done(
        'acknowledged writes, each looked for afterwards',
        sumOf(writers, (one) => one.acknowledged()),
      ),
      zero('phases in which the server had another time than it was given', counts.wrongClock),
      zero('answers of 500', refusals.filter(({ status }) => status === 500).length),
      zero(
        'writes refused with anything but 503',
        sumOf(writers, (one) => one.unexpected.length),
      ),
      done('writes refused with 503 and repeated', refusals.filter(({ status }) => status === 503).length),
      zero('writers that wrote nothing after a jump', counts.stuck),
      zero('jumps after which a document was not finalised and printed', counts.unprinted),
      done('phases in which the limit of logins was reached', counts.limited),
      zero('limits that last longer than their window', counts.longRefusals),
      zero('limits that still hold a day later', counts.stillRefused),
      zero('notes with times or an order that contradict each other', found.disordered),
      zero('acknowledged writes lost', found.lost),
      zero('records with a content that nobody sent as a whole', found.mixed),
      zero(
        'requests without an answer in 29 s',
        sumOf(writers, (one) => one.hung()),
      ),
      zero('ends of the process', product.endings.length),
    ];
  });

function phasesFrom(now: number): Phase[] {
  const eveOf = (instant: number) => Math.round((instant - EVE_MS - now) / 1000);
  const today = { name: 'today', offsetSeconds: 0 };
  const [first = now, second = now] = clockChangesAfter(now);
  return [
    today,
    { name: 'one day forward', offsetSeconds: DAY_SECONDS },
    { ...today, name: 'one day back' },
    { name: 'a further day back', offsetSeconds: -DAY_SECONDS },
    { name: 'the end of the year', offsetSeconds: eveOf(endOfYear(now)) },
    { ...today, name: 'back to today' },
    { name: `the clock change of ${new Date(first).toISOString().slice(0, 10)}`, offsetSeconds: eveOf(first) },
    { name: `the clock change of ${new Date(second).toISOString().slice(0, 10)}`, offsetSeconds: eveOf(second) },
    { ...today, name: 'back to today again' },
  ];
}

function utcOffsetAt(instant: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The next two changes between summer and winter time. */
function clockChangesAfter(now: number): number[] {
  const hour = Math.ceil(now / HOUR_MS);
  const hours = Array.from({ length: 400 * 24 }, (_, index) => (hour + index) * HOUR_MS);
  return hours.filter((instant) => utcOffsetAt(instant) !== utcOffsetAt(instant - HOUR_MS)).slice(0, 2);
}

/** Midnight in Santiago, which is at UTC−3 at that time of the year. */
const endOfYear = (now: number) => Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1, 3);

async function serverClock(url: string): Promise<number> {
  const reply = await fetch(url + health.path);
  return Date.parse(reply.headers.get('date') ?? '');
}

async function canPrint(person: Person, index: number): Promise<boolean> {
  const patient = await person.call(createPatient, { body: patientOf(5000 + index) });
  const body = { patientId: patient.body?._id, reason: 'Control' };
  const note = await person.call(createClinicalNote, { body });
  const params = { id: note.body?._id ?? '' };
  const finalized = await person.call(finalizeClinicalNote, { params, body: {} });
  const printed = await person.call(printClinicalNote, { params });
  return finalized.isOk && printed.isOk;
}

/** Signs in with a wrong password until it is refused. `tries` is how often it was not. */
async function exhaustLogin(url: string, email: string, headers: Record<string, string>) {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await send(url, login, { body: { email, password: 'equivocada' } }, headers);
    if (answer.status === 429) return { tries, isRefused: true, retryAfter: Number(answer.retryAfter) };
  }
  return { tries: 20, isRefused: false, retryAfter: 0 };
}
