import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signUpPaid } from './client.ts';
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { atMost, done, type Figure, zero } from './figures.ts';
import { startProduct, withFolder } from './product.ts';
import { createRandom } from './random.ts';
import { type Relay, startRelay } from './relay.ts';
import { startWriters } from './start-writers.ts';
import { sumOf, type Verified, verifyAll } from './verify.ts';
import type { Writer } from './writer.ts';

const WRITERS = 10;
const WRITER_PAUSE_MS = 50;
const WRITING_MS = 5000;
const FROZEN_MS = 1000;
const RECOVERY_LIMIT_MS = 60_000;

interface Options {
  rounds: number;
  seed: number;
}

/** Cuts a PostgreSQL from its synchronous standby under writers, kills it, and promotes the standby. */
export async function runStandby({ rounds, seed }: Options): Promise<Figure[]> {
  const found = [];
  for (let round = 0; round < rounds; round++) {
    found.push(await failOver(seed + round));
    console.log(`  promotion ${round + 1}: ${found.at(-1)?.acknowledged} writes acknowledged`);
  }
  return [
    done(`external PostgreSQL cut from its standby and killed under ${WRITERS} writers, the standby promoted`, rounds),
    done(
      'acknowledged writes, each looked for on the standby afterwards',
      sumOf(found, (one) => one.acknowledged),
    ),
    zero(
      'acknowledged writes lost',
      sumOf(found, (one) => one.lost),
    ),
    zero(
      'records with a content that nobody sent as a whole',
      sumOf(found, (one) => one.mixed),
    ),
    zero(
      'duplicated records',
      sumOf(found, (one) => one.duplicates),
    ),
    zero(
      'writes answered with anything but success and 503',
      sumOf(found, (one) => one.unexpected),
    ),
    zero(
      'writes without an answer in 29 s',
      sumOf(found, (one) => one.hung),
    ),
    zero(
      'ends of the process',
      sumOf(found, (one) => one.endings),
    ),
    atMost(
      'from the promotion until all writers could write again, the slowest',
      Math.max(...found.map(({ recoveryMs }) => recoveryMs)) / 1000,
      RECOVERY_LIMIT_MS / 1000,
      's',
    ),
  ];
}

interface FailOver extends Verified {
  acknowledged: number;
  unexpected: number;
  hung: number;
  endings: number;
  recoveryMs: number;
}

const failOver = (seed: number): Promise<FailOver> =>
  withFolder(async (folder) => {
    // A commit is acknowledged once the standby has it on its disk.
    await using primary = await startExternalPostgres(folder, {}, { synchronous_standby_names: 'standby' });
    await using standby = await primary.startStandby();
    await untilReplicated(primary);
    await using relay = await startRelay(portOf(primary));
    const url = new URL(primary.url);
    url.port = String(relay.port);
    await using product = await startProduct(join(folder, 'data'), { DATABASE_URL: url.href });

    const random = createRandom(seed);
    const { writers, stop } = await startWriters(await signUpPaid(product.url, WRITERS), {
      random,
      pauseMs: WRITER_PAUSE_MS,
    });
    await delay(WRITING_MS + random.below(WRITING_MS));
    await freezeReplication(primary);
    await delay(FROZEN_MS);
    await primary.signalAll('SIGKILL');
    await promote(standby, relay);
    const recoveryMs = await untilAllWrote(writers);
    await stop();
    return {
      ...(await verifyAll(writers)),
      acknowledged: sumOf(writers, (writer) => writer.acknowledged()),
      unexpected: sumOf(writers, (writer) => writer.unexpected.length),
      hung: sumOf(writers, (writer) => writer.hung()),
      endings: product.endings.length,
      recoveryMs,
    };
  });

const portOf = ({ url }: ExternalPostgres): number => Number(new URL(url).port);

async function untilReplicated(primary: ExternalPostgres): Promise<void> {
  const isSynchronous = async () =>
    (await primary.query(`select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`)).length;
  while (!(await isSynchronous())) await delay(100);
}

/** From now on a commit of the primary would be lost with it. None may be acknowledged. */
async function freezeReplication(primary: ExternalPostgres): Promise<void> {
  for (const { pid } of await primary.query('select pid from pg_stat_replication'))
    process.kill(Number(pid), 'SIGSTOP');
}

async function promote(standby: ExternalPostgres, relay: Relay): Promise<void> {
  await standby.query('select pg_promote()');
  relay.pointTo(portOf(standby));
}

async function untilAllWrote(writers: readonly Writer[]): Promise<number> {
  const startedAt = performance.now();
  const before = writers.map((writer) => writer.acknowledged());
  const isWaiting = () => writers.some((writer, index) => writer.acknowledged() <= (before[index] ?? 0));
  while (isWaiting() && performance.now() - startedAt < RECOVERY_LIMIT_MS) await delay(50);
  return performance.now() - startedAt;
}
