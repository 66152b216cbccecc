import { setTimeout as delay } from 'node:timers/promises';
import { describeError } from '#server/platform/describe-error';
import { queueDueReminders, type RemindingDeps } from './reminding.service.ts';

/** With the time that the outbox takes, a reminder leaves within some seconds. */
const INTERVAL_MS = 5000;
/** Thousands may be due at once. The job works a seventh of the time, so that the requests of others hardly notice it. */
const REST = 6;

/** Queues due reminders now and every few seconds. Returns a function that stops it after the professional under way. */
export function startReminding(deps: RemindingDeps): () => Promise<void> {
  let isStopped = false;
  let hasFailed = false;
  let running: Promise<void> | undefined;
  const pace = { isStopped: () => isStopped, rest: (worked: number) => delay(worked * REST) };
  const round = async () => {
    try {
      await queueDueReminders(deps, pace);
      hasFailed = false;
    } catch (error) {
      // Reported once, and not in every round while the database is unavailable.
      if (!hasFailed && !isStopped) deps.warn(describeError(error as Error), 'due reminders could not be read');
      hasFailed = true;
    }
    running = undefined;
  };
  const begin = () => {
    running ??= round();
  };
  begin();
  const timer = setInterval(begin, INTERVAL_MS);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
