import { hasNoEnd, PERIODS, type SubscriptionType } from '#contract/plans';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { PaymentsDeps } from '#server/payments/choose-payments';
import type { PaymentProvider, Preference } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { uuidv7 } from '#server/platform/uuid';
import { planOf } from './billing.store.ts';
import { purchaseOrder } from './purchase-order.ts';
import { findOpenPurchase, findPurchase, insertPurchase, type Purchase, savePreference } from './purchases.store.ts';

type PurchaseDeps = Pick<Deps, 'billingTransaction' | 'now' | 'countsTestPayments' | 'publicUrl'> & PaymentsDeps;

const HOUR_MS = 3600 * 1000;
const PAYABLE_FOR_MS = 24 * HOUR_MS;
/** A checkout page is offered again only if the payer has at least this much time left to pay. */
const MIN_TIME_TO_PAY_MS = HOUR_MS;

/**
 * Stores the purchase before calling the provider and uses the purchase id as the idempotency key. A retry or a double
 * click therefore leads to the same checkout page.
 */
export async function createPreference(deps: PurchaseDeps, owner: Owner, subscriptionType: SubscriptionType) {
  const { provider } = deps.payments;
  if (!provider) throw new AppError('PAYMENTS_NOT_CONFIGURED');
  const purchase = await openPurchase(deps, owner, provider, subscriptionType);
  const { id, initPoint, sandboxInitPoint } =
    purchase.preference ?? (await requestPreference(deps, owner, provider, purchase));
  return { success: true, preference: { id, initPoint, sandboxInitPoint } };
}

function openPurchase(
  deps: PurchaseDeps,
  owner: Owner,
  provider: PaymentProvider,
  subscriptionType: SubscriptionType,
): Promise<Purchase> {
  const kind = { provider: provider.name, subscriptionType, amount: PERIODS[subscriptionType].price };
  return deps.billingTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    if (hasNoEnd(await planOf(tx, deps.countsTestPayments))) throw new AppError('PLAN_WITHOUT_END');
    const at = deps.now();
    const open = await findOpenPurchase(tx, kind, new Date(at.getTime() + MIN_TIME_TO_PAY_MS));
    if (open) return open;
    const expiresAt = new Date(at.getTime() + PAYABLE_FOR_MS);
    const purchase = { ...kind, id: uuidv7(at), currency: 'CLP', createdAt: at, expiresAt, preference: undefined };
    await insertPurchase(tx, purchase);
    await record(tx, { ...actBy(owner, purchase.id), act: 'payment.started', at });
    return purchase;
  });
}

async function requestPreference(
  deps: PurchaseDeps,
  owner: Owner,
  provider: PaymentProvider,
  purchase: Purchase,
): Promise<Preference> {
  const payer = { email: owner.user.email, rut: owner.rut };
  const preference = await provider.createPreference(purchaseOrder(purchase, { payer, publicUrl: deps.publicUrl }));
  return deps.billingTransaction(owner.id, async (tx) => {
    await savePreference(tx, purchase.id, preference);
    return (await findPurchase(tx, purchase.id))?.preference ?? preference;
  });
}
