import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import { logout, me } from '#contract/auth';
import { createCertificate, finalizeCertificate, printCertificate } from '#contract/certificates';
import { initializeCie10, searchCie10 } from '#contract/cie10';
import {
  createClinicalNote,
  finalizeClinicalNote,
  listClinicalNotes,
  printClinicalNote,
  printPrescriptions,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import type { Endpoint } from '#contract/endpoint';
import { createPatient, getPatient, listPatients } from '#contract/patients';
import { SLOTS } from '#contract/slots';
import { getSystem } from '#contract/system';
import { codeOn } from '#server/testing/pdf-programs';
import { postmasterPid } from '#server/testing/process';
import { type Person, patientOf, personAt, required, rutOf, type Sent, send, signUpPaid } from './client.ts';
import { atMost, done, type Figure, zero } from './figures.ts';
import { ADMIN, childrenOf, type Product, residentMegabytes, startProduct, withFolder } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { growthOf, medianOf, slopeOf } from './statistics.ts';

/** Four hours in fifteen minutes. */
const SPEED = 16;
const PROFESSIONALS = 20;
const SAMPLE_MS = 2000;
/** A draft is saved every few seconds while it is written; a consultation takes a quarter of an hour. */
const AUTOSAVES = 40;
const PRINT_TRIES = 10;
const AUTOSAVE_SECONDS = 15;
const BETWEEN_PATIENTS_SECONDS = 180;

/**
 * The resident memory varies by a hundred megabytes with the garbage collection of the server and of its print workers,
 * so a slope within this bound is noise. A leak of 8 kB for each of the about 3000 requests of an hour would exceed it.
 */
const MEMORY_SLOPE_LIMIT = 24;

interface Options {
  minutes: number;
  seed: number;
}

interface Sample {
  /** Hours of the practice, which are shorter than real ones. */
  hours: number;
  residentMb: number;
  descriptors: number;
  connections: number;
}

/** A clinic of twenty professionals at sixteen times the speed, with the memory of the server sampled. */
export const runSoak = ({ minutes, seed }: Options): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    await using product = await startProduct(dataDir);
    const random = createRandom(seed);
    const admin = personAt(product.url, ADMIN);
    await required(admin.signIn());
    await required(admin.call(initializeCie10));
    const people = await signUpPaid(product.url, PROFESSIONALS);
    const until = performance.now() + minutes * 60_000;
    const isOver = () => performance.now() >= until;
    const counts = { requests: 0, consultations: 0, documents: 0, busy: 0, failures: [] as string[] };
    const simulations = people.map((person, index) =>
      simulateConsultations(product.url, person, {
        random: createRandom(random.below(2 ** 31)),
        isOver,
        counts,
        index,
      }),
    );
    const samples = await sampleUntil(product, isOver);
    await Promise.all(simulations);
    const system = await required(admin.call(getSystem));

    const half = samples.slice(Math.floor(samples.length / 2));
    const slope = (of: (sample: Sample) => number) => slopeOf(half.map((sample) => [sample.hours, of(sample)]));
    const growth = (of: (sample: Sample) => number) => growthOf(samples.map(of));
    const resident = half.map(({ residentMb }) => residentMb);
    for (const failure of counts.failures.slice(0, 10)) console.log(`  failed: ${failure}`);
    return [
      done(
        `minutes of a practice of ${PROFESSIONALS} professionals at ${SPEED} times the speed (seed ${seed})`,
        minutes,
      ),
      done('consultations with autosaved drafts, finalised, printed and verified', counts.consultations),
      done('requests', counts.requests),
      done('documents printed', counts.documents),
      done('prints refused because too many waited, and repeated', counts.busy),
      zero('requests that failed', counts.failures.length),
      done(
        'resident memory in the second half, least and most',
        `${Math.min(...resident).toFixed(0)} to ${Math.max(...resident).toFixed(0)}`,
        'MB',
      ),
      atMost(
        'slope of the resident memory in the second half, per hour of the practice',
        slope((one) => one.residentMb),
        MEMORY_SLOPE_LIMIT,
        'MB',
      ),
      done('the same per hour of the clock', slope((one) => one.residentMb) * SPEED, 'MB'),
      atMost(
        'growth of the median of open file descriptors, last quarter over the two before',
        growth((one) => one.descriptors),
        5,
        'descriptors',
      ),
      atMost(
        'growth of the median of connections to PostgreSQL, last quarter over the two before',
        growth((one) => one.connections),
        3,
        'connections',
      ),
      done('most connections to PostgreSQL', Math.max(...samples.map(({ connections }) => connections))),
      atMost('delay of the event loop, median of the p99 of all minutes', medianOf(system.eventLoop.p99Ms), 500, 'ms'),
      zero('ends of the process', product.endings.length),
    ];
  });

interface Simulation {
  random: Random;
  isOver(): boolean;
  counts: { requests: number; consultations: number; documents: number; busy: number; failures: string[] };
  index: number;
}

