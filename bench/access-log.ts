import { setTimeout as delay } from 'node:timers/promises';
import { fillPath } from '#contract/endpoint';
import { getPatient, listPatients } from '#contract/patients';
import { cpuTime } from './cpu-time.ts';
import { load } from './load.ts';
import { atMost, type Figure, median } from './measure.ts';
import { type Running, run, SERVER, withDataDir } from './product.ts';
import { seedRecords } from './records-data.ts';
import { signIn } from './sign-in.ts';

const PATIENTS = 2000;
const ROUNDS = 7;
const SECONDS = 4;
const CLIENTS = 16;
/** What was read last is written within this time. */
const WRITTEN_MS = 2500;

/**
 * Compares opening patients with and without the access log: the time that a reader waits, and the CPU time of server
 * and database, which also write the entries afterwards. Rounds alternate.
 */
export const benchAccessLog = (): Promise<Figure[]> =>
  withDataDir((one) =>
    withDataDir(async (other) => {
      const servers = await Promise.all([opened('server/main.ts', one), opened('bench/unrecorded-server.ts', other)]);
      await using recorded = servers[0].product;
      await using unrecorded = servers[1].product;
      const costs = { recorded: [] as number[], unrecorded: [] as number[] };
      const waits = { recorded: [] as number[], unrecorded: [] as number[] };
      // The first round warms up caches and query plans.
      for (let round = 0; round <= ROUNDS; round++) {
        const [withLog, without] = [await costOf(recorded, servers[0].next), await costOf(unrecorded, servers[1].next)];
        if (round === 0) continue;
        costs.recorded.push(withLog);
        costs.unrecorded.push(without);
        waits.recorded.push(...(await waitsOf(recorded, servers[0].next)));
        waits.unrecorded.push(...(await waitsOf(unrecorded, servers[1].next)));
      }
      const [withLog, without] = [median(costs.recorded), median(costs.unrecorded)];
      console.log(
        `open a patient: ${withLog.toFixed(3)} ms of CPU with the access log, ${without.toFixed(3)} ms without`,
      );
      const wait = median(waits.recorded) / median(waits.unrecorded);
      return [
        atMost('opening a patient, response time with the access log over without', wait, 1.05, ''),
        atMost('opening a patient, CPU time with the access log over without', withLog / without, 1.05, ''),
      ];
    }),
  );

/** A server with patients, and requests that open one after the other. */
async function opened(script: string, dataDir: string) {
  const product = await run([...SERVER.slice(0, -1), script], { DATA_DIR: dataDir }, '/api/health');
  const { accessToken, user } = await signIn(product.url, 'ana@ejemplo.cl');
  await seedRecords(dataDir, [{ owner: user._id, patients: PATIENTS, appointments: 0 }]);
  const headers = { authorization: `Bearer ${accessToken}` };
  const paths: string[] = [];
  for (let page = 1; paths.length < PATIENTS; page++) {
    const reply = await fetch(`${product.url}${listPatients.path}?limit=200&page=${page}`, { headers });
    const { patients } = listPatients.reply.parse(await reply.json());
    paths.push(...patients.map(({ _id: id }) => fillPath(getPatient.path, { id })));
  }
  let sent = 0;
  const next = () => ({ method: 'GET', path: paths[sent++ % PATIENTS] ?? '', headers });
  return { product, next };
}

/** Milliseconds of CPU for one request. */
async function costOf({ url, pid }: Running, next: Parameters<typeof load>[1]): Promise<number> {
  const before = await cpuTime(pid);
  const { requests } = await load(url, next, { clients: CLIENTS, seconds: SECONDS });
  await delay(WRITTEN_MS);
  const after = await cpuTime(pid);
  return (after.serverMs + after.databaseMs - before.serverMs - before.databaseMs) / requests;
}

/** Milliseconds of each request of one client, while the entries of the requests before are written. */
const waitsOf = async ({ url }: Running, next: Parameters<typeof load>[1]): Promise<number[]> =>
  (await load(url, next, { clients: 1, seconds: SECONDS })).times;
