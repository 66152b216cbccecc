import { startRounds } from '#server/platform/start-rounds';
import { queueDueReminders, type RemindingDeps } from './reminding.service.ts';

/** With the time that the outbox takes, a reminder leaves within some seconds. */
const INTERVAL_MS = 5000;

/** Queues due reminders now and every few seconds. Returns a function that stops it after the professional under way. */
export const startReminding = (deps: RemindingDeps): (() => Promise<void>) =>
  startRounds({
    everyMs: INTERVAL_MS,
    run: (pace) => queueDueReminders(deps, pace),
    warn: deps.warn,
    failure: 'due reminders could not be read',
  });
