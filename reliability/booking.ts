import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAppointment } from '#contract/agenda';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { DEFAULT_BOOKING_SETTINGS, putBookingSettings } from '#contract/booking-settings';
import { health } from '#contract/health';
import { createPatient, listPatients } from '#contract/patients';
import { createService } from '#contract/services';
import { putWorkingHours } from '#contract/working-hours';
import { type BookingAnswer, bookAt, freeHours, type Hour, type Page } from './booking-client.ts';
import { type Answer, type Person, patientOf, required, send, signUpPaid } from './client.ts';
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { atLeast, done, type Figure, zero } from './figures.ts';
import { type Product, startProduct, withFolder } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { sumOf } from './verify.ts';

const PROCESSES = 4;
const CLIENTS = 200;
const HOURS = 20;
/** The race takes longer. */
const KILL_WITHIN_MS = 1000;

interface Options {
  races: number;
  seed: number;
}

interface Race {
  answers: BookingAnswer[];
  /** What the professional was answered, who wanted each of the hours too. */
  own: Answer[];
  /** Hours without an owner, and hours with several. */
  free: number;
  shared: number;
  /** Answers of 201 whose hour belongs to somebody else. */
  untrue: number;
  /** Requests that one process accepted, and deviations from one acceptance, patient and appointment each. */
  accepted: number;
  deviations: number;
}

/** Many people and the professional want the same hours at once, over four processes. Every second race loses one. */
export const runBooking = ({ races, seed }: Options): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const random = createRandom(seed);
    await using postgres = await startExternalPostgres(folder, {}, { max_connections: '300' });
    await using processes = new AsyncDisposableStack();
    const products: Product[] = [];
    for (let count = 0; count < PROCESSES; count++) {
      products.push(processes.use(await startProduct(join(folder, 'data'), { DATABASE_URL: postgres.url })));
    }
    const urls = products.map(({ url }) => url);
    const people = await signUpPaid(urls[0] ?? '', races);
    const found: Race[] = [];
    let kills = 0;
    for (const [index, person] of people.entries()) {
      const killed = index % 2 === 1 ? random.pick(products.slice(1)) : undefined;
      found.push(await race({ person, urls, killed, random, postgres }));
      if (killed) kills += 1;
      const { answers, own } = found.at(-1) ?? { answers: [], own: [] };
      console.log(`  race ${index + 1}: ${countsOf([...answers, ...own])}`);
    }
    const all = found.flatMap(({ answers, own }) => [...answers, ...own]);
    const isExpected = ({ status, code }: Answer) => status === 201 || code === 'SLOT_TAKEN' || status === 0;
    const unexpected = all.filter((answer) => !isExpected(answer));
    for (const answer of new Set(unexpected.map(({ status, code }) => `${status} ${code}`))) console.log(`  ${answer}`);
    const ended = products.flatMap(({ endings }) => endings).filter(({ code }) => code !== null);
    return [
      done(
        `races of ${CLIENTS} people and the professional for ${HOURS} hours, over ${PROCESSES} processes (seed ${seed})`,
        races,
      ),
      done('kill -9 of one of the processes during a race', kills),
      done(
        'answers that were lost with it, and asked for again',
        sumOf(found, ({ answers }) => sumOf(answers, ({ lost }) => lost)),
      ),
      done('answers by status', countsOf(all)),
      zero(
        'hours without an owner',
        sumOf(found, ({ free }) => free),
      ),
      zero(
        'hours with more than one owner',
        sumOf(found, ({ shared }) => shared),
      ),
      zero(
        'answers of 201 whose hour belongs to somebody else',
        sumOf(found, ({ untrue }) => untrue),
      ),
      zero('answers other than 201, SLOT_TAKEN and a lost connection', unexpected.length),
      zero('requests without an answer in 29 s', all.filter(({ isHung }) => isHung).length),
      atLeast(
        'requests that two processes were asked to accept at once, and one did',
        sumOf(found, ({ accepted }) => accepted),
        races,
      ),
      zero(
        'requests accepted twice or by nobody, or with another patient or appointment',
        sumOf(found, ({ deviations }) => deviations),
      ),
      zero('ends of a process that nobody asked for', ended.length),
    ];
  });

const countsOf = (answers: readonly Answer[]): string => {
  const byStatus = Map.groupBy(answers, ({ status, code }) => (status === 0 ? 'lost' : `${status} ${code}`.trim()));
  return [...byStatus].map(([status, { length }]) => `${status}: ${length}`).join(', ');
};

interface Racing {
  person: Person;
  urls: readonly string[];
  killed: Product | undefined;
  random: Random;
  postgres: ExternalPostgres;
}

