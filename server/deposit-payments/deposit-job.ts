import type { Deps } from '#server/deps';
import { isProviderUnavailable } from '#server/payments/payment-provider';
import type { Database } from '#server/platform/database/database';
import { describeError } from '#server/platform/describe-error';
import { type Pace, startRounds } from '#server/platform/start-rounds';
import { type CheckDeps, checkDeposit } from './deposit-check.service.ts';
import { dueDeposits } from './deposit-payments.store.ts';

export type DepositJobDeps = CheckDeps & Pick<Database, 'mail'> & Pick<Deps, 'warn'>;

const INTERVAL_MS = 10_000;
const MAX_WORK_MS = 50;
/** A provider that does not answer about one deposit keeps the others waiting no longer than they have to. */
const AT_ONCE = 4;

/** Asks the provider about the deposits that are due, and returns what is to be returned. */
export async function workOnDeposits(deps: DepositJobDeps, pace?: Pace): Promise<void> {
  const due = (await dueDeposits(deps.mail, deps.now())).values();
  const workOff = async () => {
    for (const { ownerId, id } of due) {
      if (pace?.isStopped()) return;
      const startedAt = performance.now();
      // A failure for one professional does not end the round for the others.
      await checkDeposit(deps, ownerId, id).catch((error: Error) => warnOfFailure(deps, { ownerId, id }, error));
      // Waiting for the provider is no work.
      await pace?.rest(Math.min(performance.now() - startedAt, MAX_WORK_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

function warnOfFailure(deps: DepositJobDeps, { ownerId, id }: { ownerId: string; id: string }, error: Error): void {
  const message = isProviderUnavailable(error)
    ? 'the payment provider did not answer about a deposit'
    : 'a deposit could not be checked';
  deps.warn({ ownerId, deposit: id, ...describeError(error) }, message);
}

/** Works on deposits now and every few seconds. Returns a function that stops it after the deposit under way. */
export const startDepositJob = (deps: DepositJobDeps): (() => Promise<void>) =>
  startRounds({
    everyMs: INTERVAL_MS,
    run: (pace) => workOnDeposits(deps, pace),
    warn: deps.warn,
    failure: 'due deposits could not be read',
  });