/** One patient after the other: agenda, search, note with autosaves, certificate, print, verification. */
async function simulateConsultations(
  url: string,
  person: Person,
  { random, isOver, counts, index }: Simulation,
): Promise<void> {
  const call = async <E extends Endpoint>(endpoint: E, request?: Sent) => {
    let answer = await person.call(endpoint, request);
    counts.requests += 1;
    // The text of the refusal asks the user to try again in a few seconds.
    for (let tries = 0; answer.code === 'PRINTER_BUSY' && tries < PRINT_TRIES; tries++) {
      counts.busy += 1;
      await delay(Number(answer.retryAfter) * 1000);
      answer = await person.call(endpoint, request);
    }
    if (!answer.isOk) counts.failures.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.code}`);
    return answer;
  };
  const pause = (seconds: number) => delay(isOver() ? 0 : (seconds * 1000 * (0.5 + random.below(1000) / 1000)) / SPEED);
  await pause(BETWEEN_PATIENTS_SECONDS * 4);
  for (let visit = 0; !isOver(); visit++) {
    if (visit % 5 === 0) {
      const { refreshToken } = person.secrets();
      await send(url, logout, { body: { refreshToken } });
      await person.signIn();
    }
    await call(me);
    const date = `2031-${String((index % 12) + 1).padStart(2, '0')}-${String((Math.floor(visit / SLOTS.length) % 28) + 1).padStart(2, '0')}`;
    await call(listAppointments, { query: { date } });
    const number = index * 10_000 + visit;
    const patient = await call(createPatient, { body: patientOf(number, `Rosa Díaz ${number}`) });
    if (!patient.isOk) continue;
    const { _id: patientId } = patient.body;
    const time = SLOTS[visit % SLOTS.length];
    const appointment = await call(createAppointment, { body: { patientId, date, time, note: 'Control' } });
    if (appointment.isOk && visit % 10 === 9) await call(deleteAppointment, { params: { id: appointment.body._id } });
    for (const search of ['rosa', 'díaz', rutOf(number).slice(0, 5)]) await call(listPatients, { query: { search } });
    await call(getPatient, { params: { id: patientId } });
    await call(listClinicalNotes, { params: { id: patientId } });
    await consult(call, patientId, pause, isOver);
    await print(call, url, patientId, counts);
    counts.consultations += 1;
    await pause(BETWEEN_PATIENTS_SECONDS);
  }
}

type Call = <E extends Endpoint>(endpoint: E, request?: Sent) => ReturnType<Person['call']>;

async function consult(
  call: Call,
  patientId: string,
  pause: (seconds: number) => Promise<void>,
  isOver: () => boolean,
) {
  const _id = crypto.randomUUID();
  const body = { reason: 'Control de hipertensión arterial', prescriptions: [{ medicamento: 'Losartán 50 mg' }] };
  await call(createClinicalNote, { body: { _id, patientId, ...body } });
  for (let save = 1; save <= AUTOSAVES && !isOver(); save++) {
    await pause(AUTOSAVE_SECONDS);
    if (save % 8 === 0) await call(searchCie10, { query: { query: 'hipertensión' } });
    const anamnesis = 'Paciente con antecedentes de hipertensión, refiere cefalea. '.repeat(save);
    await call(updateClinicalNote, {
      params: { id: _id },
      body: { ...body, anamnesis, diagnoses: ['I10 - Hipertensión esencial'] },
    });
  }
  await call(finalizeClinicalNote, { params: { id: _id }, body: {} });
  await call(printClinicalNote, { params: { id: _id } });
  await call(printPrescriptions, { params: { id: _id } });
}

async function print(call: Call, url: string, patientId: string, counts: Simulation['counts']): Promise<void> {
  const body = { patientId, title: 'Certificado de reposo', content: 'Requiere reposo por dos días.' };
  const certificate = await call(createCertificate, { body });
  const params = { id: (certificate.body as { _id?: string })?._id ?? '' };
  await call(finalizeCertificate, { params, body: {} });
  const printed = await call(printCertificate, { params });
  counts.documents += 3;
  if (!printed.isOk) return;
  const code = await codeOn(printed.body as Uint8Array);
  const verified = await send(url, verifyDocument, { params: { code } });
  counts.requests += 1;
  if (!verified.isOk) counts.failures.push(`a printed document was not verified: ${verified.status}`);
}

async function sampleUntil(product: Product, isOver: () => boolean): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let count = 1; !isOver(); count++) {
    await delay(SAMPLE_MS);
    const postmaster = (await postmasterPid(product.dataDir)) ?? 0;
    const backends = (await childrenOf(postmaster)).filter(({ command }) => command.startsWith('postgres: ficha_'));
    const sample = {
      hours: ((performance.now() - startedAt) / 3_600_000) * SPEED,
      residentMb: await residentWithWorkers(product.pid()),
      descriptors: (await readdir(`/proc/${product.pid()}/fd`)).length,
      connections: backends.length,
    };
    samples.push(sample);
    const shown = Object.entries(sample).map(([name, value]) => `${name} ${Number(value.toFixed(2))}`);
    if (count % 15 === 0) console.log(`  ${shown.join(', ')}`);
  }
  return samples;
}

/** The server and its print workers. */
async function residentWithWorkers(pid: number): Promise<number> {
  const workers = (await childrenOf(pid)).filter(({ command }) => command.includes('pdf/worker'));
  const megabytes = await Promise.all([pid, ...workers.map((worker) => worker.pid)].map(residentMegabytes));
  return megabytes.reduce((sum, one) => sum + one, 0);
}
