import { hasNoEnd, paidUntil } from '#contract/plans';
import { PAYMENT_PROVIDER, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import type { ProviderPayment } from '#server/payments/payment-provider';
import { statusByPrice, supersedes } from '#server/payments/payment-state';
import type { BillingSql, BillingTx } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { planOf } from './billing.store.ts';
import { creditsOf, findKnownPayment, insertPayment, savePlan, updatePayment } from './payments.store.ts';
import { purchaseIdIn } from './purchase-order.ts';
import { findPurchase, ownerOfPurchase, type Purchase } from './purchases.store.ts';

export type Outcome =
  | { kind: 'applied' | 'unchanged'; ownerId: string }
  | { kind: 'refused'; reason: string; ownerId: string | undefined };

export type SettlingDeps = Pick<Deps, 'billing' | 'billingTransaction' | 'now' | 'warn'>;
type Conclude = (db: BillingSql, outcome: Outcome) => Promise<void>;

const UNKNOWN_REFERENCE = 'La referencia no es de ninguna compra';

/**
 * Stores a payment that the provider reports and updates the plan, in one transaction that holds the owner lock. A
 * repeated or older state changes nothing.
 */
export async function settle(
  deps: SettlingDeps,
  payment: ProviderPayment,
  conclude: Conclude = async () => undefined,
): Promise<Outcome> {
  const outcome = await settleAndConclude(deps, payment, conclude);
  // The payer may have paid without receiving a plan, so an operator must check it.
  if (outcome.kind === 'refused') {
    deps.warn({ payment: payment.id, status: payment.status, reason: outcome.reason }, 'payment refused');
  }
  return outcome;
}

async function settleAndConclude(deps: SettlingDeps, payment: ProviderPayment, conclude: Conclude): Promise<Outcome> {
  const purchaseId = purchaseIdIn(payment.reference);
  const owner = purchaseId && (await ownerOfPurchase(deps.billing, purchaseId));
  if (!owner) {
    const outcome: Outcome = { kind: 'refused', reason: UNKNOWN_REFERENCE, ownerId: undefined };
    await conclude(deps.billing, outcome);
    return outcome;
  }
  return deps.billingTransaction(owner, async (tx) => {
    await lockOwner(tx);
    const outcome = await settleLocked(tx, purchaseId, payment, deps.now());
    await conclude(tx, outcome);
    return outcome;
  });
}

async function settleLocked(tx: BillingTx, purchaseId: string, reported: ProviderPayment, at: Date): Promise<Outcome> {
  const ownerId = tx.owner;
  const purchase = await findPurchase(tx, purchaseId);
  if (!purchase) return { kind: 'refused', reason: UNKNOWN_REFERENCE, ownerId };
  const reason = mismatch(purchase, reported);
  if (reason) return { kind: 'refused', reason, ownerId };

  const payment = { ...reported, status: statusByPrice(reported, purchase.amount) };
  const known = await findKnownPayment(tx, payment.id);
  // A dispute changes nothing until it is resolved.
  if (payment.isDisputed || (known && !supersedes(payment, known))) return { kind: 'unchanged', ownerId };
  const statusChanged = payment.status !== known?.status;
  const stored = {
    id: known?.id ?? uuidv7(at),
    processedAt: payment.status === 'pending' ? null : statusChanged ? at : known.processedAt,
    creditedAt: known?.creditedAt ?? (payment.status === 'approved' ? at : null),
  };
  if (known) await updatePayment(tx, stored, payment);
  else await insertPayment(tx, purchaseId, stored, payment);
  if (statusChanged) {
    if (stored.creditedAt) await recalculatePlan(tx);
    await record(tx, {
      act: `payment.${payment.status}`,
      at,
      actorId: PAYMENT_PROVIDER,
      address: undefined,
      ownerId,
      subjectId: stored.id,
    });
  }
  return { kind: 'applied', ownerId };
}

/** A payment counts only if its currency, amount and receiving account match the purchase. */
function mismatch(purchase: Purchase, payment: ProviderPayment): string | undefined {
  const { amount, currency, preference } = purchase;
  if (payment.currency !== currency) return `La moneda no es la de la compra: ${payment.currency}`;
  if (payment.amount !== amount) return `El monto no es el de la compra: ${payment.amount} en vez de ${amount}`;
  if (!preference) return 'A nadie se le ofreció pagar esta compra';
  if (payment.collectorId !== preference.collectorId)
    return `La cuenta que recibe no es la nuestra: ${payment.collectorId}`;
  return undefined;
}

/**
 * Recalculates the plan from all payments that count, so that a refund removes exactly the period it paid for. Two end
 * dates are stored, with and without test payments, because each process reads the one for its own configuration.
 */
async function recalculatePlan(tx: BillingTx): Promise<void> {
  if (hasNoEnd(await planOf(tx, false))) return;
  const credits = await creditsOf(tx);
  const expiresAt = paidUntil(credits.filter(({ isTest }) => !isTest));
  const withTests = paidUntil(credits);
  const testExpiresAt = withTests?.getTime() === expiresAt?.getTime() ? null : withTests;
  await savePlan(tx, { status: expiresAt ? 'paid' : 'free', expiresAt }, testExpiresAt);
}
