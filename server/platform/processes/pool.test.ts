import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createPool, jobProblem, type Pool, type PoolOptions } from './pool.ts';

/** A worker that behaves as the task says. */
const WORKER = `
  const wait = new Int32Array(new SharedArrayBuffer(4));
  process.once('disconnect', () => process.exit());
  process.on('message', ({ settings, task }) => {
    if (settings) return process.send('ready');
    if (task === 'environment') return process.send({ result: Object.keys(process.env) });
    if (task === 'die') process.exit(1);
    if (task === 'throw') throw new Error('thrown');
    if (task === 'hang') for (;;);
    if (task === 'grow') for (const all = []; ; ) all.push(new Array(1e5).fill(task + all.length));
    if (task === 'allocate') for (const all = []; all.length < 200; ) all.push(Buffer.alloc(1e7, 1));
    if (task === 'wait') Atomics.wait(wait, 0, 0, 300);
    process.send(task === 'fail' ? { error: new Error('refused') } : { result: process.pid });
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'ficha-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

function scriptOf(name: string, code: string): URL {
  const path = join(folder, name);
  writeFileSync(path, code);
  return pathToFileURL(path);
}

let pool: Pool<string, number> | undefined;
afterEach(() => pool?.close());

function newPool(options: Partial<PoolOptions<string>> = {}) {
  const script = scriptOf('worker.mjs', WORKER);
  const limits = {
    workers: 1,
    waiting: 100,
    waitingPerKey: 100,
    waitMs: 10_000,
    limitMs: 10_000,
    startMs: 10_000,
    memoryMb: 64,
    settings: true,
  };
  pool = createPool<string, number>({ script, ...limits, ...options });
  return pool;
}

const problemOf = (job: Promise<unknown>) => job.then(() => undefined, jobProblem);

test('jobs run in the same worker, one after the other', async () => {
  const { run } = newPool();
  const processes = await Promise.all(Array.from({ length: 20 }, () => run('work')));
  expect(new Set(processes).size).toBe(1);
});

test('a task is prepared when its turn has come, and a failure of that fails it alone', async () => {
  let preparing = 0;
  const prepare = async (task: string) => {
    expect(++preparing).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    preparing--;
    if (task === 'unprepared') throw new Error('not prepared');
    return 'work';
  };
  const { run } = newPool({ prepare });
  const jobs = [run('die'), run('unprepared'), run('die')];
  expect(await Promise.all(jobs.map(problemOf))).toEqual([undefined, 'failed', undefined]);
  expect(await jobs[2]).toBe(await jobs[0]);
});

test('a worker does not get the environment of the server, which contains keys and passwords', async () => {
  const { run } = newPool();
  const names = (await run('environment')) as unknown as string[];
  expect(names.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual([]);
});

test('there are no more workers than allowed', async () => {
  const { run } = newPool({ workers: 2 });
  const processes = await Promise.all(Array.from({ length: 8 }, () => run('wait')));
  expect(new Set(processes).size).toBe(2);
});

test('its use is the jobs that run and those that wait', async () => {
  const { run, use } = newPool({ workers: 2 });
  expect(use()).toEqual({ workers: 2, running: 0, waiting: 0 });
  const jobs = Array.from({ length: 5 }, () => run('wait'));
  expect(use()).toEqual({ workers: 2, running: 2, waiting: 3 });
  await Promise.all(jobs);
  expect(use()).toEqual({ workers: 2, running: 0, waiting: 0 });
  await problemOf(run('die'));
  expect(use()).toEqual({ workers: 2, running: 0, waiting: 0 });
});

test('a job that reports an error keeps its worker', async () => {
  const { run } = newPool();
  const before = await run('work');
  expect(await problemOf(run('fail'))).toBe('failed');
  expect(await run('work')).toBe(before);
});

test.each(['die', 'throw', 'grow'])('a worker that ends (%s) fails its job alone', async (how) => {
  const { run } = newPool();
  const jobs = [run('work'), run(how), run('work'), run('work')];
  expect(await Promise.all(jobs.map(problemOf))).toEqual([undefined, 'ended', undefined, undefined]);
  expect(await jobs[2]).not.toBe(await jobs[0]);
});

test.runIf(process.platform === 'linux')('a worker that allocates outside its heap is limited too', async () => {
  const { run } = newPool({ dataMb: 1024 });
  const jobs = [run('work'), run('allocate'), run('work')];
  expect(await Promise.all(jobs.map(problemOf))).toEqual([undefined, 'ended', undefined]);
});

test('a job that never ends is terminated, and the next ones run', async () => {
  const { run } = newPool({ limitMs: 1500 });
  expect(await Promise.all([run('hang'), run('work')].map(problemOf))).toEqual(['slow', undefined]);
});

test('the time of a job may depend on its task', async () => {
  const { run } = newPool({ limitMs: (task) => (task === 'hang' ? 300 : 10_000) });
  expect(await Promise.all([run('hang'), run('wait')].map(problemOf))).toEqual(['slow', undefined]);
});

test('a worker that is never ready fails its job', async () => {
  const { run } = newPool({ script: scriptOf('silent.mjs', 'setInterval(() => {}, 1000)'), startMs: 300 });
  expect(await problemOf(run('work'))).toBe('slow');
});

test('when too many are waiting, the next is refused and the others run', async () => {
  const { run } = newPool({ waiting: 2 });
  const jobs = Array.from({ length: 5 }, () => problemOf(run('wait')));
  expect(await Promise.all(jobs)).toEqual([undefined, undefined, undefined, 'busy', 'busy']);
});

test('keys are served in turn, and each has a limit of waiting jobs', async () => {
  const { run } = newPool({ waitingPerKey: 3 });
  const order: string[] = [];
  const ask = (key: string) =>
    run('work', key).then(
      () => order.push(key),
      () => order.push(`${key} refused`),
    );
  await Promise.all(['ana', 'ana', 'ana', 'ana', 'ana', 'berta', 'carla'].map(ask));
  expect(order).toEqual(['ana refused', 'ana', 'berta', 'carla', 'ana', 'ana', 'ana']);
});

test('a job that has waited too long is refused before it starts', async () => {
  const { run } = newPool({ waitMs: 100 });
  expect(await Promise.all([run('wait'), run('work')].map(problemOf))).toEqual([undefined, 'busy']);
});

test('a closed pool refuses waiting, running and new jobs', async () => {
  const { run, close } = newPool();
  const jobs = [run('hang'), run('work')].map(problemOf);
  await close();
  expect(await Promise.all(jobs)).toEqual(['closed', 'closed']);
  expect(await problemOf(run('work'))).toBe('closed');
});

test('a worker without a job ends after its time, and the next job gets another one', async () => {
  const running = newPool({ idleMs: 20 });
  const first = await running.run('work');
  await expect.poll(() => isRunning(first)).toBe(false);
  expect(await running.run('work')).not.toBe(first);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
