import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login, register } from '#contract/auth';
import {
  type ClinicalNoteContent,
  createClinicalNote,
  finalizeClinicalNote,
  printClinicalNote,
} from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { fillPath } from '#contract/endpoint';
import { createPatient } from '#contract/patients';
import { eventually } from './testing/eventually.ts';
import { patientInput, registration } from './testing/inputs.ts';
import { codeOn, wordsOf } from './testing/pdf-programs.ts';
import { freePort, isAlive, type Served, serve, untilHealthy } from './testing/process.ts';
import { createDataDir, queryAsSuperuser } from './testing/process-test.ts';

/** Each test starts the product and its workers, possibly on a busy machine. */
const TIMEOUT_MS = 120_000;

let dataDir: string;
let running: Served | undefined;

beforeAll(async () => {
  dataDir = await createDataDir();
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  running?.kill('SIGTERM');
  await running?.ended;
  running = undefined;
}

/** The server that the test before has left running, or a new one. */
const started = async (): Promise<Served> => (running?.isRunning() ? running : start());

async function start(environment: Record<string, string> = {}): Promise<Served> {
  running = serve({ PORT: await freePort(), DATA_DIR: dataDir, RATE_LIMIT: 'off', ...environment });
  await untilHealthy(running);
  return running;
}

async function post(server: Served, path: string, body: unknown, authorization = '') {
  const headers = { 'content-type': 'application/json', authorization };
  const reply = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { _id: string; accessToken: string };
}

/** A professional with that number of finalised notes. */
async function withNotes(server: Served, count: number, contentOf: (number: number) => Partial<ClinicalNoteContent>) {
  const { email, password, ...rest } = registration();
  await post(server, register.path, { email, password, ...rest });
  const authorization = `Bearer ${(await post(server, login.path, { email, password })).accessToken}`;
  const { _id: patientId } = await post(server, createPatient.path, patientInput(), authorization);
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const { _id: id } = await post(server, createClinicalNote.path, { patientId, ...contentOf(number) }, authorization);
    await post(server, fillPath(finalizeClinicalNote.path, { id }), {}, authorization);
    ids.push(id);
  }
  const print = (id = ids[0]) =>
    fetch(running?.url + fillPath(printClinicalNote.path, { id }), { headers: { authorization } });
  return { ids, print };
}

interface DocumentRow {
  folio: string;
  code: Buffer;
  isStored: boolean;
  verifications: number;
  prints: number;
}

