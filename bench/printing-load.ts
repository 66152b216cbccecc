import { setTimeout as delay } from 'node:timers/promises';
import { me } from '#contract/auth';
import { createClinicalNote, finalizeClinicalNote, getClinicalNote, printClinicalNote } from '#contract/clinical-notes';
import { fillPath } from '#contract/endpoint';
import { createPatient } from '#contract/patients';
import { sampleContent } from './documents-sample.ts';
import { atMost, type Figure, median, percentile } from './measure.ts';
import { run, withDataDir } from './product.ts';
import { signIn } from './sign-in.ts';

const CLIENTS = 16;
const NOTES = 600;
const ASKED = 1000;
const PAUSE_MS = 2;

/** What others feel while sixteen clients print: new documents first, then the same again from the kept bytes. */
export const benchPrintingLoad = (): Promise<Figure[]> =>
  withDataDir(async (dataDir) => {
    await using product = await run(['node', 'server/main.ts'], { DATA_DIR: dataDir }, '/api/health');
    const { accessToken } = await signIn(product.url, 'imprime@ejemplo.cl');
    const authorization = `Bearer ${accessToken}`;
    const get = async (path: string) => {
      const before = performance.now();
      const reply = await fetch(product.url + path, { headers: { authorization } });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
      return performance.now() - before;
    };
    const ids = await finalizedNotes(product.url, authorization);
    const paths = ids.map((id) => fillPath(printClinicalNote.path, { id }));
    const others = async () => percentile(await repeatedly(() => get(me.path)), 99);

    await others();
    const idle = await others();
    const printing = printAll(paths, get);
    const busy = await others();
    const wasBusyThroughout = !(await isOver(printing));
    await printing;
    console.log(
      `p99 of another call ${busy.toFixed(1)} ms while 16 clients print, ${idle.toFixed(1)} ms when none does`,
    );
    if (!wasBusyThroughout) throw new Error('the printing ended before the others were measured');
    const again = await inTurns(paths, ids, get);
    console.log(`printed again: ${again.print.toFixed(2)} ms in the middle, a plain read ${again.read.toFixed(2)} ms`);
    return [
      atMost('p99 of other calls while 16 clients print, in that of an idle server', busy / idle, 3, 'times'),
      atMost('a document printed again, in a plain read', again.print / again.read, 2, 'times'),
    ];
  });

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

/** One after the other, with a breath in between: a person, not a load. */
async function repeatedly(call: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < ASKED; count++) {
    times.push(await call());
    await delay(PAUSE_MS);
  }
  return times;
}

async function printAll(paths: string[], get: (path: string) => Promise<number>): Promise<void> {
  const waiting = [...paths];
  const client = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) await get(path);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const isOver = (work: Promise<unknown>) => Promise.race([work.then(() => true), delay(0, false)]);

/** In the middle, each in turn: a document printed again, and its note read. */
async function inTurns(paths: string[], ids: string[], get: (path: string) => Promise<number>) {
  const times = { print: [] as number[], read: [] as number[] };
  for (const [at, path] of paths.entries()) {
    times.print.push(await get(path));
    times.read.push(await get(fillPath(getClinicalNote.path, { id: ids[at] })));
  }
  return { print: median(times.print), read: median(times.read) };
}
