import type { Payment, SubscriptionInfo } from '#contract/billing';
import type { Plan } from '#contract/plans';
import { record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import {
  endPlan,
  findWebhook,
  grantPlan,
  ownerOfPayment,
  unlistPayment,
  unlistWebhook,
} from './administration.store.ts';
import { paymentsIn, subscriptionIn } from './billing.service.ts';

type AdministrationDeps = Pick<Deps, 'billing' | 'billingTransaction' | 'now'>;

// Administrators read billing data through the billing database role. They never act as the account owner.

export const subscriptionOf = (
  deps: Pick<Deps, 'billingTransaction' | 'now' | 'countsTestPayments'>,
  userId: string,
): Promise<SubscriptionInfo> => deps.billingTransaction(userId, (tx) => subscriptionIn(deps, tx));

export const paymentsOfAccount = (
  deps: Pick<Deps, 'billingTransaction' | 'countsTestPayments'>,
  userId: string,
): Promise<Payment[]> => deps.billingTransaction(userId, (tx) => paymentsIn(deps, tx));

/** 'paid' sets a plan without an end date. 'free' ends the plan now and voids every credit granted before the lock. */
export function setSubscription(
  deps: AdministrationDeps,
  admin: Owner,
  userId: string,
  status: Plan['status'],
): Promise<undefined> {
  return deps.billingTransaction(userId, async (tx) => {
    await lockOwner(tx);
    const at = deps.now();
    const isSet = status === 'paid' ? await grantPlan(tx) : await endPlan(tx, at);
    if (!isSet) throw new AppError('NOT_FOUND');
    const act = `user.subscription-set-${status}` as const;
    await record(tx, { act, at, actorId: admin.id, ownerId: userId, subjectId: userId, address: admin.address });
    return undefined;
  });
}

/** Hides the payment from the lists. The plan does not change, and the row stays as evidence. */
export async function deletePayment(deps: AdministrationDeps, admin: Owner, id: string): Promise<undefined> {
  const ownerId = await ownerOfPayment(deps.billing, id);
  if (!ownerId) throw new AppError('NOT_FOUND');
  const at = deps.now();
  return deps.billingTransaction(ownerId, async (tx) => {
    if (!(await unlistPayment(tx, id, at))) throw new AppError('NOT_FOUND');
    await record(tx, { act: 'payment.deleted', at, actorId: admin.id, ownerId, subjectId: id, address: admin.address });
    return undefined;
  });
}

export async function deleteWebhook(deps: AdministrationDeps, admin: Owner, id: string): Promise<undefined> {
  const webhook = await findWebhook(deps.billing, id);
  if (!webhook) throw new AppError('NOT_FOUND');
  const ownerId = webhook.userId ?? admin.id;
  const at = deps.now();
  return deps.billingTransaction(ownerId, async (tx) => {
    if (!(await unlistWebhook(tx, id, at))) throw new AppError('NOT_FOUND');
    await record(tx, { act: 'webhook.deleted', at, actorId: admin.id, ownerId, subjectId: id, address: admin.address });
    return undefined;
  });
}
