import { hasNoEnd, paidUntil } from '#contract/plans';
import { PAYMENT_PROVIDER, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import type { BillingSql, BillingTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { planOf } from './billing.store.ts';
import { type ProviderPayment, purchaseIdIn } from './payment-provider.ts';
import { statusByPrice, supersedes } from './payment-state.ts';
import { creditsOf, findKnownPayment, insertPayment, savePlan, updatePayment } from './payments.store.ts';
import { findPurchase, ownerOfPurchase, type Purchase } from './purchases.store.ts';

export type Outcome =
  | { kind: 'applied' | 'unchanged'; ownerId: string }
  | { kind: 'refused'; reason: string; ownerId: string | undefined };

export type SettlingDeps = Pick<Deps, 'billing' | 'billingTransaction' | 'now' | 'warn'>;
type Conclude = (db: BillingSql, outcome: Outcome) => Promise<void>;

const UNKNOWN_REFERENCE = 'La referencia no es de ninguna compra';

/**
 * Writes down what the provider says of a payment, and what follows from it, in one transaction and one at a time for
 * each owner. Told the same again, or something older, it changes nothing.
 */
export async function settle(
  deps: SettlingDeps,
  told: ProviderPayment,
  conclude: Conclude = async () => undefined,
): Promise<Outcome> {
  const outcome = await settleAndConclude(deps, told, conclude);
  // Somebody may have paid for nothing: whoever runs this should look.
  if (outcome.kind === 'refused') {
    deps.warn({ payment: told.id, status: told.status, reason: outcome.reason }, 'payment refused');
  }
  return outcome;
}

async function settleAndConclude(deps: SettlingDeps, told: ProviderPayment, conclude: Conclude): Promise<Outcome> {
  const purchaseId = purchaseIdIn(told.reference);
  const owner = purchaseId && (await ownerOfPurchase(deps.billing, purchaseId));
  if (!owner) {
    const outcome: Outcome = { kind: 'refused', reason: UNKNOWN_REFERENCE, ownerId: undefined };
    await conclude(deps.billing, outcome);
    return outcome;
  }
  return deps.billingTransaction(owner, async (tx) => {
    await lockOwner(tx);
    const outcome = await settleInTurn(tx, purchaseId, told, deps.now());
    await conclude(tx, outcome);
    return outcome;
  });
}

async function settleInTurn(tx: BillingTx, purchaseId: string, answer: ProviderPayment, at: Date): Promise<Outcome> {
  const ownerId = tx.owner;
  const purchase = await findPurchase(tx, purchaseId);
  if (!purchase) return { kind: 'refused', reason: UNKNOWN_REFERENCE, ownerId };
  const reason = mismatch(purchase, answer);
  if (reason) return { kind: 'refused', reason, ownerId };

  const told = { ...answer, status: statusByPrice(answer, purchase.amount) };
  const known = await findKnownPayment(tx, told.id);
  // A dispute gives nothing and takes nothing away until it is decided.
  if (told.isDisputed || (known && !supersedes(told, known))) return { kind: 'unchanged', ownerId };
  const isNews = told.status !== known?.status;
  const kept = {
    id: known?.id ?? uuidv7(at),
    processedAt: told.status === 'pending' ? null : isNews ? at : known.processedAt,
    creditedAt: known?.creditedAt ?? (told.status === 'approved' ? at : null),
  };
  if (known) await updatePayment(tx, kept, told);
  else await insertPayment(tx, purchaseId, kept, told);
  if (isNews) {
    if (kept.creditedAt) await recountPlan(tx);
    await record(tx, { act: `payment.${told.status}`, at, actorId: PAYMENT_PROVIDER, ownerId, subjectId: kept.id });
  }
  return { kind: 'applied', ownerId };
}

/** Only what we asked for, to the peso and into our own account, buys anything. */
function mismatch(purchase: Purchase, told: ProviderPayment): string | undefined {
  const { amount, currency, preference } = purchase;
  if (told.currency !== currency) return `La moneda no es la de la compra: ${told.currency}`;
  if (told.amount !== amount) return `El monto no es el de la compra: ${told.amount} en vez de ${amount}`;
  if (!preference) return 'A nadie se le ofreció pagar esta compra';
  if (told.collectorId !== preference.collectorId) return `La cuenta que recibe no es la nuestra: ${told.collectorId}`;
  return undefined;
}

/**
 * The plan is counted anew from all payments that stand, so that a refund takes away just what it had bought: with and
 * without those of the test checkout, so that each process reads what counts in its own configuration.
 */
async function recountPlan(tx: BillingTx): Promise<void> {
  if (hasNoEnd(await planOf(tx, false))) return;
  const credits = await creditsOf(tx);
  const expiresAt = paidUntil(credits.filter(({ isTest }) => !isTest));
  const withTests = paidUntil(credits);
  const testExpiresAt = withTests?.getTime() === expiresAt?.getTime() ? null : withTests;
  await savePlan(tx, { status: expiresAt ? 'paid' : 'free', expiresAt }, testExpiresAt);
}
