import { setTimeout as delay } from 'node:timers/promises';
import { me } from '#contract/auth';
import { createClinicalNote, finalizeClinicalNote, getClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { createPatient } from '#contract/patients';
import { sampleContent } from './documents-sample.ts';
import { atMost, type Figure, median, percentile } from './measure.ts';
import { run, SERVER, withDataDir } from './product.ts';
import { signIn } from './sign-in.ts';

const CLIENTS = 16;
const NOTES = 800;
const WARM_UP = 100;
const ROUNDS = 5;
const ASKED = 400;
const PAUSE_MS = 2;
const PRINTED_AGAIN = 400;

/** Fetches a path. Returns the milliseconds until the last byte. */
type Get = (path: string) => Promise<number>;

/** The latency of other calls while sixteen clients print new documents, and the latency of a reprint. */
export const benchPrintingLoad = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(SERVER, { DATA_DIR: dataDir }, '/api/health');
    const { accessToken } = await signIn(product.url, 'imprime@ejemplo.cl');
    const authorization = `Bearer ${accessToken}`;
    const get: Get = async (path) => {
      const before = performance.now();
      const reply = await fetch(product.url + path, { headers: { authorization } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
      return performance.now() - before;
    };
    const ids = await finalizedNotes(product.url, authorization);
    const [idle, busy] = await othersWithAndWithout(ids.map(pathOfPrint), get);
    const again = await againAndRead(ids, get);
    console.log(`printed again: ${again.print.toFixed(2)} ms in the middle, a plain read ${again.read.toFixed(2)} ms`);
    return [
      atMost('p99 of other calls while 16 clients print, in that of an idle server', busy / idle, 3, 'times'),
      atMost('a document printed again, in a plain read', again.print / again.read, 2, 'times'),
    ];
  });

const pathOfPrint = (id: string) => fillPath(printClinicalNote.path, { id });

async function finalizedNotes(url: string, authorization: string): Promise<string[]> {
  const post = async (path: string, body: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as { _id: string };
  };
  const patient = await post(createPatient.path, { name: 'Rosa Díaz', rut: '7654321-6', birthDate: '1958-03-02' });
  const ids: string[] = [];
  for (let count = 0; count < NOTES; count++) {
    const { _id: id } = await post(createClinicalNote.path, { patientId: patient._id, ...sampleContent() });
    await post(fillPath(finalizeClinicalNote.path, { id }), {});
    ids.push(id);
  }
  return ids;
}

/**
 * The p99 of another call, without and with printing. The load of the machine varies, so windows of both alternate, and
 * the median of each counts.
 */
async function othersWithAndWithout(paths: string[], get: Get): Promise<[idle: number, busy: number]> {
  const others = async () => percentile(await repeatedly(() => get(me.path)), 99);
  const waiting = [...paths];
  await startPrinting(waiting.splice(0, WARM_UP), get).ended;
  await others();
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await others());
    const printing = startPrinting(waiting, get);
    busy.push(await others());
    if (waiting.length === 0) throw new Error('the printing ended before the others were measured');
    printing.stop();
    await printing.ended;
  }
  const written = (times: number[]) => times.map((time) => time.toFixed(1)).join(', ');
  console.log(`p99 of another call: ${written(busy)} ms while 16 clients print, ${written(idle)} ms when none does`);
  return [median(idle), median(busy)];
}

/** Calls one after the other with a pause, as a person does. */
async function repeatedly(call: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < ASKED; count++) {
    times.push(await call());
    await delay(PAUSE_MS);
  }
  return times;
}

/** Prints the pending documents until none is left or it is stopped. */
function startPrinting(waiting: string[], get: Get) {
  let isStopped = false;
  const client = async () => {
    for (let path = waiting.pop(); path; path = isStopped ? undefined : waiting.pop()) await get(path);
  };
  return {
    stop: () => {
      isStopped = true;
    },
    ended: Promise.all(Array.from({ length: CLIENTS }, client)),
  };
}

/** The medians of a reprint and of reading its note, in alternation. */
async function againAndRead(ids: string[], get: Get) {
  const times = { print: [] as number[], read: [] as number[] };
  for (const id of ids.slice(0, PRINTED_AGAIN)) {
    await get(pathOfPrint(id));
    times.print.push(await get(pathOfPrint(id)));
    times.read.push(await get(fillPath(getClinicalNote.path, { id })));
  }
  return { print: median(times.print), read: median(times.read) };
}
