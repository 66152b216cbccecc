import { Worker } from 'node:worker_threads';

/** Why a job failed: too many are waiting, it took too long, its worker failed, or the pool is closed. */
export type JobProblem = 'busy' | 'slow' | 'failed' | 'closed';

function jobRefused(problem: JobProblem, cause?: unknown): Error {
  const error = new Error(`A document was not printed: ${problem}`, { cause });
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

export interface PoolOptions<Task> {
  script: URL;
  workerData?: unknown;
  /** Makes the message for the worker from a task, when its turn has come. */
  prepare?(task: Task): Promise<unknown>;
  workers: number;
  /** How many jobs may wait, in all and of one key. */
  waiting: number;
  waitingPerKey: number;
  /** How long a job may wait. The request that needs it would have timed out. */
  waitMs: number;
  /** How long a job may take. Then its worker is terminated and replaced. */
  limitMs: number;
  /** How long a new worker may take to start. */
  startMs: number;
  /** The heap of one worker, in megabytes. */
  memoryMb: number;
}

/** How many jobs run and wait. */
export interface PoolUse {
  workers: number;
  running: number;
  waiting: number;
}

export interface Pool<Task, Result> {
  /** Runs a task. Keys are served in turn, so that one with many tasks does not delay the others. */
  run(task: Task, key?: string): Promise<Result>;
  use(): PoolUse;
  close(): Promise<void>;
}

type Answer<Result> = 'ready' | { result: Result } | { error: unknown };

/**
 * A pool of worker threads. A worker posts 'ready' once and then answers each task with `{ result }` or `{ error }`. It
 * runs one task at a time, so that a task that ends its worker fails alone.
 */
export function createPool<Task, Result>(options: PoolOptions<Task>): Pool<Task, Result> {
  /** The waiting jobs by key. The key that is served next comes first. */
  const queue = new Map<string, Job<Task, Result>[]>();
  let waiting = 0;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const ready = new WeakSet<Worker>();
  let isClosed = false;

  function startWorker(): Worker {
    const worker = new Worker(options.script, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    all.add(worker);
    // Without a listener, an error between two jobs would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  function dispatch(): void {
    while (waiting > 0 && (idle.length > 0 || all.size < options.workers)) {
      const job = takeJob();
      if (performance.now() - job.since > options.waitMs) job.reject(jobRefused('busy'));
      else assign(idle.pop() ?? startWorker(), job);
    }
  }

  function takeJob(): Job<Task, Result> {
    for (const [key, [job, ...rest]] of queue) {
      queue.delete(key);
      if (rest.length > 0) queue.set(key, rest);
      waiting--;
      if (job) return job;
    }
    throw new Error('no job is waiting');
  }

  function assign(worker: Worker, job: Job<Task, Result>): void {
    let isFinished = false;
    const finish = (settle: () => void, isReusable: boolean) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      if (isReusable) idle.push(worker);
      else {
        all.delete(worker);
        void worker.terminate();
      }
      settle();
      dispatch();
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
        dispatch();
      }),
    use: () => ({ workers: options.workers, running: all.size - idle.length, waiting }),
    async close() {
      isClosed = true;
      for (const { reject } of [...queue.values()].flat()) reject(jobRefused('closed'));
      queue.clear();
      waiting = 0;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