async function race({ person, urls, killed, random, postgres }: Racing): Promise<Race> {
  const page = await openPage(person);
  const hours = (await freeHours(urls[0] ?? '', page)).slice(0, HOURS);
  if (hours.length < HOURS) throw new Error(`the page offers ${hours.length} hours`);
  const patient = await required(person.call(createPatient, { body: patientOf(1) }));
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => bookAt(urls, page, hours[index % HOURS] as Hour, index)),
  );
  const [answers, own] = await Promise.all([
    Promise.all(clients.map((book) => book())),
    Promise.all(
      hours.map((hour) => person.call(createAppointment, { body: { patientId: patient._id, ...hour, duration: 30 } })),
    ),
    killed && delay(random.below(KILL_WITHIN_MS)).then(() => killed.kill('SIGKILL')),
  ]);
  await untilAllHealthy(urls);
  const stored = await storedHours(postgres, page.ownerId);
  const owners = hours.map(({ date, time }) => stored.filter((one) => one.date === date && one.time === time));
  const booked = answers.filter(({ status }) => status === 201);
  const appointed = own.filter(({ status }) => status === 201) as Answer<{ _id: string }>[];
  const isTrue = ({ hour, rut }: BookingAnswer) =>
    stored.some((one) => one.date === hour.date && one.time === hour.time && one.rut === rut);
  return {
    answers,
    own,
    free: owners.filter(({ length }) => length === 0).length,
    shared: owners.filter(({ length }) => length > 1).length + (await overlaps(postgres, page.ownerId)),
    untrue:
      booked.filter((answer) => !isTrue(answer)).length +
      appointed.filter(({ body }) => !stored.some(({ id }) => id === body._id)).length,
    ...(await acceptTwice(person, urls, postgres, page.ownerId)),
  };
}

async function openPage(person: Person): Promise<Page> {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '14:00' }));
  await required(person.call(putWorkingHours, { body: { hours } }));
  const service = { name: 'Consulta', duration: 30, price: null, modality: 'in-person', bookable: true };
  const { _id: serviceId } = await required(person.call(createService, { body: service }));
  const slug = person.email.split('@')[0] ?? '';
  const rules = { ...DEFAULT_BOOKING_SETTINGS, slug, enabled: true };
  await required(person.call(putBookingSettings, { body: rules }));
  const { user } = await required(person.signIn());
  return { slug, serviceId, ownerId: user._id };
}

interface StoredHour {
  id: string;
  date: string;
  time: string;
  /** The document of the person who booked. Null for an appointment that the professional made. */
  rut: string | null;
}

async function storedHours(postgres: ExternalPostgres, ownerId: string): Promise<StoredHour[]> {
  const rows = await postgres.query(
    `select a.id, a.date::text, to_char(time '00:00' + make_interval(mins => a.start_minute), 'HH24:MI') as time,
            b.compact_rut as rut
       from appointments a left join bookings b on b.owner_id = a.owner_id and b.id = a.id
      where a.owner_id = '${ownerId}' and a.status <> 'cancelled'`,
  );
  return rows as unknown as StoredHour[];
}

async function overlaps(postgres: ExternalPostgres, ownerId: string): Promise<number> {
  const rows = await postgres.query(
    `select from appointments a join appointments b on b.owner_id = a.owner_id and b.date = a.date and b.id > a.id
        and b.start_minute < a.start_minute + a.duration and a.start_minute < b.start_minute + b.duration
      where a.owner_id = '${ownerId}'`,
  );
  return rows.length;
}

/** Two processes are asked to accept each request at the same time. */
async function acceptTwice(person: Person, urls: readonly string[], postgres: ExternalPostgres, ownerId: string) {
  const requests = await required(person.call(listBookingRequests));
  const headers = { authorization: `Bearer ${person.token()}` };
  const accept = (id: string, process: number) =>
    send(urls[process % urls.length] ?? '', acceptBookingRequest, { params: { id } }, headers);
  const pairs = await Promise.all(
    requests.map(({ _id }, index) => Promise.all([accept(_id, index), accept(_id, index + 1)])),
  );
  const isOnce = (pair: Answer[]) =>
    pair.filter(({ status }) => status === 201).length === 1 && pair.some(({ code }) => code === 'BOOKING_ENDED');
  const accepted = pairs.filter(isOnce).length;
  const { total } = await required(person.call(listPatients));
  const appointments = (await storedHours(postgres, ownerId)).filter(({ rut }) => rut !== null).length;
  const deviations =
    requests.length - accepted + Math.abs(total - 1 - accepted) + Math.abs(appointments - requests.length);
  return { accepted, deviations };
}

async function untilAllHealthy(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    while (!(await send(url, health)).isOk) await delay(100);
  }
}
