import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { postmasterPid, serve } from '#server/testing/process';
import { signUpPaid } from './client.ts';
import { atMost, done, type Figure, zero } from './figures.ts';
import { childrenOf, type Product, startProduct, withFolder } from './product.ts';
import { createRandom, type Random } from './random.ts';
import { startWriters } from './start-writers.ts';
import { sumOf, verifyAll } from './verify.ts';
import type { Writer } from './writer.ts';

const TARGETS = ['server', 'backend', 'postmaster'] as const;
type Target = (typeof TARGETS)[number];

/** After a kill the writers must go on within this time. */
const RECOVERY_LIMIT_MS = 90_000;
const SLOW_RECOVERY_MS = 15_000;
const GAVE_UP = /more than 5 times in 10 minutes/;
const WRITER_PAUSE_MS = 250;
/** Some kills strike while the one before is still being recovered from. */
const AT_ONCE = 0.2;

interface Options {
  kills: number;
  writers: number;
  seed: number;
}

/** Kills the server, backends and the postmaster under writers, and looks for every acknowledged write. */
export const runCrashes = ({ kills, writers: count, seed }: Options): Promise<Figure[]> =>
  withFolder(async (dataDir) => {
    const random = createRandom(seed);
    await using product = await startProduct(dataDir);
    const people = await signUpPaid(product.url, count);
    const { writers, stop } = await startWriters(people, { random, pauseMs: WRITER_PAUSE_MS });

    const killed: Record<Target, number> = { server: 0, backend: 0, postmaster: 0 };
    const recoveries: number[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      const target = await killOne(product, random);
      killed[target] += 1;
      const isAtOnce = random.isLucky(AT_ONCE) && kill < kills;
      if (isAtOnce) await delay(random.below(1500));
      else recoveries.push(await untilWritten(writers));
      const lastRecovery = recoveries.at(-1) ?? 0;
      if (!isAtOnce && lastRecovery > SLOW_RECOVERY_MS) {
        console.log(`  kill ${kill} of the ${target}: ${Math.round(lastRecovery)} ms. ${product.output().slice(-500)}`);
      }
      if (kill % 10 === 0) {
        console.log(`  ${kill} kills, ${sumOf(writers, (writer) => writer.acknowledged())} writes acknowledged`);
      }
    }
    await stop();

    const exitCode = await product.stop();
    await product.start();
    const found = await verifyAll(writers);
    const audit = await auditDifferences(dataDir);
    const keys = await serve({ DATA_DIR: dataDir }, ['node', 'tools/keys.ts', 'status']).ended;
    const ended = product.endings.filter(({ code }) => code !== null);
    const failedStarts = ended.filter(({ isFailedStart }) => isFailedStart);
    const unexplained = ended.filter(({ isFailedStart, output }) => !isFailedStart && !GAVE_UP.test(output));
    for (const { code, output } of [...failedStarts, ...unexplained])
      console.log(`  ended with ${code}: ${output.trim()}`);
    for (const refusal of writers.flatMap((writer) => writer.unexpected).slice(0, 10))
      console.log(`  unexpected: ${refusal}`);
    const acknowledged = sumOf(writers, (writer) => writer.acknowledged());
    return [
      done(`kill -9 under ${count} writers, in random order (seed ${seed})`, kills),
      done('of the server, of a backend, of the postmaster', TARGETS.map((target) => killed[target]).join(', ')),
      done('acknowledged writes, each looked for afterwards', acknowledged),
      done('stored patients, notes and appointments compared', found.records),
      zero('acknowledged writes lost', found.lost),
      zero('records with a content that nobody sent as a whole', found.mixed),
      zero('duplicated patients, notes and appointments', found.duplicates),
      zero('records that cannot be decrypted', found.undecryptable),
      zero('finalised notes without hash or with times out of order', found.disordered),
      zero('finalised notes without exactly one entry in the access log', audit),
      zero(
        'answers other than success, 503 and a lost connection',
        sumOf(writers, (writer) => writer.unexpected.length),
      ),
      zero(
        'requests without an answer in 29 s',
        sumOf(writers, (writer) => writer.hung()),
      ),
      atMost('slowest recovery, until each writer could have written once', Math.max(...recoveries) / 1000, 90, 's'),
      done(
        'median recovery',
        (recoveries.toSorted((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0) / 1000,
        's',
      ),
      done('starts that failed because PostgreSQL was killed during them, and were repeated', failedStarts.length),
      zero('ends of a running server, apart from giving up after five restarts of PostgreSQL', unexplained.length),
      zero('exit code of the clean stop at the end', exitCode ?? 1),
      zero('exit code of keys status', keys.code ?? 1),
    ];
  });

async function killOne(product: Product, random: Random): Promise<Target> {
  for (let tries = 0; tries < 600; tries++) {
    const target = random.pick(TARGETS);
    if (target === 'server' ? product.kill('SIGKILL') : await killPostgres(product, target, random)) return target;
    await delay(100);
  }
  throw new Error('no process could be killed for a minute');
}

/** The pid in a file that PostgreSQL left behind may belong to another program by now, so its command line is compared. */
async function killPostgres({ dataDir }: Product, target: Target, random: Random): Promise<boolean> {
  const postmaster = await postmasterPid(dataDir);
  const command = postmaster ? await readFile(`/proc/${postmaster}/cmdline`, 'utf8').catch(() => '') : '';
  if (!postmaster || !command.includes(dataDir)) return false;
  if (target === 'postmaster') return isKilled(postmaster);
  const backends = (await childrenOf(postmaster)).filter((child) => /^postgres: ficha_/.test(child.command));
  return backends.length > 0 && isKilled(random.pick(backends).pid);
}

function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Waits until as many writes were acknowledged as there are writers. Returns the milliseconds. */
async function untilWritten(writers: readonly Writer[]): Promise<number> {
  const startedAt = performance.now();
  const count = () => sumOf(writers, (writer) => writer.acknowledged());
  const goal = count() + writers.length;
  while (count() < goal && performance.now() - startedAt < RECOVERY_LIMIT_MS) await delay(20);
  return performance.now() - startedAt;
}

/** Counts the finalised notes whose act is not in the access log exactly once. */
async function auditDifferences(dataDir: string): Promise<number> {
  const password = await superuserPassword(dataDir);
  const client = new pg.Client({ host: `${dataDir}/run`, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as differences
       from (select owner_id, id from clinical_notes where finalized_at is not null) note
       full join (select owner_id, subject_id as id, count(*) as entries from audit_entries
                   where act = 'clinical-note.finalized' group by 1, 2) entry using (owner_id, id)
      where entries is distinct from 1 or note.id is null`,
  );
  await client.end();
  return Number(rows[0]?.differences);
}
