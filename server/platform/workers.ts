/** So that a mail server far away, which takes a fifth of a second for a mail, is given 100,000 mails an hour. */
export const JOBS_AT_ONCE = 8;

interface Jobs<Job> {
  /** Takes the next job, so that nobody else takes it. */
  claim(): Promise<Job | undefined>;
  run(job: Job): Promise<void>;
}

export interface Workers {
  /** Starts a worker, unless all are at work. It ends when nothing is left to claim. */
  begin(): void;
  /** Resolves when no worker is at work. */
  idle(): Promise<void>;
  /** Lets the workers end after the job that each of them is doing. */
  stop(): void;
}

/**
 * Does several jobs at once. Each claimed job starts a further worker, so a queue without jobs is asked once, and a job
 * that takes long keeps one worker busy and no other.
 */
export function createWorkers<Job>({ claim, run }: Jobs<Job>, onEnd: (error?: unknown) => void): Workers {
  const atWork = new Set<Promise<void>>();
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      const job = await claim();
      if (job === undefined) return;
      begin();
      await run(job);
    }
  };
  const begin = () => {
    if (isStopped || atWork.size >= JOBS_AT_ONCE) return;
    const worker: Promise<void> = work()
      .then(() => onEnd(), onEnd)
      .finally(() => atWork.delete(worker));
    atWork.add(worker);
  };
  return {
    begin,
    idle: async () => {
      while (atWork.size > 0) await Promise.all(atWork);
    },
    stop: () => {
      isStopped = true;
    },
  };
}
