import { PERIODS } from '#contract/plans';
import type { TestCheckout, TestOutcome } from '#contract/test-checkout';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import type { PaymentsDeps } from '#server/payments/choose-payments';
import { AppError } from '#server/platform/app-error';
import { ownPurchase } from './billing.store.ts';
import { purchaseReference, returnPath } from './purchase-order.ts';

type TestCheckoutDeps = Pick<Deps, 'tenantRead' | 'now'> & PaymentsDeps;

const RETURNS = { approved: 'success', rejected: 'failure', pending: 'pending' } as const;

export async function getTestCheckout(deps: TestCheckoutDeps, owner: Owner, id: string): Promise<TestCheckout> {
  const { purchase } = await requireTestPurchase(deps, owner, id);
  return {
    description: PERIODS[purchase.subscriptionType].description,
    amount: purchase.amount,
    email: owner.user.email,
  };
}

export async function decideTestCheckout(
  deps: TestCheckoutDeps,
  owner: Owner,
  id: string,
  outcome: TestOutcome,
): Promise<{ returnTo: string }> {
  const { checkout, purchase } = await requireTestPurchase(deps, owner, id);
  const result = await checkout.decide({ reference: purchaseReference(id), amount: purchase.amount }, outcome);
  return { returnTo: returnPath(RETURNS[result]) };
}

/** The page exists only if the test checkout is the configured provider. */
async function requireTestPurchase(deps: TestCheckoutDeps, owner: Owner, id: string) {
  const checkout = deps.payments.testCheckout;
  const purchase = checkout && (await deps.tenantRead(owner.id, (db) => ownPurchase(db, id)));
  const isPayable = purchase?.provider === checkout?.name && purchase && deps.now() < purchase.expiresAt;
  if (!checkout || !isPayable) throw new AppError('NOT_FOUND');
  return { checkout, purchase };
}
