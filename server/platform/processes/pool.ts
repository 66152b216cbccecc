import type { ChildProcess } from 'node:child_process';
import { createFairQueue } from './fair-queue.ts';
import { forkLimited, type MemoryLimits } from './fork-limited.ts';

/** Why a job failed: too many are waiting, it took too long, it failed, its worker ended, or the pool is closed. */
export type JobProblem = 'busy' | 'slow' | 'failed' | 'ended' | 'closed';

function jobRefused(problem: JobProblem, cause?: unknown): Error {
  const error = new Error(`A job was not done: ${problem}`, { cause });
  error.name = 'JobRefused';
  return Object.assign(error, { problem });
}

/** The reason of a failed job. Undefined for any other error. */
export const jobProblem = (error: unknown): JobProblem | undefined =>
  error instanceof Error && error.name === 'JobRefused'
    ? (error as Error & { problem: JobProblem }).problem
    : undefined;

interface Job<Task, Result> {
  task: Task;
  since: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

export interface PoolOptions<Task> extends MemoryLimits {
  script: URL;
  /** The first message to each worker. */
  settings?: unknown;
  /** Makes the message for the worker from a task, when its turn has come. */
  prepare?(task: Task): Promise<unknown>;
  workers: number;
  /** How many jobs may wait, in all and of one key. */
  waiting: number;
  waitingPerKey: number;
  /** How long a job may wait. The request that needs it would have timed out. */
  waitMs: number;
  /** How long a job may take. Then its worker is terminated and replaced. */
  limitMs: number | ((task: Task) => number);
  /** How long a new worker may take to start. */
  startMs: number;
  /** How long a worker without a job is kept. Forever by default. */
  idleMs?: number;
}

/** How many jobs run and wait. */
export interface PoolUse {
  workers: number;
  running: number;
  waiting: number;
}

export interface Pool<Task, Result> {
  /** Runs a task. Keys are served in turn (`createFairQueue`), so that one with many tasks does not delay the others. */
  run(task: Task, key?: string): Promise<Result>;
  use(): PoolUse;
  close(): Promise<void>;
}

type Answer<Result> = 'ready' | { result: Result } | { error: unknown };

/**
 * A pool of child processes: their memory and their garbage collection are their own, and the scheduler of the system
 * puts them behind the process that answers requests. A worker gets the settings, sends 'ready' once and then answers
 * each task with `{ result }` or `{ error }`. It runs one task at a time, so that a task that ends its worker fails alone.
 */
export function createPool<Task, Result>(options: PoolOptions<Task>): Pool<Task, Result> {
  const queue = createFairQueue<Job<Task, Result>>({ max: options.waiting, maxPerKey: options.waitingPerKey });
  const idle: ChildProcess[] = [];
  const retirements = new WeakMap<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  const ready = new WeakSet<ChildProcess>();
  let isClosed = false;

  function startWorker(): ChildProcess {
    const worker = forkLimited(options.script, options);
    setReferenced(worker, false);
    worker.send({ settings: options.settings });
    all.add(worker);
    worker.once('message', () => ready.add(worker));
    // Without a listener, an error between two jobs would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      all.delete(worker);
      clearTimeout(retirements.get(worker));
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  function dispatch(): void {
    while (idle.length > 0 || all.size < options.workers) {
      const next = queue.take();
      if (!next) return;
      const begun = performance.now();
      const onEnd = () => queue.end(next.key, performance.now() - begun);
      if (begun - next.item.since <= options.waitMs) assign(idleWorker() ?? startWorker(), next.item, onEnd);
      else {
        onEnd();
        next.item.reject(jobRefused('busy'));
      }
    }
  }

  function idleWorker(): ChildProcess | undefined {
    const worker = idle.pop();
    if (worker) clearTimeout(retirements.get(worker));
    return worker;
  }

  /** Its exit takes it out of the list. Until then it could get a job, so it is taken out at once. */
  function keepIdle(worker: ChildProcess): void {
    idle.push(worker);
    if (options.idleMs === undefined) return;
    const retire = () => {
      idle.splice(idle.indexOf(worker), 1);
      all.delete(worker);
      worker.kill('SIGKILL');
    };
    retirements.set(worker, setTimeout(retire, options.idleMs).unref());
  }

  function assign(worker: ChildProcess, job: Job<Task, Result>, onEnd: () => void): void {
    let isFinished = false;
    const finish = (settle: () => void, isReusable: boolean) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      setReferenced(worker, false);
      if (isReusable) keepIdle(worker);
      else {
        all.delete(worker);
        worker.kill('SIGKILL');
      }
      onEnd();
      settle();
      dispatch();
    };
    const limitMs = typeof options.limitMs === 'number' ? options.limitMs : options.limitMs(job.task);
    const onMessage = (message: unknown) => {
      const answer = message as Answer<Result>;
      if (answer === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(onSlow, limitMs);
      } else if ('result' in answer) finish(() => job.resolve(answer.result), true);
      else finish(() => job.reject(jobRefused('failed', answer.error)), true);
    };
    const onSlow = () => finish(() => job.reject(jobRefused('slow')), false);
    const onError = (error: unknown) => finish(() => job.reject(jobRefused('failed', error)), false);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      const cause = new Error(`the worker ended with ${signal ?? `exit code ${code}`}`);
      finish(() => job.reject(jobRefused(isClosed ? 'closed' : 'ended', cause)), false);
    };
    let timer = setTimeout(onSlow, ready.has(worker) ? limitMs : options.startMs);
    setReferenced(worker, true);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    const send = async () => worker.send({ task: options.prepare ? await options.prepare(job.task) : job.task });
    send().catch((error) => finish(() => job.reject(jobRefused('failed', error)), true));
  }

  return {
    run: (task, key = '') =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(jobRefused('closed'));
        queue.add(key, { task, since: performance.now(), resolve, reject })?.reject(jobRefused('busy'));
        dispatch();
      }),
    use: () => ({ workers: options.workers, running: all.size - idle.length, waiting: queue.size() }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.clear()) reject(jobRefused('closed'));
      await Promise.all([...all].map(end));
    },
  };
}

/** Without a job, a worker does not keep this process running. */
function setReferenced(worker: ChildProcess, isReferenced: boolean): void {
  const change = isReferenced ? 'ref' : 'unref';
  worker[change]();
  worker.channel?.[change]();
}

/** Resolves at once for a worker that has ended, or could not be started. */
const end = (worker: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (worker.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return resolve();
    worker.once('exit', () => resolve());
    worker.kill('SIGKILL');
  });
