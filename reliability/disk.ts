import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { me } from '#contract/auth';
import { createPatient, listPatients } from '#contract/patients';
import { type Person, patientOf, signUpPaid } from './client.ts';
import { atLeast, done, type Figure, zero } from './figures.ts';
import { type Product, startProduct, withFolder } from './product.ts';
import { createRandom } from './random.ts';
import { startWriters } from './start-writers.ts';
import { lossFigures } from './verify.ts';

const DISK_MB = 512;
const FLOOR_MB = 96;
const WRITERS = 10;
const WRITER_PAUSE_MS = 100;
const MB = 1024 * 1024;
/** The free space is checked every two seconds. */
const NOTICE_MS = 10_000;
const WRITE_AGAIN_LIMIT_MS = 60_000;
const FULL_PHASE_MS = 15_000;

/** Fills the disk of DATA_DIR below the floor and to its last byte, starts the server on it, and frees it. */
export const runDisk = ({ seed }: { seed: number }): Promise<Figure[]> =>
  withFolder((folder) =>
    withSmallDisk(folder, async () => {
      const environment = { DISK_FLOOR_MB: String(FLOOR_MB) };
      await using product = await startProduct(join(folder, 'data'), environment);
      const random = createRandom(seed);
      const people = await signUpPaid(product.url, WRITERS);
      const { writers, stop } = await startWriters(people, { random, pauseMs: WRITER_PAUSE_MS, retryMs: 500 });
      await delay(3000);

      const filler = join(folder, 'filler');
      const low = await look('below the floor', () => fill(filler, FLOOR_MB / 2), product, people);
      const full = await look('full to the last byte', () => fill(filler, 0), product, people);
      const stopCode = await product.stop();
      // The stop itself frees some space.
      await fill(filler, 0);
      const startedAt = performance.now();
      await product.start();
      const startSeconds = (performance.now() - startedAt) / 1000;
      const restarted = await look('after a restart on the full disk', () => fill(filler, 0), product, people);

      const before = writers.map((writer) => writer.acknowledged());
      await rm(filler);
      const freedAt = performance.now();
      const isWaiting = () => writers.some((writer, index) => writer.acknowledged() <= (before[index] ?? 0));
      while (isWaiting() && performance.now() - freedAt < WRITE_AGAIN_LIMIT_MS) await delay(50);
      const stuck = writers.filter((writer, index) => writer.acknowledged() <= (before[index] ?? 0)).length;
      const againSeconds = (performance.now() - freedAt) / 1000;
      await stop();
      const refusals = writers.flatMap((writer) => writer.refusals);
      return [
        done(
          `DATA_DIR on a disk of ${DISK_MB} MB, DISK_FLOOR_MB=${FLOOR_MB}, under ${WRITERS} writers: filled below the floor, then to its last byte, the server restarted, the disk freed`,
          1,
        ),
        ...[low, full, restarted].flat(),
        zero('exit code of the stop on the full disk', stopCode ?? 1),
        done('start on the full disk', startSeconds, 's'),
        done('until all writers could write again after the disk was freed', againSeconds, 's'),
        zero('writers that could not write again within 60 s', stuck),
        atLeast('writes refused with STORAGE_LOW', refusals.filter(({ code }) => code === 'STORAGE_LOW').length, 1),
        done('writes refused with NOT_READY', refusals.filter(({ code }) => code === 'NOT_READY').length),
        ...(await lossFigures(writers)),
        zero('ends of the server that nobody asked for', product.endings.length),
      ];
    }),
  );

/** Tries reads and a write while the disk is in a state. The writers go on meanwhile. */
async function look(state: string, enter: () => Promise<void>, product: Product, people: Person[]): Promise<Figure[]> {
  await enter();
  await delay(NOTICE_MS);
  console.log(`  ${state}`);
  const counts = { reads: 0, failedReads: 0, acceptedWrites: 0 };
  const until = performance.now() + FULL_PHASE_MS;
  for (let index = 0; performance.now() < until; index++) {
    const person = people[index % people.length] as Person;
    for (const answer of [await person.call(me), await person.call(listPatients)]) {
      counts.reads += 1;
      if (!answer.isOk) {
        counts.failedReads += 1;
        console.log(`  a read was answered with ${answer.status} ${answer.code}`);
      }
    }
    const write = await person.call(createPatient, { body: patientOf(900_000 + index) });
    if (write.code !== 'STORAGE_LOW' || write.retryAfter === null) {
      counts.acceptedWrites += 1;
      console.log(`  a write was answered with ${write.status} ${write.code}`);
    }
    await delay(100);
  }
  if (product.endings.length > 0) console.log(`  the server ended: ${product.endings.at(-1)?.output}`);
  return [
    done(`${state}: reads`, counts.reads),
    zero(`${state}: reads answered with anything but 200`, counts.failedReads),
    zero(`${state}: writes answered with anything but 503, STORAGE_LOW and Retry-After`, counts.acceptedWrites),
  ];
}

/** A tmpfs has a size of its own. Only root may mount it. */
async function withSmallDisk<T>(folder: string, use: () => Promise<T>): Promise<T> {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'ficha-long', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`a small disk could not be mounted, which only root may do: ${(error as Error).message}`);
  }
  const unmount = () => void execFileSync('umount', ['--lazy', folder]);
  process.prependOnceListener('exit', unmount);
  try {
    return await use();
  } finally {
    process.off('exit', unmount);
    unmount();
  }
}

/** Writes a file until that many megabytes are free. */
async function fill(path: string, freeMb: number): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let chunks = 0; chunks < 100_000; chunks++) {
      const { bavail, bsize } = await statfs(path);
      const excess = bavail * bsize - freeMb * MB;
      if (excess <= 0) return;
      await file.write(Buffer.alloc(Math.min(excess, MB), 1));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
