import { PERIODS } from '#contract/plans';
import type { Order } from '#server/payments/payment-provider';
import { isUuid } from '#server/platform/uuid';
import type { Purchase } from './purchases.store.ts';

/** `source_news=webhooks` turns off the older, unsigned IPN notifications. */
const NOTIFICATION_PATH = '/api/payments/webhook?source_news=webhooks';

export function purchaseOrder(
  purchase: Pick<Purchase, 'id' | 'subscriptionType' | 'amount' | 'createdAt' | 'expiresAt'>,
  { payer, publicUrl }: Pick<Order, 'payer'> & { publicUrl: string },
): Order {
  const { id, subscriptionType, amount, createdAt, expiresAt } = purchase;
  return {
    id,
    reference: purchaseReference(id),
    item: { id: `plan-${subscriptionType}`, description: PERIODS[subscriptionType].description },
    amount,
    createdAt,
    expiresAt,
    payer,
    returnUrls: {
      success: publicUrl + returnPath('success'),
      failure: publicUrl + returnPath('failure'),
      pending: publicUrl + returnPath('pending'),
    },
    notificationUrl: publicUrl + NOTIFICATION_PATH,
    acceptsPending: true,
    statementDescriptor: 'FICHA AUSTRAL',
    metadata: { subscription_type: subscriptionType },
  };
}

/** Links a payment to its purchase (external_reference). */
export const purchaseReference = (purchaseId: string): string => `fa-${purchaseId}`;

export function purchaseIdIn(reference: string | undefined): string | undefined {
  const id = reference?.startsWith('fa-') ? reference.slice(3) : '';
  return isUuid(id) ? id : undefined;
}

/** The page of the application that the payer returns to after the checkout. */
export const returnPath = (result: 'success' | 'failure' | 'pending'): string =>
  `/dashboard/configuracion?tab=suscripcion&payment=${result}`;
