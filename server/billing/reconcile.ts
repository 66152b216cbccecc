import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { isProviderAway, type PaymentProvider, referenceOf } from './payment-provider.ts';
import { claimDuePurchase, claimPurchaseOf } from './purchases.store.ts';
import { settle } from './settle.ts';

const ROUND_EVERY_MS = 5 * 60 * 1000;
/** Others of the same round would wait as long for the same silence. */
const FAILURES_A_ROUND = 3;
/** Whoever came back from the checkout gets an answer in time, also where the provider is slow. */
const ANSWER_WITHIN_MS = 20_000;

type Warn = (particulars: Record<string, unknown>, message: string) => void;

/** Notifications get lost, or come while nobody listens: what is still open is asked for. */
export async function askForDue(deps: Deps, isStopped: () => boolean, warn: Warn): Promise<void> {
  const { provider } = deps.payments;
  const failures: string[] = [];
  while (provider && failures.length < FAILURES_A_ROUND && !isStopped()) {
    const id = await claimDuePurchase(deps.billing, provider.name, deps.now());
    if (!id) break;
    await askFor(deps, provider, id, warn).catch((error: Error) => failures.push(codeOf(error)));
  }
  if (failures.length > 0 && !isStopped()) warn({ failures }, 'payments were not reconciled');
}

/** A return from the checkout. When the provider gives no answer, the rounds go on asking. */
export async function checkPayments(deps: Deps, owner: Owner): Promise<undefined> {
  await Promise.race([askForAllOf(deps, owner), delay(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  return undefined;
}

async function askForAllOf(deps: Deps, owner: Owner): Promise<void> {
  const { provider } = deps.payments;
  const since = deps.now();
  try {
    while (provider) {
      const id = await claimPurchaseOf(deps.billing, { owner: owner.id, provider: provider.name, since }, deps.now());
      if (!id) break;
      await askFor(deps, provider, id);
    }
  } catch (error) {
    if (!isProviderAway(error)) throw error;
  }
}

async function askFor(deps: Deps, provider: PaymentProvider, id: string, warn?: Warn): Promise<void> {
  const payments = await provider.paymentsOf(referenceOf(id));
  const inOrder = payments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const payment of inOrder) {
    const outcome = await settle(deps, payment);
    if (outcome.kind === 'refused') warn?.({ payment: payment.id, reason: outcome.reason }, 'payment refused');
  }
}

const codeOf = (error: Error): string => {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
};

/** Asks at once, for what happened while nobody was here, and then every few minutes until it is stopped. */
export function startReconciling(deps: Deps, warn: Warn): () => void {
  let isStopped = false;
  let isUnderWay = false;
  const round = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    await askForDue(deps, () => isStopped, warn).catch((error: Error) => {
      if (!isStopped) warn({ failures: [codeOf(error)] }, 'payments were not reconciled');
    });
    isUnderWay = false;
  };
  void round();
  const rounds = setInterval(() => void round(), ROUND_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(rounds);
  };
}
