import type { TestDeposit } from '#contract/deposits';
import type { TestOutcome } from '#contract/test-checkout';
import { openProfile } from '#server/auth/open-account.service';
import type { Deps } from '#server/deps';
import type { DepositProvidersDeps } from '#server/payments/deposit-providers';
import { AppError } from '#server/platform/app-error';
import { depositWebhook } from './deposit-provider.service.ts';
import { findPaymentAccount } from './payment-account.store.ts';

export type TestDepositDeps = Pick<Deps, 'tenantRead' | 'identity' | 'publicUrl'> & DepositProvidersDeps;

const RETURNS = { approved: 'success', rejected: 'failure', pending: 'pending' } as const;

export async function getTestDeposit(deps: TestDepositDeps, id: string): Promise<TestDeposit> {
  const { order, profile } = await requireTestDeposit(deps, id);
  return {
    professional: profile.name,
    description: order.item.description,
    amount: order.amount,
    expiresAt: order.expiresAt.toISOString(),
  };
}

/** A deposit can be paid after its time too, as the real provider may report an approval that late. */
export async function decideTestDeposit(
  deps: TestDepositDeps,
  id: string,
  outcome: TestOutcome,
): Promise<{ returnTo: string }> {
  const { checkout, ownerId, order } = await requireTestDeposit(deps, id);
  const { reference, amount, returnUrls } = order;
  const result = await checkout.decide({ reference, amount, notificationPath: depositWebhook(ownerId) }, outcome);
  // The browser may use another address of this product.
  const { pathname, search } = new URL(returnUrls[RETURNS[result]]);
  return { returnTo: pathname + search };
}

/** The page exists while the test checkout is the provider of the professional. Whoever has its address may pay. */
async function requireTestDeposit(deps: TestDepositDeps, id: string) {
  const checkout = deps.depositProviders.testCheckout;
  const deposit = checkout?.findDeposit(id);
  if (!checkout || !deposit) throw new AppError('NOT_FOUND');
  const { ownerId } = deposit;
  const [account, profile] = await Promise.all([
    deps.tenantRead(ownerId, findPaymentAccount),
    openProfile(deps, ownerId),
  ]);
  if (account || !profile) throw new AppError('NOT_FOUND');
  return { ...deposit, checkout, profile };
}
