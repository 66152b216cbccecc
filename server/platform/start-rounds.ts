import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from './describe-error.ts';

/** A job works a seventh of the time, so that the requests of others hardly notice it. */
const REST = 6;

/** What a round asks between two pieces of work. */
export interface Pace {
  isStopped(): boolean;
  /** Called after each piece of work, with its milliseconds. */
  rest(worked: number): Promise<void>;
}

interface Rounds {
  everyMs: number;
  run(pace: Pace): Promise<unknown>;
  warn(details: Record<string, unknown>, message: string): void;
  /** What the operator reads when a round fails. */
  failure: string;
}

/** Runs a job now and again and again. Returns a function that stops it after the piece of work under way. */
export function startRounds({ everyMs, run, warn, failure }: Rounds): () => Promise<void> {
  let isStopped = false;
  let hasFailed = false;
  let running: Promise<void> | undefined;
  const pace = { isStopped: () => isStopped, rest: (worked: number) => delay(worked * REST) };
  const round = async () => {
    try {
      await run(pace);
      hasFailed = false;
    } catch (error) {
      // Reported once, and not in every round while the database is unavailable.
      if (!hasFailed && !isStopped) warn(describeError(error as Error), failure);
      hasFailed = true;
    }
    running = undefined;
  };
  const begin = () => {
    running ??= round();
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
