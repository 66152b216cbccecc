import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from '#server/auth/owner';
import type { PaymentsDeps } from './choose-payments.ts';
import { isProviderAway, type PaymentProvider, referenceOf } from './payment-provider.ts';
import { claimCredited, claimUnsettled, noteAsked, releaseClaims, unsettledOf } from './reconcile.store.ts';
import { type SettlingDeps, settle } from './settle.service.ts';

type ReconcileDeps = SettlingDeps & PaymentsDeps;

const ROUND_EVERY_MS = 5 * 60 * 1000;
/** Others of the same round would wait as long for the same silence. */
const FAILURES_A_ROUND = 3;
/** Whoever came back from the checkout gets an answer in time, also where the provider is slow. */
export const ANSWER_WITHIN_MS = 20_000;

/** Notifications get lost, or come while nobody listens: what is still open, or may be given back, is asked for. */
export async function askForDue(deps: ReconcileDeps, startedAt: Date, isStopped: () => boolean): Promise<void> {
  const { provider } = deps.payments;
  if (!provider) return;
  const failures: string[] = [];
  const isOver = () => isStopped() || failures.length === FAILURES_A_ROUND;
  const askForEach = async (ids: string[]) => {
    for (const [i, id] of ids.entries()) {
      if (isOver()) return releaseClaims(deps.billing, ids.slice(i));
      await askFor(deps, provider, id).catch((error: Error) => failures.push(codeOf(error)));
    }
  };

  for (;;) {
    const claimed = await claimUnsettled(deps.billing, { provider: provider.name, startedAt }, deps.now());
    await askForEach(claimed);
    if (claimed.length === 0 || isOver()) break;
  }
  if (!isOver()) await askForEach(await claimCredited(deps.billing, provider.name, deps.now()));
  if (failures.length > 0 && !isStopped()) deps.warn({ failures }, 'payments were not reconciled');
}

/** A return from the checkout. When the provider gives no answer, the rounds go on asking. */
export async function checkPayments(
  deps: ReconcileDeps,
  owner: Owner,
  withinMs = ANSWER_WITHIN_MS,
): Promise<undefined> {
  await Promise.race([askForAllOf(deps, owner), delay(withinMs, undefined, { ref: false })]);
  return undefined;
}

async function askForAllOf(deps: ReconcileDeps, owner: Owner): Promise<void> {
  const { provider } = deps.payments;
  if (!provider) return;
  try {
    for (const id of await unsettledOf(deps.billing, owner.id, provider.name, deps.now())) {
      await askFor(deps, provider, id);
    }
  } catch (error) {
    if (!isProviderAway(error)) throw error;
  }
}

/** It counts as asked for when there was an answer: what failed stays due. */
async function askFor(deps: ReconcileDeps, provider: PaymentProvider, id: string): Promise<void> {
  const at = deps.now();
  for (const payment of await provider.paymentsOf(referenceOf(id))) await settle(deps, payment);
  await noteAsked(deps.billing, id, at);
}

const codeOf = (error: Error): string => {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
};

/** Asks at once, for what happened while nobody was here, and then every few minutes until it is stopped. */
export function startReconciling(deps: ReconcileDeps): () => void {
  const startedAt = deps.now();
  let isStopped = false;
  let isUnderWay = false;
  const round = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    await askForDue(deps, startedAt, () => isStopped).catch((error: Error) => {
      if (!isStopped) deps.warn({ failures: [codeOf(error)] }, 'payments were not reconciled');
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
