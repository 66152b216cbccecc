import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BALANCERS, startBalancer } from './balancer.ts';
import { type Person, signUpPaid } from './client.ts';
import { startExternalPostgres } from './external-postgres.ts';
import { done, type Figure, zero } from './figures.ts';
import { startProduct, withFolder } from './product.ts';
import { createRandom } from './random.ts';
import { startWriters } from './start-writers.ts';
import { sumOf, verifyAll } from './verify.ts';

const WRITERS = 8;
const WRITER_PAUSE_MS = 20;
const PAUSE_MS = 2000;
const ENVIRONMENT = { DRAIN_SECONDS: '3', TRUST_PROXY: 'loopback' };

interface Options {
  /** How often each of the two servers is restarted. */
  rounds: number;
  seed: number;
}

/** Restarts two servers in turn behind a load balancer, under writers. No request may fail. */
export async function runRolling(options: Options): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of BALANCERS) figures.push(...(await restartBehind(name, options)));
  return figures;
}

const restartBehind = (name: (typeof BALANCERS)[number], { rounds, seed }: Options): Promise<Figure[]> =>
  withFolder(async (folder) => {
    await using postgres = await startExternalPostgres(folder);
    const start = () => startProduct(join(folder, 'data'), { DATABASE_URL: postgres.url, ...ENVIRONMENT });
    await using one = await start();
    await using two = await start();
    await using balancer = await startBalancer(name, [one.url, two.url], folder);

    let requests = 0;
    const failures: string[] = [];
    const counted = (person: Person): Person => ({
      ...person,
      call: async (endpoint, request) => {
        const answer = await person.call(endpoint, request);
        requests += 1;
        if (!answer.isOk) failures.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.code}`);
        return answer;
      },
    });
    const random = createRandom(seed);
    const { writers, stop } = await startWriters((await signUpPaid(balancer.url, WRITERS)).map(counted), {
      random,
      pauseMs: WRITER_PAUSE_MS,
    });
    const exitCodes: (number | null)[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const server of [one, two]) {
        await delay(PAUSE_MS);
        exitCodes.push(await server.stop());
        await server.start();
      }
      console.log(`  ${name}: ${exitCodes.length} restarts, ${requests} requests, ${failures.length} failed`);
    }
    await delay(PAUSE_MS);
    await stop();
    for (const failure of new Set(failures)) console.log(`  ${failure}`);
    const { lost, mixed, duplicates } = await verifyAll(writers);
    return [
      done(`${name}: restarts of one of two servers, under ${WRITERS} writers`, exitCodes.length),
      done(`${name}: requests`, requests),
      zero(`${name}: requests that failed`, failures.length),
      zero(`${name}: stops with an exit code other than 0`, exitCodes.filter((code) => code !== 0).length),
      done(
        `${name}: acknowledged writes, each looked for afterwards`,
        sumOf(writers, (writer) => writer.acknowledged()),
      ),
      zero(`${name}: acknowledged writes lost, mixed or doubled`, lost + mixed + duplicates),
    ];
  });
