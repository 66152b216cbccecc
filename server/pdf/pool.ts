import { Worker } from 'node:worker_threads';

/** Why a job was not done: too many wait, it took too long, its worker failed, or the pool is closed. */
export type JobProblem = 'busy' | 'slow' | 'failed' | 'closed';

function jobRefused(problem: JobProblem, cause?: unknown): Error {
  const error = new Error(`A document was not printed: ${problem}`, { cause });
  error.name = 'JobRefused';
  return Object.assign(error, { problem });
}

/** What kept a job from being done; undefined for any other error. */
export const jobProblem = (error: unknown): JobProblem | undefined =>
  error instanceof Error && error.name === 'JobRefused'
    ? (error as Error & { problem: JobProblem }).problem
    : undefined;

interface Job<Task, Result> {
  task: Task;
  /** Since when it waits. */
  since: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

export interface PoolOptions<Task> {
  script: URL;
  workerData?: unknown;
  /** Makes the message for the worker from a task, when its turn has come. */
  prepare?(task: Task): Promise<unknown>;
  workers: number;
  /** How many jobs may wait for a worker, and how many of one key. */
  waiting: number;
  waitingPerKey: number;
  /** How long a job may wait: whoever asked for it does not wait longer either. */
  waitMs: number;
  /** How long one job may take: then its worker is ended, and another takes its place. */
  limitMs: number;
  /** How long a new worker may take until it is ready. */
  startMs: number;
  /** Megabytes of memory for the objects of one worker. */
  memoryMb: number;
}

export interface Pool<Task, Result> {
  /** Keys take turns: one with much to do does not keep the others waiting. */
  run(task: Task, key?: string): Promise<Result>;
  close(): Promise<void>;
}

type Answer<Result> = 'ready' | { result: Result } | { error: unknown };

/**
 * A worker says 'ready' once and then answers each task with `{ result }` or `{ error }`. It does one at a time; a job
 * that kills it fails alone.
 */
export function createPool<Task, Result>(options: PoolOptions<Task>): Pool<Task, Result> {
  /** What waits, by key; the key whose turn it is stands first. */
  const queue = new Map<string, Job<Task, Result>[]>();
  let waiting = 0;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const ready = new WeakSet<Worker>();
  let isClosed = false;

  function hire(): Worker {
    const worker = new Worker(options.script, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    all.add(worker);
    // A worker that ends between two jobs has no one else who hears it.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  function next(): void {
    while (waiting > 0 && (idle.length > 0 || all.size < options.workers)) {
      const job = take();
      if (performance.now() - job.since > options.waitMs) job.reject(jobRefused('busy'));
      else give(idle.pop() ?? hire(), job);
    }
  }

  function take(): Job<Task, Result> {
    for (const [key, [job, ...rest]] of queue) {
      queue.delete(key);
      if (rest.length > 0) queue.set(key, rest);
      waiting--;
      if (job) return job;
    }
    throw new Error('nothing waits');
  }

  function give(worker: Worker, job: Job<Task, Result>): void {
    let isFinished = false;
    const finish = (settle: () => void, isFit: boolean) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      if (isFit) idle.push(worker);
      else {
        all.delete(worker);
        void worker.terminate();
      }
      settle();
      next();
    };
    const onMessage = (answer: Answer<Result>) => {
      if (answer === 'ready') {
        ready.add(worker);
        clearTimeout(timer);
        timer = setTimeout(onSlow, options.limitMs);
      } else if ('result' in answer) finish(() => job.resolve(answer.result), true);
      else finish(() => job.reject(jobRefused('failed', answer.error)), true);
    };
    const onSlow = () => finish(() => job.reject(jobRefused('slow')), false);
    const onError = (error: unknown) => finish(() => job.reject(jobRefused('failed', error)), false);
    const onExit = () => finish(() => job.reject(jobRefused(isClosed ? 'closed' : 'failed')), false);
    let timer = setTimeout(onSlow, ready.has(worker) ? options.limitMs : options.startMs);
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    const send = async () => worker.postMessage(options.prepare ? await options.prepare(job.task) : job.task);
    send().catch((error) => finish(() => job.reject(jobRefused('failed', error)), true));
  }

  return {
    run: (task, key = '') =>
      new Promise((resolve, reject) => {
        const own = queue.get(key) ?? [];
        if (isClosed) return reject(jobRefused('closed'));
        if (waiting >= options.waiting || own.length >= options.waitingPerKey) return reject(jobRefused('busy'));
        queue.set(key, [...own, { task, since: performance.now(), resolve, reject }]);
        waiting++;
        next();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of [...queue.values()].flat()) reject(jobRefused('closed'));
      queue.clear();
      waiting = 0;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
