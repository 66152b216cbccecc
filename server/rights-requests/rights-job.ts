import type { Deps } from '#server/deps';
import type { OutboxDeps } from '#server/mail/outbox';
import type { Database } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import { type Pace, startRounds } from '#server/platform/start-rounds';
import { queueReminder } from './rights-mails.service.ts';
import { dueReminders, takeReminder } from './rights-requests.store.ts';

export type RightsJobDeps = OutboxDeps & Pick<Database, 'mail'> & Pick<Deps, 'tenantTransaction' | 'now' | 'warn'>;

const INTERVAL_MS = 60_000;

/** Reminds the professionals, once for each request, that its time is about to run out. */
export async function remindOfRequests(deps: RightsJobDeps, pace?: Pace): Promise<void> {
  for (const { ownerId, id } of await dueReminders(deps.mail, deps.now())) {
    if (pace?.isStopped()) return;
    const startedAt = performance.now();
    // A failure does not keep the other professionals waiting.
    await remind(deps, ownerId, id).catch((error: Error) => {
      deps.warn({ ownerId, ...describeError(error) }, 'a professional could not be reminded of a request about rights');
    });
    await pace?.rest(performance.now() - startedAt);
  }
}

const remind = (deps: RightsJobDeps, ownerId: string, id: string): Promise<void> =>
  deps.tenantTransaction(ownerId, async (tx) => {
    const at = deps.now();
    if (await takeReminder(tx, id, at)) await queueReminder(deps, tx, id, at);
  });

/** Reminds now and every minute. Returns a function that stops it after the request under way. */
export const startRemindingOfRequests = (deps: RightsJobDeps): (() => Promise<void>) =>
  startRounds({
    everyMs: INTERVAL_MS,
    run: (pace) => remindOfRequests(deps, pace),
    warn: deps.warn,
    failure: 'requests about rights that are about to run out could not be read',
  });