/** The stored document, read from PostgreSQL itself. */
async function documentOf(sourceId = ''): Promise<DocumentRow | undefined> {
  const rows = await queryAsSuperuser<DocumentRow>(
    dataDir,
    `select folio, code, file is not null as "isStored",
            (select count(*)::int from verifications v where v.folio = d.folio and v.owner_id = d.owner_id) as verifications,
            (select count(*)::int from audit_entries a where a.subject_id = d.id) as prints
       from documents d where source_id = $1`,
    [sourceId],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

/** Asks often: a document may be printed soon after it is reserved. */
const untilReserved = (id: string | undefined): Promise<DocumentRow> =>
  vi.waitFor(
    async () => {
      const document = await documentOf(id);
      if (!document) throw new Error('the document is not reserved');
      return document;
    },
    { timeout: 60_000, interval: 10 },
  );

const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

/** On a busy machine the time for printing may run out again, which is answered with 503. */
async function eventuallyPrinted(print: () => Promise<Response>): Promise<Buffer> {
  const { status, bytes } = await eventually(async () => {
    const reply = await print();
    const bytes = await bytesOf(reply);
    expect(reply.status).not.toBe(503);
    return { status: reply.status, bytes };
  });
  expect(status).toBe(200);
  return bytes;
}

test(
  'SIGTERM lets a document that is being printed finish, and it is stored completely',
  async () => {
    const { ids, print } = await withNotes(await started(), 1, () => ({ reason: 'Control de presión' }));
    const [id] = ids;
    const underWay = print();
    const reserved = await untilReserved(id);
    running?.kill('SIGTERM');
    const reply = await underWay;
    const pdf = await bytesOf(reply);
    // On a busy machine the time for printing may run out. Then nothing is stored.
    const isPrinted = reply.status !== 503;
    if (isPrinted) expect([reply.status, pdf.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await running?.ended)?.code).toBe(0);

    await start();
    const { folio, code } = reserved;
    const count = isPrinted ? 1 : 0;
    expect(await documentOf(id)).toEqual({ folio, code, isStored: isPrinted, verifications: count, prints: count });
    const again = await eventuallyPrinted(print);
    expect(again.equals(pdf)).toBe(isPrinted);
    expect(await wordsOf(again)).toContain(`Folio: ${folio}`);
  },
  TIMEOUT_MS,
);

test(
  'a document that was reserved and not stored when the server was killed is printed with its folio and code; an unreachable time-stamp authority is logged once, without content of the document',
  async () => {
    const killed = await started();
    const { ids, print } = await withNotes(killed, 1, () => ({ reason: 'Control de glicemia' }));
    const [id] = ids;
    const underWay = print().catch(() => undefined);
    const reserved = await untilReserved(id);
    const workers = await untilWorking(killed.pid);
    killed.kill('SIGKILL');
    await Promise.all([underWay, killed.ended]);
    for (const worker of workers) await eventually(async () => expect(await isAlive(worker)).toBe(false));
    const { folio, code } = reserved;

    const next = await start({ TSA_URL: `http://127.0.0.1:${await freePort()}/` });
    expect(await documentOf(id)).toEqual({ folio, code, isStored: false, verifications: 0, prints: 0 });
    const pdf = await eventuallyPrinted(print);
    expect(await documentOf(id)).toEqual({ folio, code, isStored: true, verifications: 1, prints: 1 });
    expect(await wordsOf(pdf)).toContain(`Folio: ${folio}`);
    const verification = await fetch(next.url + fillPath(verifyDocument.path, { code: await codeOn(pdf) }));
    expect(await verification.json()).toMatchObject({ valid: true, folio, timestamp: 'unavailable' });
    const isWarning = (line: string) => line.includes('a document was signed without a time-stamp');
    await stop();
    const { output } = await next.ended;
    const warnings = output.split('\n').filter(isWarning);
    expect(warnings).toHaveLength(1);
    expect(output).not.toContain('glicemia');
    const { level, time, ...rest } = JSON.parse(warnings[0] ?? '');
    expect(rest).toEqual({
      problem: 'fetch failed',
      code: 'ECONNREFUSED',
      msg: 'a document was signed without a time-stamp',
    });
  },
  TIMEOUT_MS,
);

test(
  'requests that wait for a document at SIGTERM get it or a 503, and no connection is cut',
  async () => {
    // No word repeats, so no shaped word comes from the cache.
    const long = (number: number) => Array.from({ length: 5000 }, (_, index) => `x${number}y${index}`).join(' ');
    const { ids, print } = await withNotes(await started(), 12, (number) => ({
      anamnesis: long(number),
      plansAndIndications: long(number + 100),
    }));
    const statusOf = async (reply: Response) => {
      await reply.arrayBuffer();
      return reply.status;
    };
    const underWay = Promise.all(ids.map((id) => print(id).then(statusOf)));
    await untilReserved(ids.at(-1));
    running?.kill('SIGTERM');
    const statuses = await underWay;
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await running?.ended)?.code).toBe(0);
  },
  TIMEOUT_MS,
);

/** A document may be reserved before a process that prints it has started. */
const untilWorking = (pid: number) =>
  eventually(async () => {
    const workers = await printWorkersOf(pid);
    expect(workers).not.toEqual([]);
    return workers;
  });

/** The child processes that typeset and sign. */
async function printWorkersOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8')));
  return children.filter((_, i) => commands[i]?.includes('pdf/worker.ts'));
}
