import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '#server/auth/owner';
import type { PaymentsDeps } from '#server/payments/choose-payments';
import { isProviderUnavailable, type PaymentProvider } from '#server/payments/payment-provider';
import { describeError } from '#server/platform/describe-error';
import { purchaseReference } from './purchase-order.ts';
import {
  claimCredited,
  claimUnsettled,
  longestOverdue,
  releaseClaims,
  saveAskedAt,
  unsettledOf,
} from './reconcile.store.ts';
import { type SettlingDeps, settle } from './settle.service.ts';

export type ReconcileDeps = SettlingDeps & PaymentsDeps;

const ROUND_INTERVAL_MS = 5 * 60 * 1000;
/** A round stops after this many failures, because further calls are likely to fail or time out as well. */
const MAX_FAILURES_PER_ROUND = 3;
/** The longest time that a payer who returns from the checkout waits for the reply. */
export const REPLY_TIMEOUT_MS = 20_000;

/**
 * Polls the provider for unsettled purchases and for credited purchases that can still be refunded. It covers
 * notifications that were lost or that arrived while the server was down.
 */
export async function reconcileDue(deps: ReconcileDeps, startedAt: Date, isStopped: () => boolean): Promise<void> {
  const { provider } = deps.payments;
  if (!provider) return;
  const failures: string[] = [];
  const isOver = () => isStopped() || failures.length === MAX_FAILURES_PER_ROUND;
  const reconcileEach = async (ids: string[]) => {
    for (const [i, id] of ids.entries()) {
      if (isOver()) return releaseClaims(deps.billing, ids.slice(i));
      await reconcilePurchase(deps, provider, id).catch((error: Error) => failures.push(failureOf(error)));
    }
  };

  for (;;) {
    const claimed = await claimUnsettled(deps.billing, { provider: provider.name, startedAt }, deps.now());
    await reconcileEach(claimed);
    if (claimed.length === 0 || isOver()) break;
  }
  if (!isOver()) await reconcileEach(await claimCredited(deps.billing, provider.name, deps.now()));
  if (failures.length > 0 && !isStopped()) deps.warn({ failures }, 'payments were not reconciled');
}

/**
 * How long the query about an unsettled purchase is overdue, in seconds, for the one that has waited longest. It stays
 * below the interval of the rounds while the provider answers. Null without a provider.
 */
export async function reconciliationLag({
  billing,
  payments: { provider },
  now,
}: ReconcileDeps): Promise<number | null> {
  return provider ? longestOverdue(billing, provider.name, now()) : null;
}

/** Called when the payer returns from the checkout. If the provider does not reply, the periodic rounds retry. */
export async function checkPayments(
  deps: ReconcileDeps,
  owner: Owner,
  withinMs = REPLY_TIMEOUT_MS,
): Promise<undefined> {
  await Promise.race([reconcileOwner(deps, owner), delay(withinMs, undefined, { ref: false })]);
  return undefined;
}

async function reconcileOwner(deps: ReconcileDeps, owner: Owner): Promise<void> {
  const { provider } = deps.payments;
  if (!provider) return;
  try {
    for (const id of await unsettledOf(deps.billing, owner.id, provider.name, deps.now())) {
      await reconcilePurchase(deps, provider, id);
    }
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error;
  }
}

/** Records the time only after a reply, so a purchase whose call failed stays due. */
async function reconcilePurchase(deps: ReconcileDeps, provider: PaymentProvider, id: string): Promise<void> {
  const at = deps.now();
  for (const payment of await provider.paymentsOf(purchaseReference(id))) await settle(deps, payment);
  await saveAskedAt(deps.billing, id, at);
}

function failureOf(error: Error): string {
  const { code = error.name, constraint } = describeError(error);
  return constraint ? `${code} ${constraint}` : code;
}

/** Runs a round immediately and then every five minutes. Returns a function that stops it. */
export function startReconciling(deps: ReconcileDeps): () => void {
  const startedAt = deps.now();
  let isStopped = false;
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    await reconcileDue(deps, startedAt, () => isStopped).catch((error: Error) => {
      if (!isStopped) deps.warn({ failures: [failureOf(error)] }, 'payments were not reconciled');
    });
    isRunning = false;
  };
  void round();
  const rounds = setInterval(() => void round(), ROUND_INTERVAL_MS);
  return () => {
    isStopped = true;
    clearInterval(rounds);
  };
}
